// The server's answers beyond LSP; docs/extensions.md describes them.

import type { Range } from 'vscode-languageserver-types';

export type Settings = Record<string, unknown>;

/** A kind of note on a fragment. */
export type Note = 'synopsis' | 'label' | 'status';

export interface Fragment {
  /** Identifies the fragment in its file, even after a move within that file. */
  id: string;
  range: Range;
  paragraphs: number;
  words: number;
  terms: string[];
  title: string;
  /** The first words of the fragment, without markup. */
  opening: string;
  suggested: boolean;
  /** How likely the suggested boundary is; empty if that is not known. */
  sureness: 'sure' | 'fairly sure' | 'perhaps' | '';
  pinned: boolean;
  /** Whether the fragment stays whole because it has been moved. */
  held: boolean;
  /** The notes on the fragment, from directives in the text. */
  synopsis: string;
  label: string;
  color: Color | '';
  status: string;
  /** The number of the scene, from 1 after each heading; 0 if the section has no scene breaks. */
  scene: number;
}

/** A scene: the text from a heading, a scene break or the start of the text to the next heading, break or the end. */
export interface Scene {
  /** The ID of its first fragment. */
  id: string;
  fragments: number;
  number: number;
  /** The number of scenes between the headings around it. */
  of: number;
  words: number;
  /** The target in words; 0 if none is set. */
  wanted: number;
}

/** The colors of labels. */
export const colors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
export type Color = (typeof colors)[number];

export interface Section {
  id: string;
  title: string;
  /** 1 is the highest. */
  level: number;
  range: Range;
  /** The words of the section, without and with its subsections. */
  words: number;
  total: number;
  /** The target in words, subsections included; 0 if none is set. */
  wanted: number;
}

export interface Fragments {
  version: number;
  words: number;
  /** The target in words; 0 if none is set. */
  wanted: number;
  /** The preferred length of a fragment, as a number even if the setting is `auto`. */
  target: number;
  /**
   * Says that the preferred length is that of the author's own sections or scenes; otherwise empty.
   */
  own: string;
  /** Whether suggestions are off in this document. */
  quiet: boolean;
  /** The settings of the document, by name in kebab case. */
  settings: Settings;
  fragments: Fragment[];
  sections: Section[];
  /** Empty if no scene breaks were found. */
  scenes: Scene[];
  /** The cells of a notebook. Line numbers count through all cells. */
  cells?: Cell[];
}

export interface Cell {
  uri: string;
  /** The first line of the cell. */
  line: number;
  lines: number;
  prose: boolean;
}

export interface Gap {
  /** The number of paragraphs before the gap. */
  after: number;
  similarity: number;
  boundary: boolean;
  constraint: 'heading' | 'scene-break' | 'break' | 'no-break' | null;
}

export interface Curve {
  version: number;
  paragraphs: { range: Range; words: number }[];
  gaps: Gap[];
}

/** Why there is, or is not, a boundary at a gap. A field is null if there is nothing to say. */
export interface Explanation {
  version: number;
  method: string;
  after: number;
  boundary: boolean;
  /** The rule that decided without weighing; null if the parts decided. */
  decidedBy: string | null;
  /** The weighed parts. A negative part supports a boundary. */
  parts: Part[];
  /** The sum of the parts; null if they did not decide. */
  sum: number | null;
  confidence: number | null;
  ends: string[];
  begins: string[];
  bridges: string[];
  /** The preferred length at which the boundary would disappear; null if there is none. */
  vanishesAt: number | null;
}

export interface Part {
  name: string;
  value: number;
  unit: string;
}

/** The held fragments of a version of a text. */
export interface Held {
  version: number;
  hash: string;
  held: Range[];
  /** The boundaries that are shown, for the client to store; undefined if the client need not store any. */
  shape?: string;
}

/** Why a text is in no work, or how to make one of its folder. canWrite says whether segls.writeOrder can do that. */
export interface WorkHint {
  message: string;
  canWrite: boolean;
}

/** The curve of a work. There is no gap between two files. */
export interface WorkCurve {
  files: { uri: string; title: string; version: number; words: number[]; gaps: Gap[] }[];
}

/** A work: an ordered tree of files that together form one text. */
export interface Work {
  /** Empty if the order gives the work no title. */
  title: string;
  folder: string;
  /** The file that defines the order. */
  order: string | null;
  /** Whether all files have been read. Until then the lengths are unknown. */
  read: boolean;
  total: Lengths | null;
  wanted: number;
  entries: Entry[];
  /** Texts in the folder that are missing from the order. */
  orphans: Entry[];
  /** Problems in the order. */
  problems: { uri: string; line: number; message: string }[];
}

/** A file of a work, or a title above several files. */
export interface Entry {
  title: string;
  uri: string | null;
  path: string;
  own: Lengths | null;
  total: Lengths | null;
  /** The target for the words of this file alone; 0 if none is set. */
  wanted: number;
  entries: Entry[];
}

export interface Lengths {
  words: number;
  fragments: number;
}

/** The fragments that a change of a work has moved to other files, with their new IDs. */
export interface Arrivals {
  moved: { uri: string; id: string }[];
}

/** The links that a change would break. Nothing has been changed yet. */
export interface Unmended {
  unmended: { uri: string; line: number; message: string }[];
  notes: string[];
  /** For a trial: the path of the first file that would be created, relative to the text's folder. */
  file?: string;
}

/** Passages gathered into one text. */
export interface Gathered {
  text: string;
  /** The passages in their order, each with the line of its marker. */
  places: { uri: string; range: Range; line: number }[];
  /** Notes for the writer. */
  notes: string[];
}

/** A document made of passages. */
export interface Assembled {
  /** The length of the document; in a trial, that of the passages. */
  words: number;
  places: { uri: string; path: string; range: Range; title: string; words: number }[];
  /** Notes for the writer. */
  notes: string[];
}

/** A place before or after a change. */
export interface ChangedPlace {
  uri: string;
  range: Range;
  title: string;
}

export interface Change {
  /** The same change has the same ID in the next answer. */
  id: string;
  kind:
    | 'moved'
    | 'split'
    | 'merged'
    | 'retitled'
    | 'rewritten'
    | 'added'
    | 'removed'
    | 'conflict'
    | 'resolved';
  level: 'file' | 'section' | 'fragment' | 'paragraph' | 'sentence';
  message: string;
  /** A shorter message, for a lens beside the change. */
  here: string;
  from: ChangedPlace[];
  to: ChangedPlace[];
  /** The earlier text; empty for an addition. */
  before: string;
  /** Changes within a text that has moved. */
  inside: Change[];
}

export interface ComparedPiece extends ChangedPlace {
  words: number;
}

export interface Changes {
  version: number;
  changes: Change[];
  /** The number of paragraphs that differ only in markup or link addresses. */
  marked: number;
  /** The fragments before and after the changes. */
  old: ComparedPiece[];
  new: ComparedPiece[];
}

/** A passage that matches a search. */
export interface Hit {
  uri: string;
  path: string;
  range: Range;
  title: string;
  /** The titles of the sections around it, the outermost first. */
  section: string[];
  words: number;
  /** The sentence that matches, split so that every second element is a matched word. */
  answer: string[];
  /** The range of the first matched word. */
  at: Range;
  score: number;
  /** Other places with nearly the same text. */
  also: { uri: string; path: string; line: number }[];
}

export interface Found {
  hits: Hit[];
}

/** Passages of other texts on the same topics. */
export interface Related {
  related: {
    uri: string;
    path: string;
    range: Range;
    section: string[];
    title: string;
    opening: string;
    score: number;
    /** Terms that occur in both passages. */
    shared: string[];
  }[];
}

/** One of two passages that repeat each other. */
export interface Copy {
  uri: string;
  path: string;
  range: Range;
  /** The titles of the sections around it, the outermost first. */
  section: string[];
  opening: string;
}

export interface Pairs {
  pairs: { id: string; score: number; here: Copy; there: Copy; message: string }[];
}

/** A section to move something to. An empty ID means the end of the file. */
export interface PlaceOffer {
  uri: string;
  id: string;
  title: string;
  /** Terms that the moved text shares with this place; set for the best places only. */
  shared: string[];
  /** Whether the text to be moved is already here. */
  here: boolean;
}

/** Places, the best first. */
export interface Places {
  places: PlaceOffer[];
}

/** A paragraph that fits another place better than its own. */
export interface Loose {
  uri: string;
  /** The version of its text. */
  version: number;
  range: Range;
  opening: string;
  /** The ID of its fragment. */
  id: string;
  section: string;
  there: PlaceOffer;
  /** The range of the heading there. */
  at: Range;
  message: string;
  score: number;
}

export interface Misplaced {
  /** The most certain first. */
  misplaced: Loose[];
  /** The number of loose paragraphs if none is listed, because the request did not ask for all. */
  unlisted: number;
}

/** The links to a heading, a label or something else with a name. */
export interface Backlinks {
  name: string;
  links: { uri: string; range: Range }[];
}

// The server's answers beyond LSP; docs/extensions.md describes them.

import type { Range } from 'vscode-languageserver-types';

export type Settings = Record<string, unknown>;

/** A kind of note on a fragment. */
export type Note = 'synopsis' | 'label' | 'status';

export interface Fragment {
  /** Identifies the fragment, even after it has moved. */
  id: string;
  range: Range;
  paragraphs: number;
  words: number;
  terms: string[];
  title: string;
  /** Its first words as a reader sees them. */
  opening: string;
  suggested: boolean;
  /** How sure that suggestion is; empty if nothing was weighed. */
  sureness: 'sure' | 'fairly sure' | 'perhaps' | '';
  pinned: boolean;
  /** Whether it stays whole because it has been moved. */
  held: boolean;
  /** The notes on the fragment from directives in the text. */
  synopsis: string;
  label: string;
  color: Color | '';
  status: string;
  /** The number of its scene, from 1 since the heading above; 0 where no break parts scenes. */
  scene: number;
}

/** What lies between two of the writer's breaks, or a break and a heading. */
export interface Scene {
  /** Of its first fragment. */
  id: string;
  fragments: number;
  number: number;
  /** How many scenes there are up to the next heading. */
  of: number;
  words: number;
  /** Words that it should have; 0 if nobody has said. */
  wanted: number;
}

/** Those that a label can have. */
export const colors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
export type Color = (typeof colors)[number];

export interface Section {
  id: string;
  title: string;
  /** 1 is the highest. */
  level: number;
  range: Range;
  /** Its own, and those of all that is in it. */
  words: number;
  total: number;
  /** Words that it should have in all; 0 if nobody has said. */
  wanted: number;
}

export interface Fragments {
  version: number;
  words: number;
  /** Words that it should have; 0 if nobody has said. */
  wanted: number;
  /** The preferred length of a fragment, also if the setting is `auto`. */
  target: number;
  /** That the target is the length of the author's own sections or scenes; empty if it is not. */
  own: string;
  /** Whether nothing should be suggested in the document. */
  quiet: boolean;
  /** The settings of the document, by name in kebab case. */
  settings: Settings;
  fragments: Fragment[];
  sections: Section[];
  /** None if no break parts any. */
  scenes: Scene[];
  /** Of a notebook: the lines of all cells count one after the other. */
  cells?: Cell[];
}

export interface Cell {
  uri: string;
  /** Its first line. */
  line: number;
  lines: number;
  prose: boolean;
}

export interface Gap {
  /** How many paragraphs stand before it. */
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

/** Why there is, or is not, a boundary at a gap; null where there is nothing to say. */
export interface Explanation {
  version: number;
  method: string;
  after: number;
  boundary: boolean;
  /** What decided without weighing anything. */
  decidedBy: string | null;
  /** What was weighed: below 0 it speaks for a boundary. */
  parts: Part[];
  /** Of the parts. */
  sum: number | null;
  confidence: number | null;
  ends: string[];
  begins: string[];
  bridges: string[];
  /** The preferred length at which the boundary would be gone. */
  vanishesAt: number | null;
}

export interface Part {
  name: string;
  value: number;
  unit: string;
}

/** The fragments that are held, and in which text. */
export interface Held {
  version: number;
  hash: string;
  held: Range[];
  /** All that is shown, for us to keep; undefined where the server keeps it. */
  shape?: string;
}

/** The curve of a work; there is no gap between two files. */
/** What would make a work of a text's folder, and whether segls.writeOrder can. */
export interface WorkHint {
  message: string;
  canWrite: boolean;
}

export interface WorkCurve {
  files: { uri: string; title: string; version: number; words: number[]; gaps: Gap[] }[];
}

/** A work of many files: an ordered tree of files that together are one text. */
export interface Work {
  /** Of the work; empty if its order has none. */
  title: string;
  folder: string;
  /** The file that says the order. */
  order: string | null;
  /** Whether all files have been read; until then no lengths are known. */
  read: boolean;
  total: Lengths | null;
  wanted: number;
  entries: Entry[];
  /** Texts in the folder that the order does not name. */
  orphans: Entry[];
  /** In the order. */
  problems: { uri: string; line: number; message: string }[];
}

/** A file of a work, or a title over several. */
export interface Entry {
  title: string;
  uri: string | null;
  path: string;
  own: Lengths | null;
  total: Lengths | null;
  /** How many its own words are to be; 0 if nobody has said. */
  wanted: number;
  entries: Entry[];
}

export interface Lengths {
  words: number;
  fragments: number;
}

/** The fragments that a change of a work has moved to other files, as they are known there. */
export interface Arrivals {
  moved: { uri: string; id: string }[];
}

/** What a change of a work would break; nothing has been done yet. */
export interface Unmended {
  unmended: { uri: string; line: number; message: string }[];
  notes: string[];
  /** Of a trial: the file that would be made, from the folder of the text. */
  file?: string;
}

/** Pieces as one text. */
export interface Gathered {
  text: string;
  /** In the order of the text, each with the line of its mark. */
  places: { uri: string; range: Range; line: number }[];
  /** What the writer ought to know. */
  notes: string[];
}

/** Passages that make a document. */
export interface Assembled {
  /** Of the document. */
  words: number;
  places: { uri: string; path: string; range: Range; title: string; words: number }[];
  /** What the writer ought to know. */
  notes: string[];
}

/** Where something that has changed was, in the text before, or is. */
export interface ChangedPlace {
  uri: string;
  range: Range;
  title: string;
}

export interface Change {
  /** Identifies it, as long as it is what it is. */
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
  /** The same, beside the thing itself. */
  here: string;
  from: ChangedPlace[];
  to: ChangedPlace[];
  /** The text as it was; empty of what is new. */
  before: string;
  /** What else has changed in something that has moved. */
  inside: Change[];
}

export interface ComparedPiece extends ChangedPlace {
  words: number;
}

export interface Changes {
  version: number;
  changes: Change[];
  /** So many paragraphs differ in markup or addresses of links only. */
  marked: number;
  /** The fragments of the texts as they were, and as they are. */
  old: ComparedPiece[];
  new: ComparedPiece[];
}

/** A passage that answers words or a question. */
export interface Hit {
  uri: string;
  path: string;
  range: Range;
  title: string;
  /** The titles above it, the outermost first. */
  section: string[];
  words: number;
  /** The sentence that answers: what is between the words that were asked for, and these, by turns. */
  answer: string[];
  /** The first of these words. */
  at: Range;
  score: number;
  /** Where nearly the same stands. */
  also: { uri: string; path: string; line: number }[];
}

export interface Found {
  hits: Hit[];
}

/** Passages in other texts that are about the same. */
export interface Related {
  related: {
    uri: string;
    path: string;
    range: Range;
    section: string[];
    title: string;
    opening: string;
    score: number;
    /** Terms that both have. */
    shared: string[];
  }[];
}

/** A place where something stands that is said twice. */
export interface Copy {
  uri: string;
  path: string;
  range: Range;
  /** The titles of its sections, the outermost first. */
  section: string[];
  opening: string;
}

export interface Pairs {
  pairs: { id: string; score: number; here: Copy; there: Copy; message: string }[];
}

/** A section, or with an empty id the end of a file, that something may be moved to. */
export interface PlaceOffer {
  uri: string;
  id: string;
  title: string;
  /** Terms that speak for it, of the best places. */
  shared: string[];
  /** The unit to be moved is already there. */
  here: boolean;
}

/** The best first. */
export interface Places {
  places: PlaceOffer[];
}

/** A paragraph that fits another place better than its own. */
export interface Loose {
  uri: string;
  /** Of its text. */
  version: number;
  range: Range;
  opening: string;
  /** Of the fragment that it is in. */
  id: string;
  section: string;
  there: PlaceOffer;
  /** The heading there. */
  at: Range;
  message: string;
  score: number;
}

export interface Misplaced {
  /** The surest first. */
  misplaced: Loose[];
}

/** The links that lead to something. */
export interface Backlinks {
  name: string;
  links: { uri: string; range: Range }[];
}

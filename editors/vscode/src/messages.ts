// The messages between the extension and its pages, as plain values. A page must not insert text of a document as HTML.

import type { Change, Color, Explanation, Gap, Note } from './answers';

/** A setting that can be tried in the curve's panel, by its name in kebab case. */
export type Control =
  | { name: string; label: string; kind: 'number'; min: number; max: number; whole: boolean }
  | { name: string; label: string; kind: 'choice'; choices: string[] };

/** A gap, or the end of a file in a work, which has no similarity. */
export interface LongGap extends Omit<Gap, 'similarity' | 'constraint'> {
  similarity: number | null;
  constraint: Gap['constraint'] | 'file';
}

/** Whether a page shows the draft or its work. */
export type Scope = 'file' | 'work';

export interface CurveState {
  type: 'curve';
  title: string;
  /** Undefined if there is no work. */
  scope: Scope | undefined;
  /** The files of a work, each with the number of paragraphs before it. */
  files: { title: string; start: number }[];
  /** The version of the text; for a work, the number of the curve. */
  version: number;
  /** Whether suggestions are off in this document. */
  quiet: boolean;
  /** The number of words of each paragraph. */
  words: number[];
  gaps: LongGap[];
  controls: Control[];
  /** The present values of the controls. */
  values: Record<string, unknown>;
  /** The names of the controls that are being tried and not saved. */
  tried: string[];
}

/** There is no text to show. The reason is a sentence; '' if none is open. */
export interface Empty {
  type: 'empty';
  reason: string;
}

export type ToCurve =
  | CurveState
  | Empty
  | { type: 'caret'; paragraph: number }
  | { type: 'explanation'; explanation: Explanation };

/** A gap in a version of the curve. */
export interface Place {
  version: number;
  after: number;
}

export type SaveTarget = 'project' | 'editor';

export type FromCurve =
  | { type: 'ready' }
  | ({ type: 'jump' } & Place)
  | ({ type: 'explain' } & Place)
  | { type: 'try'; name: string; value: unknown }
  | { type: 'scope'; scope: Scope }
  | { type: 'reset' }
  | { type: 'save'; target: SaveTarget }
  | { type: 'svg'; text: string };

/** A fragment or a section of a file. */
export interface PartRef {
  uri: string;
  id: string;
}

/** A fragment on the board, or a passage in the tray, which has an empty ID. */
export interface Card extends PartRef {
  title: string;
  opening: string;
  words: number;
  terms: string[];
  /** The title above it, and the index of its lane. */
  section: string;
  lane: number;
  suggested: boolean;
  /** Whether the fragment stays whole because it has been moved. */
  held: boolean;
  /** The writer's notes. */
  synopsis: string;
  label: string;
  color: Color | '';
  status: string;
  /** The number of its scene under its heading, 0 without scene breaks, and whether it begins the scene. */
  scene: number;
  beginsScene: boolean;
  /** If it begins one of several scenes under its heading: the scene's length and target, 0 for none. */
  goal: { words: number; wanted: number } | undefined;
  /** Messages about the paragraphs that fit another place better, the most certain first. */
  loose: string[];
}

/**
 * The cards under a heading, of a file or in the tray, and the heading's ID, if any. A heading that is the file's title
 * has no lane of its own.
 */
export interface BoardLane extends PartRef {
  kind: 'file' | 'section' | 'tray';
  title: string;
  /** The level of its heading, 1 the highest; 0 without a heading. */
  level: number;
  /** Its depth in the outline, 1 the highest. A file without a heading is one level below its parent. */
  depth: number;
  /** For a file: the titles above it, its length and, until it is read, its number of cards. */
  above: string;
  length: string;
  unread: number;
  /** Whether it is a file that is missing from the order of the work. */
  isOrphan: boolean;
  /** The words below its heading or in its file, with all subsections, and the target, 0 for none. */
  words: number;
  wanted: number;
}

/** The columns of the outline that the writer can edit. */
export type Column = 'title' | Note | 'target';

/** Where to move to: before, after or under another element of a file, or else to the end of the file. */
export interface Goal {
  uri: string;
  before?: string;
  after?: string;
  under?: string;
}

/** A move of a card, or of a section with its subsections. */
export interface Move {
  unit: 'fragment' | 'section';
  part: PartRef;
  to: Goal;
}

/** A fragment in the file that it was moved to. Until the board shows that file anew, another card may have its ID. */
export interface Arrival extends PartRef {
  opening: string;
}

/** A saved order: the titles of the lanes with their files, and the first words of the cards in each. */
export interface Arrangement {
  name: string;
  lanes: { uri: string; title: string; cards: string[] }[];
}

export interface BoardState {
  type: 'board';
  title: string;
  /** Undefined if there is no work. */
  scope: Scope | undefined;
  /** The setting max-words; 0 for no limit. */
  mostWords: number;
  lanes: BoardLane[];
  cards: Card[];
  /** The number of paragraphs that fit another place better; undefined if they are not shown. */
  loose: number | undefined;
  /** The number of paragraphs that are shown only if all are requested. */
  unlisted: number;
}

/** The cards that have changed since the last message. No card was added, removed or moved. */
export interface BoardChanges {
  type: 'changes';
  cards: Card[];
}

export type ToBoard =
  | BoardState
  | BoardChanges
  | Empty
  | ({ type: 'caret' } & PartRef)
  /** Take the keyboard focus. */
  | { type: 'focus' }
  | { type: 'refused'; reason: string }
  /** The last moves have been made. These fragments have new URIs or IDs. */
  | { type: 'moved'; parts: Arrival[] }
  /** Try an order; with isCompared, show it beside that of the text. */
  | { type: 'arrangement'; arrangement: Arrangement | undefined; isCompared: boolean }
  /** Discard the order that is being tried. */
  | { type: 'discard' };

export type FromBoard =
  | { type: 'ready' }
  | { type: 'scope'; scope: Scope }
  /** The files whose cards are needed. */
  | { type: 'inView'; uris: string[] }
  | ({ type: 'open' } & PartRef)
  /** Make these moves as one edit or, if some go into or out of the tray, one by one. */
  | { type: 'move'; moves: Move[] }
  /** Show the text as it would be after the moves. */
  | { type: 'read'; uri: string; moves: Move[] }
  /** Save an order under a name that the writer chooses. */
  | { type: 'keep'; uri: string; lanes: Arrangement['lanes'] }
  /** Show what moves would change. */
  | { type: 'compare'; moves: Move[] }
  /** The moves of the order being tried; undefined if none is. */
  | { type: 'trying'; moves: Move[] | undefined; moved: number }
  /** Maximize or restore the board. */
  | { type: 'maximize'; isOn: boolean }
  /** Let the writer choose a saved order. */
  | { type: 'choose'; uri: string }
  /** Move cards from the text to the tray. */
  | { type: 'setAside'; parts: PartRef[] }
  /** Mark the paragraphs that fit another place better, or remove the marks; without isAll, only count them. */
  | { type: 'showLoose'; isShown: boolean; isAll: boolean }
  /** Move the loose paragraph of a card to the place it fits; the most certain one if there are several. */
  | { type: 'moveLoose'; part: PartRef }
  | { type: 'note'; note: 'title' | Note; part: PartRef }
  /** Write a cell of the outline: of a fragment, a section, or a file with the heading that is its title. */
  | {
      type: 'set';
      unit: 'fragment' | 'section' | 'file';
      part: PartRef;
      column: Column;
      value: string;
    }
  | { type: 'moveFile'; uri: string; toUri: string; side: 'before' | 'after' }
  /** Move by one place. */
  | { type: 'step'; unit: 'section' | 'file'; part: PartRef; way: 'Up' | 'Down' }
  | { type: 'undo' }
  | { type: 'redo' };

/** Lines [from, to] of a text. */
export interface Lines {
  uri: string;
  from: number;
  to: number;
}

/** A fragment of the text before or now. */
export interface ComparedCard extends Lines {
  /** The name of its file; empty if there is only one file. */
  file: string;
  title: string;
  words: number;
}

/** A change, with its lines on both sides. */
export interface ComparedChange extends Pick<Change, 'id' | 'kind' | 'here' | 'message'> {
  from: Lines[];
  to: Lines[];
  canGoBack: boolean;
}

export type ToCompare =
  | {
      type: 'compared';
      /** Undefined if the present text is compared with a proposed order. */
      since: string | undefined;
      before: ComparedCard[];
      now: ComparedCard[];
      changes: ComparedChange[];
    }
  | { type: 'empty' };

export type FromCompare = { type: 'ready' } | { type: 'reveal' | 'peek' | 'putBack'; id: string };

// The messages between the panels and the extension. All of them are plain values; text of the
// document is put into a page as text only.

import type { Change, Color, Explanation, Gap, Note } from './answers';

/** A setting that the curve's panel lets the writer try, by its name in kebab case. */
export type Control =
  | { name: string; label: string; kind: 'number'; min: number; max: number; whole: boolean }
  | { name: string; label: string; kind: 'choice'; choices: string[] };

/** A gap, or the end of a file of a work, for which there is no value. */
export interface LongGap extends Omit<Gap, 'similarity' | 'constraint'> {
  similarity: number | null;
  constraint: Gap['constraint'] | 'file';
}

/** Whether a page shows the draft or all of the work that it is a file of. */
export type Scope = 'file' | 'work';

export interface CurveState {
  type: 'curve';
  title: string;
  /** Undefined where there is no work. */
  scope: Scope | undefined;
  /** Those of a work, each with the number of paragraphs before it. */
  files: { title: string; start: number }[];
  /** Of the text that the curve is of. */
  version: number;
  /** Whether nothing is suggested in the document. */
  quiet: boolean;
  /** Words of each paragraph. */
  words: number[];
  gaps: LongGap[];
  controls: Control[];
  /** The values of the controls that hold now. */
  values: Record<string, unknown>;
  /** The names of those that are being tried and not saved. */
  tried: string[];
}

export type ToCurve =
  | CurveState
  | { type: 'empty' }
  | { type: 'caret'; paragraph: number }
  | { type: 'explanation'; explanation: Explanation };

/** A gap of the curve of a version of the text. */
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
export interface Thing {
  uri: string;
  id: string;
}

/** A fragment. */
export interface Card extends Thing {
  title: string;
  opening: string;
  words: number;
  terms: string[];
  /** The heading that it stands under, and the lane of that. */
  section: string;
  lane: number;
  suggested: boolean;
  /** Whether it stays whole because it has been moved. */
  held: boolean;
  /** The writer's notes about it. */
  synopsis: string;
  label: string;
  color: Color | '';
  status: string;
  /** The number of its scene under its heading, 0 where no break parts scenes; and whether it begins that. */
  scene: number;
  beginsScene: boolean;
  /** Of its scene, if it begins one: how long that is, and is to be, or 0. */
  goal: { words: number; wanted: number } | undefined;
  /** Descriptions of the paragraphs in it that fit another place better, the surest first. */
  loose: string[];
}

/**
 * The cards that stand under one heading; or those of a file before its first heading, or under the
 * heading that is its title. The id is the heading's, if there is one.
 */
export interface BoardLane extends Thing {
  kind: 'file' | 'section' | 'tray';
  title: string;
  /** Of its heading, 1 the highest; 0 where it has none. */
  level: number;
  /** How deep it is in the outline of all, 1 the highest: a file without a heading is below the one that it is put in. */
  depth: number;
  /** Of a file: the titles that it is below, how long it is, and how many cards it will have when it has been read. */
  above: string;
  length: string;
  unread: number;
  /** Whether it is a file that the order of the work does not name. */
  isOrphan: boolean;
  /** With all that is below its heading, or of its file; and how many there are to be, or 0. */
  words: number;
  wanted: number;
}

/** The values that the writer fills in, by column of the outline. */
export type Column = 'title' | Note | 'target';

/** Where something goes: before or under something else of a file, or to the end of the file. */
export interface Goal {
  uri: string;
  before?: string;
  under?: string;
}

/** A move of a card, or of a section with all that is in it. */
export interface Move {
  unit: 'fragment' | 'section';
  thing: Thing;
  to: Goal;
}

/** A fragment in a file that it has been moved to; until the board is of that text, another one may have its id. */
export interface Arrival extends Thing {
  opening: string;
}

/** An order that the writer keeps: the headings, each in its file, and the first words of the cards under them. */
export interface Arrangement {
  name: string;
  lanes: { uri: string; title: string; cards: string[] }[];
}

export interface BoardState {
  type: 'board';
  title: string;
  /** Undefined where there is no work. */
  scope: Scope | undefined;
  /** The most words that the writer allows a fragment, 0 if there is no such limit. */
  mostWords: number;
  lanes: BoardLane[];
  cards: Card[];
  /** How many paragraphs fit another place better; undefined if nobody has asked. */
  loose: number | undefined;
}

/**
 * The cards that look different from those sent last. They are the same cards in the same order.
 */
export interface BoardChanges {
  type: 'changes';
  cards: Card[];
}

export type ToBoard =
  | BoardState
  | BoardChanges
  | { type: 'empty' }
  | ({ type: 'caret' } & Thing)
  /** It is to have the keyboard. */
  | { type: 'focus' }
  | { type: 'refused'; reason: string }
  /** The moves that were asked for last have been made, and these fragments have another address or id now. */
  | { type: 'moved'; things: Arrival[] }
  /** An order to be tried, and perhaps shown beside that of the text. */
  | { type: 'arrangement'; arrangement: Arrangement | undefined; isCompared: boolean }
  /** The order that is tried is to be forgotten. */
  | { type: 'discard' };

export type FromBoard =
  | { type: 'ready' }
  | { type: 'scope'; scope: Scope }
  /** The files whose lanes are on the screen. */
  | { type: 'inView'; uris: string[] }
  | ({ type: 'open' } & Thing)
  /** All in one step, but for those into the tray or out of it. */
  | { type: 'move'; moves: Move[] }
  /** Shows the text after the moves. */
  | { type: 'read'; uri: string; moves: Move[] }
  /** Keeps an order under a name that the writer gives it. */
  | { type: 'keep'; uri: string; lanes: Arrangement['lanes'] }
  /** Shows what moves would change. */
  | { type: 'compare'; moves: Move[] }
  /** An order is being tried, or none. */
  | { type: 'trying'; moves: Move[] | undefined; moved: number }
  /** The board fills the window, or no longer does. */
  | { type: 'maximize'; isOn: boolean }
  /** Lets the writer choose one that has been kept. */
  | { type: 'choose'; uri: string }
  /** Takes cards out of the text, into the tray. */
  | { type: 'setAside'; things: Thing[] }
  /** Shows the paragraphs that fit another place better, or all cards again. */
  | { type: 'showLoose'; isShown: boolean }
  /** Moves the surest of those in a card to its place. */
  | { type: 'moveLoose'; thing: Thing }
  | { type: 'note'; note: 'title' | Note; thing: Thing }
  /** A cell of the outline has been filled, of a fragment, a section, or a file and the heading that is its title. */
  | {
      type: 'set';
      unit: 'fragment' | 'section' | 'file';
      thing: Thing;
      column: Column;
      value: string;
    }
  | { type: 'moveFile'; uri: string; toUri: string; side: 'before' | 'after' }
  /** By one step. */
  | { type: 'step'; unit: 'section' | 'file'; thing: Thing; way: 'Up' | 'Down' }
  | { type: 'undo' }
  | { type: 'redo' };

/** Lines of a text, both ends inclusive. */
export interface Lines {
  uri: string;
  from: number;
  to: number;
}

/** A fragment of a text as it was, or as it is. */
export interface ComparedCard extends Lines {
  /** Its file, where there are several. */
  file: string;
  title: string;
  words: number;
}

/** A change between the two, with the lines that it is about in each. */
export interface ComparedChange extends Pick<Change, 'id' | 'kind' | 'here' | 'message'> {
  from: Lines[];
  to: Lines[];
  canGoBack: boolean;
}

export type ToCompare =
  | {
      type: 'compared';
      /** Undefined if the present text is compared with a proposed one. */
      since: string | undefined;
      before: ComparedCard[];
      now: ComparedCard[];
      changes: ComparedChange[];
    }
  | { type: 'empty' };

export type FromCompare = { type: 'ready' } | { type: 'reveal' | 'peek' | 'putBack'; id: string };

// What the panels and the extension say to each other. All of it is plain values; text of the
// document is put into a page as text only.

import type { Explanation, Gap } from './answers';

/** A setting that the curve's panel lets the writer try, by its name in kebab case. */
export type Control =
  | { name: string; label: string; kind: 'number'; min: number; max: number; whole: boolean }
  | { name: string; label: string; kind: 'choice'; choices: string[] };

export interface CurveState {
  type: 'curve';
  title: string;
  /** Whether the document is one to suggest nothing in. */
  quiet: boolean;
  /** Words of each paragraph. */
  words: number[];
  gaps: Gap[];
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
  | { type: 'explanation'; after: number; explanation: Explanation };

export type SaveTarget = 'project' | 'editor';

export type FromCurve =
  | { type: 'ready' }
  | { type: 'jump'; after: number }
  | { type: 'explain'; after: number }
  | { type: 'try'; name: string; value: unknown }
  | { type: 'reset' }
  | { type: 'save'; target: SaveTarget }
  | { type: 'svg'; text: string };

export interface Card {
  title: string;
  opening: string;
  words: number;
  terms: string[];
  /** The heading that it stands under. */
  section: string;
  suggested: boolean;
}

export interface BoardState {
  type: 'board';
  title: string;
  /** Of the text that the cards were made from. */
  version: number;
  preferredWords: number;
  cards: Card[];
}

/** The cards that are others than in the board told last, by number; their count is the same. */
export interface BoardChanges {
  type: 'changes';
  version: number;
  cards: [number: number, card: Card][];
}

export type ToBoard =
  | BoardState
  | BoardChanges
  | { type: 'empty' }
  | { type: 'caret'; card: number }
  | { type: 'refused'; reason: string };

export type FromBoard =
  | { type: 'ready' }
  | { type: 'open'; card: number }
  | { type: 'move'; version: number; from: number; before: number }
  | { type: 'undo' }
  | { type: 'redo' };

// The messages between the panels and the extension. All of them are plain values; text of the
// document is put into a page as text only.

import type { Explanation, Gap } from './answers';

/** A setting that the curve's panel lets the writer try, by its name in kebab case. */
export type Control =
  | { name: string; label: string; kind: 'number'; min: number; max: number; whole: boolean }
  | { name: string; label: string; kind: 'choice'; choices: string[] };

export interface CurveState {
  type: 'curve';
  title: string;
  /** Of the text that the curve is of. */
  version: number;
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
  | { type: 'reset' }
  | { type: 'save'; target: SaveTarget }
  | { type: 'svg'; text: string };

export interface Card {
  /** The fragment's. */
  id: string;
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
}

/** The cards that stand under one heading, or before all headings. */
export interface BoardLane {
  /** The section's; empty before all headings. */
  id: string;
  title: string;
}

export interface BoardState {
  type: 'board';
  title: string;
  preferredWords: number;
  lanes: BoardLane[];
  cards: Card[];
}

/** The cards that look different from those told last. They are the same, in the same order. */
export interface BoardChanges {
  type: 'changes';
  cards: Card[];
}

export type ToBoard =
  | BoardState
  | BoardChanges
  | { type: 'empty' }
  | { type: 'caret'; id: string }
  | { type: 'refused'; reason: string };

export type FromBoard =
  | { type: 'ready' }
  | { type: 'open'; id: string }
  | { type: 'move'; id: string; before: string | null }
  /** To the end of what stands under a heading. */
  | { type: 'moveUnder'; id: string; section: string }
  | { type: 'undo' }
  | { type: 'redo' };

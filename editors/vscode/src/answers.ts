// What the server answers beyond LSP, as docs/extensions.md has it.

import type { Range } from 'vscode-languageserver-types';

export type Settings = Record<string, unknown>;

export interface Fragment {
  /** What it is known by, wherever it now stands. */
  id: string;
  range: Range;
  paragraphs: number;
  words: number;
  terms: string[];
  title: string;
  suggested: boolean;
  /** How sure that suggestion is; nothing where none is weighed. */
  sureness: 'sure' | 'fairly sure' | 'perhaps' | '';
  pinned: boolean;
  /** Whether it stays whole because it has been moved. */
  held: boolean;
}

export interface Section {
  id: string;
  title: string;
  /** 1 is the highest. */
  level: number;
  range: Range;
}

export interface Fragments {
  version: number;
  words: number;
  /** The length of a fragment that is aimed at: what `auto` comes to, too. */
  target: number;
  /** Whether the document is one to suggest nothing in. */
  quiet: boolean;
  /** What holds for the document, by names in kebab case. */
  settings: Settings;
  fragments: Fragment[];
  sections: Section[];
}

export interface Gap {
  /** How many paragraphs stand before it. */
  after: number;
  similarity: number;
  boundary: boolean;
  constraint: 'heading' | 'break' | 'no-break' | null;
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
  /** What left nothing to weigh. */
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

/** The fragments that are held, and the text of which that is true. */
export interface Held {
  version: number;
  hash: string;
  held: Range[];
}

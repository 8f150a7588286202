// What the server answers beyond LSP, as docs/extensions.md has it.

import type { Range } from 'vscode-languageserver-types';

export type Settings = Record<string, unknown>;

export interface Fragment {
  range: Range;
  paragraphs: number;
  words: number;
  terms: string[];
  title: string;
  suggested: boolean;
  pinned: boolean;
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

export interface Explanation {
  similarity: number;
  depth: number;
  ends: string[];
  begins: string[];
  bridges: string[];
  lengthCost: number;
  joinedCost: number;
}

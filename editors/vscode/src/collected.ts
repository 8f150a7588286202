// The places of a collection: lines of texts, which follow what is typed, and are found again by their first and
// last words in a text that was changed elsewhere.

import type { Range } from 'vscode-languageserver-types';
import { precedes } from './places';

/** Lines [from, to) of a text. */
export interface Lines {
  from: number;
  to: number;
}

/** A passage that the writer has collected. */
export interface Collected extends Lines {
  uri: string;
  /** In the folder of the workspace. */
  path: string;
  /** Of its section; empty if it is in none. */
  title: string;
  words: number;
  /** How its first line begins, and its last line ends. */
  opens: string;
  closes: string;
  /** Whether its lines were not found. */
  isLost: boolean;
}

/** Characters by which a line is known again. */
const known = 60;

/** linesOf splits a text into lines. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** linesIn are the lines that a range has a part of. */
export function linesIn({ start, end }: Range): Lines {
  return { from: start.line, to: end.character > 0 ? end.line + 1 : end.line };
}

/** rangeOf is the range of lines, for the server. */
export function rangeOf({ from, to }: Lines): Range {
  return { start: { line: from, character: 0 }, end: { line: to, character: 0 } };
}

/** followed returns the place of lines after an edit; undefined if the edit replaces them. */
export function followed(
  { from, to }: Lines,
  { range: { start, end }, text }: { range: Range; text: string },
): Lines | undefined {
  const { start: first, end: last } = rangeOf({ from, to });
  const more = linesOf(text).length - 1 - (end.line - start.line);
  if (!precedes(first, end)) {
    return { from: from + more, to: to + more };
  }
  if (!precedes(start, last)) {
    return { from, to };
  }
  const isInside = !precedes(start, first) && !precedes(last, end);
  return isInside && to + more > from ? { from, to: to + more } : undefined;
}

/** wordsAt returns the words by which lines are found again. */
export function wordsAt(
  lines: readonly string[],
  { from, to }: Lines,
): Pick<Collected, 'opens' | 'closes'> {
  return {
    opens: (lines[from] ?? '').slice(0, known),
    closes: (lines[to - 1] ?? '').slice(-known),
  };
}

/**
 * found returns the present place of a passage in the lines of a text, nearest to its old one;
 * undefined if it is gone.
 */
export function found(
  { from, to, opens, closes }: Collected,
  lines: readonly string[],
): Lines | undefined {
  const length = to - from;
  const begins = (i: number) => lines[i]?.startsWith(opens) === true;
  const ends = (i: number) => lines[i]?.endsWith(closes) === true;
  const nearest = (is: (i: number) => boolean, place: number) =>
    lines
      .flatMap((_, i) => (is(i) ? [i] : []))
      .sort((a, b) => Math.abs(a - place) - Math.abs(b - place))[0];
  const whole = nearest((i) => begins(i) && ends(i + length - 1), from);
  if (whole !== undefined) {
    return { from: whole, to: whole + length };
  }
  const first = opens.trim() === '' ? undefined : nearest(begins, from);
  const least = first ?? 0;
  const last = closes.trim() === '' ? undefined : nearest((i) => i >= least && ends(i), to - 1);
  if (first === undefined) {
    return last === undefined ? undefined : { from: Math.max(0, last + 1 - length), to: last + 1 };
  }
  return {
    from: first,
    to: last === undefined ? Math.min(first + length, lines.length) : last + 1,
  };
}

// The collected passages as line ranges. They follow edits in open texts, and are found again after other changes.

import type { Range } from 'vscode-languageserver-types';
import { precedes } from './places';

/** Lines [from, to) of a text. */
export interface Lines {
  from: number;
  to: number;
}

/** A passage in the collection. */
export interface Collected extends Lines {
  uri: string;
  /** Relative to the workspace folder. */
  path: string;
  /** The title of its section; empty if it has none. */
  title: string;
  words: number;
  /** The beginning of its first line and the end of its last. */
  opens: string;
  closes: string;
  /** Whether the passage was not found. */
  isLost: boolean;
}

/** The number of characters that identify a line. */
const known = 60;

/** linesOf splits a text into lines. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** linesIn returns the lines that a range touches. */
export function linesIn({ start, end }: Range): Lines {
  return { from: start.line, to: end.character > 0 ? end.line + 1 : end.line };
}

/** rangeOf returns the range of whole lines. */
export function rangeOf({ from, to }: Lines): Range {
  return { start: { line: from, character: 0 }, end: { line: to, character: 0 } };
}

/** followed returns the lines after an edit; undefined if the edit extends beyond them or leaves none of them. */
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

/** wordsAt returns the words by which found finds the lines again. */
export function wordsAt(
  lines: readonly string[],
  { from, to }: Lines,
): Pick<Collected, 'opens' | 'closes'> {
  return {
    opens: (lines[from] ?? '').slice(0, known),
    closes: (lines[to - 1] ?? '').slice(-known),
  };
}

/** found returns the present lines of a passage, found by its first words, its last words or both; the nearest ones. */
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

// Where things stand in the text, by line.

import type { Position, Range } from 'vscode-languageserver-types';

/** indexAt is the index of the last of things that begins at or before a line, or -1. */
export function indexAt(things: readonly { range: Range }[], line: number): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (things[middle]!.range.start.line <= line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** precedes reports whether a place comes before another. */
export function precedes(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** summary is a fragment in a few words: its size and its first terms. */
export function summary({ words, terms }: { words: number; terms: string[] }): string {
  return [count(words, 'word'), terms.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
}

export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}

/** What is said of a fragment that stays whole because it has been moved. */
export const heldBecause = 'Held together because you moved it';

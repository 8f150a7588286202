// Where things stand in the text, by line.

import type { Range } from 'vscode-languageserver-types';

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

/** summary is a fragment in a few words: its size and its first terms. */
export function summary({ words, terms }: { words: number; terms: string[] }): string {
  return [count(words, 'word'), terms.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
}

export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}

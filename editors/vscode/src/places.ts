// Finds fragments and headings by line, and describes fragments in words.

import type { Position, Range } from 'vscode-languageserver-types';
import type { Color } from './answers';
import { count, t } from './language';

/** indexAt returns the index of the last item that begins at or before a line, or -1. */
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

/** precedes reports whether a position comes before another. */
export function precedes(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** summary describes a fragment in a few words: its size and its first terms. */
export function summary({ words, terms }: { words: number; terms: string[] }): string {
  return [count(words, 'word'), terms.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
}

/** heading describes a fragment on one line: its title, or else its first terms, and its size. */
export function heading({
  title,
  words,
  terms,
}: {
  title: string;
  words: number;
  terms: string[];
}) {
  return [title || terms.slice(0, 2).join(', '), count(words, 'word')].filter(Boolean).join(' · ');
}

/** whyQuiet explains why nothing is suggested in a text. */
export function whyQuiet({ words, target }: { words: number; target: number }): string {
  return words < 2 * target
    ? t(
        'Fragments are suggested in texts of about {0} or more, and this one has {1}. A smaller preferred length (the setting segls.preferredWords) brings them sooner.',
        count(2 * target, 'word'),
        count(words, 'word'),
      )
    : t(
        'This does not read as prose, or a comment in it asks segls to skip it, so no fragments are suggested.',
      );
}

/** The names of the label colours. A label may be a colour alone. */
export const colorNames: Record<Color | '', string> = {
  '': '',
  red: t('Red'),
  orange: t('Orange'),
  yellow: t('Yellow'),
  green: t('Green'),
  blue: t('Blue'),
  purple: t('Purple'),
};

/** Explains why a fragment stays whole. */
export const heldBecause = () => t('Held together because you moved it.');

// The marks in the text: a line above each part with its title, and its fold.

import { countOf, openingOf } from './plan';
import type { Found } from './session';

/** A part of the text. Positions are indexes of the string. */
export interface Mark {
  /** The start of its first line. */
  from: number;
  /** The end of its last line, without white space. */
  to: number;
  title: string;
  /** Its length and, if the method suggests it, the certainty. */
  about: string;
  /** Whether it begins at a suggested boundary, rather than at the writer's heading or break. */
  isSuggested: boolean;
}

/** marksOf returns the marks of the fragments, in the order of the text. */
export function marksOf(found: Found): Mark[] {
  const { text, starts, ends, answer } = found;
  let paragraph = 0;
  return answer.fragments.map((fragment, i) => {
    const gap = i > 0 ? answer.gaps[paragraph - 1] : undefined;
    paragraph += fragment.paragraphs;
    const isSuggested = gap !== undefined && gap.constraint === null;
    const sure = isSuggested && gap.confidence !== undefined ? `${Math.round(100 * gap.confidence)}% sure` : '';
    const from = text.lastIndexOf('\n', starts[i]! - 1) + 1;
    return {
      from,
      to: from + text.slice(from, ends[i]).trimEnd().length,
      title: fragment.title || openingOf(found, i),
      about: [countOf(fragment.words, 'word'), sure].filter(Boolean).join(' · '),
      isSuggested,
    };
  });
}

/** Where a part goes: before the part with an index, after one, or a step up or down. */
export type Place = number | { after: number } | 'up' | 'down';

/** dropAt returns the place of a part that is dropped at a position of the text. */
export function dropAt(marks: readonly Mark[], at: number): Place {
  const part = Math.max(0, marks.findLastIndex(({ from }) => from <= at));
  const { from, to } = marks[part]!;
  return at - from > (to - from) / 2 ? { after: part } : part;
}

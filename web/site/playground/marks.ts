// What stands in the text itself: a line above each part with its title, and what folds below it.

import { openingOf } from './plan';
import type { Found } from './session';

/** A part of the text as the sheet shows it. Places are indexes of the string. */
export interface Mark {
  /** Where its first line begins. */
  from: number;
  /** Where its last line ends, white space apart. */
  to: number;
  title: string;
  /** Its length and, where the method suggests it, how sure that is. */
  about: string;
  /** Whether segls suggests to begin a part here: no heading or break of the writer's does. */
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
    const sure = isSuggested && gap.confidence !== undefined ? `${Math.round(100 * gap.confidence)} % sure` : '';
    const from = text.lastIndexOf('\n', starts[i]! - 1) + 1;
    return {
      from,
      to: from + text.slice(from, ends[i]).trimEnd().length,
      title: fragment.title || openingOf(found, i),
      about: [`${fragment.words.toLocaleString('en')} words`, sure].filter(Boolean).join(' · '),
      isSuggested,
    };
  });
}

/** dropAt returns the number of the part before which something goes that is dropped at a place of the text. */
export function dropAt(marks: readonly Mark[], at: number): number {
  const part = Math.max(0, marks.findLastIndex(({ from }) => from <= at));
  const { from, to } = marks[part]!;
  return at - from > (to - from) / 2 ? part + 1 : part;
}

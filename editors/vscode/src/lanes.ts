// The lanes of the board: one for each heading, and one for what comes before the first.

import type { Fragments } from './answers';
import type { BoardLane } from './messages';
import { indexAt, precedes } from './places';

/**
 * lanesOf are the lanes of a text in their order, and the number of the lane of each fragment. Where
 * headings count for nothing, or there are none, all is one lane without a title.
 */
export function lanesOf({ fragments, sections, settings }: Fragments): {
  lanes: BoardLane[];
  laneOf: number[];
} {
  const heads = settings.headings === 'hard' ? sections : [];
  const under = fragments.map(({ range }) => indexAt(heads, range.start.line));
  const first = fragments[0]?.range.start;
  const hasStart = heads[0] === undefined || (first && precedes(first, heads[0].range.start));
  const lanes = heads.map(({ id, title }) => ({ id, title: title || '(untitled)' }));
  return hasStart
    ? { lanes: [{ id: '', title: '' }, ...lanes], laneOf: under.map((lane) => lane + 1) }
    : { lanes, laneOf: under };
}

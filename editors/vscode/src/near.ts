// Chooses the lenses near the visible lines. VS Code moves all lenses that it has with each keystroke, which is slow.

/** If there are at most this many lenses, all are shown, which is fast enough. */
const many = 150;

/** The number of lenses to show before and after the visible lines. */
const around = 40;

/** Lines [first, last]. */
export type Lines = readonly [first: number, last: number];

/** The lines for which lenses are shown, and the visible lines for which these lenses suffice. */
export interface NearLines {
  given: Lines[];
  enough: Lines[];
}

/**
 * nearTo returns the lines near the visible ones, given the line of each lens; undefined if all lenses can be shown.
 */
export function nearTo(lines: readonly number[], seen: readonly Lines[]): NearLines | undefined {
  if (lines.length <= many) {
    return undefined;
  }
  const sorted = [...lines].sort((a, b) => a - b);
  const within = (some: number) =>
    seen.map(([first, last]): Lines => {
      const before = sorted.findLastIndex((line) => line < first);
      const after = sorted.findIndex((line) => line > last);
      return [
        sorted[before - some] ?? 0,
        after < 0 ? Infinity : (sorted[after + some] ?? Infinity),
      ];
    });
  return { given: within(around), enough: within(around / 2) };
}

/** covers reports whether lines are within one of several ranges. */
export function covers(others: readonly Lines[], [first, last]: Lines): boolean {
  return others.some(([from, to]) => from <= first && last <= to);
}

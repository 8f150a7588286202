// Of many lenses only those near what is on the screen are given to VS Code, which moves every one of them
// with each letter, and draws every one of them when a text is opened.

/** So many lenses cost nothing that a writer would notice. */
const many = 150;

/** How many are given before and after what is on the screen. */
const around = 40;

/** A stretch of lines: the first and the last. */
export type Lines = readonly [first: number, last: number];

/** Near is where lenses are given: about which lines, and on which screens no others are needed yet. */
export interface Near {
  given: Lines[];
  enough: Lines[];
}

/** nearTo chooses among lenses, which begin at lines, those near what is seen; undefined is all of them. */
export function nearTo(lines: readonly number[], seen: readonly Lines[]): Near | undefined {
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

/** covers reports whether a stretch of lines is within one of others. */
export function covers(others: readonly Lines[], [first, last]: Lines): boolean {
  return others.some(([from, to]) => from <= first && last <= to);
}

/** A fold that is closed: the line that it hangs on, and the first line behind what it hides. */
export interface Fold {
  head: number;
  next: number;
}

/**
 * closedFolds are the folds among the stretches of lines that are on the screen, first and last:
 * where one stretch ends and another begins, the lines between are hidden. Below the last stretch
 * they may be, if others are: what hides the end of a text of so many lines has nothing behind it.
 */
export function closedFolds(
  visible: readonly (readonly [first: number, last: number])[],
  lines: number,
): Fold[] {
  const folds = visible.slice(0, -1).flatMap(([, head], i) => {
    const next = visible[i + 1]![0];
    return next > head + 1 ? [{ head, next }] : [];
  });
  const last = visible.at(-1)?.[1] ?? 0;
  return folds.length > 0 && last < lines - 2 ? [...folds, { head: last, next: lines }] : folds;
}

/** Characters of a line that fit beside a preview in most windows. */
const wide = 100;

/**
 * previewLine is the line at whose end the preview of a fold stands: the head, or, where the end
 * of that is wrapped or off the screen, the blank line below the fold. textOf is a line's text,
 * undefined behind the last one.
 */
export function previewLine(
  { head, next }: Fold,
  textOf: (line: number) => string | undefined,
): number {
  const fits = (textOf(head) ?? '').length <= wide;
  return !fits && textOf(next)?.trim() === '' ? next : head;
}

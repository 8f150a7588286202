/** A closed fold: the line that stays visible, and the first line after the hidden ones. */
export interface Fold {
  head: number;
  next: number;
}

/**
 * closedFolds returns the closed folds, given the visible ranges as first and last lines. Lines between two
 * ranges are hidden. Lines after the last range are taken as hidden only if there are other folds.
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

/** The maximum length of a line, in characters, that leaves room for a preview in most windows. */
const wide = 100;

/**
 * previewLine returns the line at whose end the preview of a fold goes: the head or, if the head is too long and the
 * line below the fold is blank, that line. textOf returns the text of a line; undefined after the last line.
 */
export function previewLine(
  { head, next }: Fold,
  textOf: (line: number) => string | undefined,
): number {
  const fits = (textOf(head) ?? '').length <= wide;
  return !fits && textOf(next)?.trim() === '' ? next : head;
}

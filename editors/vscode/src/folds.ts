/** A closed fold: the line that stays visible, and the first line after the hidden ones. */
export interface Fold {
  head: number;
  next: number;
}

/** closedFolds returns the folds between visible ranges. If there are any, lines after the last range are one too. */
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

/** previewLine returns the line at whose end a fold's preview goes: the head, or if that is long a blank line below. */
export function previewLine(
  { head, next }: Fold,
  textOf: (line: number) => string | undefined,
): number {
  const fits = (textOf(head) ?? '').length <= wide;
  return !fits && textOf(next)?.trim() === '' ? next : head;
}

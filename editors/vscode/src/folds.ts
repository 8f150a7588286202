/**
 * foldedHeads are the lines under which something is folded, given the stretches of lines that
 * are on the screen, first and last: where one stretch ends and another begins, the lines
 * between are hidden, and the last line before them is the head.
 */
export function foldedHeads(visible: readonly (readonly [first: number, last: number])[]) {
  return visible
    .slice(0, -1)
    .flatMap(([, last], i) => (visible[i + 1]![0] > last + 1 ? [last] : []));
}

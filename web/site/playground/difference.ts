// Finds what an edit has changed in a string.

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * editOf returns a single replacement that turns a string into another. It does not split a surrogate pair.
 */
export function editOf(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  if (isHigh(before, start - 1)) {
    start--;
  }
  let tail = 0;
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  if (tail > 0 && isHigh(before, before.length - tail - 1)) {
    tail--;
  }
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}

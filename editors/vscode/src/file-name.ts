/** fileNameOf returns a file name for a title: its words in lower case, joined by hyphens. */
export function fileNameOf(title: string): string {
  const words = title.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join('-') || 'part';
}

/** endingOf returns the extension of a file name, in lower case. */
export function endingOf(name: string): string {
  return /\.[^./]*$/.exec(name)?.[0].toLowerCase() ?? '';
}

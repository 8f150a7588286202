/** fileNameOf returns a file name without extension for a title: its first words in lower case, joined by hyphens. */
export function fileNameOf(title: string): string {
  const words = title.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join('-') || 'part';
}

/** endingOf returns the extension of a file name, in lower case and with its dot; empty if it has none. */
export function endingOf(name: string): string {
  return /\.[^./]*$/.exec(name)?.[0].toLowerCase() ?? '';
}

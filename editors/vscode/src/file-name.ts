/** fileNameOf is the name of a file for a title: its words in small letters, with hyphens between. */
export function fileNameOf(title: string): string {
  const words = title.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join('-') || 'part';
}

/** endingOf is the ending of a file's name, in lower case. */
export function endingOf(name: string): string {
  return /\.[^./]*$/.exec(name)?.[0].toLowerCase() ?? '';
}

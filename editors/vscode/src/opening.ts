/** opening returns the first words of a text on one line. If it is longer than most, it ends with an ellipsis. */
export function opening(text: string, most = 280): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= most) {
    return line;
  }
  const cut = line.lastIndexOf(' ', most);
  // Do not split a surrogate pair.
  const end = cut > most / 2 ? cut : most - Number(/[\uD800-\uDBFF]/.test(line[most - 1]!));
  return `${line.slice(0, end)}…`;
}

/** readable returns a Markdown text without fenced code, comments and most other markup. */
export function readable(text: string): string {
  return text
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/^ *(`{3,}|~{3,})[^]*?(^ *\1.*$|$(?![^]))/gm, '') // code
    .replaceAll(/^(\[[^\]\n]+\]:.*| *([-*_])( *\2){2,} *)$/gm, '') // link definitions and horizontal rules
    .replaceAll(/^ *> ?/gm, '')
    .replaceAll(/!?\[([^\]]*)\](\([^)\n]*\)|\[[^\]\n]*\])/g, '$1')
    .replaceAll(/(\*\*|__|`)(?=\S)([^\n]+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^\n*_]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2');
}

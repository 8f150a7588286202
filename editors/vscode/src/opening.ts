/** opening is the first words of a text on one line, cut at a space. */
export function opening(text: string, most = 280): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= most) {
    return line;
  }
  const cut = line.lastIndexOf(' ', most);
  // Never between the halves of a character.
  const end = cut > most / 2 ? cut : most - Number(/[\uD800-\uDBFF]/.test(line[most - 1]!));
  return `${line.slice(0, end)}…`;
}

/** readable is a text without the signs of its markup that a reader does not see. */
export function readable(text: string): string {
  return text
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/^ *(`{3,}|~{3,})[^]*?(^ *\1.*$|$(?![^]))/gm, '') // code
    .replaceAll(/^(\[[^\]\n]+\]:.*| *([-*_])( *\2){2,} *)$/gm, '') // where links lead, and rules
    .replaceAll(/^ *> ?/gm, '')
    .replaceAll(/!?\[([^\]]*)\](\([^)\n]*\)|\[[^\]\n]*\])/g, '$1')
    .replaceAll(/(\*\*|__|`)(?=\S)([^\n]+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^\n*_]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2');
}

// The export of a text's plan as Markdown.

import type { Found } from './session';

/** openingOf returns the first words of a fragment on one line. */
export function openingOf({ text, answer, starts, paragraphs }: Found, fragment: number): string {
  const first = firstOf(answer.fragments, fragment);
  const from = paragraphs[first] ?? starts[fragment]!;
  const line = text.slice(from, from + 300).split(/\r?\n[ \t]*\r?\n/)[0]!.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120).replace(/\s\S*$/, '')}…` : line;
}

/** firstOf returns the index of the first paragraph of a fragment. */
export function firstOf(fragments: readonly { paragraphs: number }[], fragment: number): number {
  return fragments.slice(0, fragment).reduce((sum, { paragraphs }) => sum + paragraphs, 0);
}

/** countOf returns a number with its noun. */
export const countOf = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** planOf returns a list of the fragments in Markdown. */
export function planOf(found: Found): string {
  const { answer, path } = found;
  const items = answer.fragments.map(({ title, words, terms }, i) => {
    const about = [countOf(words, 'word'), ...terms.slice(0, 4)].join(' · ');
    return `${i + 1}. **${title || openingOf(found, i)}** (${about})\n   ${openingOf(found, i)}`;
  });
  return `# ${path}\n\n${countOf(answer.words, 'word')} in ${countOf(answer.fragments.length, 'part')}.\n\n${items.join('\n')}\n`;
}

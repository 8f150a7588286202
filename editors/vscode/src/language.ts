// The language of the window: its words, and how it writes numbers. In the code the words stand in
// English; the file of a language in l10n/ has them in that one. The extension learns the language from
// VS Code, its pages from the extension.

export interface Language {
  /** As VS Code names it, such as de or pt-br. */
  code: string;
  /** By what they are in English. */
  words: Readonly<Record<string, string>>;
}

export let language: Language = { code: 'en', words: {} };

export function speak(next: Language): void {
  language = next;
}

/**
 * t returns a message in the language of the window, with values in place of {0}, {1} and so on.
 */
export function t(message: string, ...values: (string | number)[]): string {
  return (language.words[message] ?? message).replaceAll(/\{(\d)\}/g, (_, place: string) => {
    const value = values[Number(place)] ?? '';
    return typeof value === 'number' ? number(value) : value;
  });
}

export function number(n: number): string {
  return n.toLocaleString(language.code);
}

/** briefly returns a number in short form: large ones in thousands or millions. */
export function briefly(n: number): string {
  const form: Intl.NumberFormatOptions = n < 10_000 ? {} : { notation: 'compact' };
  return n.toLocaleString(language.code, form);
}

/** What can be counted. */
export type Noun =
  'word' | 'card' | 'fragment' | 'scene' | 'paragraph' | 'file' | 'change' | 'passage';

const counts: Record<Noun, (n: number) => string> = {
  word: (n) => (n === 1 ? t('{0} word', n) : t('{0} words', n)),
  card: (n) => (n === 1 ? t('{0} card', n) : t('{0} cards', n)),
  fragment: (n) => (n === 1 ? t('{0} fragment', n) : t('{0} fragments', n)),
  scene: (n) => (n === 1 ? t('{0} scene', n) : t('{0} scenes', n)),
  paragraph: (n) => (n === 1 ? t('{0} paragraph', n) : t('{0} paragraphs', n)),
  file: (n) => (n === 1 ? t('{0} file', n) : t('{0} files', n)),
  passage: (n) => (n === 1 ? t('{0} passage', n) : t('{0} passages', n)),
  change: (n) => (n === 1 ? t('{0} change', n) : t('{0} changes', n)),
};

/** count returns a number with the name of the things counted. */
export function count(n: number, noun: Noun): string {
  return counts[noun](n);
}

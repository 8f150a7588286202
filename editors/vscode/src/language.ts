// The language of the window, which the extension passes to its pages. Messages are English in the code, and l10n/ has
// their translations.

export interface Language {
  /** The language code as in VS Code, such as de or pt-br. */
  code: string;
  /** The translations, by English message. */
  words: Readonly<Record<string, string>>;
}

export let language: Language = { code: 'en', words: {} };

export function speak(next: Language): void {
  language = next;
}

/** t translates a message and replaces {0}, {1} and so on by values. */
export function t(message: string, ...values: (string | number)[]): string {
  return (language.words[message] ?? message).replaceAll(/\{(\d)\}/g, (_, place: string) => {
    const value = values[Number(place)] ?? '';
    return typeof value === 'number' ? number(value) : value;
  });
}

export function number(n: number): string {
  return n.toLocaleString(language.code);
}

/** briefly formats a number; large ones in short form, in thousands or millions. */
export function briefly(n: number): string {
  const form: Intl.NumberFormatOptions = n < 10_000 ? {} : { notation: 'compact' };
  return n.toLocaleString(language.code, form);
}

/** Things that can be counted. */
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

/** count returns a number with its noun. */
export function count(n: number, noun: Noun): string {
  return counts[noun](n);
}

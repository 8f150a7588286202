// Compares the words of a file, the section at the caret and the work with their targets.

import type { Entry, Fragments, Work } from './answers';
import { count, t } from './language';

export interface Progress {
  /** The name of the file, section or work, for use in a sentence. */
  name: string;
  words: number;
  wanted: number;
}

/** progressOf returns the progress towards the targets of the file, the innermost section with one, and the work. */
export function progressOf(
  { words, wanted, sections }: Fragments,
  line: number | undefined,
  work: Work | undefined,
  uri: string,
): Progress[] {
  const entry = work && entryOf(work.entries, uri);
  const section = sections.findLast(
    ({ range, wanted }) =>
      wanted > 0 && line !== undefined && range.start.line <= line && line <= range.end.line,
  );
  return [
    { name: t('This file'), words, wanted: wanted || (entry?.wanted ?? 0) },
    ...(section
      ? [{ name: t('“{0}”', section.title), words: section.total, wanted: section.wanted }]
      : []),
    {
      name: work?.title || t('The whole work'),
      words: work?.total?.words ?? 0,
      wanted: work?.total ? work.wanted : 0,
    },
  ].filter((progress) => progress.wanted > 0);
}

/** percentOf formats progress as a percentage. */
export function percentOf({ words, wanted }: Progress): string {
  return t('{0}% of {1} words', Math.round((100 * words) / wanted), wanted);
}

/** sentenceOf formats progress with its name. */
export function sentenceOf(progress: Progress): string {
  return `${progress.name}: ${count(progress.words, 'word')}, ${percentOf(progress)}`;
}

function entryOf(entries: readonly Entry[], uri: string): Entry | undefined {
  for (const entry of entries) {
    const found = entry.uri === uri ? entry : entryOf(entry.entries, uri);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

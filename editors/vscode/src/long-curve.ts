// The curves of a work joined into one, with paragraphs numbered through all files. The end of a file has no value.

import type { WorkCurve } from './answers';
import type { LongGap } from './messages';

export class LongCurve {
  readonly words: number[] = [];
  readonly gaps: LongGap[] = [];
  readonly files: { uri: string; title: string; version: number; start: number }[] = [];

  constructor(
    { files }: WorkCurve,
    /** Counts the curves that have been shown. */
    readonly version: number,
  ) {
    for (const { uri, title, version: ofFile, words, gaps } of files) {
      const start = this.words.length;
      if (words.length === 0) {
        continue;
      }
      if (start > 0) {
        this.gaps.push({ after: start, similarity: null, boundary: true, constraint: 'file' });
      }
      for (const gap of gaps) {
        this.gaps.push({ ...gap, after: start + gap.after });
      }
      for (const count of words) {
        this.words.push(count);
      }
      this.files.push({ uri, title, version: ofFile, start });
    }
  }

  /** Returns the file of the paragraph after a gap, and the paragraph's index there, which is also that of the gap. */
  placeOf(after: number): { uri: string; version: number; paragraph: number } | undefined {
    const file = this.files.findLast(({ start }) => start <= after);
    return file && { uri: file.uri, version: file.version, paragraph: after - file.start };
  }

  /** Returns the index in the work of a file's paragraph; undefined if the curve does not have the file. */
  paragraphAt(uri: string, paragraph: number): number | undefined {
    const file = this.files.find((one) => one.uri === uri);
    return file && file.start + paragraph;
  }
}

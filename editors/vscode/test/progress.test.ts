import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Range } from 'vscode-languageserver-types';
import type { Fragments, Work } from '../src/answers';
import { progressOf, sentenceOf } from '../src/progress';

const section = (title: string, first: number, last: number, wanted: number) => ({
  ...{ title, wanted, total: 300 },
  range: Range.create(first, 0, last, 0),
});
const text = (wanted: number) =>
  ({
    ...{ words: 810, wanted },
    sections: [
      section('Road', 0, 99, 2000),
      section('Mules', 10, 20, 0),
      section('Inn', 30, 40, 600),
    ],
  }) as unknown as Fragments;
const work = (wanted: number, ofFile: number) =>
  ({
    ...{ title: 'Salt', wanted, total: { words: 48_000 } },
    entries: [{ uri: null, entries: [{ uri: 'road', wanted: ofFile, entries: [] }] }],
  }) as unknown as Work;
const sentences = (...of: Parameters<typeof progressOf>) => progressOf(...of).map(sentenceOf);

test('progress is shown for the file, the section at the caret and the work', () => {
  assert.deepEqual(sentences(text(1000), 35, work(80_000, 500), 'road'), [
    'This file: 810 words, 81% of 1,000 words',
    '“Inn”: 300 words, 50% of 600 words',
    'Salt: 48,000 words, 60% of 80,000 words',
  ]);
});

test('without a target in the text, the target in its order counts; without any, nothing is shown', () => {
  assert.deepEqual(sentences(text(0), 15, work(0, 500), 'road'), [
    'This file: 810 words, 162% of 500 words',
    '“Road”: 300 words, 15% of 2,000 words',
  ]);
  assert.deepEqual(sentences(text(0), undefined, undefined, 'road'), []);
  assert.deepEqual(sentences(text(0), undefined, { ...work(9, 0), total: null }, 'road'), []);
});

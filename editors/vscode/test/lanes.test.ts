import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Range } from 'vscode-languageserver-types';
import type { Fragments } from '../src/answers';
import { lanesOf } from '../src/lanes';

const text = (heads: number[], starts: number[], headings = 'hard') =>
  ({
    settings: { headings },
    sections: heads.map((line) => ({
      id: `s${line}`,
      title: '',
      range: Range.create(line, 0, line, 1),
    })),
    fragments: starts.map((line) => ({ range: Range.create(line, 0, line, 1) })),
  }) as unknown as Fragments;
const told = (of: Fragments) => {
  const { lanes, laneOf } = lanesOf(of);
  return [lanes.map(({ id }) => id), laneOf];
};

test('each heading has a lane, also one that nothing stands under', () => {
  assert.deepEqual(told(text([0, 4, 8], [2, 10, 12])), [
    ['s0', 's4', 's8'],
    [0, 2, 2],
  ]);
});

test('what stands before all headings has a lane without a title', () => {
  assert.deepEqual(told(text([4], [0, 6])), [
    ['', 's4'],
    [0, 1],
  ]);
  assert.deepEqual(told(text([], [0, 6])), [[''], [0, 0]]);
  assert.deepEqual(told(text([4], [0, 6], 'soft')), [[''], [0, 0]]);
  assert.deepEqual(told(text([], [])), [[''], []]);
});

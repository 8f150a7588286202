import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Range } from 'vscode-languageserver-types';
import type { Entry, Fragments, Work } from '../src/answers';
import { lanesOf, workLanesOf } from '../src/lanes';

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
const titlesAndLanes = (of: Fragments) => {
  const { lanes, laneOf } = lanesOf('file:///a.md', of);
  return [lanes.map(({ id }) => id), laneOf];
};

test('each heading has a lane, even without cards', () => {
  assert.deepEqual(titlesAndLanes(text([0, 4, 8], [2, 10, 12])), [
    ['s0', 's4', 's8'],
    [0, 2, 2],
  ]);
});

test('text before the first heading has an untitled lane', () => {
  assert.deepEqual(titlesAndLanes(text([4], [0, 6])), [
    ['', 's4'],
    [0, 1],
  ]);
  assert.deepEqual(titlesAndLanes(text([], [0, 6])), [[''], [0, 0]]);
  assert.deepEqual(titlesAndLanes(text([4], [0, 6], 'soft')), [[''], [0, 0]]);
  assert.deepEqual(titlesAndLanes(text([], [])), [[''], []]);
});

const entry = (uri: string | null, title: string, entries: Entry[] = []): Entry => ({
  ...{ uri, title, path: `${uri}.md`, entries, wanted: 0, total: null },
  own: { words: 200, fragments: 3 },
});

test('a work has a lane for each file before those of its headings', () => {
  const titled = { ...text([0, 4], [2, 6]), words: 200 } as Fragments;
  titled.sections[0]!.title = 'Pans';
  const work = {
    entries: [
      entry(null, 'The way', [entry('pans', 'Pans', [entry('wind', 'Wind')])]),
      entry('road', ''),
    ],
    orphans: [entry('cut', 'Cut'), entry('book/tray/salt', 'Salt')],
  } as unknown as Work;
  const files = workLanesOf(work, (uri) => (uri === 'pans' || uri === 'cut' ? titled : undefined));
  const depths = files.flatMap(({ lanes }) => lanes.map(({ depth }) => depth));
  assert.deepEqual(depths, [2, 1, 3, 1, 1, 1, 1]);
  const written = files.map(({ uri, lanes, laneOf }) => [
    uri,
    lanes.map(({ kind, title, above, unread, isOrphan }) =>
      [kind, above, title, unread, isOrphan && 'orphan'].filter(Boolean).join(' '),
    ),
    laneOf,
  ]);
  assert.deepEqual(written, [
    ['pans', ['file The way Pans', 'section (untitled)'], [0, 1]],
    ['wind', ['file The way › Pans Wind 3'], []],
    ['road', ['file road.md 3'], []],
    ['cut', ['file Not in the order Cut orphan', 'section Pans', 'section (untitled)'], [1, 2]],
  ]);
});

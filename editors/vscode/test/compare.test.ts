import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedCard, ComparedChange, Lines } from '../src/messages';
import { bandsOf, changesOf } from '../webview/compare-model';

const uri = 'file:///road.md';
const card = (from: number, to: number): ComparedCard => ({
  ...{ uri, file: '', title: '', words: 1 },
  ...{ from, to },
});
const change = (kind: ComparedChange['kind'], from: Lines[], to: Lines[]): ComparedChange => ({
  ...{ id: kind, kind, here: '', message: '', canGoBack: true },
  ...{ from, to },
});
const lines = (from: number, to: number): Lines => ({ uri, from, to });

const before = [card(0, 4), card(6, 10), card(12, 20)];
const now = [card(0, 8), card(10, 14), card(16, 18), card(20, 22)];

test('bands connect the cards of a change', () => {
  const bandEnds = (...changes: ComparedChange[]) =>
    bandsOf(before, now, changes).map((band) => [band.before, band.now]);
  assert.deepEqual(bandEnds(change('moved', [lines(0, 4)], [lines(10, 14)])), [[0, 1]]);
  assert.deepEqual(bandEnds(change('moved', [lines(6, 20)], [lines(0, 14)])), [
    [1, 0],
    [2, 1],
  ]);
  assert.deepEqual(bandEnds(change('split', [lines(12, 20)], [lines(16, 18), lines(20, 22)])), [
    [2, 2],
    [2, 3],
  ]);
  assert.deepEqual(bandEnds(change('added', [], [lines(16, 17)])), []);
});

test('each change is on a card of its side', () => {
  const gone = change('removed', [lines(7, 8)], []);
  const rewritten = change('rewritten', [lines(0, 1)], [lines(2, 2)]);
  assert.deepEqual(changesOf(before, [gone, rewritten], 'from'), [[rewritten], [gone], []]);
  const heading = change('moved', [lines(5, 5)], [lines(19, 19)]);
  assert.deepEqual(changesOf(before, [heading], 'from'), [[], [heading], []]);
  assert.deepEqual(changesOf(now, [heading], 'to'), [[], [], [], [heading]]);
  assert.deepEqual(bandsOf(before, now, [heading]), []);
  assert.deepEqual(changesOf(now, [gone, rewritten], 'to'), [[rewritten], [], [], []]);
});

test('changes of one file do not appear on cards of another with the same lines', () => {
  const other = 'file:///town.md';
  const moved = change('moved', [lines(6, 10)], [{ ...lines(0, 8), uri: other }]);
  const both = [...now, { ...card(0, 8), uri: other }];
  assert.deepEqual(changesOf(both, [moved], 'to'), [[], [], [], [], [moved]]);
  assert.deepEqual(
    bandsOf(before, both, [moved]).map((band) => [band.before, band.now]),
    [[1, 4]],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '../src/messages';
import {
  beforeOf,
  chosen,
  dropAt,
  gridOf,
  heightOf,
  inView,
  placeOf,
  shareOf,
  stepTo,
  zooms,
} from '../webview/board-model';

const card = (title: string, opening = '', section = ''): Card => ({
  id: title,
  title,
  opening,
  section,
  words: 10,
  terms: ['brine'],
  suggested: true,
  held: false,
});

test('cards fill the width, and one column remains however narrow it is', () => {
  for (let zoom = 0; zoom < zooms.length; zoom++) {
    for (const width of [10, 300, 801, 2560]) {
      const grid = gridOf(width, zoom);
      assert.ok(grid.columns >= 1);
      assert.ok(grid.cardWidth >= zooms[zoom]![0]);
      if (grid.columns > 1) {
        assert.ok(placeOf(grid, grid.columns - 1).left + grid.cardWidth <= width);
      }
    }
  }
});

test('of ten thousand cards only those on the screen are drawn', () => {
  const grid = gridOf(800, 2);
  const n = 10_000;
  const height = heightOf(grid, n);
  for (let scrolled = 0; scrolled < height; scrolled += 997) {
    const { from, to } = inView(grid, scrolled, 900, n);
    assert.ok(to - from <= grid.columns * 9, `${to - from} cards`);
    for (let position = 0; position < n; position += 7) {
      const { top } = placeOf(grid, position);
      const onScreen = top + grid.cardHeight > scrolled && top < scrolled + 900;
      assert.ok(!onScreen || (position >= from && position < to));
    }
  }
  assert.deepEqual(inView(grid, 0, 900, 0), { from: 0, to: 0 });
});

test('a drop on a card’s left half goes before it, on its right half behind it', () => {
  for (const width of [300, 800, 1500]) {
    const grid = gridOf(width, 2);
    for (let position = 0; position < 20; position++) {
      const { left, top } = placeOf(grid, position);
      const [first, second] =
        grid.columns === 1
          ? [
              { x: 9, y: 9 },
              { x: 9, y: grid.cardHeight - 9 },
            ]
          : [
              { x: 9, y: 40 },
              { x: grid.cardWidth - 9, y: 40 },
            ];
      assert.equal(dropAt(grid, left + first.x, top + first.y, 20), position);
      assert.equal(dropAt(grid, left + second.x, top + second.y, 20), position + 1);
    }
  }
  const grid = gridOf(800, 2);
  assert.equal(dropAt(grid, 5, 1e6, 20), 20);
  assert.equal(dropAt(grid, -50, -50, 20), 0);
});

test('keys lead to cards and stay on the board', () => {
  const grid = gridOf(800, 2);
  assert.equal(stepTo(grid, 'ArrowRight', 3, 10, 2), 4);
  assert.equal(stepTo(grid, 'ArrowDown', 3, 10, 2), 3 + grid.columns);
  assert.equal(stepTo(grid, 'ArrowUp', 0, 10, 2), 0);
  assert.equal(stepTo(grid, 'End', 3, 10, 2), 9);
  assert.equal(stepTo(grid, 'PageDown', 8, 10, 2), 9);
  assert.equal(stepTo(grid, 'x', 3, 10, 2), undefined);
});

test('the filter asks for all words, anywhere on the card and in any case', () => {
  const cards = [card('Salt'), card('Bees', 'Wax and SALT'), card('Ferries', '', 'Salt roads')];
  assert.deepEqual(chosen(cards, ''), [0, 1, 2]);
  assert.deepEqual(chosen(cards, ' salt wax '), [1]);
  assert.deepEqual(chosen(cards, 'roads brine'), [2]);
  assert.deepEqual(chosen(cards, 'sugar'), []);
});

test('a drop among filtered cards stays beside those that are shown', () => {
  const shown = [2, 5, 8];
  assert.deepEqual(
    [0, 1, 3].map((position) => beforeOf(shown, position)),
    [2, 5, 9],
  );
  assert.equal(beforeOf([], 0), 0);
});

test('a meter is never more than full', () => {
  assert.equal(shareOf(250, 500), 0.5);
  assert.equal(shareOf(900, 500), 1);
  assert.equal(shareOf(0, 0), 0);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BoardLane, BoardState, Card } from '../src/messages';
import { dropAt, inView, layOut, markOf, placeOf } from '../webview/board-model';
import {
  cardCells,
  columns,
  laneCells,
  readTarget,
  rowsOf,
  sorted,
  writtenIn,
  writtenInLane,
} from '../webview/outline-model';

const card = (id: string, more: Partial<Card> = {}): Card => ({
  ...{ uri: 'file:///a.md', id, title: id, opening: '', section: '', lane: 0, words: 10 },
  ...{ terms: [], suggested: false, held: false, synopsis: '', label: '', color: '', status: '' },
  ...{ scene: 0, beginsScene: false, goal: undefined, loose: [], ...more },
});

const lane = (title: string, more: Partial<BoardLane> = {}): BoardLane => ({
  ...{ kind: 'section', uri: 'file:///a.md', id: title, title, level: 1, above: '', length: '' },
  ...{ unread: 0, depth: 1, isOrphan: false, words: 0, wanted: 0, ...more },
});

const board = (cards: Card[]): BoardState => ({
  ...{
    type: 'board',
    title: 'a.md',
    scope: undefined,
    mostWords: 0,
    loose: undefined,
    unlisted: 0,
  },
  lanes: [lane('Salt'), lane('Tray', { kind: 'tray', id: '' })],
  cards,
});

test('a row shows the notes and lengths of a fragment, a scene or a heading', () => {
  const salt = card('Salt', {
    ...{ words: 1200, synopsis: 'Why', label: 'to check', color: 'red', status: 'draft' },
    goal: { words: 600, wanted: 800 },
  });
  assert.deepEqual(Object.values(cardCells(salt)).sort(), [
    ...['1,200', '75%', '800', 'Salt', 'Why', 'draft', 'to check'],
  ]);
  assert.equal(cardCells(card('', { opening: 'Salt is a rock.' })).title, 'Salt is a rock.');
  assert.equal(cardCells(card('Salt', { color: 'red' })).label, 'Red');
  const way = laneCells(lane('Mules', { above: 'The way', words: 1500, wanted: 1000 }));
  assert.deepEqual(
    [way.title, way.words, way.target, way.done],
    ['Mules', '1,500', '1,000', '150%'],
  );
  const first = laneCells(lane('', { id: '' }));
  assert.deepEqual([first.title, first.words, first.done], ['Before the first heading', '', '']);
  assert.match(laneCells(lane('Tray', { kind: 'tray' })).synopsis, /set aside for now/);
});

test('a cell to edit contains the value in the text', () => {
  const salt = card('Salt', { color: 'red', label: 'to check', status: 'draft' });
  assert.equal(writtenIn(salt, 'label'), 'red to check');
  assert.equal(writtenIn(salt, 'synopsis'), '');
  assert.equal(writtenIn(salt, 'status'), 'draft');
  assert.equal(writtenIn(salt, 'target'), undefined);
  assert.equal(writtenIn(card('Salt', { goal: { words: 1, wanted: 0 } }), 'target'), '');
  assert.equal(writtenIn(card(''), 'title'), undefined); // in the tray
  assert.equal(writtenInLane(lane('Salt', { wanted: 800 }), 'target'), '800');
  assert.equal(writtenInLane(lane('Salt'), 'title'), 'Salt');
  assert.equal(writtenInLane(lane('Salt'), 'label'), undefined);
  assert.equal(writtenInLane(lane('a.md', { kind: 'file', id: '' }), 'title'), undefined);
  assert.equal(writtenInLane(lane('', { id: '' }), 'target'), undefined);
});

test('a column sorts the fragments, without the tray, with empty cells last', () => {
  const state = board([
    card('b', { words: 30, goal: { words: 1, wanted: 2 }, status: 'draft 10' }),
    card('c', { words: 20, status: 'draft 9' }),
    card('a', { words: 100, goal: { words: 9, wanted: 10 } }),
    card('t', { id: '', lane: 1 }),
  ]);
  const order = (by: (typeof columns)[number]['name'], isDown: boolean) =>
    sorted(state, { by, isDown }).cards.map(({ id }) => id);
  assert.deepEqual(order('title', false), ['a', 'b', 'c']);
  assert.deepEqual(order('words', false), ['c', 'b', 'a']);
  assert.deepEqual(order('words', true), ['a', 'b', 'c']);
  assert.deepEqual(order('status', false), ['c', 'b', 'a']);
  assert.deepEqual(order('status', true), ['b', 'c', 'a']);
  assert.deepEqual(order('done', true), ['a', 'b', 'c']);
  assert.deepEqual(order('target', false), ['b', 'a', 'c']);
  const { lanes, cards } = sorted(state, { by: 'title', isDown: false });
  assert.deepEqual(
    [lanes.length, lanes[0]!.title, cards.every((one) => one.lane === 0)],
    [1, '', true],
  );
});

test('rows are below each other, and a drop goes between two', () => {
  const layout = layOut(rowsOf(300), [{ cards: 3 }, { cards: 0 }, { cards: 700 }], true);
  assert.equal(layout.grid.cardWidth, 444); // in a narrower window it scrolls sideways
  assert.deepEqual(placeOf(layout, { lane: 0, at: 1 }), { left: 0, top: 60 });
  assert.equal(layout.lanes[2]!.top, 180);
  assert.deepEqual(dropAt(layout, 10, 88), { lane: 0, at: 2, isAfter: true });
  assert.deepEqual(dropAt(layout, 10, 95), { lane: 0, at: 2 });
  assert.deepEqual(dropAt(layout, 10, 135), { lane: 1, at: 0 });
  assert.deepEqual(markOf(layout, { lane: 0, at: 1 }), { left: 0, top: 60, width: 444, height: 4 });
  assert.equal(markOf(layout, { lane: 0, at: 1, isAfter: true }).top, 56);
  const { from, to } = inView(layout, 9000, 600);
  assert.ok(to - from < 26, `${to - from} rows are drawn`);
});

test('in a narrow view each column has room for its name', () => {
  const css = readFileSync('webview/board.css', 'utf8');
  const narrow = css.slice(css.indexOf('@media (max-width: 800px)'));
  const [, tracks] = /grid-template-columns:([^;]*);/.exec(narrow)!;
  const widths = [...tracks!.matchAll(/(\d+)px/g)].map(([, width]) => Number(width));
  const sum = widths.reduce((all, width) => all + width, 0);
  assert.equal(rowsOf(0).cardWidth, sum);
  const german = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8'));
  for (const [i, { title }] of columns.entries()) {
    for (const name of [title, german[title]]) {
      const parts = name
        .split('\u00ad')
        .map((part: string, at: number) => part.length + (at ? 0 : 1));
      const least = Math.max(...parts) * 6.6; // small bold letters
      assert.ok(least <= widths[i]!, `“${name}” needs ${least} of ${widths[i]} pixels`);
    }
  }
});

test('a target may contain separators', () => {
  assert.deepEqual(['800', '1,500', '1.500', ' 2 000 ', '', 'many', '-3', '1e9'].map(readTarget), [
    800,
    1500,
    1500,
    2000,
    0,
    undefined,
    undefined,
    undefined,
  ]);
});

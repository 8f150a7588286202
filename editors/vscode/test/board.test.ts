import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardLane, BoardState, Card } from '../src/messages';
import {
  chosen,
  chosenBy,
  choicesOf,
  dropAt,
  fileGoalOf,
  gapAt,
  goalOf,
  gridOf,
  grouped,
  inView,
  isThere,
  layOut,
  lengthOf,
  markOf,
  placeOf,
  sectionGoalOf,
  settled,
  steppedOver,
  slotOf,
  stepTo,
  zooms,
} from '../webview/board-model';

const card = (title: string, opening = '', section = ''): Card => ({
  uri: 'file:///a.md',
  id: title,
  title,
  opening,
  section,
  lane: 0,
  words: 10,
  terms: ['brine'],
  suggested: true,
  held: false,
  synopsis: '',
  label: '',
  color: '',
  status: '',
  scene: 0,
  beginsScene: false,
  goal: undefined,
  loose: [],
});

const roomsOf = (counts: number[]) => counts.map((cards) => ({ cards }));

/** Returns the layout of lanes with given numbers of cards, at a width. */
const board = (width: number, counts: number[], zoom = 2) =>
  layOut(gridOf(width, zoom), roomsOf(counts), counts.length > 1);
const place = (layout: ReturnType<typeof board>, position: number) =>
  placeOf(layout, slotOf(layout, position));

test('cards fill the width, in at least one column', () => {
  for (let zoom = 0; zoom < zooms.length; zoom++) {
    for (const width of [10, 200, 300, 801, 2560]) {
      const layout = board(width, [100], zoom);
      const { columns, cardWidth } = layout.grid;
      assert.ok(columns >= 1);
      assert.ok(columns === 1 || cardWidth >= zooms[zoom]![0]);
      if (width >= 200) {
        assert.ok(place(layout, columns - 1).left + cardWidth <= width);
      }
    }
  }
});

test('with ten thousand cards in two thousand lanes only the visible ones are drawn', () => {
  for (const counts of [[10_000], Array.from({ length: 2000 }, (_, i) => (7 * i) % 11)]) {
    const layout = board(800, counts);
    for (let scrolled = 0; scrolled < layout.height; scrolled += 9970) {
      const { from, to, fromLane, toLane } = inView(layout, scrolled, 900);
      assert.ok(to - from <= layout.grid.columns * 9, `${to - from} cards`);
      assert.ok(toLane - fromLane <= 30, `${toLane - fromLane} lanes`);
      for (let position = 0; position < layout.count; position += 97) {
        const { top } = place(layout, position);
        const onScreen = top + layout.grid.cardHeight > scrolled && top < scrolled + 900;
        assert.ok(!onScreen || (position >= from && position < to));
      }
    }
  }
  assert.equal(inView(board(800, [0]), 0, 900).to, 0);
  assert.equal(inView(board(800, []), 0, 900).to, 0);
});

test('a drop on the left half of a card goes before it, on the right half after it', () => {
  for (const width of [300, 800, 1500]) {
    for (const counts of [[20], [3, 0, 5, 1]]) {
      const layout = board(width, counts);
      const { columns, cardWidth, cardHeight } = layout.grid;
      for (let position = 0; position < layout.count; position++) {
        const { left, top } = place(layout, position);
        const [before, behind] =
          columns === 1
            ? [
                { x: 9, y: 9 },
                { x: 9, y: cardHeight - 9 },
              ]
            : [
                { x: 9, y: 40 },
                { x: cardWidth - 9, y: 40 },
              ];
        const { lane, at } = slotOf(layout, position);
        assert.deepEqual(dropAt(layout, left + before.x, top + before.y), { lane, at });
        const after = { lane, at: at + 1, isAfter: true };
        assert.deepEqual(dropAt(layout, left + behind.x, top + behind.y), after);
      }
    }
  }
  const lanes = board(800, [4, 0, 2]);
  assert.deepEqual(dropAt(lanes, 5, 1e6), { lane: 2, at: 2, isAfter: true });
  assert.deepEqual(dropAt(lanes, -50, -50), { lane: 0, at: 0 });
  assert.deepEqual(dropAt(lanes, 300, lanes.lanes[1]!.top + 5), { lane: 1, at: 0 });
});

test('lanes without matching cards take no space while filtering', () => {
  const grid = gridOf(800, 2);
  assert.equal(
    layOut(grid, roomsOf([1, 0, 0, 1]), true, true).height,
    layOut(grid, roomsOf([1, 1]), true, true).height,
  );
  assert.ok(
    layOut(grid, roomsOf([1, 0, 1]), true).height > layOut(grid, roomsOf([1, 1]), true).height,
  );
});

test('keys move between cards and stay on the board', () => {
  const layout = board(800, [10]);
  const { columns } = layout.grid;
  assert.equal(stepTo(layout, 'ArrowRight', 3, 2), 4);
  assert.equal(stepTo(layout, 'ArrowDown', 3, 2), 3 + columns);
  assert.equal(stepTo(layout, 'ArrowUp', 0, 2), 0);
  assert.equal(stepTo(layout, 'End', 3, 2), 9);
  assert.equal(stepTo(layout, 'PageDown', 8, 2), 9);
  assert.equal(stepTo(layout, 'x', 3, 2), undefined);
});

test('up and down keep the column and skip empty lanes', () => {
  const layout = board(800, [4, 0, 3]); // three columns
  assert.equal(layout.grid.columns, 3);
  assert.equal(stepTo(layout, 'ArrowDown', 1, 2), 3);
  assert.equal(stepTo(layout, 'ArrowDown', 3, 2), 4);
  assert.equal(stepTo(layout, 'ArrowUp', 6, 2), 3);
  assert.equal(stepTo(layout, 'ArrowUp', 4, 2), 3);
  assert.equal(stepTo(layout, 'ArrowDown', 6, 2), 6);
  assert.equal(stepTo(board(800, [0]), 'ArrowDown', -1, 2), 0);
});

test('the filter matches all words anywhere on the card, ignoring case', () => {
  const cards = [card('Salt'), card('Bees', 'Wax and SALT'), card('Ferries', '', 'Salt roads')];
  const found = (query: string, loose = false) => chosen(cards, { query, loose, only: undefined });
  assert.deepEqual(found(''), [0, 1, 2]);
  assert.deepEqual(found(' salt wax '), [1]);
  assert.deepEqual(found('roads brine'), [2]);
  assert.deepEqual(found('sugar'), []);
  assert.deepEqual(found('', true), []);
  cards[1]!.loose.push('fits better elsewhere');
  assert.deepEqual(found('', true), [1]);
  assert.deepEqual(found('roads', true), []);
});

test('cards are filtered and grouped by chapter, label and status without changing the order of the text', () => {
  const lane = (title: string, level: number, kind: BoardLane['kind'] = 'section'): BoardLane => ({
    ...{ kind, uri: 'file:///a.md', id: title, title, level },
    ...{ above: '', length: '', unread: 0, depth: 1, isOrphan: false, words: 0, wanted: 0 },
  });
  const on = (title: string, at: number, notes: Partial<Card> = {}): Card => ({
    ...card(title),
    lane: at,
    ...notes,
  });
  const state: BoardState = {
    ...{ type: 'board', title: '', scope: undefined, mostWords: 0, loose: undefined, unlisted: 0 },
    lanes: [lane('Salt', 1), lane('Wells', 2), lane('Mules', 1), lane('Tray', 0, 'tray')],
    cards: [
      on('rock', 0, { label: 'check' }),
      on('well', 1, { color: 'red', status: 'Done' }),
      on('bray', 2, { label: 'check', status: 'Done' }),
      on('cut', 3, { label: 'old' }),
    ],
  };
  const { chapters, labels, statuses } = choicesOf(state);
  assert.deepEqual(
    [chapters, labels, statuses].map((choices) => choices.map(({ said }) => said.trim())),
    [['Salt', 'Wells', 'Mules'], ['check', 'Red', 'old'], ['Done']],
  );
  const found = (value = '') =>
    chosen(state.cards, { query: '', loose: false, only: chosenBy(state, value) });
  assert.deepEqual(found(chapters[0]!.value), [0, 1]);
  assert.deepEqual(found(chapters[1]!.value), [1]);
  assert.deepEqual(found(labels[0]!.value), [0, 2]);
  assert.deepEqual(found(statuses[0]!.value), [1, 2]);
  assert.deepEqual(found(), [0, 1, 2, 3]);
  const titles = (by: 'label' | 'status') => {
    const { lanes, cards } = grouped(state, by);
    return lanes.map(({ title }, i) => [
      title,
      ...cards.flatMap((c) => (c.lane === i ? c.id : [])),
    ]);
  };
  assert.deepEqual(titles('label'), [
    ['check', 'rock', 'bray'],
    ['Red', 'well'],
  ]);
  assert.deepEqual(titles('status'), [
    ['Done', 'well', 'bray'],
    ['Without a status', 'rock'],
  ]);
  assert.equal(grouped(state, 'chapter'), state);
});

test('a card shows its length, with a meter only if there is a limit', () => {
  assert.deepEqual(lengthOf(900, 0), { text: '900 words', isOver: false });
  assert.deepEqual(lengthOf(1, 0), { text: '1 word', isOver: false });
  assert.deepEqual(lengthOf(250, 500), {
    text: '250 words (limit: 500)',
    share: 0.5,
    isOver: false,
  });
  assert.deepEqual(lengthOf(500, 500), { text: '500 words (limit: 500)', share: 1, isOver: false });
  assert.deepEqual(lengthOf(900, 500), {
    text: '900 words (limit: 500)',
    share: 1,
    isOver: true,
  });
});

const laneOf = (kind: 'file' | 'section', uri: string, id: string, more = {}): BoardLane => ({
  ...{
    kind,
    uri,
    id,
    title: id,
    level: 1,
    depth: 1,
    above: '',
    length: '',
    unread: 0,
    isOrphan: false,
    words: 0,
    wanted: 0,
  },
  ...more,
});
/** Two files and an orphan; the second file has not been read. */
const lanes = [
  laneOf('file', 'a', 'title'),
  laneOf('section', 'a', 'brine'),
  laneOf('file', 'b', '', { unread: 7 }),
  laneOf('file', 'c', '', { isOrphan: true }),
];

test('an unread file has space for its cards', () => {
  const grid = gridOf(800, 2); // three columns
  const read = layOut(grid, [{ cards: 7, isFile: true }], true);
  const unread = layOut(grid, [{ cards: 0, unread: 7, isFile: true }], true);
  assert.equal(unread.height, read.height);
  assert.equal(unread.count, 0);
});

test('a dropped card goes beside a visible card, or to the end of a lane without one', () => {
  const cards = [0, 1, 1, 1].map((lane, i) => ({ ...card(`${i}`), uri: 'a', lane }));
  const rooms = [{ cards: 1 }, { cards: 2 }, { cards: 0, unread: 7 }, { cards: 0 }];
  const layout = layOut(gridOf(800, 2), rooms, true);
  const to = (lane: number, at: number, isAfter = false) =>
    goalOf(layout, { lane, at, isAfter }, [0, 1, 3], lanes, cards); // card 2 is hidden
  assert.deepEqual(to(0, 0), { uri: 'a', before: '0' });
  assert.deepEqual(to(0, 1, true), { uri: 'a', after: '0' });
  assert.deepEqual(to(0, 1), { uri: 'a', under: 'title' });
  assert.deepEqual(to(1, 1), { uri: 'a', before: '3' });
  assert.deepEqual(to(1, 1, true), { uri: 'a', after: '1' });
  assert.deepEqual(to(1, 2, true), { uri: 'a', after: '3' });
  assert.deepEqual(to(2, 0), { uri: 'b' });
  assert.deepEqual(to(3, 0), { uri: 'c' });
});

test('dropped cards go beside a card that does not move', () => {
  const layout = board(800, [4, 1]);
  const into = (at: number, isAfter: boolean, ...moved: number[]) =>
    settled(layout, { lane: 0, at, isAfter }, (position) => moved.includes(position));
  assert.deepEqual(into(2, true, 3), { lane: 0, at: 2, isAfter: true });
  assert.deepEqual(into(2, true, 1), { lane: 0, at: 1, isAfter: true });
  assert.deepEqual(into(1, true, 0), { lane: 0, at: 1 });
  assert.deepEqual(into(1, false, 1, 2), { lane: 0, at: 3 });
  assert.deepEqual(into(4, true, 0, 1, 2, 3), { lane: 0, at: 4 });
});

/** The cards of two lanes: the first has scenes of two, one and two cards, the second has no scenes. */
const inScenes = [
  ...[1, 1, 2, 3, 3].map((scene, i) => ({ lane: 0, scene, beginsScene: [0, 2, 3].includes(i) })),
  { lane: 1, scene: 0, beginsScene: false },
];

test('a card is already in place only on its own side of a break', () => {
  const is = (own: number, beside: number, isAfter: boolean) =>
    isThere(inScenes, own, beside, isAfter);
  assert.deepEqual(
    [is(0, 0, true), is(0, 0, false), is(0, 1, false), is(1, 0, true)],
    [true, true, true, true],
  );
  assert.deepEqual([is(1, 2, false), is(3, 2, true)], [false, false], 'over a break');
  assert.deepEqual([is(2, 1, true), is(2, 3, false)], [true, true], 'a whole scene');
  assert.deepEqual([is(0, 1, true), is(4, 5, false), is(0, 4, true)], [false, false, false]);
});

test('a key moves a card over a break or heading first, and a scene over a scene', () => {
  const over = (to: number, ...own: number[]) => steppedOver(inScenes, own, to);
  assert.deepEqual(over(1, 0), { beside: 1, isAfter: true });
  assert.deepEqual(over(0, 1), { beside: 0, isAfter: false });
  assert.deepEqual(over(2, 1), { beside: 2, isAfter: false });
  assert.deepEqual(over(2, 3), { beside: 2, isAfter: true });
  assert.deepEqual(over(3, 2), { beside: 4, isAfter: true });
  assert.deepEqual(over(1, 2), { beside: 0, isAfter: false });
  assert.deepEqual(over(2, 0, 1), { beside: 2, isAfter: true }, 'two cards that are a scene');
  assert.deepEqual(over(5, 4), { beside: 5, isAfter: false });
  assert.deepEqual(over(4, 5), { beside: 4, isAfter: true });
  assert.deepEqual(over(4, 0), { beside: 4, isAfter: true }, 'several cards away');
});

test('a dropped section can go anywhere, a dropped file only before files', () => {
  const layout = layOut(
    gridOf(800, 2),
    lanes.map(() => ({ cards: 1, isFile: true })),
    true,
  );
  const topOf = (lane: number) => layout.lanes[lane]!.titleTop;
  const near = (lane: number, kind: 'file' | 'section') =>
    gapAt(layout, lanes, topOf(lane) + 9, kind);
  assert.deepEqual(
    [0, 1, 2, 3].map((lane) => near(lane, 'section')),
    [1, 1, 2, 3],
  );
  assert.deepEqual(
    [0, 2, 3].map((lane) => near(lane, 'file')),
    [0, 2, 3],
  );
  assert.notEqual(near(1, 'file'), 1);
  assert.equal(gapAt(layout, lanes, 1e6, 'section'), 4);

  assert.deepEqual(sectionGoalOf(lanes, 1), { uri: 'a', before: 'brine' });
  assert.deepEqual(sectionGoalOf(lanes, 2), { uri: 'a' });
  assert.deepEqual(sectionGoalOf(lanes, 4), { uri: 'c' });

  assert.deepEqual(fileGoalOf(lanes, 0, 'b'), { toUri: 'a', side: 'before' });
  assert.deepEqual(fileGoalOf(lanes, 3, 'a'), { toUri: 'b', side: 'after' });
  assert.deepEqual(fileGoalOf(lanes, 2, 'c'), { toUri: 'b', side: 'before' });
  for (const [gap, uri] of [
    [0, 'a'],
    [2, 'a'],
    [2, 'b'],
    [4, 'b'],
  ] as const) {
    assert.equal(fileGoalOf(lanes, gap, uri), undefined, `${uri} before ${gap}`);
  }
});

test('the mark is in the gap beside the card of the slot', () => {
  const layout = board(800, [6]); // three columns
  const at = (n: number, isAfter = false) => markOf(layout, { lane: 0, at: n, isAfter });
  const { cardWidth } = layout.grid;
  assert.deepEqual([at(1).left + 4, at(1).top], [place(layout, 1).left, place(layout, 1).top]);
  assert.deepEqual(
    [at(3, true).left, at(3, true).top],
    [place(layout, 2).left + cardWidth, place(layout, 2).top],
  );
  assert.equal(at(3).top, place(layout, 3).top);
  const narrow = markOf(board(200, [2]), { lane: 0, at: 1 });
  assert.ok(narrow.width > narrow.height);
});

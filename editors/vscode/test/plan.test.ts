import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardLane, BoardState, Card, Move } from '../src/messages';
import { keyOf } from '../webview/board-model';
import { arrangementOf, longestRise, movedIn, movesOf, movesTo, rearranged } from '../webview/plan';

const uri = 'file:///a.md';

/** Returns a board with lanes, each with a level, a heading and the cards under it. */
function board(...lanes: [level: number, title: string, cards: string][]): BoardState {
  return {
    ...{ type: 'board', title: '', scope: undefined, mostWords: 0, loose: undefined, unlisted: 0 },
    lanes: lanes.map(([level, title]): BoardLane => ({
      ...{ kind: 'section', uri, id: title, title, level },
      ...{ above: '', length: '', unread: 0, depth: 1, isOrphan: false, words: 0, wanted: 0 },
    })),
    cards: lanes.flatMap(([, section, cards], lane) =>
      [...cards].map((id): Card => ({
        ...{
          uri,
          id,
          title: id,
          opening: `${id} begins here`,
          words: 10,
          terms: [],
          section,
          lane,
        },
        ...{
          suggested: false,
          held: false,
          synopsis: '',
          label: '',
          color: '',
          status: '',
          scene: 0,
          beginsScene: false,
          goal: undefined,
          loose: [],
        },
      })),
    ),
  };
}

function format({ lanes, cards }: Pick<BoardState, 'lanes' | 'cards'>): string {
  return lanes
    .map(({ title, level }, lane) => {
      const ids = cards.filter((card) => card.lane === lane).map(({ id }) => id);
      return `${level}${title}:${ids.join('')}`;
    })
    .join(' ');
}

const start = board([1, 'S', 'a'], [2, 'T', 'bcd'], [3, 'U', ''], [2, 'V', 'ef']);

const move = (id: string, to: Omit<Move['to'], 'uri'>): Move => ({
  ...{ unit: 'fragment', part: { uri, id } },
  to: { uri, ...to },
});
const section = (id: string, to: Omit<Move['to'], 'uri'>): Move => ({
  ...move(id, to),
  unit: 'section',
});

test('cards go before others, under headings and to the end', () => {
  const after = (...moves: Move[]) => format(rearranged(start, moves));
  assert.equal(after(), '1S:a 2T:bcd 3U: 2V:ef');
  assert.equal(after(move('f', { before: 'c' })), '1S:a 2T:bfcd 3U: 2V:e');
  assert.equal(after(move('a', { under: 'U' })), '1S: 2T:bcd 3U:a 2V:ef');
  assert.equal(after(move('a', { under: 'V' }), move('b', {})), '1S: 2T:cd 3U: 2V:efab');
  assert.equal(after(move('gone', { before: 'c' }), move('a', { before: 'gone' })), format(start));
  assert.equal(after(move('f', { before: 'gone' }), move('f', { before: 'f' })), format(start));
});

test('a section moves with its subsections, and takes the level of the one it goes before', () => {
  const after = (...moves: Move[]) => format(rearranged(start, moves));
  assert.equal(after(section('V', { before: 'T' })), '1S:a 2V:ef 2T:bcd 3U:');
  assert.equal(after(section('T', {})), '1S:a 2V:ef 2T:bcd 3U:');
  assert.equal(after(section('V', { before: 'U' })), '1S:a 2T:bcd 3V:ef 3U:');
  assert.equal(after(section('U', { before: 'T' })), '1S:a 2U: 2T:bcd 2V:ef');
});

test('several cards keep their order', () => {
  const cards = start.cards.filter(({ id }) => 'ace'.includes(id));
  assert.equal(
    format(rearranged(start, movesOf(cards, { uri, before: 'f' }))),
    '1S: 2T:bd 3U: 2V:acef',
  );
  assert.equal(
    format(rearranged(start, movesOf(cards, { uri, after: 'f' }))),
    '1S: 2T:bd 3U: 2V:face',
  );
  assert.equal(
    format(rearranged(start, movesOf(cards, { uri, under: 'U' }))),
    '1S: 2T:bd 3U:ace 2V:f',
  );
});

test('scenes of a tried order are those that the text would have', () => {
  // A bar begins a scene: S has the scenes ab and c, T has d and ef, U is a chapter without a break.
  const scenes = board([1, 'S', 'abc'], [1, 'T', 'def'], [1, 'U', 'gh'], [1, 'V', '']);
  scenes.cards = scenes.cards.map((card) => ({
    ...card,
    beginsScene: 'acdeg'.includes(card.id),
    scene: 'abd'.includes(card.id) ? 1 : 'cef'.includes(card.id) ? 2 : 0,
  }));
  const after = (...moves: Move[]) => {
    const { lanes, cards } = rearranged(scenes, moves);
    const said = ({ id, scene, beginsScene }: Card) => `${beginsScene ? '|' : ''}${id}${scene}`;
    return lanes
      .map((_, at) =>
        cards
          .filter(({ lane }) => lane === at)
          .map(said)
          .join(''),
      )
      .join(' ');
  };
  assert.equal(after(), '|a1b1|c2 |d1|e2f2 |g0h0 ');
  const together = (ids: string, to: Omit<Move['to'], 'uri'>) => [...ids].map((id) => move(id, to));
  for (const [moves, want] of [
    [[move('c', { before: 'a' })], '|c1|a2b2 |d1|e2f2 |g0h0 '],
    [[move('c', { after: 'e' })], '|a0b0 |d1|e2|c3|f4 |g0h0 '],
    [[move('b', { before: 'e' })], '|a1|c2 |d1|b2e2f2 |g0h0 '],
    [[move('b', { after: 'd' })], '|a1|c2 |d1b1|e2f2 |g0h0 '],
    [[move('a', { under: 'T' })], '|b1|c2 |d1|e2f2a2 |g0h0 '],
    [[move('e', { under: 'V' })], '|a1b1|c2 |d1|f2 |g0h0 |e0'],
    [together('ef', { before: 'c' }), '|a1b1|e2f2|c3 |d0 |g0h0 '],
    [together('ab', { under: 'U' }), '|c0 |d1|e2f2 |g1h1|a2b2 '],
    [together('gh', { before: 'd' }), '|a1b1|c2 |g1h1|d2|e3f3  '],
    [[move('c', { before: 'a' }), move('a', { before: 'c' })], '|a1c1|b2 |d1|e2f2 |g0h0 '],
    [[move('f', { before: 'gone' })], '|a1b1|c2 |d1|e2f2 |g0h0 '],
  ] as const) {
    assert.equal(after(...moves), want);
  }
});

test('a saved order is restored with few moves', () => {
  const orders: [BoardState, number][] = [
    [start, 0],
    [board([1, 'S', 'a'], [2, 'T', 'cdb'], [3, 'U', ''], [2, 'V', 'ef']), 1],
    [board([1, 'S', ''], [2, 'T', 'fbcda'], [3, 'U', ''], [2, 'V', 'e']), 2],
    [board([1, 'S', 'a'], [2, 'V', 'fe'], [2, 'T', 'bcd'], [3, 'U', '']), 2],
    [board([1, 'S', 'fedcba'], [2, 'T', ''], [3, 'U', ''], [2, 'V', '']), 6],
  ];
  for (const [order, most] of orders) {
    const { moves, missing } = movesTo(start, arrangementOf(order));
    assert.equal(format(rearranged(start, moves)), format(order));
    assert.ok(moves.length <= most, `${moves.length} moves to ${format(order)}`);
    assert.equal(missing, 0);
  }
  const { moves, missing } = movesTo(
    start,
    arrangementOf(board([1, 'S', 'x'], [2, 'T', 'db'], [2, 'Gone', 'e'])),
  );
  assert.equal(missing, 2);
  assert.equal(format(rearranged(start, moves)), '1S:a 2T:dbc 3U: 2V:ef');
});

test('a saved order is restored if a subsection left its section', () => {
  const deep = board([1, 'A', 'a'], [1, 'B', 'b'], [2, 'C', 'c'], [1, 'D', 'd'], [2, 'E', 'e']);
  const titles = ['A', 'B', 'C', 'D', 'E'];
  let seed = 5;
  const next = (most: number) => (seed = (seed * 48271) % (2 ** 31 - 1)) % most;
  for (let round = 0; round < 500; round++) {
    const moves = Array.from({ length: 1 + next(3) }, () => {
      const before = titles[next(6)];
      return section(titles[next(5)]!, before === undefined ? {} : { before });
    });
    const order = rearranged(deep, moves);
    const again = movesTo(deep, arrangementOf(order));
    const lanes = ({ lanes }: BoardState) => lanes.map(({ title }) => title).join('');
    assert.equal(lanes(rearranged(deep, again.moves)), lanes(order), JSON.stringify(moves));
    assert.equal(again.missing, 0);
  }
});

test('a saved order is restored above the first heading, too', () => {
  const plain = board([0, '', 'abc']);
  const begun = board([0, '', 'ab'], [1, 'S', 'cd']);
  for (const [state, order] of [
    [plain, board([0, '', 'bca'])],
    [plain, board([0, '', 'cba'])],
    [begun, board([0, '', 'ba'], [1, 'S', 'cd'])],
    [begun, board([0, '', 'abd'], [1, 'S', 'c'])],
  ] as const) {
    const { moves, missing } = movesTo(state, arrangementOf(order));
    assert.equal(format(rearranged(state, moves)), format(order));
    assert.equal(missing, 0);
  }
});

test('the fewest cards that explain an order are reported as moved', () => {
  const movedBy = (...moves: Move[]) => [...movedIn(start, rearranged(start, moves))];
  assert.deepEqual(movedBy(), []);
  assert.deepEqual(movedBy(move('a', { under: 'V' })), [
    [keyOf({ uri, id: 'a' }), { number: 1, from: 'S' }],
  ]);
  assert.deepEqual(movedBy(move('d', { before: 'b' })), [
    [keyOf({ uri, id: 'd' }), { number: 4, from: '' }],
  ]);
  const other = 'file:///b.md';
  const files = board([1, 'The pans', ''], [2, 'Sluices', 'ab'], [1, 'The road', 'c']);
  files.lanes = files.lanes.map((lane, i) => ({
    ...lane,
    ...(i === 1 ? {} : { kind: 'file' }),
    ...(i === 2 ? { uri: other } : {}),
  }));
  files.cards = files.cards.map((card) => (card.id === 'c' ? { ...card, uri: other } : card));
  const across = rearranged(files, [
    { unit: 'fragment', part: { uri, id: 'b' }, to: { uri: other, before: 'c' } },
  ]);
  assert.deepEqual(
    [...movedIn(files, across)],
    [[keyOf({ uri, id: 'b' }), { number: 2, from: 'The pans' }]],
  );
});

test('longestRise agrees with a quadratic algorithm on random numbers', () => {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  for (let round = 0; round < 200; round++) {
    const numbers = Array.from({ length: 12 }, () => Math.floor(next() * 14) - 2);
    const rise = [...longestRise(numbers)].sort((a, b) => a - b).map((i) => numbers[i]!);
    assert.ok(rise.every((n, i) => n >= 0 && (i === 0 || rise[i - 1]! < n)));
    const lengths: number[] = [];
    numbers.forEach((n, i) => {
      const before = lengths.filter((_, k) => numbers[k]! < n && numbers[k]! >= 0);
      lengths[i] = n < 0 ? 0 : 1 + Math.max(0, ...before);
    });
    assert.equal(rise.length, Math.max(0, ...lengths));
  }
});

test('the tray comes after the text and is left out of orders', () => {
  const tray: BoardLane = {
    ...{ kind: 'tray', uri: 'file:///tray', id: '', title: 'Tray', level: 0 },
    ...{ above: '', length: '', unread: 0, depth: 1, isOrphan: false, words: 0, wanted: 0 },
  };
  const cut: Card = { ...start.cards[0]!, uri: 'file:///tray/x.md', id: '', lane: 4 };
  const full = { ...start, lanes: [...start.lanes, tray], cards: [...start.cards, cut] };
  const after = (...moves: Move[]) => format(rearranged(full, moves));
  assert.equal(after(move('a', {})), '1S: 2T:bcd 3U: 2V:efa 0Tray:');
  assert.equal(after(section('T', {})), '1S:a 2V:ef 2T:bcd 3U: 0Tray:');
  assert.deepEqual(arrangementOf(full), arrangementOf(start));
});

/** A work of two files, each with a title and a section. Cards and lanes have unique names. */
const work = (() => {
  const lanes = (['S', 'T', 'U', 'V'] as const).map((title, i): BoardLane => ({
    ...start.lanes[i]!,
    ...{ kind: i % 2 === 0 ? 'file' : 'section', uri: i < 2 ? 'one' : 'two', id: title, title },
    level: 1 + (i % 2),
  }));
  const laneOf: Record<string, number> = { a: 0, b: 1, c: 1, d: 2, f: 2, e: 3 };
  const cards = start.cards.map((card): Card => {
    const lane = laneOf[card.id]!;
    return { ...card, uri: lane < 2 ? 'one' : 'two', lane };
  });
  cards.sort((a, b) => a.lane - b.lane);
  return { ...start, scope: 'work' as const, lanes, cards };
})();
const inWork = (id: string, to: Move['to'], unit: Move['unit'] = 'fragment'): Move => ({
  ...{ unit, to },
  part: {
    uri: [...work.cards, ...work.lanes].find((one) => one.id === id)!.uri,
    id,
  },
});

test('cards and sections move between files, several times', () => {
  const after = (...moves: Move[]) => format(rearranged(work, moves));
  const was = after();
  assert.equal(
    after(inWork('b', { uri: 'two', under: 'V' })),
    was.replace('b', '').replace('V:e', 'V:eb'),
  );
  const end = inWork('b', { uri: 'one' });
  assert.equal(after(end), was.replace('bc', 'cb'));
  const before = [
    inWork('b', { uri: 'two', before: 'f' }),
    inWork('c', { uri: 'one', before: 'b' }),
  ];
  assert.equal(after(...before), was.replace('bc', '').replace('f', 'cbf'));
  const section = inWork('T', { uri: 'two', before: 'V' }, 'section');
  assert.match(after(section), /1U:.* 2T:bc 2V:e/);
  assert.match(after(section, inWork('b', { uri: 'one', under: 'S' })), /1S:ab 1U:.* 2T:c 2V:e/);
  // The next file stays, though the heading of its title is below that of the section.
  const lanes = work.lanes.map((lane, i) => ({ ...lane, level: [1, 1, 2, 3][i]! }));
  const moved = rearranged({ ...work, lanes }, [inWork('T', { uri: 'two' }, 'section')]);
  assert.equal(format(moved), '1S:a 2U:df 3V:e 1T:bc');
});

test('a saved order of several files is restored', () => {
  const orders = [
    [inWork('b', { uri: 'two', before: 'f' }), inWork('e', { uri: 'one', under: 'T' })],
    [inWork('T', { uri: 'two' }, 'section'), inWork('c', { uri: 'two', under: 'V' })],
  ];
  for (const moves of orders) {
    const order = rearranged(work, moves);
    const again = movesTo(work, arrangementOf(order));
    assert.equal(format(rearranged(work, again.moves)), format(order));
    assert.equal(again.missing, 0);
  }
});

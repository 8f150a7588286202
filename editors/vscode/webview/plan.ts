// An order that is tried on the board before the text has it.

import type { Arrangement, BoardLane, BoardState, Card, Goal, Move, Thing } from '../src/messages';
import { fileOf, keyOf } from './board-model';

type Order = Pick<BoardState, 'lanes' | 'cards'>;

/** rearranged returns the board after moves. Units that are gone from the text are not moved. */
export function rearranged(state: BoardState, moves: readonly Move[]): BoardState {
  return { ...state, ...moves.reduce<Order>(after, state) };
}

function after(order: Order, { unit, thing, to }: Move): Order {
  return unit === 'fragment' ? afterCard(order, thing, to) : afterSection(order, thing, to);
}

function afterCard({ lanes, cards }: Order, thing: Thing, { uri, before, under }: Goal): Order {
  const card = cards.find((one) => keyOf(one) === keyOf(thing));
  const rest = cards.filter((one) => one !== card);
  const next = rest.findIndex((one) => before && keyOf(one) === keyOf({ uri, id: before }));
  const heading = lanes.findIndex((lane) => lane.uri === uri && lane.id === under);
  if (card === undefined || (before && next < 0) || (under && heading < 0)) {
    return { lanes, cards };
  }
  const lane = before ? rest[next]!.lane : under ? heading : fileEnd(lanes, uri) - 1;
  const at = before ? next : rest.findLastIndex((one) => one.lane <= lane) + 1;
  return { lanes, cards: rest.toSpliced(at, 0, { ...card, lane }) };
}

function afterSection({ lanes, cards }: Order, thing: Thing, { uri, before }: Goal): Order {
  const from = lanes.findIndex((lane) => keyOf(lane) === keyOf(thing));
  const own = lanes[from];
  if (own === undefined) {
    return { lanes, cards };
  }
  const end = endOf(lanes, from);
  const rest = lanes.toSpliced(from, end - from);
  const at =
    before === undefined
      ? fileEnd(rest, uri)
      : rest.findIndex((lane) => lane.uri === uri && lane.id === before);
  if (at < 0) {
    return { lanes, cards };
  }
  // It takes the level of what it moves before, and its parts go with it.
  const by = before === undefined ? 0 : rest[at]!.level - own.level;
  const moved = lanes.slice(from, end).map((lane) => ({ ...lane, level: lane.level + by }));
  const next = rest.toSpliced(at, 0, ...moved);
  const numbers = new Map(next.map((lane, number) => [lane.kind + keyOf(lane), number]));
  return {
    lanes: next,
    cards: cards
      .map((card) => {
        const lane = lanes[card.lane]!;
        return { ...card, lane: numbers.get(lane.kind + keyOf(lane))! };
      })
      .sort((a, b) => a.lane - b.lane),
  };
}

/** Behind the last lane of a file; all lanes but the tray are those of a board of one file. */
function fileEnd(lanes: readonly BoardLane[], uri: string): number {
  const at = lanes.findIndex((lane) => lane.kind === 'file' && lane.uri === uri);
  const next = lanes.findIndex(({ kind }, i) => i > at && kind === 'file');
  return at < 0 || next < 0 ? textEnd(lanes) : next;
}

/** How many lanes there are before that of the tray. */
function textEnd(lanes: readonly BoardLane[]): number {
  const tray = lanes.findIndex(({ kind }) => kind === 'tray');
  return tray < 0 ? lanes.length : tray;
}

/** Where a section ends: the number of the first lane behind it that is not in it. */
function endOf(lanes: readonly BoardLane[], from: number): number {
  const behind = lanes.findIndex((lane, i) => i > from && lane.level <= lanes[from]!.level);
  return behind < 0 ? lanes.length : behind;
}

/** movesOf returns the moves of several cards to one place, where they keep their order. */
export function movesOf(cards: readonly Card[], to: Goal): Move[] {
  return cards.map(({ uri, id }) => ({ unit: 'fragment', thing: { uri, id }, to }));
}

/** arrangementOf returns the order of a board in a form that can be kept. */
export function arrangementOf({ lanes, cards }: Order): Arrangement['lanes'] {
  return lanes.slice(0, textEnd(lanes)).map(({ title }, lane) => ({
    ...{ uri: fileOf(lanes, lane), title },
    cards: cards.filter((card) => card.lane === lane).map(wordsOf),
  }));
}

/** Identifies a card again after the text has been closed and opened. */
function wordsOf({ opening, title }: Card): string {
  return opening.slice(0, 80) || title;
}

/**
 * movesTo are the moves that give the board an order that was kept, and how many of its cards are no
 * longer there. What has come since stays behind what it stands behind.
 */
export function movesTo(
  state: BoardState,
  wanted: Arrangement['lanes'],
): { moves: Move[]; missing: number } {
  const laneMoves = sectionsTo(state, wanted);
  const now = rearranged(state, laneMoves);
  const left = new Set(now.cards);
  const target: { card: Card; lane: number }[] = [];
  let missing = 0;
  for (const { uri, title, cards } of wanted) {
    const lane = laneWith(now.lanes, uri, title);
    for (const words of cards) {
      const card = now.cards.find((one) => left.has(one) && wordsOf(one) === words);
      if (card === undefined || lane < 0) {
        missing++;
      } else {
        left.delete(card);
        target.push({ card, lane });
      }
    }
  }
  target.sort((a, b) => a.lane - b.lane);
  const stays = longestRise(
    target.map(({ card, lane }) => (card.lane === lane ? now.cards.indexOf(card) : -1)),
  );
  const moves: Move[] = [];
  for (let i = target.length - 1; i >= 0; i--) {
    if (!stays.has(i)) {
      const { card, lane } = target[i]!;
      const { uri, id } = card;
      const next = target[i + 1]?.lane === lane ? target[i + 1]!.card : undefined;
      const under = now.lanes[lane]!;
      const to = next
        ? { uri: next.uri, before: next.id }
        : under.id
          ? { uri: under.uri, under: under.id }
          : undefined;
      if (to !== undefined) {
        moves.push({ unit: 'fragment', thing: { uri, id }, to });
      }
    }
  }
  return { moves: [...laneMoves, ...moves], missing };
}

function sectionsTo(state: BoardState, wanted: Arrangement['lanes']): Move[] {
  const { lanes } = state;
  const target = wanted.flatMap(({ uri, title }) => {
    const at = laneWith(lanes, uri, title);
    return lanes[at]?.kind === 'section' && lanes[at].id !== '' ? [{ at, uri }] : [];
  });
  const stays = longestRise(target.map(({ at, uri }) => (fileOf(lanes, at) === uri ? at : -1)));
  const moves = target.map(({ at, uri: file }, i): Move => {
    const { uri, id } = lanes[at]!;
    const next = target[i + 1];
    const to =
      next?.uri === file ? { uri: lanes[next.at]!.uri, before: lanes[next.at]!.id } : { uri: file };
    return { unit: 'section', thing: { uri, id }, to };
  });
  return moves.filter((_, i) => !stays.has(i)).reverse();
}

/** The number of the lane with a title, in a file or else in another one; or -1. */
function laneWith(lanes: readonly BoardLane[], uri: string, title: string): number {
  const titled = lanes.flatMap((lane, i) => (lane.title === title ? [i] : []));
  return titled.find((i) => fileOf(lanes, i) === uri) ?? titled[0] ?? -1;
}

/** longestRise is where in a list its longest rising part stands; numbers below 0 are in none. */
export function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = []; // of rising parts of each length, where the least last number stands
  const before: number[] = [];
  numbers.forEach((number, i) => {
    if (number < 0) {
      return;
    }
    let length = 0;
    for (let high = ends.length; length < high;) {
      const middle = (length + high) >> 1;
      if (numbers[ends[middle]!]! < number) {
        length = middle + 1;
      } else {
        high = middle;
      }
    }
    before[i] = ends[length - 1] ?? -1;
    ends[length] = i;
  });
  const rise = new Set<number>();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) {
    rise.add(i);
  }
  return rise;
}

/** movedIn are the keys of the cards that stand elsewhere, each with its number before, from 1. */
export function movedIn(before: Order, now: Order): Map<string, number> {
  const was = new Map(before.cards.map((card, i) => [keyOf(card), i]));
  const laneKey = ({ lanes }: Order, { lane }: Card) => keyOf(lanes[lane]!);
  const laneWas = new Map(before.cards.map((card) => [keyOf(card), laneKey(before, card)]));
  const stays = longestRise(
    now.cards.map((card) =>
      laneWas.get(keyOf(card)) === laneKey(now, card) ? (was.get(keyOf(card)) ?? -1) : -1,
    ),
  );
  return new Map(
    now.cards.flatMap((card, i) =>
      stays.has(i) || !was.has(keyOf(card)) ? [] : [[keyOf(card), was.get(keyOf(card))! + 1]],
    ),
  );
}

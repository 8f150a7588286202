// Computes the order that is being tried on the board, before it is applied to the text.

import type {
  Arrangement,
  BoardLane,
  BoardState,
  Card,
  Goal,
  Move,
  PartRef,
} from '../src/messages';
import { fileOf, goesOn, keyOf } from './board-model';

type Order = Pick<BoardState, 'lanes' | 'cards'>;

/** rearranged returns the board after moves. Moves whose unit or destination no longer exists are ignored. */
export function rearranged(state: BoardState, moves: readonly Move[]): BoardState {
  let order: Order = state;
  for (let at = 0; at < moves.length;) {
    const size = sceneIn(order, moves.slice(at));
    const next = after(order, moves.slice(at, at + Math.max(1, size)), size > 0);
    order = { lanes: next.lanes, cards: numbered(next.cards) };
    at += Math.max(1, size);
  }
  return { ...state, ...order };
}

function after(order: Order, moves: readonly Move[], isScene: boolean): Order {
  const { unit, part, to } = moves[0]!;
  if (unit === 'section') {
    return afterSection(order, part, to);
  }
  const left = isScene ? order : { ...order, cards: withNewFirst(order.cards, keyOf(part)) };
  const { lanes, cards } = moves.reduce((now, move) => afterCard(now, move.part, move.to), left);
  if (cards === left.cards) {
    return order; // nothing has moved
  }
  const own = new Set(moves.map((move) => keyOf(move.part)));
  return { lanes, cards: isScene ? apart(cards, own) : joined(cards, keyOf(part), to) };
}

/**
 * sceneIn returns how many of the first moves together move a scene to one place, or 0. A heading's cards without
 * breaks are a scene only among scenes.
 */
function sceneIn({ lanes, cards }: Order, moves: readonly Move[]): number {
  const { part, to } = moves[0]!;
  let first = cards.findIndex((card) => keyOf(card) === keyOf(part));
  let end = first + 1;
  while (goesOn(cards, first)) {
    first--;
  }
  while (goesOn(cards, end)) {
    end++;
  }
  const beside = keyOf({ uri: to.uri, id: to.before ?? to.after ?? to.under ?? '' });
  const isNearScenes = cards.some(
    (card) => card.scene > 0 && (keyOf(card) === beside || keyOf(lanes[card.lane]!) === beside),
  );
  const scene = new Set(cards.slice(Math.max(0, first), end).map(keyOf));
  const own = moves.slice(0, scene.size);
  const isOwn = (move: Move) =>
    move.unit === 'fragment' &&
    JSON.stringify(move.to) === JSON.stringify(to) &&
    scene.delete(keyOf(move.part));
  const begins = cards[first]?.beginsScene;
  const isScene = begins && (cards[first]!.scene > 0 || isNearScenes);
  return isScene && !scene.has(beside) && own.every(isOwn) && scene.size === 0 ? own.length : 0;
}

/** Returns the cards after one leaves its scene: if it began the scene, the next card now begins it. */
function withNewFirst(cards: readonly Card[], leaving: string): Card[] {
  return cards.map((card, at) => {
    const above = cards[at - 1];
    const isNewFirst = goesOn(cards, at) && above!.beginsScene && keyOf(above!) === leaving;
    return isNewFirst ? { ...card, beginsScene: true } : card;
  });
}

/** Returns the cards after a whole scene has moved: with breaks between it and the cards around it. */
function apart(cards: readonly Card[], own: ReadonlySet<string>): Card[] {
  const lane = cards.find((card) => own.has(keyOf(card)))?.lane;
  const isParted = cards.some(
    (card) => card.lane === lane && card.beginsScene && !own.has(keyOf(card)),
  );
  return cards.map((card, at) => {
    const above = cards[at - 1];
    const isFirst = above?.lane !== card.lane;
    const isApart = isFirst
      ? !isParted || own.has(keyOf(card))
      : own.has(keyOf(card)) !== own.has(keyOf(above));
    return card.lane === lane && isApart ? { ...card, beginsScene: true } : card;
  });
}

/** Returns the cards after one has moved without its scene: it joins the scene of the card beside it. */
function joined(cards: readonly Card[], own: string, { before }: Goal): Card[] {
  const at = cards.findIndex((card) => keyOf(card) === own);
  return cards.map((card, i) => {
    if (i === at) {
      const isFirst = cards[i - 1]?.lane !== card.lane;
      return { ...card, beginsScene: before ? cards[i + 1]!.beginsScene : isFirst };
    }
    return before && i === at + 1 ? { ...card, beginsScene: false } : card;
  });
}

/** Returns the cards with the numbers of their scenes, from 1 in each lane; 0 in a lane without breaks. */
function numbered(cards: readonly Card[]): Card[] {
  const scenes = new Map<number, number>();
  const numbers = cards.map(({ lane, beginsScene }) => {
    scenes.set(lane, (scenes.get(lane) ?? 0) + Number(beginsScene));
    return scenes.get(lane)!;
  });
  return cards.map((card, at) => {
    const scene = scenes.get(card.lane)! > 1 ? numbers[at]! : 0;
    return scene === card.scene ? card : { ...card, scene };
  });
}

function afterCard(
  { lanes, cards }: Order,
  part: PartRef,
  { uri, before, after, under }: Goal,
): Order {
  const card = cards.find((one) => keyOf(one) === keyOf(part));
  const rest = cards.filter((one) => one !== card);
  const beside = before ?? after;
  const next = rest.findIndex((one) => beside && keyOf(one) === keyOf({ uri, id: beside }));
  const heading = lanes.findIndex((lane) => lane.uri === uri && lane.id === under);
  if (card === undefined || (beside && next < 0) || (under && heading < 0)) {
    return { lanes, cards };
  }
  const lane = beside ? rest[next]!.lane : under ? heading : fileEnd(lanes, uri) - 1;
  const at = before ? next : after ? next + 1 : rest.findLastIndex((one) => one.lane <= lane) + 1;
  return { lanes, cards: rest.toSpliced(at, 0, { ...card, lane }) };
}

function afterSection({ lanes, cards }: Order, part: PartRef, { uri, before }: Goal): Order {
  const from = lanes.findIndex((lane) => keyOf(lane) === keyOf(part));
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
  // The section takes the level of the one it moves before, and its subsections shift with it.
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

/** Returns the index after the last lane of a file; the tray's index on the board of a single file. */
function fileEnd(lanes: readonly BoardLane[], uri: string): number {
  const at = lanes.findIndex((lane) => lane.kind === 'file' && lane.uri === uri);
  const next = lanes.findIndex(({ kind }, i) => i > at && kind === 'file');
  return at < 0 || next < 0 ? textEnd(lanes) : next;
}

/** Returns the number of lanes before the tray. */
function textEnd(lanes: readonly BoardLane[]): number {
  const tray = lanes.findIndex(({ kind }) => kind === 'tray');
  return tray < 0 ? lanes.length : tray;
}

/** Returns the index of the first lane after a section and its subsections. */
function endOf(lanes: readonly BoardLane[], from: number): number {
  const behind = lanes.findIndex(
    ({ kind, level }, i) => i > from && (kind !== 'section' || level <= lanes[from]!.level),
  );
  return behind < 0 ? lanes.length : behind;
}

/** movesOf returns the moves of several cards to one place, in which they keep their order. */
export function movesOf(cards: readonly Card[], to: Goal): Move[] {
  return (to.after ? cards.toReversed() : cards).map(({ uri, id }) => ({
    ...{ unit: 'fragment', part: { uri, id }, to },
  }));
}

/** arrangementOf returns the order of a board in a form that can be saved. */
export function arrangementOf({ lanes, cards }: Order): Arrangement['lanes'] {
  return lanes.slice(0, textEnd(lanes)).map(({ title }, lane) => ({
    ...{ uri: fileOf(lanes, lane), title },
    cards: cards.filter((card) => card.lane === lane).map(wordsOf),
  }));
}

/** Returns the words that identify a card after the text has been closed and opened again. */
function wordsOf({ opening, title }: Card): string {
  return opening.slice(0, 80) || title;
}

/** movesTo returns the moves that restore a saved order, and how many of its cards cannot be placed any more. */
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
      const to = next
        ? { uri: next.uri, before: next.id }
        : endOfLane(rearranged(now, moves), lane, card);
      moves.push({ unit: 'fragment', part: { uri, id }, to });
    }
  }
  return { moves: [...laneMoves, ...moves], missing };
}

/** Returns the destination of a card that goes to the end of a lane. */
function endOfLane({ lanes, cards }: Order, lane: number, card: Card): Goal {
  const { uri, id } = lanes[lane]!;
  if (id !== '') {
    return { uri, under: id };
  }
  const others = cards.filter((one) => keyOf(one) !== keyOf(card));
  const at = others.findLastIndex((one) => one.lane <= lane);
  const [last, next] = [others[at], others[at + 1]];
  const file = fileOf(lanes, lane);
  if (last?.lane === lane) {
    return { uri: last.uri, after: last.id };
  }
  return next && fileOf(lanes, next.lane) === file
    ? { uri: next.uri, before: next.id }
    : { uri: file };
}

function sectionsTo(state: BoardState, wanted: Arrangement['lanes']): Move[] {
  const { lanes } = state;
  const { target, stays } = sectionsIn(state, wanted);
  const moves = target.map(({ at, uri: file }, i): Move => {
    const { uri, id } = lanes[at]!;
    const next = target[i + 1];
    const to =
      next?.uri === file ? { uri: lanes[next.at]!.uri, before: lanes[next.at]!.id } : { uri: file };
    return { unit: 'section', part: { uri, id }, to };
  });
  const few = moves.filter((_, i) => !stays.has(i)).reverse();
  // A section that stays goes along if its parent moves. If that spoils the order, all sections move.
  const after = sectionsIn(rearranged(state, few), wanted);
  return after.stays.size === after.target.length ? few : moves.reverse();
}

/**
 * Returns the sections of a saved order, each with its lane and with the file that it belongs in, and the indexes of
 * those that need not move.
 */
function sectionsIn({ lanes }: BoardState, wanted: Arrangement['lanes']) {
  const target = wanted.flatMap(({ uri, title }) => {
    const at = laneWith(lanes, uri, title);
    return lanes[at]?.kind === 'section' && lanes[at].id !== '' ? [{ at, uri }] : [];
  });
  const stays = longestRise(target.map(({ at, uri }) => (fileOf(lanes, at) === uri ? at : -1)));
  return { target, stays };
}

/** Returns the index of a lane with a title, preferably in the given file; or -1. */
function laneWith(lanes: readonly BoardLane[], uri: string, title: string): number {
  const titled = lanes.flatMap((lane, i) => (lane.title === title ? [i] : []));
  return titled.find((i) => fileOf(lanes, i) === uri) ?? titled[0] ?? -1;
}

/** longestRise returns the indexes of the longest increasing subsequence. Negative numbers are ignored. */
export function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = []; // by length: the index of the smallest number that ends a subsequence
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

/** Where a card was before a move: its number in the text, from 1, and the title of what it left, '' for nothing. */
export interface FormerPlace {
  number: number;
  from: string;
}

/** movedIn returns the keys of the cards that have moved, each with its place before. */
export function movedIn(before: Order, now: Order): Map<string, FormerPlace> {
  const was = new Map(before.cards.map((card, i) => [keyOf(card), i]));
  const laneKey = ({ lanes }: Order, { lane }: Card) => keyOf(lanes[lane]!);
  const laneWas = new Map(before.cards.map((card) => [keyOf(card), laneKey(before, card)]));
  const stays = longestRise(
    now.cards.map((card) =>
      laneWas.get(keyOf(card)) === laneKey(now, card) ? (was.get(keyOf(card)) ?? -1) : -1,
    ),
  );
  return new Map(
    now.cards.flatMap((card, i) => {
      const number = was.get(keyOf(card));
      return stays.has(i) || number === undefined
        ? []
        : [
            [
              keyOf(card),
              { number: number + 1, from: leftBy(before, before.cards[number]!, now, card) },
            ],
          ];
    }),
  );
}

/** Returns the title of the file that a card would leave, or else of the section; '' if it leaves neither. */
function leftBy(before: Order, { lane }: Card, now: Order, card: Card): string {
  const file = fileOf(before.lanes, lane);
  const left =
    file === fileOf(now.lanes, card.lane)
      ? keyOf(before.lanes[lane]!) === keyOf(now.lanes[card.lane]!)
        ? undefined
        : before.lanes[lane]
      : before.lanes.find(({ kind, uri }) => kind === 'file' && uri === file);
  return left?.title ?? '';
}

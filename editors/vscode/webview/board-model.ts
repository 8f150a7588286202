// The geometry of the board: lanes below each other, each a grid of cards of the same size, drawn if visible.

import { count, t } from '../src/language';
import type { BoardLane, BoardState, Card, Goal, PartRef } from '../src/messages';
import { colorNames } from '../src/places';

export interface Grid {
  columns: number;
  /** The distance from one card to the next. */
  stepX: number;
  stepY: number;
  cardWidth: number;
  cardHeight: number;
  /** The space around the cards of a lane. */
  space: number;
  /** The heights of the titles of lanes, and of a lane without cards. */
  heads: { section: number; file: number; none: number };
}

/** The minimum widths of cards and their heights, from the smallest zoom to the largest. */
export const zooms: readonly (readonly [width: number, height: number])[] = [
  [160, 112],
  [190, 124],
  [240, 170],
  [320, 220],
  [460, 260],
];

const space = 12;
const least = 90; // the minimum width of a card, in a very narrow window
const heads = { section: 34, file: 46, none: 20 };

/** gridOf returns the grid for a board of the given width. zoom is an index of zooms. */
export function gridOf(width: number, zoom: number): Grid {
  const [usual, cardHeight] = zooms[zoom]!;
  const columns = Math.max(1, Math.floor((width - space) / (usual + space)));
  const cardWidth = Math.max(least, Math.floor((width - space) / columns) - space);
  return {
    ...{ columns, stepX: cardWidth + space, stepY: cardHeight + space, cardWidth, cardHeight },
    ...{ space, heads },
  };
}

/** The position of a lane. */
export interface Lane {
  /** The tops of its title and of its cards. */
  titleTop: number;
  top: number;
  /** The index of its first card on the board. */
  first: number;
  count: number;
}

export interface Layout {
  grid: Grid;
  lanes: Lane[];
  /** The number of all cards. */
  count: number;
  height: number;
}

/** A place in a lane: before card `at` or, with isAfter, after the card above it; between scenes these differ. */
export interface Slot {
  lane: number;
  at: number;
  isAfter?: boolean;
}

/** The space that a lane needs: for its cards, and for those of a file that has not been read. */
export interface LaneSpace {
  cards: number;
  unread?: number;
  isFile?: boolean;
}

/** layOut computes the positions of lanes. While a filter is active, lanes without cards take no space. */
export function layOut(
  grid: Grid,
  rooms: readonly LaneSpace[],
  hasTitles: boolean,
  isFiltered = false,
): Layout {
  const { section: head, file: fileHead, none } = grid.heads;
  let bottom = 0;
  let count = 0;
  const lanes = rooms.map(({ cards, unread = 0, isFile = false }): Lane => {
    const isHidden = isFiltered && cards === 0;
    const top = bottom + (hasTitles && !isHidden ? (isFile ? fileHead : head) : 0);
    const lane = { titleTop: bottom, top, first: count, count: cards };
    const rows = Math.ceil((cards + (isHidden ? 0 : unread)) / grid.columns);
    bottom = top + (rows * grid.stepY || (isHidden ? 0 : none));
    count += cards;
    return lane;
  });
  return { grid, lanes, count, height: bottom + space };
}

/** slotOf returns the slot of the card at an index. */
export function slotOf({ lanes }: Layout, position: number): Slot {
  const lane = lanes.findIndex(({ first, count }) => position < first + count);
  return { lane, at: position - (lanes[lane]?.first ?? 0) };
}

/** placeOf returns the pixel position of a slot. */
export function placeOf(
  { grid: { columns, stepX, stepY, space }, lanes }: Layout,
  { lane, at }: Slot,
) {
  return {
    left: space + (at % columns) * stepX,
    top: lanes[lane]!.top + space + Math.floor(at / columns) * stepY,
  };
}

/** inView returns the ranges [from, to) of visible cards and lanes, with a margin of one row. */
export function inView(layout: Layout, scrolled: number, height: number) {
  const { grid, lanes, count } = layout;
  const { columns, stepY, space } = grid;
  const [top, bottom] = [scrolled - stepY, scrolled + height + stepY];
  const fromLane = Math.max(
    0,
    lanes.findLastIndex(({ titleTop }) => titleTop <= top),
  );
  const toLane = lanes.findLastIndex(({ titleTop }) => titleTop <= bottom) + 1;
  const first = lanes[fromLane];
  const last = lanes[toLane - 1];
  const rowsBefore = (lane: Lane, y: number) =>
    Math.max(0, Math.floor((y - lane.top - space) / stepY));
  const from = first ? first.first + Math.min(first.count, rowsBefore(first, top) * columns) : 0;
  const to = last ? last.first + Math.min(last.count, (rowsBefore(last, bottom) + 1) * columns) : 0;
  return { from, to: Math.max(from, Math.min(count, to)), fromLane, toLane };
}

/** dropAt returns the slot for a drop at a point of the board: between two cards of a row, or of the only column. */
export function dropAt({ grid, lanes }: Layout, x: number, y: number): Slot {
  const { columns, stepX, stepY, space } = grid;
  const lane = Math.max(
    0,
    lanes.findLastIndex(({ titleTop }) => titleTop <= y),
  );
  const { top, count } = lanes[lane] ?? { top: 0, count: 0 };
  const inside = y - top - space / 2;
  if (columns === 1) {
    return between(lane, inside / stepY, count);
  }
  const row = Math.max(0, Math.floor(inside / stepY));
  const column = Math.max(0, Math.min(columns, (x - space / 2) / stepX));
  return between(lane, row * columns + column, count);
}

/** Returns the slot nearest to a point, on the side of the card at the point. Cards are one unit apart. */
function between(lane: number, point: number, count: number): Slot {
  const at = Math.max(0, Math.min(count, Math.round(point)));
  return at > 0 && (at === count || point < at) ? { lane, at, isAfter: true } : { lane, at };
}

/** The mark that shows where a drop would go. */
export interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
}

const thick = 4; // thickness in pixels

/** markOf returns the mark beside the card of a slot: in the gap beside the card or, if there is none, on its edge. */
export function markOf(layout: Layout, { lane, at, isAfter = false }: Slot): Mark {
  const { columns, cardWidth, cardHeight, stepX, stepY } = layout.grid;
  const { left, top } = placeOf(layout, { lane, at: at - Number(isAfter) });
  const beside = (from: number, length: number, stride: number) => {
    const inGap = Math.min(thick, stride - length);
    return isAfter ? from + length - thick + inGap : from - inGap;
  };
  return columns === 1
    ? { left, top: beside(top, cardHeight, stepY), width: cardWidth, height: thick }
    : { left: beside(left, cardWidth, stepX), top, width: thick, height: cardHeight };
}

/**
 * gapAt returns the index of the lane before which a lane dropped at a height would go. A file can only go before a
 * file or to the end, which is the tray or the number of lanes.
 */
export function gapAt(
  layout: Layout,
  lanes: readonly BoardLane[],
  y: number,
  kind: BoardLane['kind'],
): number {
  const topOf = (gap: number) => layout.lanes[gap]?.titleTop ?? layout.height;
  const tray = lanes.findIndex((lane) => lane.kind === 'tray'); // the tray stays last
  let nearest = tray < 0 ? lanes.length : tray;
  lanes.forEach((lane, gap) => {
    const isPlace =
      kind === 'file' ? lane.kind === 'file' : gap > 0 && (lane.kind === 'file' || lane.id !== '');
    if (isPlace && Math.abs(topOf(gap) - y) < Math.abs(topOf(nearest) - y)) {
      nearest = gap;
    }
  });
  return nearest;
}

/** gapMarkOf returns the mark across the board before a lane. */
export function gapMarkOf(layout: Layout, gap: number, width: number): Mark {
  const top = layout.lanes[gap]?.titleTop ?? layout.height - space;
  return {
    left: space,
    top: top + 8,
    width: width - 2 * space,
    height: thick,
  };
}

/** sectionGoalOf returns the goal of a section moved before a lane: before that section, or at the end of a file. */
export function sectionGoalOf(lanes: readonly BoardLane[], gap: number): Goal | undefined {
  const lane = lanes[gap];
  const above = lanes[gap - 1];
  return lane?.kind === 'section'
    ? { uri: lane.uri, before: lane.id }
    : above && { uri: fileOf(lanes, gap - 1) };
}

/** fileGoalOf returns the place of a file moved before a lane; undefined if it is already there or has no neighbour. */
export function fileGoalOf(lanes: readonly BoardLane[], gap: number, uri: string) {
  const files = (some: readonly BoardLane[]) =>
    some.filter(({ kind, isOrphan }) => kind === 'file' && !isOrphan).map((lane) => lane.uri);
  const [above, below] = [files(lanes.slice(0, gap)), files(lanes.slice(gap))];
  const [previous, next] = [above.at(-1), below[0]];
  if (previous === uri || next === uri) {
    return undefined;
  }
  return next !== undefined
    ? { toUri: next, side: 'before' as const }
    : previous && { toUri: previous, side: 'after' as const };
}

/** keyOf returns a key that is unique on the board. IDs are unique only within a file. */
export function keyOf({ uri, id }: PartRef): string {
  return `${id} ${uri}`;
}

/** stepTo returns the index of the card that a key moves to; undefined for other keys. */
export function stepTo(layout: Layout, key: string, from: number, rows: number) {
  const { columns } = layout.grid;
  const n = layout.count;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -columns * rows,
    PageDown: columns * rows,
    Home: -n,
    End: n,
  };
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    return rowFrom(layout, from, key === 'ArrowDown' ? 1 : -1);
  }
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(n - 1, from + step));
}

/** Returns the index of the card one row up or down, as near to the same column as possible; else of the same card. */
function rowFrom(layout: Layout, from: number, by: 1 | -1): number {
  const { grid, lanes, count } = layout;
  if (count === 0 || from < 0) {
    return 0;
  }
  const { columns } = grid;
  const { lane, at } = slotOf(layout, from);
  const here = lanes[lane]!;
  const column = at % columns;
  const lastRow = (cards: number) => Math.floor((cards - 1) / columns);
  const row = Math.floor(at / columns) + by;
  if (row >= 0 && row <= lastRow(here.count)) {
    return here.first + Math.min(here.count - 1, row * columns + column);
  }
  const others = by > 0 ? lanes.slice(lane + 1) : lanes.slice(0, lane).reverse();
  const next = others.find((one) => one.count > 0);
  if (next === undefined) {
    return from;
  }
  const to = (by > 0 ? 0 : lastRow(next.count)) * columns + column;
  return next.first + Math.min(next.count - 1, to);
}

/** Which cards are shown: those with all words of a query, and with `loose` only those that have loose paragraphs. */
export interface Filter {
  query: string;
  loose: boolean;
  /** Reports whether the chosen chapter, label or status includes a card; undefined if all are shown. */
  only: ((card: Card) => boolean) | undefined;
}

/** The choices of the filter, each with the words that stand for it. */
export interface Choices {
  chapters: Choice[];
  labels: Choice[];
  statuses: Choice[];
}

interface Choice {
  value: string;
  said: string;
}

/** choicesOf returns the labels, statuses and chapters on a board: files of a work, or headings in a single text. */
export function choicesOf({ lanes, cards }: Pick<BoardState, 'lanes' | 'cards'>): Choices {
  const isWork = lanes.some(({ kind }) => kind === 'file');
  const titled = lanes.filter(({ kind, id }) =>
    isWork ? kind === 'file' : kind === 'section' && id !== '',
  );
  const each = (kind: 'label' | 'status', sayOf: (card: Card) => string) =>
    [...new Set(cards.map(sayOf))]
      .filter((said) => said !== '')
      .map((said) => ({ value: `${kind} ${said}`, said }));
  return {
    chapters: titled.map((lane) => ({
      value: `chapter ${lane.kind} ${keyOf(lane)}`,
      said: `${'\u2002'.repeat(Math.max(0, lane.level - 1))}${lane.title}`,
    })),
    labels: each('label', labelOf),
    statuses: each('status', ({ status }) => status),
  };
}

/** labelOf returns the label of a card: its words, or only a colour. */
export function labelOf({ label, color }: Card): string {
  return label || (color && colorNames[color]);
}

/** chosenBy returns a function that reports whether a choice includes a card; undefined if all are included. */
export function chosenBy(
  { lanes, cards }: Pick<BoardState, 'lanes' | 'cards'>,
  choice: string,
): ((card: Card) => boolean) | undefined {
  const [, by, said] = /^(\w+) ([^]*)$/.exec(choice) ?? [];
  if (by === 'label') {
    return (card) => labelOf(card) === said;
  }
  if (by === 'status') {
    return ({ status }) => status === said;
  }
  const from = lanes.findIndex((lane) => `${lane.kind} ${keyOf(lane)}` === said);
  if (from < 0) {
    return undefined;
  }
  const { kind, level } = lanes[from]!;
  const isNext = (lane: BoardLane) =>
    lane.kind === 'tray' ||
    lane.kind === 'file' ||
    (kind === 'section' && lane.level > 0 && lane.level <= level);
  const next = lanes.findIndex((lane, i) => i > from && isNext(lane));
  const end = next < 0 ? lanes.length : next;
  const keys = new Set(cards.filter(({ lane }) => lane >= from && lane < end).map(keyOf));
  return (card) => keys.has(keyOf(card));
}

/** How cards are grouped into lanes. */
export type Grouping = 'chapter' | 'label' | 'status';

/**
 * grouped returns a board with a lane for each label or status, those without one last, and no tray; by chapter, the
 * board itself.
 */
export function grouped(state: BoardState, by: Grouping): BoardState {
  if (by === 'chapter') {
    return state;
  }
  const sayOf = by === 'label' ? labelOf : ({ status }: Card) => status;
  const inText = state.cards.filter(({ lane }) => state.lanes[lane]!.kind !== 'tray');
  const said = [...new Set(inText.map(sayOf))].sort((a, b) => Number(a === '') - Number(b === ''));
  const uri = state.lanes[0]?.uri ?? '';
  const none = by === 'label' ? t('Without a label') : t('Without a status');
  return {
    ...state,
    lanes: said.map((title) => ({
      ...{ kind: 'section', uri, id: '', title: title || none, level: 0, depth: 1 },
      ...{ above: '', length: '', unread: 0, isOrphan: false, words: 0, wanted: 0 },
    })),
    cards: inText
      .map((card) => ({ ...card, lane: said.indexOf(sayOf(card)) }))
      .sort((a, b) => a.lane - b.lane),
  };
}

export function isFiltering({ query, loose, only }: Filter): boolean {
  return query !== '' || loose || only !== undefined;
}

/** chosen returns the indexes of the cards that pass a filter. */
export function chosen(cards: readonly Card[], filter: Filter): number[] {
  const words = filter.query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return cards.flatMap((card, i) => {
    const { title, opening, terms, section, loose, ...notes } = card;
    const { synopsis, label, status } = notes;
    const all = [title, opening, ...terms, section, synopsis, label, status];
    const text = all.join('\n').toLocaleLowerCase();
    const isShown =
      (filter.only?.(card) ?? true) &&
      words.every((word) => text.includes(word)) &&
      (!filter.loose || loose.length > 0);
    return isShown ? [i] : [];
  });
}

/** fileOf returns the URI of the file that contains a lane. In an order being tried, it may differ from lane.uri. */
export function fileOf(lanes: readonly BoardLane[], lane: number): string {
  return lanes.findLast(({ kind }, i) => i <= lane && kind === 'file')?.uri ?? lanes[lane]!.uri;
}

/** goalOf returns the destination of a card in a slot: beside the visible card there, if there is one. */
export function goalOf(
  layout: Layout,
  { lane, at, isAfter }: Slot,
  shown: readonly number[],
  lanes: readonly BoardLane[],
  cards: readonly Card[],
): Goal {
  const { first, count } = layout.lanes[lane]!;
  if (isAfter) {
    const { uri, id } = cards[shown[first + at - 1]!]!;
    return { uri, after: id };
  }
  if (at < count) {
    const { uri, id } = cards[shown[first + at]!]!;
    return { uri, before: id };
  }
  const { uri, id, kind } = lanes[lane]!;
  if (id !== '') {
    return { uri, under: id };
  }
  const file = kind === 'tray' ? uri : fileOf(lanes, lane);
  const next = cards[(shown[first + at - 1] ?? -1) + 1];
  const isInFile = next !== undefined && fileOf(lanes, next.lane) === file;
  return isInFile ? { uri: next.uri, before: next.id } : { uri: file };
}

/**
 * settled returns the slot beside a card that does not move, for cards dropped into a slot. With isAfter it is after
 * the nearest such card above, if any; otherwise before the nearest one below, or at the end of the lane.
 */
export function settled(
  { lanes }: Layout,
  { lane, at, isAfter }: Slot,
  isMoved: (position: number) => boolean,
): Slot {
  const { first, count } = lanes[lane]!;
  const staying = Array.from({ length: count }, (_, i) => i).filter((i) => !isMoved(first + i));
  const above = staying.findLast((i) => i < at);
  const below = staying.find((i) => i >= at);
  return isAfter && above !== undefined
    ? { lane, at: above + 1, isAfter }
    : { lane, at: below ?? count };
}

type Cards = readonly Pick<Card, 'lane' | 'scene' | 'beginsScene'>[];

/** goesOn reports whether a card and the one above it are in one lane, without a break between them. */
export function goesOn(cards: Cards, number: number): boolean {
  const card = cards[number];
  return card !== undefined && card.lane === cards[number - 1]?.lane && !card.beginsScene;
}

/** Reports whether cards, in order, are one whole scene. */
function areScene(cards: Cards, own: readonly number[]): boolean {
  const [first = -1, last = -1] = [own[0], own.at(-1)];
  return (
    cards[first]!.scene > 0 &&
    !goesOn(cards, first) &&
    !goesOn(cards, last + 1) &&
    own.every((number, i) => number === first + i && (i === 0 || goesOn(cards, number)))
  );
}

/**
 * isThere reports whether a card is right before or after another, on the same side of a break. For a whole scene both
 * sides are the same.
 */
export function isThere(cards: Cards, own: number, beside: number, isAfter: boolean): boolean {
  if (cards[own]?.lane !== cards[beside]?.lane || beside !== (isAfter ? own - 1 : own + 1)) {
    return own === beside;
  }
  return areScene(cards, [own]) || goesOn(cards, Math.max(own, beside));
}

/**
 * steppedOver returns the card beside which cards go when a key moves them past another card, and on which side. As in
 * the text, they cross only a break or heading if there is one, and a whole scene crosses a whole scene.
 */
export function steppedOver(
  cards: Cards,
  own: readonly number[],
  to: number,
): { beside: number; isAfter: boolean } {
  const edge = to > own[0]! ? own.at(-1)! : own[0]!;
  const way = Math.sign(to - edge);
  if (to !== edge + way) {
    return { beside: to, isAfter: way > 0 };
  }
  if (cards[to]!.lane !== cards[edge]!.lane) {
    return { beside: to, isAfter: way < 0 };
  }
  if (areScene(cards, own)) {
    let beside = to;
    while (goesOn(cards, way > 0 ? beside + 1 : beside)) {
      beside += way;
    }
    return { beside, isAfter: way > 0 };
  }
  const isOverBreak = !goesOn(cards, Math.max(edge, to));
  return { beside: to, isAfter: way > 0 !== isOverBreak };
}

/** lengthOf describes the length of a card; most is the setting max-words, 0 for no limit. */
export function lengthOf(
  words: number,
  most: number,
): { text: string; share?: number; isOver: boolean } {
  const isOver = most > 0 && words > most;
  if (most === 0) {
    return { text: count(words, 'word'), isOver };
  }
  const text = t('{0} (limit: {1})', count(words, 'word'), most);
  return { text, share: Math.min(1, words / most), isOver };
}

// Computes the cells of the outline, which of them can be edited, and the order by a column.

import { number, t } from '../src/language';
import type { BoardLane, BoardState, Card, Column } from '../src/messages';
import { type Grid, labelOf } from './board-model';

export interface ColumnTitle {
  name: Column | 'words' | 'done';
  title: string;
}

export const columns: readonly ColumnTitle[] = [
  { name: 'title', title: t('Title') },
  { name: 'synopsis', title: t('Synopsis') },
  { name: 'label', title: t('Label') },
  { name: 'status', title: t('Status') },
  { name: 'words', title: t('Words') },
  { name: 'target', title: t('Target') },
  { name: 'done', title: t('Done') },
];

/** The minimum width for all columns, in pixels. */
const least = 444; // the sum of those in board.css
const rowHeight = 30;

/** rowsOf returns the grid of the outline, in which lane titles are rows too. */
export function rowsOf(room: number): Grid {
  const width = Math.max(least, room);
  return {
    ...{ columns: 1, stepX: width, stepY: rowHeight, cardWidth: width, cardHeight: rowHeight },
    ...{ space: 0, heads: { section: rowHeight, file: rowHeight, none: 0 } },
  };
}

export type Cells = Record<ColumnTitle['name'], string>;

export function cardCells(card: Card): Cells {
  const { title, opening, synopsis, status, words, goal } = card;
  return {
    ...{ title: title || opening, synopsis, label: labelOf(card), status },
    ...{ words: number(words), target: targetIn(goal?.wanted), done: doneIn(goal) },
  };
}

export function laneCells({ kind, title, words, wanted }: BoardLane): Cells {
  const isTray = kind === 'tray';
  return {
    title: title || t('Before the first heading'),
    ...{ synopsis: isTray ? t('set aside for now, each in a file of its own') : '' },
    ...{ label: '', status: '', words: isTray || words === 0 ? '' : number(words) },
    ...{ target: targetIn(wanted), done: doneIn({ words, wanted }) },
  };
}

function targetIn(wanted = 0): string {
  return wanted === 0 ? '' : number(wanted);
}

function doneIn(goal: Card['goal']): string {
  const share = shareOf(goal);
  return share === undefined ? '' : t('{0}%', Math.round(100 * share));
}

/** Returns how much of a target has been written; undefined without a target. */
function shareOf(goal: Card['goal']): number | undefined {
  return goal && goal.wanted > 0 ? goal.words / goal.wanted : undefined;
}

/** writtenIn returns the value of a card's cell in the text; undefined if it cannot be edited. */
export function writtenIn(card: Card, column: Column): string | undefined {
  if (card.id === '') {
    return undefined; // it is in the tray
  }
  if (column === 'label') {
    return `${card.color} ${card.label}`.trim();
  }
  return column === 'target' ? card.goal && wordsIn(card.goal.wanted) : card[column];
}

/** writtenInLane is writtenIn for a lane, which has a title and a target: for a file that of its whole text. */
export function writtenInLane(lane: BoardLane, column: Column): string | undefined {
  const { kind, id, title, wanted } = lane;
  if (kind === 'tray' || (kind === 'section' && id === '')) {
    return undefined;
  }
  return column === 'target'
    ? wordsIn(wanted)
    : column === 'title' && id !== ''
      ? title
      : undefined;
}

function wordsIn(wanted: number): string {
  return wanted === 0 ? '' : String(wanted);
}

/** The column that rows are sorted by. Sorting does not change the text. */
export interface Sorting {
  by: ColumnTitle['name'];
  isDown: boolean;
}

/** sorted returns a board with all cards of the text in one lane, sorted by a column, those with an empty cell last. */
export function sorted(state: BoardState, { by, isDown }: Sorting): BoardState {
  const cards = state.cards.filter(({ lane }) => state.lanes[lane]!.kind !== 'tray');
  const keyed = cards.map((card) => ({ card, value: valueIn(card, by) }));
  keyed.sort((a, b) => {
    const isEmpty = Number(a.value === undefined) - Number(b.value === undefined);
    return isEmpty || (isDown ? -1 : 1) * compared(a.value!, b.value!);
  });
  const uri = state.lanes[0]?.uri ?? '';
  return {
    ...state,
    lanes: [
      {
        ...{ kind: 'section', uri, id: '', title: '', level: 0, depth: 1, words: 0, wanted: 0 },
        ...{ above: '', length: '', unread: 0, isOrphan: false },
      },
    ],
    cards: keyed.map(({ card }) => ({ ...card, lane: 0 })),
  };
}

function valueIn(card: Card, by: Sorting['by']): string | number | undefined {
  switch (by) {
    case 'words':
      return card.words;
    case 'target':
      return card.goal?.wanted || undefined;
    case 'done':
      return shareOf(card.goal);
    default:
      return cardCells(card)[by] || undefined;
  }
}

function compared(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true });
}

/** readTarget parses a number of words, 0 for none; undefined if it is not a number. */
export function readTarget(said: string): number | undefined {
  const digits = said.replaceAll(/[\s.,_']/g, '');
  return digits === '' ? 0 : /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

// The board as numbers: a grid of cards of one size, of which only those on the screen are drawn.

import type { Card } from '../src/messages';

export interface Grid {
  columns: number;
  /** From one card to the next, the space between them included. */
  stepX: number;
  stepY: number;
  cardWidth: number;
  cardHeight: number;
}

/** The least widths of cards and their heights, from far away to near. */
export const zooms: readonly (readonly [width: number, height: number])[] = [
  [130, 76],
  [180, 118],
  [240, 170],
  [320, 220],
  [460, 260],
];

const space = 12;

/** gridOf is the grid of cards in a room of a width. */
export function gridOf(width: number, zoom: number): Grid {
  const [least, cardHeight] = zooms[zoom]!;
  const columns = Math.max(1, Math.floor((width - space) / (least + space)));
  const cardWidth = Math.max(least, Math.floor((width - space) / columns) - space);
  return { columns, stepX: cardWidth + space, stepY: cardHeight + space, cardWidth, cardHeight };
}

/** heightOf is how much room n cards take. */
export function heightOf({ columns, stepY }: Grid, n: number): number {
  return Math.ceil(n / columns) * stepY + space;
}

/** placeOf is where the card at a position stands. */
export function placeOf({ columns, stepX, stepY }: Grid, position: number) {
  return {
    left: space + (position % columns) * stepX,
    top: space + Math.floor(position / columns) * stepY,
  };
}

/** inView are the positions, the end exclusive, of the cards on the screen and a row around it. */
export function inView({ columns, stepY }: Grid, scrolled: number, height: number, n: number) {
  const first = Math.max(0, Math.floor((scrolled - space) / stepY) - 1);
  const last = Math.ceil((scrolled + height) / stepY) + 1;
  return { from: Math.min(n, first * columns), to: Math.min(n, last * columns) };
}

/**
 * dropAt is the position before which something is dropped at a point of the board: between two
 * cards of a row, or, where there is one column, of that.
 */
export function dropAt({ columns, stepX, stepY }: Grid, x: number, y: number, n: number): number {
  if (columns === 1) {
    return Math.max(0, Math.min(n, Math.round((y - space / 2) / stepY)));
  }
  const row = Math.max(0, Math.floor((y - space / 2) / stepY));
  const column = Math.max(0, Math.min(columns, Math.round((x - space / 2) / stepX)));
  return Math.min(n, row * columns + column);
}

/** stepTo is the position that a key leads to from another; undefined if it is no such key. */
export function stepTo({ columns }: Grid, key: string, from: number, n: number, rows: number) {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * rows,
    PageDown: columns * rows,
    Home: -n,
    End: n,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(n - 1, from + step));
}

/** chosen are the numbers of the cards that have all words of a query somewhere. */
export function chosen(cards: readonly Card[], query: string): number[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return cards.flatMap(({ title, opening, terms, section }, i) => {
    const text = [title, opening, ...terms, section].join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word)) ? [i] : [];
  });
}

/**
 * beforeOf is the number of the card before which one goes that is put at a position among those
 * that are shown: behind the last one shown it stays behind that, whatever is hidden after it.
 */
export function beforeOf(shown: readonly number[], position: number): number {
  return shown[position] ?? (shown.at(-1) ?? -1) + 1;
}

/** shareOf is how much of the preferred length a card has, at most all of it. */
export function shareOf(words: number, preferred: number): number {
  return Math.min(1, words / Math.max(1, preferred));
}

// Numbers for the comparison of two arrangements: the cards that a change affects, and the ends
// of the bands between them.

import type { ComparedCard, ComparedChange, Lines } from '../src/messages';

/** A band from a card of the one column to a card of the other. */
export interface Band {
  before: number;
  now: number;
  change: ComparedChange;
}

/**
 * cardsOf returns the numbers of the cards that contain some lines; a heading alone is in none.
 */
export function cardsOf(cards: readonly ComparedCard[], places: readonly Lines[]): number[] {
  return cards.flatMap((card, i) =>
    places.some(({ uri, from, to }) => uri === card.uri && from <= card.to && card.from <= to)
      ? [i]
      : [],
  );
}

/**
 * bandsOf are the bands of changes. What has moved or been retitled as a whole runs from card to
 * card; where one has become several or several one, from each to each.
 */
export function bandsOf(
  before: readonly ComparedCard[],
  now: readonly ComparedCard[],
  changes: readonly ComparedChange[],
): Band[] {
  return changes.flatMap((change) => {
    const [was, is] = [cardsOf(before, change.from), cardsOf(now, change.to)];
    return was.length === is.length
      ? was.map((card, i) => ({ before: card, now: is[i]!, change }))
      : was.flatMap((card) => is.map((other) => ({ before: card, now: other, change })));
  });
}

/**
 * changesOf returns the changes on each card of one side; a change of a heading is on the card
 * below it.
 */
export function changesOf(
  cards: readonly ComparedCard[],
  changes: readonly ComparedChange[],
  side: 'from' | 'to',
): ComparedChange[][] {
  const of: ComparedChange[][] = cards.map(() => []);
  for (const change of changes) {
    const own = cardsOf(cards, change[side]);
    const below = cards.findIndex(({ uri, from }) =>
      change[side].some((lines) => uri === lines.uri && from >= lines.from),
    );
    const tellers = own.length > 0 ? own : below >= 0 ? [below] : [];
    tellers.forEach((card) => of[card]!.push(change));
  }
  return of;
}

// Computes, for two arrangements, the cards that each change affects and the bands between them.

import type { ComparedCard, ComparedChange, Lines } from '../src/messages';

/** A band from a card on the left to one on the right. */
export interface Band {
  before: number;
  now: number;
  change: ComparedChange;
}

/** cardsOf returns the indexes of the cards that have lines of some places. A heading on its own is in no card. */
export function cardsOf(cards: readonly ComparedCard[], places: readonly Lines[]): number[] {
  return cards.flatMap((card, i) =>
    places.some(({ uri, from, to }) => uri === card.uri && from <= card.to && card.from <= to)
      ? [i]
      : [],
  );
}

/** bandsOf returns the bands of changes, which connect cards in pairs if there are as many on both sides. */
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

/** changesOf returns the changes for each card of one side. A change of a heading belongs to the card below it. */
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
    const affected = own.length > 0 ? own : below >= 0 ? [below] : [];
    affected.forEach((card) => of[card]!.push(change));
  }
  return of;
}

// The bar of an order being tried, in a page that keeps only what the test looks at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardState, Move } from '../src/messages';

const page = { stored: undefined as unknown };
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    getState: () => page.stored,
    setState: (state: unknown) => (page.stored = state),
  }),
  document: {
    body: { dataset: {} },
    createElement: () => ({
      classList: { add: () => {} },
      setAttribute: () => {},
      append: () => {},
      addEventListener: () => {},
    }),
  },
});

const uri = 'file:///a.md';
const move = (id: string): Move => ({
  ...{ unit: 'fragment', part: { uri, id }, to: { uri, before: 'z' } },
});

/** Returns a trial on the board of a text, and the cards that its order moves. */
async function trialOf() {
  const { Trial } = await import('../webview/trial');
  let moves: Move[] | undefined;
  const trial = new Trial(
    (message) => message.type === 'trying' && (moves = message.moves),
    () => {},
  );
  const board = { scope: undefined, lanes: [{ uri, id: '' }], cards: [] };
  trial.take(board as unknown as BoardState);
  return { trial, moved: () => moves?.map(({ part }) => part.id).join('') };
}

test('one undo takes back all cards that were moved together', async () => {
  const { trial, moved } = await trialOf();
  trial.begin();
  trial.add([move('a')]);
  trial.add([move('b'), move('c'), move('d')]);
  assert.equal(moved(), 'abcd');
  const { trial: reloaded, moved: movedThere } = await trialOf();
  for (const [one, now] of [
    [trial, moved],
    [reloaded, movedThere],
  ] as const) {
    one.undo();
    assert.equal(now(), 'a');
    one.undo();
    one.undo();
    assert.equal(now(), '');
  }
});

test('while an order is tried, the menus offer nothing that changes the text', async () => {
  const trying = () => JSON.parse(document.body.dataset['vscodeContext'] ?? '{}').trying;
  page.stored = undefined;
  const { trial } = await trialOf();
  assert.equal(trying(), false);
  trial.begin();
  assert.equal(trying(), true);
  trial.end();
  assert.equal(trying(), false);
});

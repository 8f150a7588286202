import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memento } from 'vscode';
import type { Held } from '../src/answers';
import type { Draft } from '../src/active-text';
import { rememberHeld } from '../src/held';
import { fake } from './vscode';

/** A window with one text, and a server that knows only what it has been sent since it started. */
class Window {
  text = 'one';
  held: Held['held'] = [];
  asked = 0;
  shape: string | undefined; // set for a server without a disk
  readonly stored: Map<string, unknown>;
  readonly #uri = { toString: () => 'file:///draft.md' };
  readonly #on: Record<string, (event: never) => unknown> = {};

  constructor(stored: [string, unknown][] = []) {
    this.stored = new Map(stored);
    const listen = (name: string) => (listener: (event: never) => unknown) => {
      this.#on[name] = listener;
      return { dispose: () => {} };
    };
    const window = this;
    const ask = (_: unknown, __: unknown, { hash, held, shape }: Partial<Held>) => {
      this.asked++;
      if (shape !== undefined) {
        this.shape = shape;
      }
      if (hash === this.text) {
        this.held = held!;
      }
      return Promise.resolve({ version: 1, hash: this.text, held: this.held, shape: this.shape });
    };
    const memory = {
      keys: () => [...this.stored.keys()],
      get: (key: string) => this.stored.get(key),
      update: (key: string, value: unknown) => {
        if (value === undefined) {
          this.stored.delete(key);
        } else {
          this.stored.set(key, value);
        }
        return Promise.resolve();
      },
    };
    rememberHeld(
      { ask, onDidChangeState: listen('state') } as never,
      {
        get draft() {
          return {
            document: { uri: window.#uri, isClosed: false },
            answer: { fragments: [{ held: window.held.length > 0 }] },
          } as unknown as Draft;
        },
        onDidChange: listen('change'),
      } as never,
      memory as unknown as Memento,
    );
  }

  async look(): Promise<void> {
    await this.#on.change!(undefined as never);
  }

  /** Closes the text, so that the server forgets it, and opens it again. */
  async reopen(closing: 'closeText' | 'closeNotebook' = 'closeText'): Promise<void> {
    this.held = [];
    fake.on[closing].fire({ uri: this.#uri } as never);
    await this.look();
  }

  async restart(): Promise<void> {
    this.held = [];
    this.#on.state!('stopped' as never);
    this.#on.state!('running' as never);
    await this.look();
  }
}

const place = { start: { line: 2, character: 0 }, end: { line: 4, character: 9 } };

/** Returns a window with a held fragment. */
async function withHeld(): Promise<Window> {
  const window = new Window();
  await window.look();
  window.held = [place];
  await window.look();
  return window;
}

test('held fragments are restored when the text is opened again or the server restarts', async () => {
  const window = await withHeld();
  for (const closing of ['closeText', 'closeNotebook'] as const) {
    await window.reopen(closing);
    assert.deepEqual(window.held, [place]);
  }
  await window.restart();
  assert.deepEqual(window.held, [place]);
});

test('nothing is restored for a text that has changed', async () => {
  const window = await withHeld();
  window.text = 'two';
  await window.reopen();
  assert.deepEqual(window.held, []);
  assert.equal(window.stored.size, 0);
});

test('released fragments are forgotten', async () => {
  const window = await withHeld();
  assert.equal(window.stored.size, 1);
  window.held = [];
  await window.look();
  assert.equal(window.stored.size, 0);
  await window.reopen();
  assert.deepEqual(window.held, []);
});

test('nothing is requested if nothing is held and the server stores shapes itself', async () => {
  const window = new Window();
  await window.look();
  await window.look();
  assert.equal(window.asked, 1);
  assert.equal(window.stored.size, 0);
});

test('for a server without a disk, the shape is stored once the text has been edited', async () => {
  const window = new Window();
  window.shape = '';
  await window.look();
  assert.equal(window.stored.size, 0);
  window.shape = 'three fragments';
  await window.look();
  window.shape = '';
  await window.reopen();
  assert.equal(window.shape, 'three fragments');
  window.shape = '';
  await window.look();
  await window.restart();
  assert.equal(window.shape, 'three fragments');
});

test('unused entries are forgotten', async () => {
  const window = await withHeld();
  const [[key, kept]] = [...window.stored] as [[string, { at: number }]];
  const another = new Window([
    [key, kept],
    ['held file:///old.md', { ...kept, at: kept.at - 401 * 24 * 60 * 60 * 1000 }],
    ['held file:///large.md', { ...kept, at: kept.at - 1, shape: ' '.repeat(64e6 + 1) }],
    ['another', 'stays'],
  ]);
  assert.deepEqual([...another.stored.keys()], [key, 'another']);
});

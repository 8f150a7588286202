// What is held, and in a browser all that is shown, outlives the tab and the window: the server forgets a closed
// text, and hears of it again when it is opened.

import type { Disposable, Event, Memento } from 'vscode';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk } from './desk';
import type { Written } from './documents';
import { heldRequest } from './protocol';
import type { Held } from './answers';

type Remembered = Pick<Held, 'hash' | 'held' | 'shape'> & { at: number };

// As the server keeps on a disk.
const unused = 400 * 24 * 60 * 60 * 1000;
const mostCharacters = 64e6;

/** rememberHeld remembers what is held in the drafts, and tells the server of it again. */
export function rememberHeld(
  connection: Pick<Connection, 'ask' | 'onDidChangeState'>,
  desk: Pick<Desk, 'draft' | 'onDidChange'>,
  memory: Memento,
  onDidClose: Event<Written>,
): Disposable[] {
  const told = new Set<string>(); // the documents whose holds this server knows
  let keepsShapes = false; // for a server that cannot
  const follow = coalesced(async () => {
    const { draft } = desk;
    if (draft === undefined) {
      return;
    }
    const { document, answer } = draft;
    const key = document.uri.toString();
    if (!told.has(key)) {
      told.add(key);
      const known = memory.get<Remembered>(keyOf(document));
      // The server ignores what is known if the text is a different one now.
      keep(document, await connection.ask(heldRequest, document, known ?? {}));
    } else if (
      keepsShapes ||
      answer.fragments.some(({ held }) => held) ||
      memory.get(keyOf(document))
    ) {
      keep(document, await connection.ask(heldRequest, document, {}));
    }
  });
  const keep = (document: Written, answer: Held | undefined) => {
    if (answer !== undefined && !document.isClosed) {
      const { hash, held, shape } = answer;
      keepsShapes = shape !== undefined;
      if (held.length > 0 || shape) {
        const kept: Remembered = { hash, held, shape, at: Date.now() };
        void memory.update(keyOf(document), kept);
      } else if (!memory.get<Remembered>(keyOf(document))?.shape) {
        void memory.update(keyOf(document), undefined);
      }
    }
  };
  forgetOld(memory);
  return [
    desk.onDidChange(follow),
    connection.onDidChangeState((state) => {
      if (state !== 'running') {
        told.clear();
      }
    }),
    onDidClose(({ uri }) => told.delete(uri.toString())),
  ];
}

/**
 * forgetOld deletes entries that have not been used for long, and the oldest ones above the
 * limit.
 */
function forgetOld(memory: Memento): void {
  const kept = memory
    .keys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, ...memory.get<Remembered>(key)! }))
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  let characters = 0;
  for (const { key, shape, at } of kept) {
    characters += shape?.length ?? 0;
    if (characters > mostCharacters || (at ?? Date.now()) < Date.now() - unused) {
      void memory.update(key, undefined);
    }
  }
}

const prefix = 'held ';

function keyOf({ uri }: Written): string {
  return `${prefix}${uri.toString()}`;
}

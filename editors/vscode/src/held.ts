// Stores what is held and, in a browser, which boundaries are shown: the server forgets this when a text is closed.

import type { Disposable, Memento } from 'vscode';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { onDidClose, type TextOrNotebook } from './documents';
import { heldRequest } from './protocol';
import type { Held } from './answers';

type Remembered = Pick<Held, 'hash' | 'held' | 'shape'> & { at: number };

// About the same limits as on the server.
const unused = 400 * 24 * 60 * 60 * 1000;
const mostCharacters = 64e6;

/** rememberHeld stores the held fragments of each draft, and sends them to a server that has not got them yet. */
export function rememberHeld(
  connection: Pick<Connection, 'ask' | 'onDidChangeState'>,
  activeText: Pick<ActiveText, 'draft' | 'onDidChange'>,
  memory: Memento,
): Disposable[] {
  const informed = new Set<string>(); // documents whose stored holds have been sent to this server
  let keepsShapes = false; // whether shapes are stored here, because the server cannot
  const follow = coalesced(async () => {
    const { draft } = activeText;
    if (draft === undefined) {
      return;
    }
    const { document, answer } = draft;
    const key = document.uri.toString();
    if (!informed.has(key)) {
      informed.add(key);
      const known = memory.get<Remembered>(keyOf(document));
      // The server ignores it if the text has changed since.
      keep(document, await connection.ask(heldRequest, document, known ?? {}));
    } else if (
      keepsShapes ||
      answer.fragments.some(({ held }) => held) ||
      memory.get(keyOf(document))
    ) {
      keep(document, await connection.ask(heldRequest, document, {}));
    }
  });
  const keep = (document: TextOrNotebook, answer: Held | undefined) => {
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
    activeText.onDidChange(follow),
    connection.onDidChangeState((state) => {
      if (state !== 'running') {
        informed.clear();
      }
    }),
    ...onDidClose(({ uri }) => informed.delete(uri.toString())),
  ];
}

/** forgetOld deletes entries that have not been used for long, and the oldest ones above the size limit. */
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

function keyOf({ uri }: TextOrNotebook): string {
  return `${prefix}${uri.toString()}`;
}

// Holds outlive the tab and the window: the server forgets a closed text, and is
// told again when it is opened.

import type { Disposable, Event, Memento } from 'vscode';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk } from './desk';
import type { Written } from './documents';
import { heldRequest } from './protocol';
import type { Held } from './answers';

type Remembered = Pick<Held, 'hash' | 'held'>;

/** rememberHeld remembers what is held in the drafts, and tells the server of it again. */
export function rememberHeld(
  connection: Pick<Connection, 'ask' | 'onDidChangeState'>,
  desk: Pick<Desk, 'draft' | 'onDidChange'>,
  memory: Memento,
  onDidClose: Event<Written>,
): Disposable[] {
  const told = new Set<string>(); // the documents whose holds this server knows
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
      if (known !== undefined) {
        // The server ignores the holds if the text is a different one now.
        keep(document, await connection.ask(heldRequest, document, known));
      }
    } else if (answer.fragments.some(({ held }) => held) || memory.get(keyOf(document))) {
      keep(document, await connection.ask(heldRequest, document, {}));
    }
  });
  const keep = (document: Written, answer: Held | undefined) => {
    if (answer !== undefined && !document.isClosed) {
      const { hash, held } = answer;
      void memory.update(keyOf(document), held.length > 0 ? { hash, held } : undefined);
    }
  };
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

function keyOf({ uri }: Written): string {
  return `held ${uri.toString()}`;
}

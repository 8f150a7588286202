// Sets the context keys for the when clauses in package.json.

import { commands, type Disposable, type Memento } from 'vscode';
import { isBrowser } from '#system/server';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { isNotebook, languages } from './documents';

const shown = 'outlineShown';

/** tellStates sets the keys and keeps them up to date. memory is the workspace state. */
export function tellStates(
  connection: Connection,
  activeText: ActiveText,
  memory: Memento,
): Disposable[] {
  const say = (name: string, value: unknown) =>
    void commands.executeCommand('setContext', `segls.${name}`, value);
  say('languages', languages);
  say('active', true);
  say('inBrowser', isBrowser);
  const update = () => {
    const fragments = activeText.draft?.answer.fragments ?? [];
    say('state', connection.state);
    say('isReading', activeText.isReading);
    say('hasText', activeText.draft !== undefined);
    say('inNotebook', activeText.draft !== undefined && isNotebook(activeText.draft.document));
    say(
      'held',
      fragments.some(({ held }) => held),
    );
    // The outline is opened once, so that the writer finds it; after that it stays as the writer leaves it.
    if (activeText.draft?.answer.quiet === false && !memory.get(shown, false)) {
      void memory.update(shown, true);
      void commands.executeCommand('segls.outline.focus', { preserveFocus: true });
    }
  };
  update();
  return [connection.onDidChangeState(update), activeText.onDidChange(update)];
}

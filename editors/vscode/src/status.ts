// The language status item: how many fragments, and how long the one at the caret is.

import { type Disposable, languages, LanguageStatusSeverity } from 'vscode';
import { selector } from './documents';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { count, indexAt } from './places';
import type { LensSwitch } from './toggle';

export function showStatus(connection: Connection, desk: Desk, lenses: LensSwitch): Disposable[] {
  const item = languages.createLanguageStatusItem('segls.status', selector);
  item.name = 'segls';
  const update = () => {
    item.busy = connection.state === 'starting';
    if (connection.state === 'stopped') {
      item.severity = LanguageStatusSeverity.Error;
      item.text = 'segls does not run';
      item.detail = undefined;
      item.command = { command: 'segls.restart', title: 'Restart Server' };
      return;
    }
    item.severity = LanguageStatusSeverity.Information;
    item.command = {
      command: 'segls.toggleLenses',
      title: lenses.hidden ? 'Show Lenses and Hints' : 'Hide Lenses and Hints',
    };
    [item.text, item.detail] = said(desk);
  };
  update();
  return [
    item,
    connection.onDidChangeState(update),
    desk.onDidChange(update),
    desk.onDidMoveCaret(update),
    lenses.onDidChange(update),
  ];
}

function said({ draft, caretLine }: Desk): [text: string, detail: string | undefined] {
  if (draft === undefined) {
    return ['segls', undefined];
  }
  const { answer } = draft;
  if (answer.quiet) {
    return ['No fragments', 'too short, or no prose'];
  }
  const current = caretLine === undefined ? -1 : indexAt(answer.fragments, caretLine);
  const fragment = answer.fragments[current];
  return [
    count(answer.fragments.length, 'fragment'),
    fragment &&
      `number ${current + 1}: ${fragment.words.toLocaleString('en')} of ${count(answer.target, 'word')}`,
  ];
}

// Extracts a piece of a text to a new file; the writer chooses its name and folder.

import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { Connection } from './connection';
import { t } from './language';
import type { Target } from './protocol';
import { fileNameOf } from './file-name';

/** extract asks for a name, makes the file, and shows it beside the text. */
export async function extract(
  connection: Connection,
  action: 'extractFragment' | 'extractSection',
  uri: Uri,
  target: Target,
  title: string,
): Promise<void> {
  const ending = /\.[^./]+$/.exec(uri.path)?.[0] ?? '.md';
  const proposed = fileNameOf(title) + ending;
  const file = await window.showInputBox({
    title: t('Extract Into a File'),
    prompt: t('The name of the new file. It may go into a folder: parts/lakes.md'),
    value: proposed,
    valueSelection: [0, proposed.length - ending.length],
    validateInput: (name) => (name.trim() === '' ? t('A file needs a name.') : undefined),
  });
  if (file === undefined) {
    return;
  }
  const isDone = await connection.keepingFocus(() =>
    connection.execute(`segls.${action}`, { uri }, target, { file: file.trim() }),
  );
  const made = Uri.joinPath(uri, '..', file.trim());
  const isThere = workspace.textDocuments.some((one) => one.uri.toString() === made.toString());
  if (isDone && isThere) {
    await window.showTextDocument(made, { viewColumn: ViewColumn.Beside, preserveFocus: true });
  }
}

// Extracts a fragment or section to a new file; the writer chooses its name and folder.

import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { Connection } from './connection';
import { t } from './language';
import type { Target } from './protocol';
import { fileNameOf } from './file-name';
import { warningOf } from './unmended';

export const extractions = ['extractFragment', 'extractSection'] as const;
export type Extraction = (typeof extractions)[number];

/** extract asks for a name, creates the file, and shows it beside the text. Returns whether it succeeded. */
export async function extract(
  connection: Connection,
  action: Extraction,
  uri: Uri,
  target: Target,
  title: string,
): Promise<boolean> {
  const ending = /\.[^./]+$/.exec(uri.path)?.[0] ?? '.md';
  const tried = await connection.trial(`segls.${action}`, { uri }, target);
  const proposed = tried?.file ?? fileNameOf(title) + ending; // the server adds a number if file names set the order
  const warning = warningOf(tried);
  const file = await window.showInputBox({
    title: t('Extract Into a File'),
    prompt: t('The name of the new file. A folder may come before it: parts/lakes.md'),
    value: proposed,
    valueSelection: [0, proposed.length - ending.length],
    validateInput: (name) => (name.trim() === '' ? t('A file needs a name.') : warning),
  });
  if (file === undefined) {
    return false;
  }
  const isDone = await connection.keepingFocus(() =>
    connection.execute(`segls.${action}`, { uri }, target, {
      file: file.trim(),
      ...(warning && { force: true }),
    }),
  );
  const made = Uri.joinPath(uri, '..', file.trim());
  const isThere = workspace.textDocuments.some((one) => one.uri.toString() === made.toString());
  if (isDone && isThere) {
    await window.showTextDocument(made, { viewColumn: ViewColumn.Beside, preserveFocus: true });
    const said = t('“{0}” is in {1} now. One undo brings it back.', title, file.trim());
    window.setStatusBarMessage(said, 10_000);
  }
  return isDone;
}

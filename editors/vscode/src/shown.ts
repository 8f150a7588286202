// Files that are to be changed are on the screen first, so that the writer sees what becomes of them.

import { Uri, ViewColumn, window, workspace } from 'vscode';
import { notebookAt, showNotebook } from './cells';

/** shown puts a file on the screen unless it is there, without the keyboard, and returns its address. */
export async function shown(uri: string): Promise<Uri> {
  const notebook = notebookAt(uri);
  if (notebook !== undefined) {
    if (!window.visibleNotebookEditors.some((one) => one.notebook === notebook)) {
      await showNotebook(notebook, { preserveFocus: true });
    }
    return notebook.uri;
  }
  const isShown = window.visibleTextEditors.some(({ document }) => String(document.uri) === uri);
  if (!isShown) {
    const viewColumn = window.activeTextEditor?.viewColumn ?? ViewColumn.One;
    const document = await workspace.openTextDocument(Uri.parse(uri));
    await window.showTextDocument(document, { preserveFocus: true, viewColumn });
  }
  return Uri.parse(uri);
}

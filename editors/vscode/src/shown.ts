// Files that are to be changed are on the screen first, so that the writer sees what becomes of them.

import { TabInputWebview, Uri, ViewColumn, window, workspace } from 'vscode';
import { notebookAt, showNotebook } from './cells';

/**
 * shown puts a file on the screen unless it is there, without the keyboard, and returns its address. Where a page of ours fills
 * the place of the text, the page shows what becomes of it: the file is only opened.
 */
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
    const document = await workspace.openTextDocument(Uri.parse(uri));
    const viewColumn = window.activeTextEditor?.viewColumn ?? ViewColumn.One;
    if (!isCoveredIn(viewColumn)) {
      await window.showTextDocument(document, { preserveFocus: true, viewColumn });
    }
  }
  return Uri.parse(uri);
}

/** Whether a page of ours is in front in a column. */
function isCoveredIn(column: ViewColumn): boolean {
  const group = window.tabGroups.all.find(({ viewColumn }) => viewColumn === column);
  const page = group?.activeTab?.input;
  return page instanceof TabInputWebview && page.viewType.includes('segls.');
}

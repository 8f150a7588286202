// Shows files before they are changed, so that the writer sees the change.

import { TabInputWebview, Uri, ViewColumn, window, workspace } from 'vscode';
import { notebookAt, showNotebook } from './cells';

/** shown makes a file visible, without focusing it, and returns its URI. It does not cover a page of ours. */
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

/** Reports whether a page of ours is the active tab of a column. */
function isCoveredIn(column: ViewColumn): boolean {
  const group = window.tabGroups.all.find(({ viewColumn }) => viewColumn === column);
  const page = group?.activeTab?.input;
  return page instanceof TabInputWebview && page.viewType.includes('segls.');
}

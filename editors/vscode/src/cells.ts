// The cells of notebooks. The server numbers their lines consecutively, and gives the first line of each cell.

import {
  type NotebookCell,
  NotebookCellData,
  NotebookCellKind,
  type NotebookDocument,
  type NotebookDocumentShowOptions,
  NotebookEdit,
  NotebookEditorRevealType,
  NotebookRange,
  Uri,
  ViewColumn,
  window,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import type { ApplyWorkspaceEditResult } from 'vscode-languageserver-protocol';
import { t } from './language';

/** notebookAt returns the open notebook with a URI. */
export function notebookAt(uri: string | Uri): NotebookDocument | undefined {
  return workspace.notebookDocuments.find((one) => one.uri.toString() === uri.toString());
}

/** textOf returns the text of all cells as the server counts its lines: with one extra line above each cell. */
export function textOf(notebook: NotebookDocument): string {
  const cells = notebook.getCells();
  return cells.map(({ document }) => `\n${document.getText()}`).join('\n');
}

/** showLine shows the cell that contains a line of a notebook, or the last cell if the line is after the end. */
export function showLine(
  notebook: NotebookDocument,
  line: number,
  options?: NotebookDocumentShowOptions,
): Promise<void> {
  const cells = notebook.getCells();
  let end = 0; // the first line after a cell, which has one extra line above it
  const at = cells.findIndex(({ document }) => (end += 1 + document.lineCount) > line);
  return showCell(notebook, at < 0 ? cells.length - 1 : at, options);
}

/** showCell reveals and selects a cell. */
async function showCell(
  notebook: NotebookDocument,
  index: number,
  options: NotebookDocumentShowOptions = {},
): Promise<void> {
  const at = new NotebookRange(index, index + 1);
  const editor = await showNotebook(notebook, { ...options, selections: [at] });
  editor.revealRange(at, NotebookEditorRevealType.InCenterIfOutsideViewport);
}

/** showNotebook shows a notebook in the column where it is already visible, or else in the first. */
export function showNotebook(
  notebook: NotebookDocument,
  options: NotebookDocumentShowOptions = {},
) {
  const shown = window.visibleNotebookEditors.find((one) => one.notebook === notebook);
  const viewColumn = shown?.viewColumn ?? ViewColumn.One;
  return window.showNotebookDocument(notebook, { viewColumn, ...options });
}

/** showCellOf shows the cell whose document has a URI. Returns false if no cell has it. */
export async function showCellOf(uri: string, preserveFocus: boolean): Promise<boolean> {
  const plain = Uri.parse(uri).toString();
  for (const notebook of workspace.notebookDocuments) {
    const index = notebook.getCells().findIndex((one) => one.document.uri.toString() === plain);
    if (index >= 0) {
      await showCell(notebook, index, { preserveFocus });
      return true;
    }
  }
  return false;
}

interface SetCells {
  notebookDocument: { uri: string; version: number };
  /** The cells from which the new ones were made. */
  before: { uri: string; version: number }[];
  /** The new cells, in order: an existing cell, an existing cell with a new text, or a new one. */
  cells: { from?: string; text?: string }[];
}

/** setCells replaces cells of a notebook, unless they have changed meanwhile. Cells that remain keep their output. */
export async function setCells({
  notebookDocument,
  before,
  cells,
}: SetCells): Promise<ApplyWorkspaceEditResult> {
  const notebook = notebookAt(Uri.parse(notebookDocument.uri));
  const now = notebook?.getCells() ?? [];
  const byUri = new Map(now.map((cell) => [cell.document.uri.toString(), cell]));
  const next = cells.map(({ from, text }) => ({
    cell: from === undefined ? undefined : byUri.get(Uri.parse(from).toString()),
    text,
  }));
  const isAsBefore =
    now.length === before.length &&
    before.every(({ uri, version }, i) => {
      const { document } = now[i]!;
      return document.uri.toString() === Uri.parse(uri).toString() && document.version === version;
    });
  if (notebook === undefined || !isAsBefore) {
    return {
      applied: false,
      failureReason: t('the notebook has been edited or closed in the meantime'),
    };
  }
  const isSame = (i: number, k: number) => now[i] === next[k]?.cell && next[k]?.text === undefined;
  let from = 0;
  while (from < now.length && isSame(from, from)) {
    from++;
  }
  let end = 0; // the number of unchanged cells at the end
  const most = Math.min(now.length, next.length) - from;
  while (end < most && isSame(now.length - 1 - end, next.length - 1 - end)) {
    end++;
  }
  const edit = new WorkspaceEdit();
  const range = new NotebookRange(from, now.length - end);
  const data = next.slice(from, next.length - end).map(dataOf);
  edit.set(notebook.uri, [NotebookEdit.replaceCells(range, data)]);
  return { applied: await workspace.applyEdit(edit) };
}

function dataOf({ cell, text }: { cell: NotebookCell | undefined; text: string | undefined }) {
  if (cell === undefined) {
    return new NotebookCellData(NotebookCellKind.Markup, text ?? '', 'markdown');
  }
  const { kind, document, outputs, metadata, executionSummary } = cell;
  const data = new NotebookCellData(kind, text ?? document.getText(), document.languageId);
  return Object.assign(data, { outputs: [...outputs], metadata, executionSummary });
}

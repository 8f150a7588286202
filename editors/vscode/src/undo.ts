// Connects Parts with VS Code: reports undo and redo, and gives access to files.

import {
  type Disposable,
  TextDocumentChangeReason,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import type { Files, Parts } from './parts';

export const files: Files = {
  async read(uri) {
    const open = workspace.textDocuments.find((d) => !d.isClosed && d.uri.toString() === uri);
    if (open !== undefined) {
      return open.getText();
    }
    try {
      return new TextDecoder().decode(await workspace.fs.readFile(Uri.parse(uri)));
    } catch {
      return undefined; // there is no such file, or it cannot be read
    }
  },
  async remove(uri) {
    // Deleting by a workspace edit also closes the tab, without asking about unsaved changes.
    const edit = new WorkspaceEdit();
    edit.deleteFile(Uri.parse(uri), { ignoreIfNotExists: true });
    return workspace.applyEdit(edit);
  },
  async create(uri, text) {
    const edit = new WorkspaceEdit();
    edit.createFile(Uri.parse(uri), { contents: new TextEncoder().encode(text) });
    return workspace.applyEdit(edit);
  },
  async missing(uri) {
    const folders: string[] = [];
    for (let folder = Uri.joinPath(Uri.parse(uri), '..'); ; folder = Uri.joinPath(folder, '..')) {
      const isThere = await workspace.fs.stat(folder).then(
        () => true,
        () => false,
      );
      if (isThere || folder.path.length <= 1) {
        return folders;
      }
      folders.push(folder.toString());
    }
  },
  async clear(folders) {
    for (const folder of folders.map((one) => Uri.parse(one))) {
      const entries = await workspace.fs.readDirectory(folder).then(undefined, () => undefined);
      if (entries?.length === 0) {
        await workspace.fs.delete(folder);
      }
    }
  },
  tell: (said) => void window.showInformationMessage(said),
};

export function followUndo(parts: Parts): Disposable[] {
  return [
    workspace.onDidChangeTextDocument(({ document, reason }) => {
      const isTakenBack =
        reason === TextDocumentChangeReason.Undo || reason === TextDocumentChangeReason.Redo;
      if (isTakenBack && parts.has(document.uri.toString())) {
        void parts.follow(document.uri.toString(), document.getText());
      }
    }),
    workspace.onDidCloseTextDocument(({ uri }) => parts.forget(uri.toString())),
  ];
}

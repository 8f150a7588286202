// Selects the documents that the server gets.

import { type Disposable, type NotebookDocument, type TextDocument, workspace } from 'vscode';
import { schemes } from '#system/server';
import { activationEvents } from '../package.json';

/** The languages that activate the extension: those of the server's formats. */
export const languages = activationEvents.flatMap((event) => event.split('onLanguage:')[1] ?? []);

/** Typst files, which are plain text in a VS Code without an extension for Typst. */
const pattern = '**/*.typ';

const notebook = 'jupyter-notebook';

/** The selector of the documents for the server. A notebook is sent with its cells. */
export function selector() {
  return [
    ...schemes().flatMap((scheme) => [
      ...languages.map((language) => ({ scheme, language })),
      { scheme, pattern },
    ]),
    { notebook, language: 'markdown' },
  ];
}

export type TextOrNotebook = TextDocument | NotebookDocument;

export function isNotebook(document: TextOrNotebook): document is NotebookDocument {
  return 'notebookType' in document;
}

/** isProse reports whether the server gets a text document. */
export function isProse({ uri, languageId }: TextDocument): boolean {
  return (
    schemes().includes(uri.scheme) && (languages.includes(languageId) || uri.path.endsWith('.typ'))
  );
}

/** writtenIn returns the document that the server gets, if any: the document itself, or the notebook of a cell. */
export function writtenIn(document: TextDocument): TextOrNotebook | undefined {
  if (document.uri.scheme === 'vscode-notebook-cell') {
    return workspace.notebookDocuments.find(
      (one) => isOurs(one) && one.getCells().some((cell) => cell.document === document),
    );
  }
  return isProse(document) ? document : undefined;
}

/** isOurs reports whether the server gets a notebook. */
export function isOurs({ notebookType, uri }: NotebookDocument): boolean {
  return notebookType === notebook && schemes().includes(uri.scheme);
}

/** onDidClose calls a listener after a text document or a notebook has been closed. */
export function onDidClose(listener: (document: TextOrNotebook) => void): Disposable[] {
  return [
    workspace.onDidCloseTextDocument(listener),
    workspace.onDidCloseNotebookDocument(listener),
  ];
}

// Which documents go to the server.

import { type NotebookDocument, type TextDocument, workspace } from 'vscode';
import { schemes } from '#system/server';
import { activationEvents } from '../package.json';

/** The languages for which the extension is started: those of the server's formats. */
export const languages = activationEvents.flatMap((event) => event.split('onLanguage:')[1] ?? []);

/** Files that are plain text to a VS Code without an extension for their language. */
const pattern = '**/*.typ';

const notebook = 'jupyter-notebook';

/** The documents that go to the server. The cells of a notebook go with it. */
export function selector() {
  return [
    ...schemes().flatMap((scheme) => [
      ...languages.map((language) => ({ scheme, language })),
      { scheme, pattern },
    ]),
    { notebook, language: 'markdown' },
  ];
}

/** A document that a writer writes: a text, or a notebook of several. */
export type Written = TextDocument | NotebookDocument;

export function isNotebook(document: Written): document is NotebookDocument {
  return 'notebookType' in document;
}

/** isProse reports whether a document goes to the server by itself. */
export function isProse({ uri, languageId }: TextDocument): boolean {
  return (
    schemes().includes(uri.scheme) && (languages.includes(languageId) || uri.path.endsWith('.typ'))
  );
}

/**
 * writtenIn returns the document that the server gets: the document itself, or the notebook of a
 * cell.
 */
export function writtenIn(document: TextDocument): Written | undefined {
  if (document.uri.scheme === 'vscode-notebook-cell') {
    return workspace.notebookDocuments.find(
      (one) => isOurs(one) && one.getCells().some((cell) => cell.document === document),
    );
  }
  return isProse(document) ? document : undefined;
}

/** isOurs reports whether a notebook goes to the server. */
export function isOurs({ notebookType, uri }: NotebookDocument): boolean {
  return notebookType === notebook && schemes().includes(uri.scheme);
}

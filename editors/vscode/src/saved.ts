// A change over several files ends on disk: what it touches is saved, unless the writer
// had unsaved changes there. So closing a tab never loses a part that was taken out of another file.

import { workspace } from 'vscode';
import { isProse } from './documents';

/** saving makes a change of texts, by URI, and saves those of them that were as on disk before. */
export async function saving<R>(uris: string[], change: () => PromiseLike<R>): Promise<R> {
  const documents = () =>
    workspace.textDocuments.filter(
      ({ uri, isUntitled }) => !isUntitled && uris.includes(uri.toString()),
    );
  const unsaved = documents().filter(({ isDirty }) => isDirty);
  const result = await change();
  for (const document of documents()) {
    if (document.isDirty && !unsaved.includes(document)) {
      await document.save();
    }
  }
  return result;
}

/**
 * unseenIn says why files cannot be changed: one of them, such as the file of an order, is not for the
 * server, which sees it as it is on disk and not as it is in the editor.
 */
export function unseenIn(uris: string[]): string | undefined {
  const unseen = workspace.textDocuments.find(
    (document) => document.isDirty && !isProse(document) && uris.includes(document.uri.toString()),
  );
  const name = unseen?.uri.path.split('/').at(-1);
  return name && `${name} has changes that are not saved. Save it and try again`;
}

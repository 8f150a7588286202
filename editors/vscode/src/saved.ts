// A change over several files ends on disk: what it touches is saved, unless the writer
// had unsaved changes there. So closing a tab never loses a part that was taken out of another file.

import { workspace } from 'vscode';

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

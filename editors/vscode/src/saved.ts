// A change over several files begins and ends on disk: what it touches is saved before and after it. So
// closing a tab never loses a part that was taken out of another file.

import { workspace } from 'vscode';
import { isProse, type Written } from './documents';
import { t } from './language';

/** Milliseconds in which VS Code tells that somebody else has saved a text. */
const patience = 1000;

/** save saves a text, and returns whether it is on disk. */
export async function save(document: Written): Promise<boolean> {
  const end = Date.now() + patience;
  const isSaved = await document.save();
  // Of a text that is being saved already it says no.
  while (!isSaved && document.isDirty && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return isSaved || !document.isDirty;
}

/** saving makes a change of texts, by URI, and saves them; nothing is changed if one of them cannot be saved. */
export async function saving<R>(
  uris: string[],
  change: () => PromiseLike<R>,
): Promise<R | { applied: false; failureReason: string }> {
  const saveAll = async () => {
    for (const document of workspace.textDocuments) {
      const isTouched = !document.isUntitled && uris.includes(document.uri.toString());
      // Where another window has changed the file, VS Code asks the writer and saves nothing.
      if (isTouched && document.isDirty && !(await save(document))) {
        return document;
      }
    }
    return undefined;
  };
  const unsaved = await saveAll();
  if (unsaved !== undefined) {
    const failureReason = t(
      '{0} cannot be saved. Save it and try again.',
      nameOf(unsaved.uri.path),
    );
    return { applied: false, failureReason };
  }
  const result = await change();
  await saveAll();
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
  return (
    unseen &&
    t('{0} has changes that are not saved. Save it and try again.', nameOf(unseen.uri.path))
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

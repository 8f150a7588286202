// Saves the files around a change, so that closing a tab does not lose text that was moved from another file.

import { workspace } from 'vscode';
import { isProse, type TextOrNotebook } from './documents';
import { t } from './language';

/** How long VS Code may take to report that another save has finished, in milliseconds. */
const patience = 1000;

/** save saves a document, and returns whether it is on disk. */
export async function save(document: TextOrNotebook): Promise<boolean> {
  const end = Date.now() + patience;
  const isSaved = await document.save();
  // VS Code returns false if another save is in progress.
  while (!isSaved && document.isDirty && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return isSaved || !document.isDirty;
}

/** The pending changes of several files. */
const changes = new Set<Promise<unknown>>();

/** allMade waits for the pending changes, including those requested by a server that has ended. */
export async function allMade(): Promise<void> {
  await Promise.allSettled(changes);
}

/** saving saves texts, given by URI, before and after a change. Nothing is changed if they cannot be saved before. */
export async function saving<R>(
  uris: string[],
  change: () => PromiseLike<R>,
): Promise<R | { applied: false; failureReason: string }> {
  const made = changedAndSaved(uris, change);
  changes.add(made);
  try {
    return await made;
  } finally {
    changes.delete(made);
  }
}

async function changedAndSaved<R>(
  uris: string[],
  change: () => PromiseLike<R>,
): Promise<R | { applied: false; failureReason: string }> {
  const failureReason = await saveAll(uris);
  if (failureReason !== undefined) {
    return { applied: false, failureReason };
  }
  const result = await change();
  await saveAll(uris);
  return result;
}

/** saveAll saves the texts, given by URI, and returns a message if one of them cannot be saved. */
export async function saveAll(uris: string[]): Promise<string | undefined> {
  for (const document of workspace.textDocuments) {
    const isTouched = !document.isUntitled && uris.includes(document.uri.toString());
    // If another window has changed the file, VS Code asks the writer and saves nothing.
    if (isTouched && document.isDirty && !(await save(document))) {
      return t(
        '{0} could not be saved. Save it yourself and try again.',
        nameOf(document.uri.path),
      );
    }
  }
  return undefined;
}

/** unseenIn returns a message if a file, such as an order file, has unsaved changes: the server reads it from disk. */
export function unseenIn(uris: string[]): string | undefined {
  const unseen = workspace.textDocuments.find(
    (document) => document.isDirty && !isProse(document) && uris.includes(document.uri.toString()),
  );
  return unseen && t('{0} has unsaved changes. Save it and try again.', nameOf(unseen.uri.path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

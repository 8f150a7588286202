// Texts as they were: in git, in another file, or when the window first showed them.

import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Disposable, type TextDocument, Uri, workspace } from 'vscode';
import { isProse } from './documents';
import { messageOf } from './connection';

/** What a text is compared with. */
export type Since =
  { kind: 'opened' } | { kind: 'revision'; revision: string } | { kind: 'file'; uri: string };

/** How that is said behind “since” or, of a file, “from”. */
export function nameOf(since: Since): string {
  switch (since.kind) {
    case 'opened':
      return 'since the window was opened';
    case 'revision':
      return since.revision === 'HEAD' ? 'since the last commit' : `since ${since.revision}`;
    case 'file':
      return `from ${basename(Uri.parse(since.uri).fsPath)}`;
  }
}

/** The texts of a window as they were. */
export class Revisions implements Disposable {
  readonly #opened = new Map<string, string>();
  readonly #known = new Map<string, ReturnType<typeof inGit>>(); // of git, until it may know better
  readonly #listening: Disposable;

  constructor() {
    workspace.textDocuments.forEach((document) => this.#see(document));
    this.#listening = workspace.onDidOpenTextDocument((document) => this.#see(document));
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** A text as it was, or why nobody knows. */
  async textOf(document: TextDocument, since: Since): Promise<{ text: string } | { why: string }> {
    switch (since.kind) {
      case 'opened':
        return { text: this.#opened.get(document.uri.toString()) ?? document.getText() };
      case 'file':
        try {
          const other = await workspace.openTextDocument(Uri.parse(since.uri));
          return { text: other.getText() };
        } catch (error) {
          return { why: messageOf(error) };
        }
      case 'revision':
        return document.uri.scheme === 'file'
          ? this.#inGit(document.uri.fsPath, since.revision)
          : { why: 'The text is in no file yet, so git knows nothing of it.' };
    }
  }

  /** Has git be asked anew: something may have been committed. */
  forget(): void {
    this.#known.clear();
  }

  #inGit(path: string, revision: string): ReturnType<typeof inGit> {
    const key = JSON.stringify([revision, path]);
    const known = this.#known.get(key) ?? inGit(path, revision);
    this.#known.set(key, known);
    return known;
  }

  #see(document: TextDocument): void {
    const key = document.uri.toString();
    if (isProse(document) && !this.#opened.has(key)) {
      this.#opened.set(key, document.getText());
    }
  }
}

/** A file at a revision. No filter or hook runs for it. */
async function inGit(path: string, revision: string): Promise<{ text: string } | { why: string }> {
  let file = path;
  try {
    file = await realpath(path);
  } catch {
    // It is not there any more: git may know it all the same.
  }
  const args = ['-C', dirname(file), 'cat-file', 'blob', `${revision}:./${basename(file)}`];
  return new Promise((resolve) => {
    execFile('git', args, { maxBuffer: 256 << 20 }, (error, stdout, stderr) => {
      if (error === null) {
        resolve({ text: stdout });
      } else if ('code' in error && error.code === 'ENOENT') {
        resolve({ why: 'git is not installed.' });
      } else {
        resolve({ why: `git: ${stderr.trim().replace(/^fatal: /, '')}` });
      }
    });
  });
}

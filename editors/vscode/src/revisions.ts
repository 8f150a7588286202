// Earlier versions of texts: from git, from another file, or from when the text was first opened in this window.

import { type Disposable, type TextDocument, Uri, workspace } from 'vscode';
import { textInGit } from '#system/git';
import { isProse } from './documents';
import { messageOf } from './connection';
import { t } from './language';

/** The version to compare with. */
export type Since =
  { kind: 'opened' } | { kind: 'revision'; revision: string } | { kind: 'file'; uri: string };

/** nameOf describes a version. */
export function nameOf(since: Since): string {
  switch (since.kind) {
    case 'opened':
      return t('since the window was opened');
    case 'revision':
      return since.revision === 'HEAD'
        ? t('since the last commit')
        : t('since {0}', since.revision);
    case 'file':
      return t('compared with {0}', Uri.parse(since.uri).path.split('/').at(-1) ?? '');
  }
}

/** The earlier versions of the texts of a window. */
export class Revisions implements Disposable {
  readonly #opened = new Map<string, string>();
  readonly #known = new Map<string, ReturnType<typeof textInGit>>(); // git's answers, until forget is called
  readonly #listening: Disposable;

  constructor() {
    workspace.textDocuments.forEach((document) => this.#see(document));
    this.#listening = workspace.onDidOpenTextDocument((document) => this.#see(document));
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** Returns the earlier version of a text, or why there is none. */
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
        return this.#inGit(document.uri, since.revision);
    }
  }

  /** Discards git's answers: there may be a new commit. */
  forget(): void {
    this.#known.clear();
  }

  async #inGit(uri: Uri, revision: string): ReturnType<typeof textInGit> {
    if (!workspace.isTrusted) {
      return { why: t('segls does not run git in a folder that you do not trust.') };
    }
    const key = JSON.stringify([revision, uri.toString()]);
    const known = this.#known.get(key) ?? textInGit(uri, revision);
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

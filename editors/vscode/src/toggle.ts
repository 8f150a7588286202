// Shows or hides everything that segls draws in the text.

import {
  type CodeLens,
  commands,
  type Disposable,
  EventEmitter,
  type Memento,
  type TextDocument,
  window,
} from 'vscode';
import { withMenus } from './lens-menu';
import { Nearby } from './nearby';
import type { BaseLanguageClient, Middleware } from 'vscode-languageclient';

const memory = 'lensesHidden';

/** askForLenses makes VS Code request the lenses of the visible documents again. */
export function askForLenses(client: BaseLanguageClient | undefined): void {
  for (const { document } of window.visibleTextEditors) {
    const lenses = client?.getFeature('textDocument/codeLens').getProvider(document);
    lenses?.onDidChangeCodeLensEmitter.fire();
  }
}

export class LensSwitch {
  #hidden = false;
  #workspace: Memento | undefined;
  readonly #near = new Nearby();
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  get hidden(): boolean {
    return this.#hidden;
  }

  /** Shows or hides everything, regardless of the settings. */
  async toggle(client: BaseLanguageClient | undefined): Promise<void> {
    this.#set(!this.#hidden, client);
    await this.#workspace?.update(memory, this.#hidden);
  }

  /** Restores the state from the workspace, and requests the lenses of a long text again when it is scrolled. */
  follow(client: () => BaseLanguageClient | undefined, workspace: Memento): Disposable {
    this.#workspace = workspace;
    this.#set(workspace.get(memory, false), client());
    return this.#near.follow(() => askForLenses(client()));
  }

  /** Provides no lenses or hints while everything is hidden. */
  readonly middleware: Middleware = {
    provideCodeLenses: async (document, token, next) =>
      this.#hidden ? [] : withMenus(this.#nearIn(document, await next(document, token))),
    provideInlayHints: (document, range, token, next) =>
      this.#hidden ? [] : next(document, range, token),
  };

  #nearIn(document: TextDocument, lenses: CodeLens[] | null | undefined) {
    return lenses && this.#near.of(document, lenses, ({ range }) => range.start.line);
  }

  #set(hidden: boolean, client: BaseLanguageClient | undefined): void {
    void commands.executeCommand('setContext', 'segls.lensesHidden', hidden);
    if (hidden === this.#hidden) {
      return;
    }
    this.#hidden = hidden;
    askForLenses(client);
    for (const { document } of window.visibleTextEditors) {
      const hints = client?.getFeature('textDocument/inlayHint').getProvider(document);
      hints?.onDidChangeInlayHints.fire();
    }
    this.#changed.fire();
  }
}

// One switch for everything that segls shows between and behind the lines.

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

/** Has VS Code ask for the lenses of what is on the screen. */
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

  /** Shows what is hidden or hides what is shown, at once and whatever the settings are. */
  async toggle(client: BaseLanguageClient | undefined): Promise<void> {
    this.#set(!this.#hidden, client);
    await this.#workspace?.update(memory, this.#hidden);
  }

  /**
   * Does as the workspace remembers, whose memory outlives the window. Asks for the lenses of a long text again
   * when it has been scrolled away from those that there are.
   */
  follow(client: () => BaseLanguageClient | undefined, workspace: Memento): Disposable {
    this.#workspace = workspace;
    this.#set(workspace.get(memory, false), client());
    return this.#near.follow(() => askForLenses(client()));
  }

  /** Answers for the server while all is hidden. */
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

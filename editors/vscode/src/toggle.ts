// One switch for everything that segls shows between and behind the lines.

import { commands, EventEmitter, type Memento, window } from 'vscode';
import { withMenus } from './lens-menu';
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
  #hidden: boolean;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /** The workspace's memory outlives the window. */
  constructor(private readonly workspace: Memento) {
    this.#hidden = workspace.get(memory, false);
    this.#tell();
  }

  get hidden(): boolean {
    return this.#hidden;
  }

  /** Shows what is hidden or hides what is shown, at once and whatever the settings are. */
  async toggle(client: BaseLanguageClient | undefined): Promise<void> {
    this.#hidden = !this.#hidden;
    this.#tell();
    askForLenses(client);
    for (const { document } of window.visibleTextEditors) {
      const hints = client?.getFeature('textDocument/inlayHint').getProvider(document);
      hints?.onDidChangeInlayHints.fire();
    }
    this.#changed.fire();
    await this.workspace.update(memory, this.#hidden);
  }

  /** Answers for the server while all is hidden. */
  readonly middleware: Middleware = {
    provideCodeLenses: async (document, token, next) =>
      this.#hidden ? [] : withMenus(await next(document, token)),
    provideInlayHints: (document, range, token, next) =>
      this.#hidden ? [] : next(document, range, token),
  };

  #tell(): void {
    void commands.executeCommand('setContext', 'segls.lensesHidden', this.#hidden);
  }
}

// One switch for everything that segls shows between and behind the lines.

import {
  type CodeLens,
  commands,
  type Disposable,
  EventEmitter,
  type Memento,
  type TextDocument,
  type TextEditor,
  window,
} from 'vscode';
import { withMenus } from './lens-menu';
import { covers, type Lines, type Near, nearTo } from './near';
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
  readonly #near = new WeakMap<TextDocument, Near>();
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

  /** Asks for the lenses of a long text again when it has been scrolled away from those that there are. */
  follow(client: () => BaseLanguageClient | undefined): Disposable {
    return window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      const near = this.#near.get(textEditor.document);
      if (near && !linesOn(textEditor).every((lines) => covers(near.enough, lines))) {
        this.#near.delete(textEditor.document);
        askForLenses(client());
      }
    });
  }

  /** Those lenses of a document that are near what is on the screen, if there are many. */
  #nearIn(document: TextDocument, lenses: CodeLens[] | null | undefined) {
    const lines = (lenses ?? []).map(({ range }) => range.start.line);
    const editors = window.visibleTextEditors.filter((editor) => editor.document === document);
    const near = nearTo(lines, editors.flatMap(linesOn));
    if (near === undefined) {
      this.#near.delete(document);
      return lenses;
    }
    this.#near.set(document, near);
    return lenses?.filter((_, i) => covers(near.given, [lines[i]!, lines[i]!]));
  }

  /** Answers for the server while all is hidden. */
  readonly middleware: Middleware = {
    provideCodeLenses: async (document, token, next) =>
      this.#hidden ? [] : withMenus(this.#nearIn(document, await next(document, token))),
    provideInlayHints: (document, range, token, next) =>
      this.#hidden ? [] : next(document, range, token),
  };

  #tell(): void {
    void commands.executeCommand('setContext', 'segls.lensesHidden', this.#hidden);
  }
}

/** The stretch of lines that an editor shows, whatever is folded in it. */
function linesOn({ visibleRanges }: TextEditor): Lines[] {
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)];
  return first && last ? [[first.start.line, last.end.line]] : [];
}

// The desk holds the draft: the document that is being written, and the newest answers about it.
// Everything that the extension shows follows it.

import { type Disposable, EventEmitter, type TextDocument, window, workspace } from 'vscode';
import { isProse } from './documents';
import type { Connection } from './connection';
import type { Fragments } from './answers';
import { fragmentsRequest } from './protocol';
import { coalesced } from './coalesced';

export interface Draft {
  document: TextDocument;
  answer: Fragments;
}

export class Desk implements Disposable {
  #document: TextDocument | undefined;
  #draft: Draft | undefined;
  #answered: TextDocument | undefined; // the document last asked about
  readonly #changed = new EventEmitter<void>();
  readonly #caretMoved = new EventEmitter<void>();
  readonly #disposables: Disposable[];

  /** Fires when there is another draft, or news about it. */
  readonly onDidChange = this.#changed.event;
  readonly onDidMoveCaret = this.#caretMoved.event;

  constructor(private readonly connection: Connection) {
    this.#disposables = [
      this.#changed,
      this.#caretMoved,
      connection.onDidUpdate(({ uri }) => {
        if (this.#document !== undefined && uri === connection.uriOf(this.#document)) {
          this.#refresh();
        }
      }),
      connection.onDidFindOutdated(() => this.#refresh()),
      connection.onDidChangeState(() => this.#refresh()),
      // Without an active editor a panel has the keyboard: the draft stays.
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) {
          this.#take(isProse(editor.document) ? editor.document : undefined);
        }
      }),
      workspace.onDidOpenTextDocument(() => this.#take(this.#document ?? activeProse())),
      workspace.onDidCloseTextDocument((document) => {
        if (document === this.#document) {
          this.#take(activeProse());
        }
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document === this.#document) {
          this.#caretMoved.fire();
        }
      }),
    ];
    this.#take(activeProse());
  }

  /** Whether there is a document that nothing is known of yet. */
  get isReading(): boolean {
    return this.#document !== this.#answered;
  }

  get draft(): Draft | undefined {
    return this.#draft;
  }

  /** The line of the caret in the draft, if it is on the screen. */
  get caretLine(): number | undefined {
    return this.editor?.selection.active.line;
  }

  /** The editor of the draft, if it is on the screen. */
  get editor() {
    return this.#document && editorOf(this.#document);
  }

  dispose(): void {
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  #take(document: TextDocument | undefined): void {
    if (document !== this.#document) {
      this.#document = document;
      this.#refresh();
    }
  }

  /** One request at a time; changes in the meantime lead to one more. */
  readonly #refresh = coalesced(async () => {
    const document = this.#document;
    const answer = document && (await this.connection.ask(fragmentsRequest, document, {}));
    if (document === this.#document) {
      this.#answered = document;
      this.#draft = document && answer && { document, answer };
      this.#changed.fire();
    }
  });
}

/** The editor in which a document is on the screen; of several the one with the keyboard. */
export function editorOf(document: TextDocument) {
  const active = window.activeTextEditor;
  return active?.document === document
    ? active
    : window.visibleTextEditors.find((editor) => editor.document === document);
}

/** The prose that has the keyboard; where a page has it, prose that is on the screen. */
function activeProse(): TextDocument | undefined {
  const active = window.activeTextEditor;
  const editors = active ? [active] : window.visibleTextEditors;
  return editors.map(({ document }) => document).find(isProse);
}

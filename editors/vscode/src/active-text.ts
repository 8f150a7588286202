// The document being written (the active text), and its latest answer (the draft), which all views show.

import { type Disposable, EventEmitter, type TextDocument, window, workspace } from 'vscode';
import { isNotebook, isOurs, onDidClose, type TextOrNotebook, writtenIn } from './documents';
import type { Connection } from './connection';
import type { Fragments } from './answers';
import { fragmentsRequest } from './protocol';
import { coalesced } from './coalesced';
import { t } from './language';

export interface Draft {
  document: TextOrNotebook;
  answer: Fragments;
}

export class ActiveText implements Disposable {
  #document: TextOrNotebook | undefined;
  #draft: Draft | undefined;
  #answered: TextOrNotebook | undefined; // the document of the last answer
  readonly #changed = new EventEmitter<void>();
  readonly #caretMoved = new EventEmitter<void>();
  readonly #disposables: Disposable[];

  /** Fires when the draft or the answer about it changes. */
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
      // Without an active editor a panel has the focus: the draft stays.
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined && !isBeside(editor.document)) {
          this.#take(writtenIn(editor.document));
          this.#caretMoved.fire(); // even in the same text, which a panel may have covered
        }
      }),
      window.onDidChangeActiveNotebookEditor((editor) => {
        if (editor !== undefined && isOurs(editor.notebook)) {
          this.#take(editor.notebook);
        }
      }),
      window.onDidChangeNotebookEditorSelection(({ notebookEditor }) => {
        if (notebookEditor.notebook === this.#document) {
          this.#caretMoved.fire();
        }
      }),
      workspace.onDidOpenTextDocument(() => this.#take(this.#document ?? activeProse())),
      ...onDidClose((document) => {
        if (document === this.#document) {
          this.#take(activeProse());
        }
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (writtenIn(textEditor.document) === this.#document) {
          this.#caretMoved.fire();
        }
      }),
    ];
    this.#take(activeProse());
  }

  /** Whether the first answer about the document is pending. */
  get isReading(): boolean {
    return this.#document !== this.#answered;
  }

  /** Why there is no draft, as a sentence; '' if no text is open. */
  get whyEmpty(): string {
    if (this.#document === undefined) {
      return '';
    }
    return this.connection.state === 'stopped'
      ? t('segls is not running. Click its item in the status bar to start it again.')
      : t('segls is reading the text…');
  }

  get draft(): Draft | undefined {
    return this.#draft;
  }

  /** The line of the caret in the draft; undefined if the draft is not visible. */
  get caretLine(): number | undefined {
    if (this.#document !== undefined && isNotebook(this.#document)) {
      return this.#lineInNotebook(this.#document);
    }
    return this.editor?.selection.active.line;
  }

  /** The editor of the draft, if it is visible. */
  get editor() {
    return this.#document && editorOf(this.#document);
  }

  dispose(): void {
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  /** Returns the line of the caret, counted through all cells; if it is in none, that of the selected cell's start. */
  #lineInNotebook(notebook: TextOrNotebook): number | undefined {
    const editor = window.visibleNotebookEditors.find((one) => one.notebook === notebook);
    if (editor === undefined) {
      return undefined;
    }
    const index = editor.selection.start;
    const cell = this.#draft?.answer.cells?.[index];
    const active = window.activeTextEditor;
    const isInCell = editor.notebook.getCells()[index]?.document === active?.document;
    return cell && cell.line + (isInCell ? (active?.selection.active.line ?? 0) : 0);
  }

  #take(document: TextOrNotebook | undefined): void {
    if (document !== this.#document) {
      this.#document = document;
      this.#refresh();
    }
  }

  /** Requests a new answer. Changes during a request lead to one more request. */
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

/** Returns the editor of a document, if it is visible; the active one if there are several. */
export function editorOf(document: TextOrNotebook) {
  const active = window.activeTextEditor;
  return active?.document === document
    ? active
    : window.visibleTextEditors.find((editor) => editor.document === document);
}

/** Whether the draft stays when this gets the focus: a document of ours, or the log, which is an editor to VS Code. */
function isBeside({ uri: { scheme } }: TextDocument): boolean {
  return scheme.startsWith('segls-') || scheme === 'output';
}

/** Returns the active prose document, or a visible one if a panel has the focus. */
function activeProse(): TextOrNotebook | undefined {
  const notebook = window.activeNotebookEditor?.notebook;
  if (notebook !== undefined && isOurs(notebook)) {
    return notebook;
  }
  const active = window.activeTextEditor;
  const editors = active && !isBeside(active.document) ? [active] : window.visibleTextEditors;
  return editors.map(({ document }) => writtenIn(document)).find((one) => one !== undefined);
}

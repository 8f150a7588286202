// Records whether the writer types or moves the caret while the server changes a text.

import { type Disposable, type Position, TextEditorSelectionChangeKind, Uri, window } from 'vscode';

/** caretIn returns the caret in a text that is in the active editor. The server keeps the text there, if it can. */
export function caretIn(uri: string): { position?: Position } {
  const editor = window.activeTextEditor;
  return editor?.document.uri.toString() === Uri.parse(uri).toString()
    ? { position: editor.selection.active }
    : {};
}

/** How long before a request typing still counts as in progress, in milliseconds: a command may arrive late. */
const pause = 1000;

/**
 * Records when the writer last typed or moved the caret. If that happens during a change, the caret stays: otherwise
 * what is being typed would be split between two places.
 */
export class TypingTracker implements Disposable {
  #last = 0;
  #asked = 0;
  readonly #listening = window.onDidChangeTextEditorSelection(({ kind }) => {
    if (
      kind === TextEditorSelectionChangeKind.Keyboard ||
      kind === TextEditorSelectionChangeKind.Mouse // not Command: edits and commands move the caret too
    ) {
      this.#last = Date.now();
    }
  });

  /** Records that a change is requested now. */
  noteRequest(): void {
    this.#asked = Date.now();
  }

  /** Forgets earlier typing: the writer has asked to go elsewhere. */
  forget(): void {
    this.#last = 0;
  }

  /** Whether the writer has typed or moved the caret since shortly before the last request. */
  get isBusy(): boolean {
    return this.isBusySince(this.#asked);
  }

  isBusySince(time: number): boolean {
    return this.#last >= time - pause;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

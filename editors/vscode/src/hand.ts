// What the writer does in a text while its structure is changed.

import { type Disposable, type Position, TextEditorSelectionChangeKind, Uri, window } from 'vscode';

/**
 * The writer's position in a text, if it is there: the server leaves the text there unchanged.
 */
export function caretIn(uri: string): { position?: Position } {
  const editor = window.activeTextEditor;
  return editor?.document.uri.toString() === Uri.parse(uri).toString()
    ? { position: editor.selection.active }
    : {};
}

/** How long before a change is asked for typing counts as going on, in milliseconds: a command may come late. */
const pause = 1000;

/**
 * When the writer has typed or gone elsewhere. Where that is while a change is made, caret and keyboard stay: what is
 * typed would else end up in two places.
 */
export class Hand implements Disposable {
  #last = 0;
  #asked = 0;
  readonly #listening = window.onDidChangeTextEditorSelection(({ kind }) => {
    if (
      kind === TextEditorSelectionChangeKind.Keyboard ||
      kind === TextEditorSelectionChangeKind.Mouse // edits and commands move the caret too
    ) {
      this.#last = Date.now();
    }
  });

  /** Records that a change has been requested now. */
  asks(): void {
    this.#asked = Date.now();
  }

  /** Says that the writer asks to be taken elsewhere, which changes nothing: what was typed before is over. */
  leaves(): void {
    this.#last = 0;
  }

  /** Whether the writer types or moves while the change is made. */
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

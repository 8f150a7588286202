// Which of many things VS Code is given: those near the screens on which their text is.

import { type Disposable, type TextDocument, type TextEditor, window } from 'vscode';
import { covers, type Lines, type Near, nearTo } from './near';

export class Nearby {
  readonly #near = new WeakMap<TextDocument, Near>();

  /** Those of the things in a document, at lines, that are near what is on the screen; few are all near. */
  of<T>(document: TextDocument, things: readonly T[], lineOf: (thing: T) => number): T[] {
    const lines = things.map(lineOf);
    const near = nearTo(lines, editorsOf(document).flatMap(linesOn));
    if (near === undefined) {
      this.#near.delete(document);
      return [...things];
    }
    this.#near.set(document, near);
    return things.filter((_, i) => covers(near.given, [lines[i]!, lines[i]!]));
  }

  /** Asks when a document has been scrolled to where others are needed. */
  follow(ask: () => void): Disposable {
    return window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      const near = this.#near.get(textEditor.document);
      if (near && !linesOn(textEditor).every((lines) => covers(near.enough, lines))) {
        this.#near.delete(textEditor.document);
        ask();
      }
    });
  }
}

/** The editors in which a document is on the screen. */
export function editorsOf(document: TextDocument): readonly TextEditor[] {
  return window.visibleTextEditors.filter((editor) => editor.document === document);
}

/** The stretch of lines that an editor shows, whatever is folded in it. */
function linesOn({ visibleRanges }: TextEditor): Lines[] {
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)];
  return first && last ? [[first.start.line, last.end.line]] : [];
}

// Gives VS Code only the items near the visible lines of a long document.

import { type Disposable, type TextDocument, type TextEditor, window } from 'vscode';
import { covers, type Lines, type NearLines, nearTo } from './near';

export class Nearby {
  readonly #near = new WeakMap<TextDocument, NearLines>();

  /** Returns the items near the visible lines of a document, or all if they are few. */
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

  /** Calls ask when an editor scrolls near lines whose items have not been given. */
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

/** editorsOf returns the visible editors of a document. */
export function editorsOf(document: TextDocument): readonly TextEditor[] {
  return window.visibleTextEditors.filter((editor) => editor.document === document);
}

/** Returns the first and last line that an editor shows, including folded lines between them. */
function linesOn({ visibleRanges }: TextEditor): Lines[] {
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)];
  return first && last ? [[first.start.line, last.end.line]] : [];
}

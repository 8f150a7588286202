// The first words of each fragment, from files that are open or not.

import { Range, Uri, workspace } from 'vscode';
import type { Fragments } from './answers';
import { notebookAt, textOf } from './cells';
import { opening, readable } from './opening';

/** Enough lines for a card, however long the fragment is. */
const lines = 12;

export class Openings {
  readonly #known = new WeakMap<Fragments, string[]>();

  /** Of the fragments of a text that has been read. */
  of(content: Fragments): readonly string[] {
    return this.#known.get(content) ?? [];
  }

  async read(files: readonly { uri: string; content: Fragments }[]): Promise<void> {
    const unknown = files.filter(({ content }) => !this.#known.has(content));
    await Promise.all(
      unknown.map(async ({ uri, content }) => {
        const textIn = await reader(uri);
        const openings = content.fragments.map(({ range: { start, end } }) => {
          const last = Math.min(end.line, start.line + lines);
          const character = last === end.line ? end.character : 0;
          return opening(readable(textIn(new Range(start.line, start.character, last, character))));
        });
        this.#known.set(content, openings);
      }),
    );
  }
}

/** The text of a file: as it is in the editor, else on disk; of one that is gone nothing. */
async function reader(uri: string): Promise<(range: Range) => string> {
  const notebook = notebookAt(uri);
  if (notebook !== undefined) {
    return partsOf(textOf(notebook));
  }
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
  if (document !== undefined) {
    return (range) => document.getText(range);
  }
  const bytes = await workspace.fs.readFile(Uri.parse(uri)).then(undefined, () => new Uint8Array());
  return partsOf(new TextDecoder().decode(bytes));
}

function partsOf(whole: string): (range: Range) => string {
  const text = whole.split(/\r\n|\r|\n/);
  return ({ start, end }) => {
    const last = text[end.line] ?? '';
    const part = text.slice(start.line, end.line).concat(last.slice(0, end.character));
    return part.join('\n').slice(start.character);
  };
}

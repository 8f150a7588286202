// The board's panel: fragments as cards whose order is that of the text.

import {
  commands,
  type Disposable,
  type ExtensionContext,
  Range,
  ViewColumn,
  window,
} from 'vscode';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk, Draft } from './desk';
import type { Card, FromBoard, ToBoard } from './messages';
import { opening } from './opening';
import { Panel } from './panel';
import { indexAt } from './places';
import { moveRequest, symbolsRequest } from './protocol';
import { headingsOf } from './headings';

export function registerBoard(
  context: ExtensionContext,
  connection: Connection,
  desk: Desk,
): Disposable[] {
  const panel = new BoardPanel(context, connection, desk);
  return [panel, commands.registerCommand('segls.showBoard', () => panel.show())];
}

/** Milliseconds between two drawings: a long board is much to draw. */
const pause = 200;

class BoardPanel extends Panel<ToBoard, FromBoard> {
  #draft: Draft | undefined;
  #caret = -1; // as the page knows it
  #told: string[] = []; // what it knows of the board, as JSON: the whole, then each card
  readonly #listening: Disposable[];

  constructor(
    context: ExtensionContext,
    private readonly connection: Connection,
    private readonly desk: Desk,
  ) {
    super(context, 'board', 'Board');
    this.#listening = [
      desk.onDidChange(() => this.#refresh()),
      desk.onDidMoveCaret(() => this.#postCaret()),
    ];
  }

  protected async receive(message: FromBoard): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#caret = -1;
        this.#told = [];
        return this.#refresh();
      case 'open':
        return this.#open(message.card);
      case 'move':
        return this.#move(message);
      case 'undo':
      case 'redo':
        return this.#takeBack(message.type);
    }
  }

  override dispose(): void {
    super.dispose();
    for (const disposable of this.#listening) {
      disposable.dispose();
    }
  }

  readonly #refresh = coalesced(async () => {
    if (!this.isVisible) {
      return;
    }
    const { draft } = this.desk;
    this.#draft = draft;
    if (draft === undefined) {
      this.#told = [];
      this.post({ type: 'empty' });
      return;
    }
    const { document, answer } = draft;
    if (answer.version !== document.version) {
      return; // a newer answer is on its way; the places in this one are no longer right
    }
    const symbols = await this.connection.ask(symbolsRequest, document, {});
    const headings = headingsOf(symbols ?? []);
    const cards = answer.fragments.map(({ range, words, terms, title, suggested }): Card => {
      const { start, end } = range;
      // Enough for the first lines of a card, however long the fragment is.
      const last = Math.min(end.line, start.line + 12);
      const text = document.getText(
        new Range(start.line, start.character, last, last === end.line ? end.character : 0),
      );
      const section = headings[indexAt(headings, start.line)]?.name ?? '';
      return { title, opening: opening(text), words, terms, section, suggested };
    });
    const { version } = answer;
    const whole = {
      title: document.uri.path.split('/').at(-1) ?? '',
      preferredWords: answer.target,
    };
    // While typing, one card of hundreds changes: the others need not go through the window again.
    const known = this.#told;
    this.#told = [{ ...whole, uri: String(document.uri) }, ...cards].map((part) =>
      JSON.stringify(part),
    );
    if (known.length === this.#told.length && known[0] === this.#told[0]) {
      const changed = cards.flatMap((card, i): [number, Card][] =>
        known[i + 1] === this.#told[i + 1] ? [] : [[i, card]],
      );
      this.post({ type: 'changes', version, cards: changed });
    } else {
      this.post({ type: 'board', version, ...whole, cards });
    }
    this.#postCaret();
  }, pause);

  #postCaret(): void {
    const line = this.desk.caretLine;
    if (line !== undefined && this.#draft !== undefined && this.isVisible) {
      const card = Math.max(0, indexAt(this.#draft.answer.fragments, line));
      if (card !== this.#caret) {
        this.#caret = card;
        this.post({ type: 'caret', card });
      }
    }
  }

  async #open(card: number): Promise<void> {
    const range = this.#draft?.answer.fragments[card]?.range;
    if (range !== undefined) {
      const { start } = range;
      const editor = await this.#showText(
        new Range(start.line, start.character, start.line, start.character),
      );
      editor?.revealRange(new Range(start.line, 0, range.end.line, 0));
    }
  }

  /** Moves a card in the text: one edit by the server, of the very text that the cards show. */
  async #move({ version, from, before }: { version: number; from: number; before: number }) {
    const document = this.#draft?.document;
    if (document === undefined) {
      return;
    }
    const reason = await this.connection.keepingFocus(() =>
      this.connection.refusal(moveRequest, {
        textDocument: { uri: this.connection.uriOf(document) },
        version,
        unit: 'fragment',
        from,
        before,
      }),
    );
    if (reason !== undefined) {
      this.post({ type: 'refused', reason });
    }
  }

  /** Undoes or redoes in the text, whose editor must have the keyboard for it. */
  async #takeBack(command: 'undo' | 'redo'): Promise<void> {
    if ((await this.#showText()) !== undefined) {
      await commands.executeCommand(command);
      this.focus();
    }
  }

  async #showText(selection?: Range) {
    const document = this.#draft?.document;
    return (
      document &&
      window.showTextDocument(document, {
        viewColumn: this.desk.editor?.viewColumn ?? ViewColumn.One,
        ...(selection && { selection }),
      })
    );
  }
}

// The board's panel: fragments as cards in lanes, in the order of the text.

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
import { lanesOf } from './lanes';
import { opening, readable } from './opening';
import { Panel } from './panel';
import { indexAt } from './places';
import { commandRequest, moveRequest, type Request } from './protocol';

export function registerBoard(
  context: ExtensionContext,
  connection: Connection,
  desk: Desk,
): Disposable[] {
  const panel = new BoardPanel(context, connection, desk);
  return [
    panel,
    commands.registerCommand('segls.showBoard', () => panel.show()),
    // From the menu of a card, whose data-vscode-context comes with it.
    commands.registerCommand('segls.board.release', ({ id }: { id: string }) =>
      panel.act('release', id),
    ),
    ...['moveSectionUp', 'moveSectionDown'].map((action) =>
      commands.registerCommand(`segls.board.${action}`, ({ lane }: { lane: string }) =>
        panel.act(action, lane),
      ),
    ),
  ];
}

/** Milliseconds between two drawings: drawing a long board takes time. */
const pause = 200;

class BoardPanel extends Panel<ToBoard, FromBoard> {
  #draft: Draft | undefined;
  #caret: string | undefined; // the id of the caret's card, as last sent to the page
  #told: string[] = []; // what was last sent to the page, as JSON: the board, then each card
  readonly #listening: Disposable[];

  constructor(
    context: ExtensionContext,
    private readonly connection: Connection,
    private readonly desk: Desk,
  ) {
    super(context, 'board', 'Board', true);
    this.#listening = [
      desk.onDidChange(() => this.#refresh()),
      desk.onDidMoveCaret(() => this.#postCaret()),
    ];
  }

  protected async receive(message: FromBoard): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#caret = undefined;
        this.#told = [];
        return this.#refresh();
      case 'open':
        return this.#open(message.id);
      case 'move': {
        const { id, before } = message;
        return this.#move(moveRequest, (uri) => {
          const textDocument = { uri };
          return { textDocument, unit: 'fragment' as const, id, before };
        });
      }
      case 'moveUnder': {
        const { id, section } = message;
        return this.#move(commandRequest, (uri) => {
          const toUnder = { uri, id, toId: section };
          return { command: 'segls.moveFragmentUnder', arguments: [toUnder] };
        });
      }
      case 'undo':
      case 'redo':
        return this.#takeBack(message.type);
    }
  }

  /** What the menu of a card or of a lane has. */
  async act(action: string, id: string): Promise<void> {
    const document = this.#draft?.document;
    if (document !== undefined) {
      await this.connection.keepingFocus(() =>
        this.connection.execute(`segls.${action}`, document, { id }),
      );
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
      return; // a newer answer is on its way; the places in this one are stale
    }
    const { lanes, laneOf } = lanesOf(answer);
    const cards = answer.fragments.map(({ range, ...fragment }, i): Card => {
      const { id, words, terms, title, suggested, held } = fragment;
      const { start, end } = range;
      // Enough for the first lines of a card, however long the fragment is.
      const last = Math.min(end.line, start.line + 12);
      const text = document.getText(
        new Range(start.line, start.character, last, last === end.line ? end.character : 0),
      );
      const section = answer.sections[indexAt(answer.sections, start.line)]?.title ?? '';
      const lane = laneOf[i]!;
      return {
        ...{ id, title, opening: opening(readable(text)), words, terms },
        ...{ section, lane, suggested, held },
      };
    });
    const whole = {
      title: document.uri.path.split('/').at(-1) ?? '',
      preferredWords: answer.target,
      lanes,
    };
    // While typing, one card of hundreds changes: the others need not be sent again.
    const known = this.#told;
    const ids = cards.map(({ id }) => id);
    this.#told = [{ ...whole, uri: String(document.uri), ids, laneOf }, ...cards].map((part) =>
      JSON.stringify(part),
    );
    if (known[0] === this.#told[0]) {
      const changed = cards.filter((_, i) => known[i + 1] !== this.#told[i + 1]);
      this.post({ type: 'changes', cards: changed });
    } else {
      this.post({ type: 'board', ...whole, cards });
    }
    this.#postCaret();
  }, pause);

  #postCaret(): void {
    const line = this.desk.caretLine;
    if (line !== undefined && this.#draft !== undefined && this.isVisible) {
      const { fragments } = this.#draft.answer;
      const id = fragments[Math.max(0, indexAt(fragments, line))]?.id;
      if (id !== undefined && id !== this.#caret) {
        this.#caret = id;
        this.post({ type: 'caret', id });
      }
    }
  }

  async #open(id: string): Promise<void> {
    const range = this.#draft?.answer.fragments.find((fragment) => fragment.id === id)?.range;
    if (range !== undefined) {
      const { start } = range;
      const editor = await this.#showText(
        new Range(start.line, start.character, start.line, start.character),
      );
      editor?.revealRange(new Range(start.line, 0, range.end.line, 0));
    }
  }

  /** Moves a card in the text, wherever it now stands there: one edit by the server. */
  async #move<P extends object>(request: Request<P, unknown>, paramsOf: (uri: string) => P) {
    const document = this.#draft?.document;
    if (document === undefined) {
      return;
    }
    const params = paramsOf(this.connection.uriOf(document));
    const reason = await this.connection.keepingFocus(() =>
      this.connection.refusal(request, params),
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

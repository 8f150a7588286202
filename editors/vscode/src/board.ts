// The board's panel: fragments as cards in lanes, in the order of the text, or of all texts of a work.

import {
  commands,
  type Disposable,
  type ExtensionContext,
  Range,
  Uri,
  ViewColumn,
  window,
} from 'vscode';
import type { Fragments, Work } from './answers';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk, Draft } from './desk';
import type { Card, FromBoard, Goal, Scope, Thing, ToBoard } from './messages';
import { type FileLanes, lanesOf, workLanesOf } from './lanes';
import { Openings } from './openings';
import { Panel } from './panel';
import { indexAt } from './places';
import { commandRequest, moveRequest } from './protocol';
import { changeWork } from './rework';
import { shown } from './shown';
import { fileAt, placeBeside, workTreeOf } from './tree';
import type { OpenWork } from './work';

export function registerBoard(
  context: ExtensionContext,
  connection: Connection,
  desk: Desk,
  work: OpenWork,
): Disposable[] {
  const panel = new BoardPanel(context, connection, desk, work);
  return [
    panel,
    commands.registerCommand('segls.showBoard', () => panel.show()),
    // From the menu of a card or a lane, whose data-vscode-context comes with it.
    commands.registerCommand('segls.board.release', (card: Thing) => panel.act('release', card)),
    ...(['Up', 'Down'] as const).flatMap((way) => [
      commands.registerCommand(`segls.board.moveSection${way}`, ({ uri, lane }: LaneContext) =>
        panel.act(`moveSection${way}`, { uri, id: lane }),
      ),
      commands.registerCommand(`segls.board.moveFile${way}`, ({ uri }: LaneContext) =>
        panel.stepFile(uri, way),
      ),
    ]),
  ];
}

interface LaneContext {
  uri: string;
  lane: string;
}

/** Milliseconds between two drawings: drawing a long board takes time. */
const pause = 200;

class BoardPanel extends Panel<ToBoard, FromBoard> {
  #draft: Draft | undefined;
  #scope: Scope = 'file';
  #work: Work | undefined; // whose files are on the board
  #contents = new Map<string, Fragments>(); // of the files on the board that have been read
  #caret = ''; // its card's id and file, as last sent to the page
  #told: string[] = []; // what was last sent to the page, as JSON: the board, then each card
  readonly #openings = new Openings();
  readonly #listening: Disposable[];

  constructor(
    context: ExtensionContext,
    private readonly connection: Connection,
    private readonly desk: Desk,
    private readonly work: OpenWork,
  ) {
    super(context, 'board', 'Board', true);
    this.#listening = [
      desk.onDidChange(() => this.#refresh()),
      work.onDidChange(() => this.#refresh()),
      desk.onDidMoveCaret(() => this.#postCaret()),
    ];
  }

  protected async receive(message: FromBoard): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#caret = '';
        this.#told = [];
        return this.#refresh();
      case 'scope':
        this.#scope = message.scope;
        return this.#refresh();
      case 'inView':
        return this.work.show(message.uris);
      case 'open':
        return this.#open(message);
      case 'move':
        return this.#move(message.unit, message.thing, message.to);
      case 'moveFile': {
        const { uri, toUri, side } = message;
        return this.#rework('moveFile', {
          uri: this.#protocolUri(uri),
          toUri: this.#protocolUri(toUri),
          side,
        });
      }
      case 'step': {
        const { unit, thing, way } = message;
        return unit === 'file'
          ? this.stepFile(thing.uri, way)
          : this.act(`moveSection${way}`, thing);
      }
      case 'undo':
      case 'redo':
        return this.#takeBack(message.type);
    }
  }

  /** What the menu of a card or of a lane has. */
  async act(action: string, { uri, id }: Thing): Promise<void> {
    await this.#inText(uri, () =>
      this.connection.execute(`segls.${action}`, { uri: Uri.parse(uri) }, { id }),
    );
  }

  /** Moves a file over the one before or after it in the order of the work. */
  async stepFile(uri: string, way: 'Up' | 'Down'): Promise<void> {
    const tree = this.#work && workTreeOf(this.#work, () => undefined);
    const file = tree && fileAt(tree, uri);
    const place = file && placeBeside(tree, file, way);
    if (place === undefined) {
      this.post({ type: 'refused', reason: 'The file cannot be moved any further.' });
      return;
    }
    const { toUri, side } = place;
    await this.#rework('moveFile', {
      uri: this.#protocolUri(uri),
      toUri: this.#protocolUri(toUri),
      side,
    });
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
    const { answer } = this.work;
    this.#work = this.#scope === 'work' ? answer : undefined;
    if (draft === undefined && this.#work === undefined) {
      this.#draft = undefined;
      this.#told = [];
      this.post({ type: 'empty' });
      return;
    }
    if (draft !== undefined && draft.answer.version !== draft.document.version) {
      return; // a newer answer is on its way; the places in this one are stale
    }
    this.#draft = draft;
    const files = this.#filesOf(draft);
    const contents = files.flatMap(({ uri, content }) => (content ? [{ uri, content }] : []));
    await this.#openings.read(contents);
    this.#contents = new Map(contents.map(({ uri, content }) => [uri, content]));
    const lanes = files.flatMap((file) => file.lanes);
    const cards: Card[] = [];
    let before = 0;
    for (const file of files) {
      cards.push(...this.#cardsOf(file, before));
      before += file.lanes.length;
    }
    const whole = {
      title: this.#work ? this.#work.title || 'The whole work' : nameOf(draft!.document.uri),
      scope: answer && (this.#work ? ('work' as const) : ('file' as const)),
      preferredWords: (draft?.answer ?? contents[0]?.content)?.target ?? 500,
      lanes,
    };
    // While typing, one card of hundreds changes: the others need not be sent again.
    const known = this.#told;
    const places = cards.map(({ uri, id, lane }) => [uri, id, lane]);
    this.#told = [{ ...whole, places }, ...cards].map((part) => JSON.stringify(part));
    if (known[0] === this.#told[0]) {
      const changed = cards.filter((_, i) => known[i + 1] !== this.#told[i + 1]);
      this.post({ type: 'changes', cards: changed });
    } else {
      this.post({ type: 'board', ...whole, cards });
    }
    this.#postCaret();
  }, pause);

  #filesOf(draft: Draft | undefined): FileLanes[] {
    const uri = draft?.document.uri.toString() ?? '';
    if (this.#work === undefined) {
      return [{ uri, content: draft!.answer, ...lanesOf(uri, draft!.answer) }];
    }
    return workLanesOf(this.#work, (file) =>
      file === uri ? draft?.answer : this.work.contentOf(file, 'board'),
    );
  }

  #cardsOf({ uri, content, laneOf, lanes }: FileLanes, before: number): Card[] {
    if (content === undefined) {
      return [];
    }
    const openings = this.#openings.of(content);
    return content.fragments.map(({ id, words, terms, title, suggested, held, range }, i): Card => {
      const section = content.sections[indexAt(content.sections, range.start.line)]?.title ?? '';
      return {
        ...{ uri, id, title, opening: openings[i] ?? '', words, terms },
        ...{ section: section || (lanes[0]?.title ?? ''), lane: before + laneOf[i]! },
        ...{ suggested, held },
      };
    });
  }

  #postCaret(): void {
    const line = this.desk.caretLine;
    if (line !== undefined && this.#draft !== undefined && this.isVisible) {
      const { document, answer } = this.#draft;
      const id = answer.fragments[Math.max(0, indexAt(answer.fragments, line))]?.id;
      const uri = document.uri.toString();
      if (id !== undefined && id + uri !== this.#caret) {
        this.#caret = id + uri;
        this.post({ type: 'caret', uri, id });
      }
    }
  }

  async #open({ uri, id }: Thing): Promise<void> {
    const fragment = this.#contents.get(uri)?.fragments.find((one) => one.id === id);
    if (fragment !== undefined) {
      const { start, end } = fragment.range;
      const editor = await this.#showText(
        Uri.parse(uri),
        new Range(start.line, start.character, start.line, start.character),
      );
      editor.revealRange(new Range(start.line, 0, end.line, 0));
    }
  }

  /** Moves something, wherever it now stands: one edit by the server. */
  async #move(unit: 'fragment' | 'section', thing: Thing, to: Goal): Promise<void> {
    const uri = this.#protocolUri(thing.uri);
    const { id } = thing;
    if (to.uri !== thing.uri) {
      const toId = to.before ?? to.under;
      const side = toId === undefined ? 'end' : to.before === undefined ? 'under' : 'before';
      const command = unit === 'fragment' ? 'moveFragmentTo' : 'moveSectionTo';
      await this.#rework(command, { uri, id, toUri: this.#protocolUri(to.uri), toId, side });
      return;
    }
    await this.#inText(thing.uri, async () => {
      const reason =
        to.under === undefined
          ? await this.connection.refusal(moveRequest, {
              ...{ textDocument: { uri }, unit, id },
              before: to.before ?? null,
            })
          : await this.connection.refusal(commandRequest, {
              command: `segls.${unit === 'fragment' ? 'moveFragmentUnder' : 'moveSectionUnder'}`,
              arguments: [{ uri, id, toId: to.under }],
            });
      if (reason !== undefined) {
        this.post({ type: 'refused', reason });
      }
    });
  }

  async #rework(command: string, argument: object): Promise<void> {
    if (!(await changeWork(this.connection, `segls.${command}`, argument, 'Move Anyway'))) {
      this.post({ type: 'refused', reason: '' }); // the writer has been told why
    }
  }

  /** Changes one file, which is open then; the board keeps the keyboard. */
  async #inText(uri: string, change: () => Promise<unknown>): Promise<void> {
    await shown(uri);
    await this.connection.keepingFocus(change);
  }

  /** Undoes or redoes in the text, whose editor must have the keyboard for it. */
  async #takeBack(command: 'undo' | 'redo'): Promise<void> {
    const uri = this.#draft?.document.uri;
    if (uri !== undefined) {
      await this.#showText(uri);
      await commands.executeCommand(command);
      this.focus();
    }
  }

  #showText(uri: Uri, selection?: Range) {
    return window.showTextDocument(uri, {
      viewColumn: this.desk.editor?.viewColumn ?? ViewColumn.One,
      ...(selection && { selection }),
    });
  }

  #protocolUri(uri: string): string {
    return this.connection.uriOf({ uri: Uri.parse(uri) });
  }
}

function nameOf({ path }: Uri): string {
  return path.split('/').at(-1) ?? '';
}

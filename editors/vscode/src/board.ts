// The board: shows the fragments of a text or work as cards in lanes.

import {
  commands,
  type Disposable,
  type ExtensionContext,
  Range,
  Uri,
  ViewColumn,
  window,
} from 'vscode';
import type { Fragments, Loose, Work, Note } from './answers';
import { schemes } from '#system/server';
import { notebookAt, showLine, showNotebook } from './cells';
import { coalesced } from './coalesced';
import type { ComparePanel } from './compare';
import { registerOrders } from './changes-tree';
import type { Connection, Outcome } from './connection';
import type { ActiveText, Draft } from './active-text';
import { isNotebook } from './documents';
import { renameHeading } from './headings';
import { endingOf } from './file-name';
import { History } from './history';
import { t } from './language';
import type {
  Arrangement,
  Arrival,
  Card,
  FromBoard,
  Move,
  Scope,
  PartRef,
  ToBoard,
} from './messages';
import { type FileLanes, lanesOf, trayLane, workLanesOf } from './lanes';
import { looseIn, moveLoose } from './loose';
import { addressOf, changedBy, moveAll, readAs } from './moving';
import type { Notes } from './notes';
import type { Orders } from './orders';
import { Panel } from './panel';
import { opening } from './opening';
import { indexAt } from './places';
import { changeWork } from './rework';
import { shown } from './shown';
import type { Tray } from './tray';
import { fileAt, placeBeside, workTreeOf } from './tree';
import { type OpenWork, plainUri, workName } from './work';

export function registerBoard(
  context: ExtensionContext,
  connection: Connection,
  activeText: ActiveText,
  work: OpenWork,
  notes: Notes,
  tray: Tray,
  comparing: ComparePanel,
  orders: Orders,
): Disposable[] {
  const panel = new BoardPanel(
    context,
    connection,
    activeText,
    work,
    notes,
    tray,
    comparing,
    orders,
  );
  return [
    panel,
    ...registerOrders(orders, panel),
    commands.registerCommand('segls.showBoard', () => panel.show()),
    // Called from the context menu of a card or lane, with its data-vscode-context.
    commands.registerCommand('segls.board.release', (card: PartRef) => panel.act('release', card)),
    commands.registerCommand('segls.board.moveLoose', (card: PartRef) => panel.moveLoose(card)),
    ...(['Up', 'Down'] as const).flatMap((way) => [
      commands.registerCommand(`segls.board.moveScene${way}`, (card: PartRef) =>
        panel.act(`moveScene${way}`, card),
      ),
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

/** The minimum time between two updates in milliseconds: drawing a large board is slow. */
const pause = 200;

class BoardPanel extends Panel<ToBoard, FromBoard> {
  #draft: Draft | undefined;
  #scope: Scope = 'file';
  #work: Work | undefined; // undefined while the board shows a single text
  #contents = new Map<string, Fragments>(); // by URI; missing until the file has been read
  #caret = ''; // the ID and URI of its card, as last sent to the page
  #loose: Loose[] | undefined; // undefined while they are hidden
  #isAllLoose = false; // whether all are requested, not only their number
  #unlisted = 0; // number of loose paragraphs that are not shown
  #sent: string[] = []; // the last board sent to the page, then each card, as JSON
  readonly #history = new History();
  #takingBack = 0; // the number of pending undos and redos
  #lastTakenBack: Promise<void> = Promise.resolve();
  #wanted: { kept: Arrangement | undefined; isCompared: boolean } | undefined; // sent once the page has the cards
  readonly #listening: Disposable[];

  constructor(
    context: ExtensionContext,
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
    private readonly work: OpenWork,
    private readonly notes: Notes,
    private readonly tray: Tray,
    private readonly comparing: ComparePanel,
    private readonly orders: Orders,
  ) {
    super(context, 'board', t('Board'), { keyboard: true, room: true });
    this.#listening = [
      activeText.onDidChange(() => (this.#loose ? this.#readLoose() : this.#refresh())),
      work.onDidChange(() => this.#refresh()),
      tray.onDidChange(() => this.#refresh()),
      activeText.onDidMoveCaret(() => this.#postCaret()),
    ];
  }

  protected async receive(message: FromBoard): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#caret = '';
        this.#sent = [];
        return this.#refresh();
      case 'scope':
        this.#scope = message.scope;
        return this.#loose ? this.#readLoose() : this.#refresh();
      case 'inView':
        return this.work.show(message.uris);
      case 'open':
        return this.#open(message);
      case 'move':
        return this.#move(message.moves);
      case 'read':
        return this.#read(message.uri, message.moves);
      case 'compare':
        return this.#compare(message.moves);
      case 'keep':
        return this.orders.keep(this.#work?.folder ?? message.uri, message.lanes);
      case 'choose': {
        const kept = await this.orders.choose(this.#work?.folder ?? message.uri);
        this.focus();
        if (kept !== undefined) {
          this.#wanted = { kept, isCompared: false };
          await this.#refresh();
        }
        return;
      }
      case 'trying': {
        const { moves, moved } = message;
        return this.orders.trying(this.#of, moves && { moves, moved });
      }
      case 'maximize':
        return this.#maximize(message.isOn);
      case 'setAside':
        return this.#setAside(message.parts);
      case 'showLoose':
        this.#loose = message.isShown ? [] : undefined;
        [this.#isAllLoose, this.#unlisted] = [message.isAll, 0];
        return message.isShown ? this.#readLoose() : this.#refresh();
      case 'moveLoose':
        return this.moveLoose(message.part);
      case 'note':
        return this.#note(message.note, message.part);
      case 'set':
        return this.#set(message);
      case 'moveFile': {
        const { uri, toUri, side } = message;
        return this.#moveFile(uri, { toUri, side });
      }
      case 'step': {
        const { unit, part, way } = message;
        return unit === 'file' ? this.stepFile(part.uri, way) : this.act(`moveSection${way}`, part);
      }
      case 'undo':
      case 'redo':
        return this.#undoOrRedo(message.type);
    }
  }

  /** Shows the board with a saved order, by default the one being tried; with isCompared, beside the text's order. */
  async tryOrder(of: string, kept: Arrangement | undefined, isCompared: boolean): Promise<void> {
    this.#scope = of === this.work.answer?.folder ? 'work' : 'file';
    this.#wanted = kept || isCompared ? { kept, isCompared } : undefined;
    this.show();
    await this.#refresh();
  }

  discard(): void {
    this.orders.trying(this.#of, undefined);
    this.post({ type: 'discard' });
  }

  /** The key under which the orders of this board are saved. */
  get #of(): string {
    return this.#work?.folder ?? this.#draft?.document.uri.toString() ?? '';
  }

  /** Maximizes the board and hides the side bar, or reverts this. VS Code cannot return to the view that was open. */
  async #maximize(isOn: boolean): Promise<void> {
    if (isOn) {
      await commands.executeCommand('workbench.action.maximizeEditorHideSidebar');
    } else {
      await commands.executeCommand('workbench.action.evenEditorWidths');
      await commands.executeCommand('segls.outline.focus');
    }
    this.focus();
  }

  /** Sends the changes made while the board was hidden. */
  protected override reappeared(): void {
    void this.#refresh();
  }

  /** Executes an action on a card or lane. */
  async act(action: string, { uri, id }: PartRef): Promise<void> {
    await shown(uri); // VS Code needs an editor for undo
    const argument = { uri: addressOf(this.connection, uri), id };
    const moved = await changeWork(this.connection, `segls.${action}`, argument, t('Move Anyway'));
    if (moved !== undefined) {
      this.#history.add(uri);
    }
    await this.#tell(moved ? { answer: moved } : { refusal: '' });
  }

  /** Moves the loose paragraph of a card to the place it fits; the most certain one if there are several. */
  async moveLoose(card: PartRef): Promise<void> {
    const [loose] = this.#looseIn(card);
    if (loose !== undefined) {
      if (loose.version > 0) {
        await shown(card.uri); // only if the file is open: opening it would change its version
      }
      if (await moveLoose(this.connection, loose)) {
        this.#history.add(card.uri);
      }
    }
  }

  #looseIn({ uri, id }: PartRef): Loose[] {
    return (this.#loose ?? []).filter((one) => one.id === id && plainUri(one.uri) === uri);
  }

  /** Moves a file one place up or down in the order of the work. */
  async stepFile(uri: string, way: 'Up' | 'Down'): Promise<void> {
    const tree = this.#work && workTreeOf(this.#work, () => undefined);
    const file = tree && fileAt(tree, uri);
    const place = file && placeBeside(tree, file, way);
    if (place === undefined) {
      this.post({
        type: 'refused',
        reason: file
          ? t('There is no file beside it on its level. Drag it to move it elsewhere.')
          : t('The tray is not part of the order.'),
      });
      return;
    }
    await this.#moveFile(uri, place);
  }

  /** Takes the focus. The page takes it too, because a slow VS Code shows the panel without focusing it. */
  protected override focus(): void {
    super.focus();
    this.post({ type: 'focus' });
  }

  override dispose(): void {
    super.dispose();
    for (const disposable of this.#listening) {
      disposable.dispose();
    }
  }

  /** Requests the loose paragraphs. The board shows the previous ones until the answer arrives. */
  readonly #readLoose = coalesced(async () => {
    const document = this.activeText.draft?.document;
    const whole = this.#scope === 'work' && this.work.answer !== undefined;
    const answer = document && (await looseIn(this.connection, document, whole, this.#isAllLoose));
    if (this.#loose !== undefined) {
      this.#loose = answer?.misplaced ?? [];
      this.#unlisted = answer?.unlisted ?? 0;
    }
    await this.#refresh();
  }, pause);

  readonly #refresh = coalesced(async () => {
    if (!this.isVisible) {
      return;
    }
    const { draft } = this.activeText;
    const { answer } = this.work;
    this.#work = this.#scope === 'work' ? answer : undefined;
    if (draft === undefined && this.#work === undefined) {
      this.#draft = undefined;
      this.#sent = [];
      this.post({ type: 'empty', reason: this.activeText.whyEmpty });
      return;
    }
    if (
      draft !== undefined &&
      !isNotebook(draft.document) && // running code changes its version too
      draft.answer.version !== draft.document.version
    ) {
      return; // a newer answer will arrive, and the positions in this one are stale
    }
    this.#draft = draft;
    const files = this.#filesOf(draft);
    const contents = files.flatMap(({ uri, content }) => (content ? [{ uri, content }] : []));
    this.#contents = new Map(contents.map(({ uri, content }) => [uri, content]));
    const lanes = files.flatMap((file) => file.lanes);
    const cards: Card[] = [];
    let before = 0;
    for (const file of files) {
      cards.push(...this.#cardsOf(file, before));
      before += file.lanes.length;
    }
    const texts = files.map(({ uri }) => uri).filter(hasFolder);
    if (texts.length > 0) {
      if (lanes.length === 1 && lanes[0]!.title === '') {
        lanes[0] = { ...lanes[0]!, title: t('The text') };
      }
      lanes.push(trayLane(texts));
      cards.push(...(await this.tray.cards(texts, before)));
    }
    const whole = {
      title: this.#work ? workName(this.#work) : nameOf(draft!.document.uri),
      scope: answer && (this.#work ? ('work' as const) : ('file' as const)),
      mostWords: Number((draft?.answer ?? contents[0]?.content)?.settings['max-words'] ?? 0),
      lanes,
      loose: this.#loose?.length,
      unlisted: this.#unlisted,
    };
    // Typing changes one card of hundreds, so only that one is sent.
    const known = this.#sent;
    const places = cards.map(({ uri, id, lane }) => [uri, id, lane]);
    this.#sent = [{ ...whole, places }, ...cards].map((part) => JSON.stringify(part));
    if (known[0] === this.#sent[0]) {
      const changed = cards.filter((_, i) => known[i + 1] !== this.#sent[i + 1]);
      this.post({ type: 'changes', cards: changed });
    } else {
      this.post({ type: 'board', ...whole, cards });
    }
    this.#postCaret();
    await this.#postWanted();
  }, pause);

  /** Sends the order to be tried once all files have been read: an order can only place cards that exist. */
  async #postWanted(): Promise<void> {
    const wanted = this.#wanted;
    const uris = this.#work ? workLanesOf(this.#work, () => undefined).map(({ uri }) => uri) : [];
    if (wanted !== undefined && !uris.every((uri) => this.work.hasRead(uri))) {
      return this.work.show(uris); // the board refreshes when they have been read
    }
    this.#wanted = undefined;
    if (wanted !== undefined) {
      const { kept: arrangement, isCompared } = wanted;
      this.post({ type: 'arrangement', arrangement, isCompared });
    }
  }

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
    return content.fragments.map((fragment, i): Card => {
      const { id, words, terms, title, opening, suggested, held, range } = fragment;
      const { synopsis, label, color, status, scene } = fragment;
      const section = content.sections[indexAt(content.sections, range.start.line)]?.title ?? '';
      return {
        ...{ uri, id, title, opening, words, terms },
        ...{ section: section || (lanes[0]?.title ?? ''), lane: before + laneOf[i]! },
        ...{ suggested, held, synopsis, label, color, status, scene },
        beginsScene: content.scenes.some((one) => one.id === id),
        goal: content.scenes.find((one) => one.id === id && one.of > 1),
        loose: this.#looseIn({ uri, id }).map(saidOf),
      };
    });
  }

  #postCaret(): void {
    const line = this.activeText.caretLine;
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

  async #open({ uri, id }: PartRef): Promise<void> {
    if (id === '') {
      return this.tray.open({ uri, id });
    }
    const fragment = this.#contents.get(uri)?.fragments.find((one) => one.id === id);
    if (fragment !== undefined) {
      const { start, end } = fragment.range;
      const notebook = notebookAt(uri);
      if (notebook !== undefined) {
        return showLine(notebook, start.line);
      }
      const editor = await this.#showText(
        Uri.parse(uri),
        new Range(start.line, start.character, start.line, start.character),
      );
      editor.revealRange(new Range(start.line, 0, end.line, 0));
    }
  }

  async #setAside(parts: readonly PartRef[]): Promise<void> {
    await this.tray.setAllAside(parts, ({ uri }) => this.#history.add(uri));
    this.focus();
  }

  async #move(moves: readonly Move[]): Promise<void> {
    const changed = (uri: string) => this.#history.add(uri);
    const outcome = await moveAll(this.connection, this.tray, moves, changed);
    await this.#tell(outcome);
  }

  /** Reports the result of moves to the page. */
  async #tell(outcome: Outcome<PartRef[]>): Promise<void> {
    if ('refusal' in outcome) {
      this.post({ type: 'refused', reason: outcome.refusal });
      return;
    }
    const parts: Arrival[] = [];
    for (const uri of new Set(outcome.answer.map((part) => part.uri))) {
      const content = await this.work.look(uri);
      if (content !== undefined) {
        const isMoved = (id: string) =>
          outcome.answer.some((part) => part.uri === uri && part.id === id);
        parts.push(
          ...content.fragments
            .filter(({ id }) => isMoved(id))
            .map(({ id, opening }) => ({ uri, id, opening })),
        );
      }
    }
    this.post({ type: 'moved', parts });
  }

  async #read(uri: string, moves: readonly Move[]): Promise<void> {
    const outcome = await readAs(this.connection, moves);
    if ('refusal' in outcome) {
      this.post({ type: 'refused', reason: outcome.refusal });
    } else {
      const file = nameOf(Uri.parse(uri));
      const title = this.#work && workName(this.#work).replaceAll('/', ' ');
      await this.orders.read(title ? title + endingOf(file) : file, outcome.answer);
    }
  }

  async #compare(moves: readonly Move[]): Promise<void> {
    const outcome = await changedBy(this.connection, moves);
    if ('refusal' in outcome) {
      this.post({ type: 'refused', reason: outcome.refusal });
    } else if (outcome.answer !== undefined) {
      this.comparing.showTried(outcome.answer);
    }
  }

  async #note(note: 'title' | Note, part: PartRef): Promise<void> {
    const card = this.#contents.get(part.uri)?.fragments.find(({ id }) => id === part.id);
    await (note === 'title'
      ? commands.executeCommand('segls.board.renameFragment', {
          ...part,
          title: card?.title ?? '',
        })
      : this.notes.ask(note, part));
    this.focus();
  }

  /** Writes a value from a cell of the outline into the text. The focus stays in the outline. */
  async #set({ unit, part, column, value }: Extract<FromBoard, { type: 'set' }>): Promise<void> {
    const { uri, id } = part;
    const content = this.#contents.get(uri);
    const section = content?.sections.find((one) => one.id === id);
    const address = await shown(uri);
    // Without an ID, the value is that of the whole text.
    const run = (command: string, more: object, of = id) =>
      this.connection.keepingFocus(() =>
        this.connection.execute(
          command,
          { uri: address },
          of === '' ? { position: { line: 0, character: 0 } } : { id: of },
          more,
        ),
      );
    const isDone =
      column === 'target'
        ? await run(
            'segls.setTarget',
            { setting: 'target', value: Number(value) },
            unit === 'file' ? '' : id,
          )
        : column !== 'title'
          ? await run('segls.annotateFragment', { as: column, note: value })
          : unit === 'fragment'
            ? await run('segls.renameFragment', { as: 'comment', title: value })
            : section !== undefined &&
              (await renameHeading(
                this.connection,
                { uri: address, position: section.range.start },
                value,
              ));
    if (isDone) {
      this.#history.add(uri);
    }
  }

  async #moveFile(uri: string, { toUri, side }: { toUri: string; side: string }): Promise<void> {
    const argument = {
      ...{ uri: addressOf(this.connection, uri) },
      ...{ toUri: addressOf(this.connection, toUri), side },
    };
    if (!(await changeWork(this.connection, 'segls.moveFile', argument, t('Move Anyway')))) {
      this.post({ type: 'refused', reason: '' }); // a message has already said why
    } else if (this.#work?.order) {
      this.#history.add(this.#work.order);
    }
  }

  /** Undoes or redoes after earlier calls. The focus returns after the last, because a moving focus loses an undo. */
  async #undoOrRedo(command: 'undo' | 'redo'): Promise<void> {
    this.#takingBack++;
    const run = () => this.#takeOneBack(command);
    this.#lastTakenBack = this.#lastTakenBack.then(run, run);
    await this.#lastTakenBack.finally(() => --this.#takingBack === 0 && this.focus());
  }

  /**
   * Undoes or redoes the last change in one text: on the board of a work the text that the board changed, otherwise the
   * draft. VS Code does this only in a focused editor.
   */
  async #takeOneBack(command: 'undo' | 'redo'): Promise<void> {
    const changed = this.#work && this.#history.take(command);
    const uri = changed === undefined ? this.#draft?.document.uri : Uri.parse(changed);
    if (uri !== undefined) {
      const notebook = notebookAt(uri);
      await (notebook ? showNotebook(notebook) : this.#showText(uri));
      await commands.executeCommand(command);
    }
  }

  #showText(uri: Uri, selection?: Range) {
    return window.showTextDocument(uri, {
      viewColumn: this.activeText.editor?.viewColumn ?? ViewColumn.One,
      ...(selection && { selection }),
    });
  }
}

/** Returns the text that a card shows for a loose paragraph. */
function saidOf({ opening: words, message }: Loose): string {
  return t('“{0}” {1}', opening(words, 40), message);
}

/** Reports whether a text has a folder, where its tray can be. */
function hasFolder(uri: string): boolean {
  const { scheme } = Uri.parse(uri);
  return scheme !== 'untitled' && schemes().includes(scheme);
}

function nameOf({ path }: Uri): string {
  return path.split('/').at(-1) ?? '';
}

// The Connections view: groups of passages, each passage with its places below it.

import {
  type Command,
  commands,
  type Disposable,
  EventEmitter,
  Range as Stretch,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  Uri,
  ViewColumn,
  window,
} from 'vscode';
import { notebookAt, showLine } from './cells';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { registerFind } from './find';
import { count, t } from './language';
import { moveLoose } from './loose';
import {
  duplicates,
  chosenPassages,
  Found,
  inFull,
  type Kind,
  misplaced,
  type Passage,
  type Place,
  placeOf,
  related,
} from './passages';
import { selectedIn } from './selected';

const view = 'segls.related'; // the ID of an earlier view: VS Code keeps the place where users have moved it

/** A row of the view: a group, an action in a group without passages, a passage, or one of its places. */
type Row = Group | Help | Passage | { place: Place; of: Passage; isOther: boolean };

interface Help {
  help: Command;
  group: Group;
}

export function registerConnections(connection: Connection, activeText: ActiveText): Disposable[] {
  const sought = new Found();
  const connections = new Connections(connection, activeText, [
    sought,
    related,
    duplicates,
    misplaced,
  ]);
  const tree = window.createTreeView(view, { treeDataProvider: connections, canSelectMany: true });
  const selected = selectedIn(tree);
  const on = (name: string, run: (passage: Passage) => unknown) =>
    commands.registerCommand(`segls.passages.${name}`, (row: Row | undefined = selected()[0]) => {
      const passage = row && passageOf(row);
      return passage && run(passage);
    });
  const show = (name: string, kind: Kind, whole: boolean) =>
    commands.registerCommand(`segls.${name}`, () => connections.show(tree, kind, whole));
  const sort = (name: string, isByPlace: boolean) =>
    commands.registerCommand(`segls.connections.${name}`, () => connections.sort(isByPlace));
  const change = (name: string) =>
    on(name, async ({ kind, id, places: [{ uri }] }) => {
      const argument = { uri: Uri.parse(uri) };
      if (id !== undefined && (await connection.execute(`segls.${name}`, argument, { id }))) {
        await connections.refresh(kind);
      }
    });
  return [
    ...[connections, tree],
    ...registerFind(
      connection,
      (hit) => open(placeOf(hit), activeText.editor?.viewColumn ?? ViewColumn.Active),
      (search) => {
        sought.search = search;
        return connections.show(tree, sought, false);
      },
    ),
    show('showRelated', related, false),
    show('showDuplicates', duplicates, false),
    show('showAllDuplicates', duplicates, true),
    show('showMisplaced', misplaced, false),
    show('showAllMisplaced', misplaced, true),
    sort('sortByPlace', true),
    sort('sortByWorth', false),
    commands.registerCommand('segls.connections.filter', () => connections.filter()),
    connections.onDidChangeTreeData(() => (tree.message = connections.message)),
    commands.registerCommand('segls.connections.gather', (row: Row, rows: Row[] = [row]) =>
      commands.executeCommand('segls.passages.gather', {
        passages: rows
          .flatMap((one) => connections.placesOf(one))
          .map((place) => ({ places: [place] })),
      }),
    ),
    commands.registerCommand('segls.passages.listAll', (group: Group) =>
      connections.listAll(group),
    ),
    commands.registerCommand('segls.connections.refresh', () => connections.refreshAll()),
    commands.registerCommand('segls.related.follow', () => connections.follow(tree, true)),
    commands.registerCommand('segls.related.stay', () => connections.follow(tree, false)),
    commands.registerCommand('segls.passages.reveal', (row: Row) => {
      const place = 'place' in row ? row.place : passageOf(row)?.places[0];
      return place && open(place, activeText.editor?.viewColumn ?? ViewColumn.Active);
    }),
    on('openBeside', ({ places: [place] }) => open(place, ViewColumn.Beside)),
    on('openOther', ({ places: [, other] }) => other && open(other, ViewColumn.Beside)),
    on('moveThere', async ({ kind, loose }) => {
      if (loose !== undefined && (await moveLoose(connection, loose))) {
        await connections.refresh(kind);
      }
    }),
    ...(['insertLink', 'quote'] as const).map((name) =>
      on(name, ({ places: [place] }) => insert(connection, activeText, name, place)),
    ),
    change('makeAlike'),
    change('makeOne'),
  ];
}

async function open({ uri, range: { start, end } }: Place, viewColumn: ViewColumn): Promise<void> {
  const notebook = notebookAt(Uri.parse(uri));
  if (notebook !== undefined) {
    return showLine(notebook, start.line);
  }
  const selection = new Stretch(start.line, start.character, start.line, start.character);
  const editor = await window.showTextDocument(Uri.parse(uri), { viewColumn, selection });
  editor.revealRange(new Stretch(start.line, start.character, end.line, end.character));
}

/** Inserts a link to a place, or a quotation of it, at the caret of the draft. */
async function insert(
  connection: Connection,
  { draft, editor }: ActiveText,
  name: 'insertLink' | 'quote',
  { uri, range, whole }: Place,
): Promise<void> {
  if (draft === undefined || editor === undefined) {
    void window.showInformationMessage(
      t('segls: open a text and put the cursor where this should go.'),
    );
    return;
  }
  const { line, character } = editor.selection.active;
  await connection.execute(
    `segls.${name}`,
    draft.document,
    { position: { line, character } },
    { toUri: uri, to: (whole ?? range).start, end: range.end },
  );
}

/** The passages of a kind; shown once the writer has asked for them. */
class Group {
  isShown = false;
  isWhole = false;
  /** Whether the passages that are shown only on request are listed. If not, unlisted is their number. */
  isAll = false;
  unlisted = 0;
  passages: Passage[] = [];
  /** Shown instead of passages: above the list, or beside the title if there are several groups. */
  note = '';
  /** The action offered with the note. */
  help: Command | undefined;
  /** Requests the passages. Calls during a request lead to one more request. */
  readonly refresh: () => Promise<void>;

  constructor(
    readonly kind: Kind,
    ask: (group: Group) => Promise<void>,
  ) {
    this.refresh = coalesced(() => ask(this));
  }
}

class Connections implements TreeDataProvider<Row>, Disposable {
  #isByPlace = false;
  #query = ''; // only passages with these words are listed
  #follows = false;
  #asked = ''; // the caret at the last request for related passages
  readonly #groups: Group[];
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
    kinds: Kind[],
  ) {
    this.#groups = kinds.map((kind) => new Group(kind, (group) => this.#ask(group)));
    const follow = () => this.#follows && this.#caret !== this.#asked && void this.refresh(related);
    this.#listening = [
      this.#changed,
      activeText.onDidMoveCaret(follow),
      activeText.onDidChange(follow),
    ];
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) {
      return this.#shown;
    }
    if (row instanceof Group) {
      const { passages, note, help } = row;
      const chosen = chosenPassages(passages, this.#query);
      const helping = help === undefined ? [] : [{ help, group: row }];
      return note !== '' ? helping : this.#isByPlace ? chosen.toSorted(byPlace) : chosen;
    }
    return 'places' in row
      ? row.places.map((place, i) => ({ place, of: row, isOther: i > 0 }))
      : [];
  }

  getParent(row: Row): Row | undefined {
    if (row instanceof Group) {
      return undefined;
    }
    return 'of' in row ? row.of : 'group' in row ? row.group : this.#groupOf(row.kind);
  }

  getTreeItem(row: Row): TreeItem {
    if (row instanceof Group) {
      return groupItem(row, this.#query, this.#shown.length === 1);
    }
    if ('help' in row) {
      const item = new TreeItem(row.help.title);
      item.command = row.help;
      return item;
    }
    const item = 'places' in row ? passageItem(row) : placeItem(row.place, row.isOther);
    item.command = { command: 'segls.passages.reveal', title: 'Reveal', arguments: [row] };
    return item;
  }

  /** The text above the passages. VS Code shows it on one line, so it is one sentence. */
  get message(): string | undefined {
    const [only, ...more] = this.#shown;
    const note = more.length === 0 ? only?.note : '';
    const query = this.#query && t('Only passages with “{0}”', this.#query);
    return note || query || undefined;
  }

  /** Asks for words, and lists the matching passages while the writer types. */
  async filter(): Promise<void> {
    const before = this.#query;
    const words = await window.showInputBox({
      title: t('Filter the passages'),
      ignoreFocusOut: true, // the view may take the focus while its rows are read
      prompt: t('Words of the passage, its file or its section. Leave it empty to see all.'),
      value: before,
      validateInput: (typed) => this.#choose(typed),
    });
    this.#choose(words ?? before);
  }

  /** Requests the passages of a group, and scrolls to it: other groups may be above it. */
  async show(tree: TreeView<Row>, kind: Kind, isWhole: boolean): Promise<void> {
    const group = this.#groupOf(kind);
    Object.assign(group, { isShown: true, isWhole, isAll: false });
    await this.refresh(kind);
    await commands.executeCommand(`${view}.focus`);
    // Its end first, so that as much of the group as possible is visible.
    for (const row of [this.#lastIn(group), group]) {
      // VS Code rejects the call if it reads the rows again meanwhile.
      await tree.reveal(row, { select: false }).then(undefined, () => {});
    }
  }

  /** Returns the places in a row and below it; of a loose paragraph not the destination. */
  placesOf(row: Row): Place[] {
    if (row instanceof Group) {
      return this.getChildren(row).flatMap((one) => this.placesOf(one));
    }
    if ('place' in row) {
      return [row.place];
    }
    return 'help' in row ? [] : row.kind === misplaced ? [row.places[0]] : row.places;
  }

  /** Lists all passages of a group, including those that are shown only on request. */
  async listAll(group: Group): Promise<void> {
    group.isAll = true;
    await group.refresh();
  }

  async follow(tree: TreeView<Row>, follows: boolean): Promise<void> {
    this.#follows = follows;
    await commands.executeCommand('setContext', 'segls.related.follows', follows);
    if (follows) {
      await this.show(tree, related, false);
    }
  }

  /** Sorts passages by file and line, or by score. */
  async sort(isByPlace: boolean): Promise<void> {
    this.#isByPlace = isByPlace;
    await commands.executeCommand('setContext', 'segls.isSortedByPlace', isByPlace);
    this.#changed.fire();
  }

  async refreshAll(): Promise<void> {
    await Promise.all(this.#shown.map((group) => group.refresh()));
  }

  refresh(kind: Kind): Promise<void> {
    return this.#groupOf(kind).refresh();
  }

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
  }

  #choose(query: string): undefined {
    this.#query = query.trim();
    this.#changed.fire();
  }

  async #ask(group: Group): Promise<void> {
    const { kind, isWhole, isAll } = group;
    const document = this.activeText.draft?.document;
    if (document === undefined && !kind.isOfFolders) {
      Object.assign(group, { passages: [], note: t('Open a text first.'), help: undefined });
      this.#changed.fire();
      return;
    }
    if (kind === related) {
      this.#asked = this.#caret;
    }
    group.note = t('Reading the texts of the folder…');
    group.help = undefined;
    this.#changed.fire();
    const line = this.activeText.caretLine ?? 0;
    const answer = await kind.ask(this.connection, document, line, isWhole, isAll);
    const passages = typeof answer === 'number' ? [] : answer;
    group.unlisted = typeof answer === 'number' ? answer : 0;
    group.passages = passages ?? [];
    group.note =
      passages === undefined
        ? t('Open the folder of the text, so that the other texts in it can be read.')
        : group.unlisted > 0
          ? t(
              '{0} may fit better elsewhere; only a few such paragraphs are worth moving.',
              count(group.unlisted, 'paragraph'),
            )
          : passages.length === 0
            ? kind.none
            : '';
    group.help =
      passages === undefined
        ? { title: t('Open Folder…'), command: 'vscode.openFolder' }
        : group.unlisted > 0
          ? { title: t('Show All'), command: 'segls.passages.listAll', arguments: [group] }
          : passages.length === 0
            ? kind.help?.()
            : undefined;
    this.#changed.fire();
  }

  #lastIn(row: Row): Row {
    const last = this.getChildren(row).at(-1);
    return last === undefined ? row : this.#lastIn(last);
  }

  /** The text and line of the caret. */
  get #caret(): string {
    return `${this.activeText.draft?.document.uri.toString()}:${this.activeText.caretLine}`;
  }

  get #shown(): Group[] {
    return this.#groups.filter(({ isShown }) => isShown);
  }

  #groupOf(kind: Kind): Group {
    return this.#groups.find((group) => group.kind === kind)!;
  }
}

function passageOf(row: Row): Passage | undefined {
  return 'of' in row ? row.of : 'places' in row ? row : undefined;
}

function byPlace({ places: [a] }: Passage, { places: [b] }: Passage): number {
  return a.uri.localeCompare(b.uri) || a.range.start.line - b.range.start.line;
}

function groupItem({ kind, passages, note }: Group, query: string, isOnly: boolean): TreeItem {
  const item = new TreeItem(kind.title(), TreeItemCollapsibleState.Expanded);
  const [some, all] = [chosenPassages(passages, query).length, passages.length];
  const number = query === '' ? String(all) : t('{0} of {1}', some, String(all));
  item.description = note === '' ? number : isOnly ? '' : note;
  item.tooltip = note || undefined;
  item.iconPath = new ThemeIcon(kind.icon);
  item.contextValue = `group.${kind.name}`;
  item.id = kind.name;
  return item;
}

function passageItem({ kind, text, marked, reason, tooltip, places }: Passage): TreeItem {
  const label = { label: text, highlights: marked };
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.description = reason;
  item.tooltip = tooltip;
  item.contextValue = `passage.${kind.name}`;
  const names = places.map(inFull);
  item.accessibilityInformation = { label: [text, reason, ...names].filter(Boolean).join('. ') };
  return item;
}

function placeItem(place: Place, isOther: boolean): TreeItem {
  const item = new TreeItem(place.name);
  item.iconPath = new ThemeIcon(isOther ? 'arrow-small-right' : 'file');
  item.description = place.folder ?? '';
  item.tooltip = inFull(place);
  item.contextValue = 'place';
  return item;
}

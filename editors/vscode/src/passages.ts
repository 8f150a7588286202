// Lists of passages: what answers words, what is related to the paragraph at the caret, what is said twice, and paragraphs that fit
// another place better. The server finds them; each item leads to a place.

import {
  commands,
  type Disposable,
  EventEmitter,
  Range as Stretch,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  Uri,
  ViewColumn,
  window,
} from 'vscode';
import type { Range } from 'vscode-languageserver-types';
import type { Hit, Loose } from './answers';
import { cellAt, notebookAt, showCell } from './cells';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { find, placeOf, registerFind, type Search } from './find';
import { t } from './language';
import { looseIn, moveLoose } from './loose';
import type { Written } from './documents';
import { opening as beginning } from './opening';
import { duplicatesRequest, relatedRequest } from './protocol';

/** What a list shows of a passage. */
interface Passage {
  label: string;
  description: string;
  tooltip: string;
  icon: string;
  place: Place;
  /** What it is compared with. */
  other?: Place;
  /** Of something that is said twice. */
  id?: string;
  /** Of a paragraph that fits another place better. */
  loose?: Loose;
}

interface Place {
  uri: string;
  range: Range;
}

/** A kind of list: its view is segls.NAME. */
interface Kind {
  name: string;
  none: string;
  /** Whether it is about all folders, with no text open too. */
  isOfFolders?: boolean;
  /** Asks about a text; whole means all texts of the folder, or of the work. */
  ask(
    connection: Connection,
    document: Written | undefined,
    line: number,
    whole: boolean,
  ): Promise<Passage[] | undefined>;
}

/** Characters of first words that leave room for the reason. */
const widest = 24;

/** What answers the words that were looked for last. */
class Found implements Kind {
  readonly name = 'found';
  readonly none = t('No passage answers that.');
  readonly isOfFolders = true;
  search: Search = { query: '', hits: [] };

  /** The first time there is an answer already. */
  async ask(connection: Connection): Promise<Passage[] | undefined> {
    const { query } = this.search;
    const hits = this.search.hits ?? (await find(connection, query, false));
    this.search = { query, hits: undefined };
    return hits?.map((hit) => ({
      ...{ label: headed(hit), description: hit.answer.join(''), icon: 'search' },
      tooltip: [
        `${placeOf(hit)} · ${t('{0} words', String(hit.words))}`,
        headed(hit),
        hit.answer.map((part, i) => (i % 2 === 1 ? `[${part}]` : part)).join(''),
        ...hit.also.map(({ path, line }) => t('Also in {0}', `${path}:${line + 1}`)),
      ].join('\n'),
      place: placeIn(hit),
    }));
  }
}

/** The title of a passage after those of its file and its sections, which the writer knows. */
function headed({ section, title }: { section: string[]; title: string }): string {
  return [...section, ...(section.at(-1) === title ? [] : [title])].join(' › ');
}

/** The passage, from the sentence that answers. */
function placeIn({ uri, range, at }: Hit): Place {
  return { uri, range: { start: at.start, end: range.end } };
}

const related: Kind = {
  name: 'related',
  none: t('Nothing in the other texts is about that.'),
  ask: async (connection, document, line) => {
    const position = { line, character: 0 };
    const answer = await connection.ask(relatedRequest, document, { position, top: 20 });
    return answer?.related.map(({ path, range, uri, opening, shared, ...passage }) => ({
      ...{
        label: headed(passage),
        description: `${shared.join(', ')} — ${opening}`,
        icon: 'references',
      },
      tooltip: `${path}:${range.start.line + 1}\n${opening}\n\n${t('Both have: {0}', shared.join(', '))}`,
      place: { uri, range },
    }));
  },
};

const duplicates: Kind = {
  name: 'duplicates',
  none: t('Nothing is said twice.'),
  ask: async (connection, document, _, whole) => {
    const answer = await connection.ask(duplicatesRequest, document, { whole });
    return answer?.pairs.map(({ id, here, there, message }) => ({
      ...{ id, label: beginning(here.opening, widest), description: message, icon: 'copy' },
      tooltip: `${here.path}:${here.range.start.line + 1}\n${here.opening}\n\n${message}`,
      ...{ place: here, other: there },
    }));
  },
};

const misplaced: Kind = {
  name: 'misplaced',
  none: t('Every paragraph seems to stand where it belongs.'),
  ask: async (connection, document, _, whole) => {
    const paragraphs = document && (await looseIn(connection, document, whole));
    return paragraphs?.map((loose) => ({
      ...{ label: beginning(loose.opening, widest), description: loose.message, icon: 'question' },
      tooltip: `${loose.section}\n${loose.opening}\n\n${loose.message}`,
      place: { uri: loose.uri, range: loose.range },
      other: { uri: loose.there.uri, range: loose.at },
      loose,
    }));
  },
};

export function registerPassages(connection: Connection, desk: Desk): Disposable[] {
  let selected: Passage | undefined; // last, in any of the lists
  const select = (passage?: Passage) => (selected = passage);
  const list = (kind: Kind) => new List(connection, desk, kind, select);
  const [about, twice, loose] = [list(related), list(duplicates), list(misplaced)];
  const sought = new Found();
  const found = list(sought);
  const on = (name: string, run: (passage: Passage) => unknown) =>
    commands.registerCommand(`segls.passages.${name}`, (passage?: Passage) => {
      const chosen = passage ?? selected;
      return chosen && run(chosen);
    });
  return [
    ...[found, about, twice, loose],
    ...registerFind(
      connection,
      (hit) => open(desk, placeIn(hit), desk.editor?.viewColumn ?? ViewColumn.Active),
      (search) => {
        sought.search = search;
        return found.show(false);
      },
    ),
    commands.registerCommand('segls.found.again', () => found.refresh()),
    commands.registerCommand('segls.showRelated', () => about.show(false)),
    commands.registerCommand('segls.related.follow', () => about.follow(true)),
    commands.registerCommand('segls.related.stay', () => about.follow(false)),
    commands.registerCommand('segls.showDuplicates', () => twice.show(false)),
    commands.registerCommand('segls.showAllDuplicates', () => twice.show(true)),
    commands.registerCommand('segls.showMisplaced', () => loose.show(false)),
    commands.registerCommand('segls.showAllMisplaced', () => loose.show(true)),
    on('reveal', ({ place }) => open(desk, place, desk.editor?.viewColumn ?? ViewColumn.Active)),
    on('openBeside', ({ place }) => open(desk, place, ViewColumn.Beside)),
    on('openOther', ({ other }) => other && open(desk, other, ViewColumn.Beside)),
    on('moveThere', async ({ loose: paragraph }) => {
      if (paragraph && (await moveLoose(connection, paragraph))) {
        await loose.refresh();
      }
    }),
    on('makeAlike', async ({ id, place }) => {
      if (
        id !== undefined &&
        (await connection.execute('segls.makeAlike', { uri: Uri.parse(place.uri) }, { id }))
      ) {
        await twice.refresh();
      }
    }),
    on('makeOne', async ({ id, place }) => {
      if (
        id !== undefined &&
        (await connection.execute('segls.makeOne', { uri: Uri.parse(place.uri) }, { id }))
      ) {
        await twice.refresh();
      }
    }),
  ];
}

async function open(
  { draft }: Desk,
  { uri, range: { start, end } }: Place,
  viewColumn: ViewColumn,
): Promise<void> {
  const notebook = notebookAt(Uri.parse(uri));
  if (notebook !== undefined) {
    return showCell(notebook, cellAt(draft?.answer.cells ?? [], start.line));
  }
  const selection = new Stretch(start.line, start.character, start.line, start.character);
  const editor = await window.showTextDocument(Uri.parse(uri), { viewColumn, selection });
  editor.revealRange(new Stretch(start.line, start.character, end.line, end.character));
}

class List implements TreeDataProvider<Passage>, Disposable {
  #passages: Passage[] = [];
  #whole = false;
  #follows = false;
  #isShown = false;
  #asked = ''; // the place that it was last asked about
  readonly #changed = new EventEmitter<void>();
  readonly #tree: TreeView<Passage>;
  readonly #listening: Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly desk: Desk,
    private readonly kind: Kind,
    select: (passage?: Passage) => void,
  ) {
    this.#tree = window.createTreeView(`segls.${kind.name}`, { treeDataProvider: this });
    const follow = () => this.#follows && this.#place !== this.#asked && void this.refresh();
    this.#listening = [
      this.#tree,
      this.#changed,
      this.#tree.onDidChangeSelection(({ selection }) => select(selection[0])),
      desk.onDidMoveCaret(follow),
      desk.onDidChange(follow),
    ];
  }

  getChildren(passage?: Passage): Passage[] {
    return passage === undefined ? this.#passages : [];
  }

  getTreeItem(passage: Passage): TreeItem {
    const { label, description, tooltip, icon, id, other } = passage;
    const item = new TreeItem(label);
    item.description = description;
    item.tooltip = tooltip;
    item.iconPath = new ThemeIcon(icon);
    item.contextValue = id !== undefined ? 'twice' : other !== undefined ? 'loose' : 'related';
    const argument = { command: 'segls.passages.reveal', title: 'Reveal', arguments: [passage] };
    item.command = argument;
    item.accessibilityInformation = { label: `${label}. ${description}` };
    return item;
  }

  /** Opens the view and asks about the draft. */
  async show(whole: boolean): Promise<void> {
    this.#whole = whole;
    this.#isShown = true;
    await commands.executeCommand('setContext', `segls.${this.kind.name}`, true);
    await this.refresh();
    await commands.executeCommand(`segls.${this.kind.name}.focus`);
  }

  async follow(follows: boolean): Promise<void> {
    this.#follows = follows;
    await commands.executeCommand('setContext', `segls.${this.kind.name}.follows`, follows);
    if (follows) {
      await this.refresh();
    }
  }

  /** Where the caret is: the text and the line. */
  get #place(): string {
    return `${this.desk.draft?.document.uri.toString()}:${this.desk.caretLine}`;
  }

  readonly refresh = coalesced(async () => {
    const document = this.desk.draft?.document;
    if ((document === undefined && !this.kind.isOfFolders) || !this.#isShown) {
      return;
    }
    this.#asked = this.#place;
    this.#tree.message = t('Reading the texts of the folder…');
    const line = this.desk.caretLine ?? 0;
    const passages = await this.kind.ask(this.connection, document, line, this.#whole);
    this.#passages = passages ?? [];
    this.#tree.message =
      passages === undefined
        ? t('Open the folder of the text, so that the other texts in it can be read.')
        : passages.length === 0
          ? this.kind.none
          : undefined;
    this.#changed.fire();
  });

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
  }
}

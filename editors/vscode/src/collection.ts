// The Collection view: an ordered list of passages, and the command that makes a document of them.

import type { Range } from 'vscode-languageserver-types';
import {
  commands,
  type DataTransfer,
  DataTransferItem,
  type Disposable,
  EventEmitter,
  type Memento,
  Range as Stretch,
  type TextDocumentChangeEvent,
  ThemeIcon,
  type TreeDataProvider,
  type TreeDragAndDropController,
  TreeItem,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Assembled } from './answers';
import { notebookAt } from './cells';
import { coalesced } from './coalesced';
import { type Collected, followed, found, linesIn, linesOf, rangeOf, wordsAt } from './collected';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import type { GatheredTexts } from './gathered';
import { endingOf, fileNameOf } from './file-name';
import { count, t } from './language';
import type { PartRef } from './messages';
import type { Passage } from './passages';
import { commandRequest, fragmentsRequest } from './protocol';
import { selectedIn } from './selected';
import { lengthInWords, type Node } from './tree';
import { files } from './undo';
import { plainUri } from './work';

const view = 'segls.collection';
const mime = 'application/vnd.code.tree.segls.collection';
const command = 'segls.assemble';

interface StoredCollection {
  places: Collected[];
  /** The target in words; 0 if none is set. */
  wanted: number;
}

export function registerCollection(
  connection: Connection,
  activeText: ActiveText,
  gathered: GatheredTexts,
  memory: Memento,
): Disposable[] {
  const collection = new Collection(connection, gathered, memory);
  const tree = window.createTreeView(view, {
    treeDataProvider: collection,
    dragAndDropController: collection,
    canSelectMany: true,
  });
  const selected = selectedIn(tree);
  const tell = () => (tree.description = collection.summary);
  tell();
  const on = (name: string, run: (rows: readonly Collected[]) => unknown) =>
    commands.registerCommand(`${view}.${name}`, (row?: Collected, rows?: Collected[]) =>
      run(rows ?? (row ? [row] : selected())),
    );
  const collect = (name: string, run: (...args: any[]) => unknown) =>
    commands.registerCommand(`segls.${name}.collect`, run);
  return [
    ...[tree, collection, collection.onDidChangeTreeData(tell)],
    collect('editor', () => collection.addSelection(activeText)),
    // VS Code passes the row or card of the menu, and all selected rows.
    collect('passages', async (passage: Found, all: Found[] = [passage]) => {
      for (const one of all.filter((row) => 'places' in row)) {
        await collection.addPassage(one);
      }
    }),
    collect('outline', async (node: Node, all: Node[] = [node]) => {
      for (const one of all) {
        await collection.addNode(one);
      }
    }),
    collect('board', async (card: PartRef & { chosen?: PartRef[] }) => {
      for (const one of card.chosen ?? [card]) {
        await collection.addFragment(one);
      }
    }),
    on('remove', (rows) => collection.remove(rows)),
    on('moveUp', (rows) => collection.step(rows, -1)),
    on('moveDown', (rows) => collection.step(rows, 1)),
    on('reveal', ([place]) => place && collection.reveal(place)),
    on('assemble', () => collection.assemble()),
    on('setTarget', () => collection.setTarget()),
    on('gather', () => collection.gather()),
    // Called with search results, or with a group of the Connections view.
    commands.registerCommand('segls.passages.gather', (group: { passages: Found[] }) =>
      collection.gatherAll(group.passages.map(placeOfPassage)),
    ),
    commands.registerCommand(
      'segls.board.gather',
      async (card: PartRef & { chosen?: PartRef[] }) => {
        const places = (card.chosen ?? [card]).map((one) => collection.placeOfFragment(one));
        await collection.gatherAll((await Promise.all(places)).filter((one) => one !== undefined));
      },
    ),
    commands.registerCommand('segls.outline.gather', async (node: Node, nodes: Node[] = [node]) => {
      const places = await Promise.all(nodes.flatMap(textsOf).map(placeOfNode));
      await collection.gatherAll(
        places.filter((one) => one !== undefined),
        nodes.length === 1 ? node.name : undefined,
      );
    }),
  ];
}

export class Collection
  implements TreeDataProvider<Collected>, TreeDragAndDropController<Collected>, Disposable
{
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  readonly #kept: StoredCollection;
  #shown: string; // what the rows show, as JSON
  readonly #edited = new Set<string>(); // texts that have been edited since they were last checked
  #dragged: readonly Collected[] = [];
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly gathered: GatheredTexts,
    private readonly memory: Memento,
  ) {
    const { places = [], wanted = 0 } = memory.get<Partial<StoredCollection>>('collection', {});
    this.#kept = { places: places.map((place) => ({ ...place })), wanted };
    this.#shown = JSON.stringify(this.#kept);
    const lookAgain = coalesced(() => this.#look([...this.#edited]));
    this.#listening = [
      this.#changed,
      workspace.onDidChangeTextDocument((change) => this.#follow(change)),
      workspace.onDidRenameFiles(({ files }) =>
        files.forEach(({ oldUri, newUri }) => this.#rename(oldUri, newUri)),
      ),
      connection.onDidUpdate(() => this.#edited.size > 0 && void lookAgain()),
      connection.onDidChangeState((state) => state === 'running' && void this.#lookAtAll()),
    ];
  }

  /** The length in words, and the target. */
  get summary(): string {
    const { places, wanted } = this.#kept;
    return places.length > 0 || wanted > 0 ? lengthInWords(this.#words, this.#words, wanted) : '';
  }

  getChildren(place?: Collected): Collected[] {
    return place === undefined ? this.#kept.places : [];
  }

  getTreeItem(place: Collected): TreeItem {
    const { title, opens, words, path, from, isLost } = place;
    const name = title || opens.trim();
    const about = isLost ? t('no longer found') : count(words, 'word');
    const item = new TreeItem(name);
    item.description = `${about} · ${path}`;
    item.tooltip = `${path}:${from + 1}\n${opens}`;
    item.iconPath = new ThemeIcon(isLost ? 'warning' : 'quote');
    item.contextValue = 'collected';
    item.accessibilityInformation = { label: [name, about, path].join(', ') };
    item.command = { command: `${view}.reveal`, title: 'Reveal', arguments: [place] };
    return item;
  }

  /** Adds a range of a text. An empty range means the fragment around it. */
  async add(uri: string, range: Range): Promise<void> {
    if (notebookAt(Uri.parse(uri)) !== undefined) {
      void window.showInformationMessage(t('segls: passages of a notebook cannot be collected.'));
      return;
    }
    const known = await this.#ask([{ uri, range }], { trial: true });
    const text = await files.read(plainUri(uri));
    if (known === undefined || text === undefined) {
      return;
    }
    const { places } = this.#kept;
    const { range: whole, path, title, words } = known.places[0]!;
    const lines = { uri: plainUri(uri), ...linesIn(whole) };
    const isThere = places.some((one) => isSame(one, lines));
    if (!isThere) {
      const anchors = wordsAt(linesOf(text), lines);
      places.push({ ...lines, path, title, words, ...anchors, isLost: false });
      await this.#keep();
    }
    window.setStatusBarMessage(
      isThere
        ? t('That is already in the collection.')
        : t('In the collection: {0}, {1}.', count(places.length, 'passage'), this.summary),
      10_000,
    );
  }

  /** Adds the selection, or the fragment at the caret if there is none. */
  async addSelection({ draft, editor, caretLine }: ActiveText): Promise<void> {
    if (draft === undefined) {
      return;
    }
    const selection = editor?.selection;
    const { start, end } = selection && !selection.isEmpty ? selection : at(caretLine ?? 0);
    await this.add(draft.document.uri.toString(), {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    });
  }

  async addFragment(card: PartRef): Promise<void> {
    const place = await this.placeOfFragment(card);
    await (place && this.add(place.uri, place.range));
  }

  async placeOfFragment({ uri, id }: PartRef): Promise<PassageRange | undefined> {
    const content = await this.connection.ask(fragmentsRequest, { uri: Uri.parse(uri) }, {});
    const fragment = content?.fragments.find((one) => one.id === id);
    return fragment && { uri, range: fragment.range };
  }

  /** Adds the text of a row of the outline. */
  async addNode(node: Node): Promise<void> {
    const place = await placeOfNode(node);
    await (place && this.add(place.uri, place.range));
  }

  async addPassage(passage: Pick<Passage, 'places'>): Promise<void> {
    const { uri, range } = placeOfPassage(passage);
    await this.add(uri, range);
  }

  async remove(rows: readonly Collected[]): Promise<void> {
    const { places } = this.#kept;
    this.#kept.places = places.filter((place) => !rows.includes(place));
    await this.#keep();
  }

  /** Moves passages together past the passage above or below them. */
  async step(rows: readonly Collected[], by: -1 | 1): Promise<void> {
    const { places } = this.#kept;
    const at = places.flatMap((place, i) => (rows.includes(place) ? [i] : []));
    const next = by < 0 ? at[0]! - 1 : at.at(-1)! + 1;
    const neighbour = places[next];
    if (at.length > 0 && neighbour !== undefined) {
      await this.#put(
        places.filter((_, i) => at.includes(i)),
        neighbour,
        by > 0,
      );
    }
  }

  handleDrag(rows: readonly Collected[], transfer: DataTransfer): void {
    this.#dragged = rows;
    transfer.set(mime, new DataTransferItem(''));
  }

  /** Passages dragged up go before the target, passages dragged down after it; without a target they go to the end. */
  async handleDrop(target: Collected | undefined, transfer: DataTransfer): Promise<void> {
    const { places } = this.#kept;
    const moved = places.filter((place) => this.#dragged.includes(place));
    if (
      transfer.get(mime) === undefined ||
      moved.length === 0 ||
      (target && moved.includes(target))
    ) {
      return;
    }
    const isDown = target === undefined || places.indexOf(moved[0]!) < places.indexOf(target);
    await this.#put(moved, target, isDown);
  }

  async #put(moved: Collected[], target: Collected | undefined, isBehind: boolean): Promise<void> {
    const rest = this.#kept.places.filter((place) => !moved.includes(place));
    const at = target === undefined ? rest.length : rest.indexOf(target) + Number(isBehind);
    this.#kept.places = rest.toSpliced(at, 0, ...moved);
    await this.#keep();
  }

  async reveal(place: Collected): Promise<void> {
    await this.#look([place.uri]);
    const { uri, from, to, isLost } = place;
    const selection = new Stretch(from, 0, from, 0);
    const options = { preserveFocus: true, ...(isLost ? {} : { selection }) };
    const editor = await window.showTextDocument(Uri.parse(uri), options);
    if (!isLost) {
      editor.revealRange(new Stretch(from, 0, to, 0));
    }
  }

  async setTarget(): Promise<void> {
    const { wanted } = this.#kept;
    const said = await window.showInputBox({
      title: t('Target of the Collection'),
      prompt: t('How many words the document should have. Leave it empty for no target.'),
      value: wanted > 0 ? String(wanted) : '',
      validateInput: (text) =>
        /^\s*\d*\s*$/.test(text) ? undefined : t('A target is a number of words.'),
    });
    if (said !== undefined) {
      this.#kept.wanted = Number(said);
      await this.#keep();
    }
  }

  /** Shows the passages of the collection as one text. */
  async gather(): Promise<void> {
    if ((await this.#first()) !== undefined) {
      const { places } = this.#kept;
      await this.gatherAll(places.map((place) => ({ uri: place.uri, range: rangeOf(place) })));
    }
  }

  /** Shows places as one text. */
  async gatherAll(passages: PassageRange[], name?: string): Promise<void> {
    const places = passages.map(({ uri, range }) => ({
      ...{ uri: this.connection.uriOf({ uri: Uri.parse(uri) }), range },
    }));
    if (places.length > 0) {
      await this.gathered.open(name, { places });
    }
  }

  /** Checks all passages, and returns the first. If there is none or one is lost, it shows a message instead. */
  async #first(): Promise<Collected | undefined> {
    await this.#lookAtAll();
    const { places } = this.#kept;
    const [first] = places;
    const lost = places.find(({ isLost }) => isLost);
    if (first === undefined || lost !== undefined) {
      const said = lost
        ? t(
            'segls: “{0}” is no longer in {1}. Remove it from the collection, or collect it again.',
            ...[lost.title || lost.opens, lost.path],
          )
        : t('segls: the collection is empty. Collect passages first.');
      void window.showInformationMessage(said);
      return undefined;
    }
    return first;
  }

  /** Creates a document from the passages and shows it. */
  async assemble(): Promise<void> {
    const first = await this.#first();
    if (first === undefined) {
      return;
    }
    const { places } = this.#kept;
    const about = Uri.parse(first.uri);
    const folder = workspace.getWorkspaceFolder(about)?.uri ?? Uri.joinPath(about, '..');
    const ending = endingOf(about.path);
    const value = fileNameOf(first.title || t('Collection')) + ending;
    const name = await window.showInputBox({
      title: t('Make a Document'),
      ignoreFocusOut: true, // if the passages have changed, the view reloads its rows and takes the focus
      prompt: t('The name of the new file. A folder may come before it: parts/lakes.md'),
      ...{ value, valueSelection: [0, value.length - ending.length] },
      validateInput: (said) => (said.trim() === '' ? t('A file needs a name.') : undefined),
    });
    if (name === undefined) {
      return;
    }
    const to = Uri.joinPath(folder, name.trim());
    const made = await this.#ask(
      places.map((place) => ({ uri: place.uri, range: rangeOf(place) })),
      { toUri: this.connection.uriOf({ uri: to }) },
    );
    if (made !== undefined) {
      const length = [count(places.length, 'passage'), count(made.words, 'word')];
      const said = t('segls: created {0}: {1}, {2}.', name.trim(), ...length);
      void window.showInformationMessage([said, ...made.notes].join(' '));
    }
  }

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
  }

  get #words(): number {
    return this.#kept.places.reduce((sum, { words }) => sum + words, 0);
  }

  /**
   * Creates a document from passages, or with trial only measures it. Shows a message if the server refuses.
   */
  async #ask(
    passages: readonly { uri: string; range: Range }[],
    more: { trial: true } | { toUri: string },
  ): Promise<Assembled | undefined> {
    const outcome = await this.connection.outcome(commandRequest, {
      command,
      arguments: [this.#argument(passages, more)],
    });
    if ('answer' in outcome) {
      return outcome.answer as Assembled;
    }
    void window.showInformationMessage(`segls: ${outcome.refusal}`);
    return undefined;
  }

  #argument(passages: readonly { uri: string; range: Range }[], more: object): object {
    const places = passages.map(({ uri, range }) => ({
      ...{ uri: this.connection.uriOf({ uri: Uri.parse(uri) }), range },
    }));
    return { uri: places[0]!.uri, places, ...more };
  }

  async #keep(): Promise<void> {
    this.#shown = JSON.stringify(this.#kept);
    this.#changed.fire();
    await this.memory.update('collection', this.#kept);
  }

  #in(uri: string): Collected[] {
    return this.#kept.places.filter((place) => place.uri === uri);
  }

  /** Updates the lines of passages after an edit. */
  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    for (const place of this.#in(uri)) {
      this.#edited.add(uri);
      for (const change of contentChanges) {
        const lines = place.isLost ? undefined : followed(place, change);
        Object.assign(place, lines ?? { isLost: true });
      }
    }
  }

  #rename(from: Uri, to: Uri): void {
    const moved = this.#kept.places.filter(({ uri }) => `${uri}/`.startsWith(`${from}/`));
    for (const place of moved) {
      place.uri = `${to}${place.uri.slice(`${from}`.length)}`;
      this.#edited.add(place.uri);
    }
    void (moved.length > 0 && this.#look([...this.#edited]));
  }

  #lookAtAll(): Promise<void> {
    return this.#look([...new Set(this.#kept.places.map(({ uri }) => uri))]);
  }

  /** Updates the passages in some texts. Rows are reloaded only on a change: this takes the focus from an input box. */
  async #look(uris: readonly string[]): Promise<void> {
    for (const uri of uris) {
      const isFollowed = this.#edited.delete(uri);
      const lines = linesOf((await files.read(uri)) ?? '');
      const places = this.#in(uri);
      for (const place of places) {
        const at = isFollowed && !place.isLost ? place : found(place, lines);
        Object.assign(place, at, at && wordsAt(lines, at), { isLost: at === undefined });
      }
      const there = places.filter(({ isLost }) => !isLost);
      const passages = there.map((place) => ({ uri, range: rangeOf(place) }));
      const known =
        passages.length > 0 &&
        ((await this.connection.ask(commandRequest, undefined, {
          ...{ command, arguments: [this.#argument(passages, { trial: true })] },
        })) as Assembled | undefined);
      // If the text was edited meanwhile, it will be checked again.
      if (known && !this.#edited.has(uri)) {
        known.places.forEach(({ range, path, title, words }, i) =>
          Object.assign(there[i]!, linesIn(range), { path, title, words }),
        );
      }
    }
    if (JSON.stringify(this.#kept) !== this.#shown) {
      await this.#keep();
    }
  }
}

type PassageRange = { uri: string; range: Range };

/** A passage of the Connections view or a search result. */
type Found = Pick<Passage, 'places'>;

/** Returns a row of the outline itself or, for a part, the rows of its files: a part has no text. */
function textsOf(node: Node): Node[] {
  return node.kind === 'part' ? node.children.flatMap(textsOf) : [node];
}

/** Returns the place of a row of the outline; undefined if it is not a text. */
async function placeOfNode({ kind, uri, range }: Node): Promise<PassageRange | undefined> {
  if (kind === 'file') {
    const lines = linesOf((await files.read(uri)) ?? '');
    return { uri, range: rangeOf({ from: 0, to: lines.length }) };
  }
  return kind === 'part' || kind === 'problem' ? undefined : { uri, range };
}

function placeOfPassage({
  places: [{ uri, range, whole }],
}: Pick<Passage, 'places'>): PassageRange {
  return { uri, range: whole ?? range };
}

function isSame(a: Pick<Collected, 'uri' | 'from' | 'to'>, b: typeof a): boolean {
  return a.uri === b.uri && a.from === b.from && a.to === b.to;
}

/** Returns an empty range at the start of a line. */
function at(line: number): Range {
  const start = { line, character: 0 };
  return { start, end: start };
}

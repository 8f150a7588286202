// The Changes view, which lists what the server finds changed in the draft, and reverts a change.

import {
  commands,
  type Disposable,
  EventEmitter,
  Location,
  type QuickPickItem,
  Range,
  Selection,
  type TextDocument,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { isBrowser } from '#system/server';
import type { Change, Changes } from './answers';
import { coalesced } from './coalesced';
import { type ChangesTree, isChange, type Row } from './changes-tree';
import type { ComparePanel } from './compare';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { isNotebook, isProse } from './documents';
import { count, t } from './language';
import { opening } from './opening';
import { changesRequest, commandRequest } from './protocol';
import { nameOf, Revisions, type Since } from './revisions';
import { selectedIn } from './selected';
import { askForLenses } from './toggle';

const view = 'segls.changes';

/** The time a quick pick takes to close, in milliseconds. */
const pause = 500;

/** The maximum length of a title in characters. It is less, down to narrowest, if title and description exceed room. */
export const widest = 24;
const narrowest = 12;
const room = 34;

/** The scheme of documents that contain an earlier version of a text. */
const scheme = 'segls-before';

const icons: Record<Change['kind'], [icon: string, color: string]> = {
  moved: ['arrow-swap', 'charts.blue'],
  split: ['split-vertical', 'charts.purple'],
  merged: ['git-merge', 'charts.purple'],
  retitled: ['tag', 'charts.yellow'],
  rewritten: ['edit', 'charts.yellow'],
  added: ['add', 'charts.green'],
  removed: ['remove', 'charts.red'],
  conflict: ['warning', 'charts.red'],
  resolved: ['pass', 'charts.green'],
};

export function registerChanges(
  changes: ChangesView,
  rows: ChangesTree,
  page: ComparePanel,
): Disposable[] {
  const tree = window.createTreeView(view, { treeDataProvider: rows });
  const selection = selectedIn(tree);
  const selected = (row: Row | undefined = selection()[0]) =>
    row && isChange(row) ? row : undefined;
  return [
    changes,
    rows,
    page,
    tree,
    changes.onDidChangeTreeData(() => {
      tree.description = changes.description;
      tree.message = changes.message;
    }),
    workspace.registerTextDocumentContentProvider(scheme, changes),
    commands.registerCommand('segls.showChanges', (since?: Since) => changes.show(since)),
    commands.registerCommand('segls.hideChanges', () => changes.hide()),
    commands.registerCommand(`${view}.reveal`, (change?: Change) =>
      changes.reveal(selected(change)),
    ),
    commands.registerCommand(`${view}.peek`, (change?: Change) => changes.peek(selected(change))),
    commands.registerCommand(`${view}.putBack`, (change?: Change) =>
      changes.putBack(selected(change)),
    ),
    commands.registerCommand(`${view}.compare`, () => changes.compare()),
    commands.registerCommand(`${view}.showOrders`, () => page.showChanges()),
  ];
}

interface Before {
  uri: string;
  text: string;
}

export class ChangesView implements TreeDataProvider<Change>, Disposable {
  #since: Since | undefined;
  #document: TextDocument | undefined; // the document of the answer
  #answer: Changes | undefined;
  #before: Before[] = []; // URIs as the server writes them
  #why = ''; // why there is no answer
  readonly #revisions = new Revisions();
  readonly #changed = new EventEmitter<void>();
  readonly #texts = new EventEmitter<Uri>();
  readonly #listening: Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;
  /** Fires when an earlier text changes. */
  readonly onDidChange = this.#texts.event;

  constructor(
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
  ) {
    this.#listening = [
      this.#revisions,
      this.#changed,
      this.#texts,
      activeText.onDidChange(() => this.#refresh()),
      workspace.onDidSaveTextDocument(() => this.#again()),
      window.onDidChangeWindowState(({ focused }) => focused && this.#again()),
    ];
  }

  /** The current comparison; undefined if there is none. */
  get answer(): { document: TextDocument; since: string; changes: Changes } | undefined {
    const [document, since, changes] = [this.#document, this.#since, this.#answer];
    return document && since && changes && { document, since: nameOf(since), changes };
  }

  /** Returns the change with an ID, at the top level or inside a moved text. */
  changeWith(id: string): Change | undefined {
    const find = (list: Change[]): Change | undefined =>
      list.flatMap((change) => [change, ...change.inside]).find((change) => change.id === id);
    return find(this.#answer?.changes ?? []);
  }

  get description(): string {
    return this.#since === undefined ? '' : nameOf(this.#since);
  }

  get message(): string | undefined {
    if (this.#why !== '' || this.#answer === undefined) {
      return this.#why || undefined;
    }
    const { changes, marked } = this.#answer;
    if (marked > 0) {
      return t('Changed only in markup or addresses of links: {0}.', count(marked, 'paragraph'));
    }
    return changes.length === 0 ? t('Nothing has changed.') : undefined;
  }

  getChildren(change?: Change): Change[] {
    return change?.inside ?? this.#answer?.changes ?? [];
  }

  getTreeItem(change: Change): TreeItem {
    const { title = '' } = change.to[0] ?? change.from[0] ?? {};
    const item = new TreeItem(
      opening(title, Math.max(narrowest, Math.min(widest, room - change.here.length))),
      change.inside.length > 0 ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None,
    );
    const [icon, color] = icons[change.kind];
    item.id = change.id;
    item.description = change.here;
    item.iconPath = new ThemeIcon(icon, new ThemeColor(color));
    item.tooltip = [change.message, change.before.trim()].filter(Boolean).join('\n\n');
    item.contextValue = change.before === '' ? 'new' : 'change';
    item.command = { command: `${view}.reveal`, title: 'Reveal', arguments: [change] };
    item.accessibilityInformation = { label: change.message };
    return item;
  }

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
  }

  /** Asks for the revision, unless it is given, and shows the changes since. */
  async show(since?: Since): Promise<void> {
    const chosen = since ?? (await ask());
    if (chosen !== undefined) {
      this.#since = chosen;
      await commands.executeCommand('setContext', 'segls.changes', true);
      await this.#again();
      await commands.executeCommand(`${view}.focus`);
    }
  }

  async hide(): Promise<void> {
    this.#since = undefined;
    await commands.executeCommand('setContext', 'segls.changes', false);
    await this.#refresh();
  }

  /** Reveals a change in the text. For removed text it shows the earlier version. */
  async reveal(change?: Change): Promise<void> {
    const at = change?.to[0];
    if (change === undefined || at === undefined) {
      return this.peek(change);
    }
    const { start, end } = at.range;
    const range = new Range(start.line, start.character, end.line, end.character);
    const editor = await window.showTextDocument(Uri.parse(at.uri), {
      viewColumn: this.activeText.editor?.viewColumn ?? ViewColumn.One,
      selection: new Selection(range.start, range.start),
    });
    editor.revealRange(range);
  }

  /** Shows the earlier text in a peek view at the change. */
  async peek(change?: Change): Promise<void> {
    const document = this.#document;
    if (change === undefined || document === undefined || change.from.length === 0) {
      return;
    }
    const at = change.to[0] ?? this.#neighbourOf(change);
    const uri = at === undefined ? document.uri : Uri.parse(at.uri);
    const { line, character } = at?.range.start ?? { line: 0, character: 0 };
    const editor = await window.showTextDocument(uri, {
      viewColumn: this.activeText.editor?.viewColumn ?? ViewColumn.One,
      selection: new Range(line, character, line, character),
    });
    const locations = change.from.map(
      ({ uri: was, range: { start, end } }) =>
        new Location(
          beforeUri(was),
          new Range(start.line, start.character, end.line, end.character),
        ),
    );
    const place = editor.selection.active;
    await commands.executeCommand('editor.action.peekLocations', uri, place, locations, 'peek');
  }

  async putBack(change?: Change): Promise<void> {
    const document = this.#document;
    if (change === undefined || document === undefined) {
      return;
    }
    const argument = {
      uri: this.connection.uriOf(document),
      position: { line: 0, character: 0 },
      id: change.id,
      before: this.#before,
    };
    await this.connection.keepingFocus(() =>
      this.connection.attempt(commandRequest, { command: 'segls.putBack', arguments: [argument] }),
    );
    await this.#refresh();
  }

  /** Opens a line-by-line diff of the earlier and the present text. */
  async compare(): Promise<void> {
    const document = this.#document;
    if (document !== undefined && this.#since !== undefined) {
      const name = document.uri.path.split('/').at(-1);
      await commands.executeCommand(
        'vscode.diff',
        beforeUri(this.connection.uriOf(document)),
        document.uri,
        `${name} (${nameOf(this.#since)})`,
      );
    }
  }

  /** Returns the earlier text for a URI. */
  provideTextDocumentContent(uri: Uri): string {
    return this.#before.find((text) => text.uri === uri.query)?.text ?? '';
  }

  /** Refreshes with the present state of git, since there may be a new commit. */
  #again(): void | Promise<void> {
    this.#revisions.forget();
    return this.#refresh();
  }

  readonly #refresh = coalesced(async () => {
    const draft = this.activeText.draft?.document;
    const document = draft !== undefined && !isNotebook(draft) ? draft : this.#document;
    if (this.#since === undefined) {
      const before = this.#document;
      this.#document = this.#answer = undefined;
      this.#before = [];
      this.#changed.fire();
      if (before !== undefined) {
        await this.connection.ask(changesRequest, before, { lenses: false });
      }
      return;
    }
    if (document === undefined) {
      return;
    }
    const before: Before[] = [];
    this.#why = '';
    for (const each of this.#compared(document, this.#since)) {
      const was = await this.#revisions.textOf(each, this.#since);
      if ('text' in was) {
        before.push({ uri: this.connection.uriOf(each), text: was.text });
      } else if (each === document) {
        this.#why = was.why;
      }
    }
    const changed = before.filter(({ uri, text }) => this.#textBefore(uri) !== text);
    this.#before = before;
    changed.forEach(({ uri }) => this.#texts.fire(beforeUri(uri)));
    this.#answer =
      this.#why === ''
        ? await this.connection.ask(changesRequest, document, { before, lenses: true })
        : undefined;
    this.#document = document;
    this.#changed.fire();
    // The server requests this too, but VS Code ignores the request while a quick pick is closing.
    setTimeout(() => askForLenses(this.connection.client), pause);
  });

  /** Returns the draft and, unless compared with a file, the other open texts: text may have moved between them. */
  #compared(document: TextDocument, since: Since): TextDocument[] {
    const others = workspace.textDocuments.filter(
      (other) => other !== document && isProse(other) && !other.isClosed,
    );
    return since.kind === 'file' ? [document] : [document, ...others];
  }

  #textBefore(uri: string): string | undefined {
    return this.#before.find((text) => text.uri === uri)?.text;
  }

  /** Returns the present place of the moved text around a change, or of the nearest change before it that has one. */
  #neighbourOf({ id }: Change) {
    const list = this.#answer?.changes ?? [];
    const at = list.findIndex((one) => one.id === id || one.inside.some((part) => part.id === id));
    return list.slice(0, at + 1).findLast(({ to }) => to.length > 0)?.to[0];
  }
}

/** Returns the URI of an earlier version. Its name is the title of the peek view, its extension sets the language. */
function beforeUri(uri: string): Uri {
  const path = Uri.parse(uri).path.replace(
    /([^/]*?)(\.[^./]*)?$/,
    (_, name: string, ending = '') => `${t('{0} (as it was)', name)}${ending}`,
  );
  return Uri.from({ scheme, path, query: uri });
}

/** Asks what to compare with. */
async function ask(): Promise<Since | undefined> {
  interface Choice extends QuickPickItem {
    since: () => Promise<Since | undefined> | Since;
  }
  const choices: Choice[] = [
    { label: t('Since the Last Commit'), description: 'git', since: () => revision('HEAD') },
    { label: t('Since This Window Was Opened'), since: () => ({ kind: 'opened' }) },
    {
      label: t('Since a Revision…'),
      description: 'git',
      since: async () => {
        const name = await window.showInputBox({
          title: t('What Changed Since'),
          placeHolder: t('A git revision, branch or tag, such as HEAD~3 or main'),
        });
        return name ? revision(name) : undefined;
      },
    },
    {
      label: t('Compared with a File…'),
      description: t('another version of this text'),
      since: async () => {
        const [uri] = (await window.showOpenDialog({ title: t('The Earlier Text') })) ?? [];
        return uri && { kind: 'file', uri: uri.toString() };
      },
    },
  ];
  const offered = choices.filter(({ description }) => !isBrowser || description !== 'git');
  const choice = await window.showQuickPick(offered, { title: t('Show What Changed') });
  return choice?.since();
}

function revision(name: string): Since {
  return { kind: 'revision', revision: name };
}

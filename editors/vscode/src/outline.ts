// The outline: the files of a work, their sections and fragments. The server computes every edit.

import {
  commands,
  DataTransferItem,
  type DataTransfer,
  type Disposable,
  EventEmitter,
  MarkdownString,
  Range,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  type TreeDragAndDropController,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Color, Fragments } from './answers';
import { notebookAt, showLine } from './cells';
import type { Connection } from './connection';
import type { ActiveText, Draft } from './active-text';
import { extract } from './extract';
import { caretIn } from './typing';
import { t } from './language';
import { moveTo } from './move-to';
import type { Notes } from './notes';
import { opening } from './opening';
import { colorNames, heldBecause, whyQuiet } from './places';
import { moveRequest } from './protocol';
import { registerHeadings } from './headings';
import { insertHeading, registerRename, splitFile } from './rename';
import { changeWork } from './rework';
import { selectedIn } from './selected';
import { shown } from './shown';
import type { Tray } from './tray';
import {
  adopt,
  beginsSection,
  fileAt,
  fileOf,
  fill,
  isText,
  isWithin,
  lengthInWords,
  lengthOf,
  type Node,
  nodeAt,
  placeBeside,
  placeFor,
  placeOnto,
  sameIn,
  sectionOf,
  treeOf,
  workTreeOf,
} from './tree';
import type { OpenWork } from './work';

const view = 'segls.outline';
const mime = 'application/vnd.code.tree.segls.outline';

const kinds: Record<Node['kind'], string> = {
  part: t('part'),
  file: t('file'),
  section: t('section'),
  scene: t('scene'),
  fragment: t('fragment'),
  problem: t('problem'),
};

/** The number of characters that fit in a view of usual width. */
const widest = 32;
const narrowest = 16;

/** The actions of the context menu, named like the server's commands. */
const actions = [
  'selectFragment',
  'moveFragmentUp',
  'moveFragmentDown',
  'mergeFragments',
  'insertHeading',
  'newScene',
  'moveSceneUp',
  'moveSceneDown',
  'pinBoundary',
  'vetoBoundary',
  'release',
  'extractFragment',
  'moveSectionUp',
  'moveSectionDown',
  'promoteSection',
  'demoteSection',
  'removeHeading',
  'extractSection',
];

/** Actions of a work that change several files. */
const workActions = ['splitFile', 'sectionToFile', 'fileToSection', 'mergeFiles'];

export function registerOutline(
  connection: Connection,
  activeText: ActiveText,
  work: OpenWork,
  notes: Notes,
  tray: Tray,
): Disposable[] {
  const outline = new Outline(connection, activeText, work);
  const tree = window.createTreeView(view, {
    treeDataProvider: outline,
    dragAndDropController: outline,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const follow = () => outline.follow(tree);
  const selection = selectedIn(tree);
  const selected = (node = selection()[0]) => node && outline.present(node);
  return [
    tree,
    outline,
    outline.onDidChangeTreeData(() => {
      tree.message = outline.message;
      tree.description = outline.summary;
      void follow();
    }),
    tree.onDidCollapseElement(({ element: { kind, uri } }) => {
      if (kind === 'file') {
        work.forget(uri);
      }
    }),
    activeText.onDidMoveCaret(follow),
    tree.onDidChangeVisibility(() => outline.forget().follow(tree)),
    commands.registerCommand('segls.outline.reveal', (node: Node) => outline.reveal(node)),
    commands.registerCommand('segls.outline.moveUp', (node?: Node) =>
      outline.step(selected(node), 'Up'),
    ),
    commands.registerCommand('segls.outline.moveDown', (node?: Node) =>
      outline.step(selected(node), 'Down'),
    ),
    ...registerRename(connection, activeText, selected),
    ...registerHeadings(connection, activeText, selected),
    ...notes.register(selected),
    ...tray.register(activeText, () => selection().map((node) => outline.present(node))),
    commands.registerCommand('segls.outline.moveTo', (node?: Node) =>
      outline.moveTo(selected(node)),
    ),
    commands.registerCommand('segls.outline.moveSceneTo', (node?: Node) => {
      const one = selected(node);
      return outline.moveTo(one && { ...one, kind: 'scene' });
    }),
    ...workActions.map((action) =>
      commands.registerCommand(`${view}.${action}`, (node?: Node) =>
        outline.rework(selected(node), action),
      ),
    ),
    ...actions.map((action) =>
      commands.registerCommand(`${view}.${action}`, (node?: Node) =>
        outline.act(selected(node), action),
      ),
    ),
  ];
}

class Outline implements TreeDataProvider<Node>, TreeDragAndDropController<Node>, Disposable {
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  #nodes: Node[] = [];
  #followed: Node | undefined; // the node last selected for the caret
  #draft: Draft | undefined;
  #dragged: Node | undefined;
  #steered: number | undefined; // the time of the last move by keys, after which the tree keeps the focus
  readonly #changed = new EventEmitter<Node[] | undefined>();
  readonly #listening: Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
    private readonly work: OpenWork,
  ) {
    const listening = [
      activeText.onDidChange(() => this.#refresh()),
      work.onDidChange(() => this.#refresh()),
    ];
    this.#listening = { dispose: () => listening.forEach((one) => one.dispose()) };
  }

  /** The message above the tree. */
  get message(): string | undefined {
    const { answer } = this.work;
    if (answer !== undefined) {
      return answer.read ? undefined : t('The files of the work are being read…');
    }
    return this.#draft?.answer.quiet ? whyQuiet(this.#draft.answer) : this.work.hint?.message;
  }

  /** The description beside the title; it has the unit of the counts below. */
  get summary(): string {
    const { answer } = this.work;
    const words = answer?.total?.words ?? this.#draft?.answer.words ?? 0;
    const wanted = (answer ?? this.#draft?.answer)?.wanted ?? 0;
    return [lengthInWords(words, words, wanted), answer?.title].filter(Boolean).join(' · ');
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === 'file' && !node.isRead) {
      const content = await this.work.read(node.uri);
      if (content !== undefined && !node.isRead) {
        fill(node, this.#treeOf(node.uri, content));
      }
    }
    return node?.children ?? this.#nodes;
  }

  /** Returns the node of the present tree for a selected node, which may be of an earlier tree. */
  present(node: Node): Node {
    return sameIn(this.#nodes, node) ?? node;
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  getTreeItem(node: Node): TreeItem {
    const description = describe(node, lengthOf);
    const characters = widest - Math.ceil(1.2 * depthOf(node)) - description.length;
    // Three capitals are about as wide as four small letters.
    const capitals = node.name.slice(0, characters).match(/\p{Lu}/gu)?.length ?? 0;
    const room = Math.max(narrowest, characters - Math.floor(capitals / 3));
    const name = node.scene > 0 ? t('Scene {0}: {1}', node.scene, node.name) : node.name;
    const item = new TreeItem(opening(name, room), stateOf(node, this.#draft));
    item.id = [node.kind, node.uri, node.id].join(' ');
    item.contextValue = node.held ? 'fragment.held' : node.isOrphan ? 'orphan' : node.kind;
    item.iconPath = iconOf(node);
    item.description = description;
    if (node.uri !== '') {
      item.command = { command: 'segls.outline.reveal', title: 'Reveal', arguments: [node] };
    }
    const about = [
      `${kinds[node.kind]} ${name}`,
      describe(node, lengthInWords),
      node.held && t('held'),
      node.suggested && t('new topic'),
    ];
    item.accessibilityInformation = { label: about.filter(Boolean).join(', ') };
    return item;
  }

  /** Computes the tooltip of an item. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    const about = [
      node.kind === 'file' ? node.id : '',
      node.suggested ? t('A new topic is suggested here.') : '',
      node.held ? heldBecause() : '',
    ];
    item.tooltip = new MarkdownString().appendText(
      [
        node.name,
        describe(node, lengthInWords),
        node.synopsis,
        node.status,
        node.terms.join(', '),
        ...about,
      ]
        .filter(Boolean)
        .join('\n'),
    );
    return item;
  }

  handleDrag(nodes: readonly Node[], transfer: DataTransfer): void {
    this.#dragged = nodes.find((node) => isText(node) || node.kind === 'file');
    if (nodes.length > 1) {
      this.#dragged = undefined;
      window.setStatusBarMessage(t('Move one row at a time.'), 10_000);
    }
    // VS Code would serialize the node as JSON, which fails because of its parent.
    transfer.set(mime, new DataTransferItem(nodes[0]?.name));
  }

  /** Moves a node before or after one of its kind, or usually to the end of the section, scene or file dropped on. */
  async handleDrop(target: Node | undefined, transfer: DataTransfer): Promise<void> {
    const dragged = transfer.get(mime) && this.#dragged;
    if (dragged === undefined || target === undefined || isWithin(target, dragged)) {
      return;
    }
    if (dragged.kind === 'file') {
      const place = placeOnto(this.#nodes, dragged, fileOf(target) ?? target);
      await (place && this.#rework('moveFile', dragged, place, t('Move Anyway')));
    } else if (target.uri === dragged.uri) {
      await this.#dropInFile(dragged, target);
    } else if (target.kind === 'file' || isText(target)) {
      await this.#dropInOther(dragged, target);
    }
  }

  async #dropInFile(dragged: Node, target: Node): Promise<void> {
    const place = placeFor(this.#nodes, dragged, target);
    if (dragged.kind === 'scene') {
      const side = 'after' in place ? 'after' : 'before';
      await this.#execute('moveSceneTo', dragged, {
        toUri: this.#protocolUri(dragged),
        ...(target.kind === 'file' ? { side: 'end' } : { toId: target.id, side }),
      });
      return;
    }
    if (dragged.kind === 'fragment' && target.kind === 'section') {
      await this.#execute('moveFragmentUnder', dragged, { toId: target.id });
      return;
    }
    const unit = dragged.kind;
    const onto = unit === 'section' ? (sectionOf(target) ?? fileOf(target)) : target;
    const last =
      target.kind === 'scene' && unit === 'fragment' ? target.children.at(-1) : undefined;
    if (onto === undefined || (unit !== 'section' && unit !== 'fragment')) {
      return;
    }
    await this.connection.keepingFocus(() =>
      this.connection.attempt(moveRequest, {
        textDocument: { uri: this.#protocolUri(dragged) },
        ...caretIn(dragged.uri),
        ...{ unit, id: dragged.id },
        ...(last
          ? { after: last.id }
          : onto.kind === 'file'
            ? {}
            : placeFor(this.#nodes, dragged, onto)),
      }),
    );
  }

  async #dropInOther(dragged: Node, target: Node): Promise<void> {
    const isSection = dragged.kind === 'section';
    const onto = isSection ? sectionOf(target) : isText(target) ? target : undefined;
    const side = isSection || (onto && onto.kind !== 'section') ? 'before' : 'under';
    const toUri = this.#protocolUri(target);
    const place = onto === undefined ? { toUri, side: 'end' } : { toUri, toId: onto.id, side };
    const command = isSection
      ? 'moveSectionTo'
      : dragged.kind === 'scene'
        ? 'moveSceneTo'
        : 'moveFragmentTo';
    await this.#rework(command, dragged, place, t('Move Anyway'));
  }

  /** Moves a node one place up or down and keeps it selected, so that the key can be repeated. */
  async step(node: Node | undefined, way: 'Up' | 'Down'): Promise<void> {
    if (node?.kind === 'file') {
      const place = placeBeside(this.#nodes, node, way);
      await (place && this.#rework('moveFile', node, place, t('Move Anyway')));
    } else if (node !== undefined && isText(node)) {
      const unit =
        node.kind === 'fragment' ? 'Fragment' : node.kind === 'scene' ? 'Scene' : 'Section';
      this.#steered = Date.now();
      await this.#execute(`move${unit}${way}`, node);
    }
  }

  async act(node: Node | undefined, action: string): Promise<void> {
    if (node === undefined || !isText(node)) {
      return;
    }
    if (action === 'selectFragment') {
      await this.reveal(node, true);
    } else if (action === 'extractFragment' || action === 'extractSection') {
      const { id, name } = node;
      await extract(this.connection, action, await shown(node.uri), { id }, name);
    } else if (action === 'insertHeading') {
      const { id, name } = node;
      await insertHeading(this.connection, await shown(node.uri), { id }, name);
    } else {
      await this.#execute(action, node);
    }
  }

  /** Executes an action that may change several files. */
  async rework(node: Node | undefined, action: string): Promise<void> {
    if (action === 'splitFile' && node !== undefined && !beginsSection(node)) {
      await splitFile(this.connection, this.#protocolUri(node), { id: node.id }, node.name);
    } else {
      await (node && this.#rework(action, node, {}, t('Do It Anyway')));
    }
  }

  async moveTo(node: Node | undefined): Promise<void> {
    if (node?.kind === 'section' || node?.kind === 'scene' || node?.kind === 'fragment') {
      await moveTo(this.connection, this.work, { ...node, kind: node.kind });
    }
  }

  async reveal({ uri, range: { start, end } }: Node, whole = false): Promise<void> {
    const notebook = notebookAt(uri);
    if (notebook !== undefined) {
      await showLine(notebook, start.line, { preserveFocus: !whole });
      return;
    }
    const isDraft = uri === this.#draft?.document.uri.toString();
    await window.showTextDocument(Uri.parse(uri), {
      viewColumn: isDraft ? this.activeText.editor?.viewColumn : undefined,
      preserveFocus: !whole,
      selection: new Range(
        start.line,
        start.character,
        whole ? end.line : start.line,
        whole ? end.character : start.character,
      ),
    });
  }

  /** Selects the node at the caret, if the tree is visible. */
  async follow(tree: TreeView<Node>): Promise<void> {
    const line = this.activeText.caretLine;
    const uri = this.#draft?.document.uri.toString();
    const node =
      line === undefined || uri === undefined ? undefined : nodeAt(this.#nodes, uri, line);
    if (
      node !== undefined &&
      tree.visible &&
      (node !== this.#followed || this.#steered !== undefined)
    ) {
      this.#followed = node;
      const since = this.#steered;
      this.#steered = undefined;
      const expand = node.kind === 'file';
      // While VS Code updates the tree, it rejects the call or loses the selection.
      for (let tries = 0; tries < 5 && this.#followed === node; tries++) {
        const focus = since !== undefined && !this.connection.typing.isBusySince(since);
        const isDone = await tree.reveal(node, { select: true, focus, expand }).then(
          () => true,
          () => false,
        );
        await new Promise((resolve) => setTimeout(resolve, 500));
        if (isDone && tree.selection.length > 0) {
          return;
        }
      }
    }
  }

  /** Forgets the last selection, so that the next call of follow selects a node. */
  forget(): this {
    this.#followed = undefined;
    return this;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** Executes an action in one file, after showing the file. */
  async #execute(action: string, node: Node, more: object = {}): Promise<void> {
    const uri = await shown(node.uri);
    await this.connection.keepingFocus(() =>
      this.connection.execute(`segls.${action}`, { uri }, { id: node.id }, more),
    );
  }

  async #rework(action: string, node: Node, more: object, anyway: string): Promise<void> {
    const what = isText(node) ? { id: node.id } : {};
    const argument = { uri: this.#protocolUri(node), ...what, ...more };
    await changeWork(this.connection, `segls.${action}`, argument, anyway);
  }

  #protocolUri({ uri }: Node): string {
    return this.connection.uriOf({ uri: Uri.parse(uri) });
  }

  #refresh(): void {
    const { draft } = this.activeText;
    const nodes = this.#newTree(draft);
    // Most edits change little or nothing in the tree.
    const changed = this.#steered !== undefined ? undefined : adopt(this.#nodes, nodes);
    if (changed === undefined) {
      this.#nodes = nodes;
      this.#followed = undefined;
    } else if (draft?.document !== this.#draft?.document) {
      this.#followed = undefined;
    }
    this.#draft = draft;
    // Fired even without changed nodes: the message and the description may have changed.
    this.#changed.fire(changed);
    void commands.executeCommand('setContext', 'segls.inWork', this.work.answer !== undefined);
    const { hint } = this.work;
    void commands.executeCommand('setContext', 'segls.canWriteOrder', hint?.canWrite ?? false);
  }

  #newTree(draft: Draft | undefined): Node[] {
    const { answer } = this.work;
    const uri = draft?.document.uri.toString() ?? '';
    const ofDraft = draft && this.#treeOf(uri, draft.answer);
    if (answer === undefined) {
      return ofDraft ?? [];
    }
    const tree = workTreeOf(answer, (file) => {
      const content = this.work.contentOf(file, 'tree');
      return file === uri ? ofDraft : content && this.#treeOf(file, content);
    });
    return ofDraft === undefined || uri === answer.order || fileAt(tree, uri) ? tree : ofDraft;
  }

  #treeOf(uri: string, answer: Fragments): Node[] {
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
    return treeOf(uri, answer, ({ range: { start }, terms }) =>
      document === undefined
        ? terms.join(', ') || t('(untitled)')
        : // two lines are enough for a name
          opening(document.getText(new Range(start.line, start.character, start.line + 2, 0)), 40),
    );
  }
}

/** Whether a node is expanded at first. Only the draft's file is: VS Code reveals a node once its file is rendered. */
function stateOf(node: Node, draft: Draft | undefined): TreeItemCollapsibleState {
  if (node.isRead && node.children.length === 0) {
    return TreeItemCollapsibleState.None;
  }
  const isOpen =
    node.kind === 'file' ? node.uri === draft?.document.uri.toString() : node.id !== 'orphans';
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

function depthOf({ parent }: Node): number {
  return parent === undefined ? 0 : 1 + depthOf(parent);
}

function iconOf({ kind, suggested, held, color }: Node): ThemeIcon {
  switch (kind) {
    case 'part':
      return new ThemeIcon('book');
    case 'file':
      return ThemeIcon.File;
    case 'problem':
      return new ThemeIcon('warning');
    case 'section':
      return new ThemeIcon('bookmark');
    case 'scene':
      return new ThemeIcon('layers');
    case 'fragment':
      // The paper clip marks a held fragment even if the view is narrow.
      return new ThemeIcon(
        held ? 'attach' : color ? 'circle-filled' : suggested ? 'arrow-small-right' : 'dash',
        color ? themeColorOf(color) : undefined,
      );
  }
}

/** Returns the colour of a label. The orange of charts is dark brown in dark themes, and missing in high contrast. */
function themeColorOf(color: Color): ThemeColor {
  return new ThemeColor(color === 'orange' ? 'symbolIcon.classForeground' : `charts.${color}`);
}

/** Returns the length of a node and its label. */
function describe(
  { kind, words, ownWords, wanted, label, color }: Node,
  length: typeof lengthOf,
): string {
  const isFile = kind === 'file';
  // The target of a section includes its subsections.
  const own = isFile || (kind === 'section' && wanted === 0) ? ownWords : words;
  return [length(own, words, wanted), label || colorNames[color]].filter(Boolean).join(' · ');
}

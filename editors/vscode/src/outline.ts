// The tree view of sections and fragments: it follows the caret, and what is dragged or moved by
// keys in it moves in the text. The server makes every edit.

import {
  commands,
  DataTransferItem,
  type DataTransfer,
  type Disposable,
  EventEmitter,
  MarkdownString,
  Range,
  ThemeIcon,
  type TreeDataProvider,
  type TreeDragAndDropController,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
} from 'vscode';
import type { Connection } from './connection';
import type { Desk, Draft } from './desk';
import { opening } from './opening';
import { count, heldBecause } from './places';
import { moveRequest } from './protocol';
import { registerRename } from './rename';
import { adopt, beforeOf, isWithin, type Node, nodeAt, treeOf } from './tree';

const view = 'segls.outline';
const mime = 'application/vnd.code.tree.segls.outline';

/** The actions of the context menu: the server's commands, by the last part of their names. */
const actions = [
  'selectFragment',
  'moveFragmentUp',
  'moveFragmentDown',
  'mergeFragments',
  'insertHeading',
  'insertBreak',
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

export function registerOutline(connection: Connection, desk: Desk): Disposable[] {
  const outline = new Outline(connection, desk);
  const tree = window.createTreeView(view, {
    treeDataProvider: outline,
    dragAndDropController: outline,
    showCollapseAll: true,
  });
  const follow = () => outline.follow(tree);
  const selected = (node?: Node) => node ?? tree.selection[0];
  return [
    tree,
    outline,
    outline.onDidChangeTreeData(() => {
      tree.message = outline.message;
      void follow();
    }),
    desk.onDidMoveCaret(follow),
    tree.onDidChangeVisibility(() => outline.forget().follow(tree)),
    commands.registerCommand('segls.outline.reveal', (node: Node) => outline.reveal(node)),
    commands.registerCommand('segls.outline.moveUp', (node?: Node) =>
      outline.step(selected(node), 'Up'),
    ),
    commands.registerCommand('segls.outline.moveDown', (node?: Node) =>
      outline.step(selected(node), 'Down'),
    ),
    ...registerRename(connection, desk, () => tree.selection[0]),
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
  #followed: Node | undefined; // the node that the tree shows as the caret's
  #draft: Draft | undefined;
  #dragged: Node | undefined;
  #steered = false; // by keys in the tree, which then keeps them
  readonly #changed = new EventEmitter<Node[] | undefined>();
  readonly #listening: Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly desk: Desk,
  ) {
    this.#listening = desk.onDidChange(() => this.#refresh());
  }

  /** What stands above the tree. */
  get message(): string | undefined {
    return this.#draft?.answer.quiet
      ? 'Too short, or no prose: nothing is suggested here.'
      : undefined;
  }

  getChildren(node?: Node): Node[] {
    return node?.children ?? this.#nodes;
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  getTreeItem(node: Node): TreeItem {
    const collapsible = node.children.length > 0;
    const item = new TreeItem(
      node.name,
      collapsible ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None,
    );
    item.id = `${node.kind} ${node.id}`;
    item.contextValue = node.held ? 'fragment.held' : node.kind;
    item.command = { command: 'segls.outline.reveal', title: 'Reveal', arguments: [node] };
    if (node.kind === 'section') {
      item.iconPath = new ThemeIcon('symbol-string');
      item.description =
        node.ownWords === node.words
          ? count(node.words, 'word')
          : `${node.ownWords.toLocaleString('en')} / ${count(node.words, 'word')}`;
    } else {
      item.iconPath = new ThemeIcon(node.suggested ? 'arrow-small-right' : 'symbol-field');
      item.description = `${count(node.words, 'word')}${node.held ? ' · held' : ''}`;
    }
    item.accessibilityInformation = {
      label: `${node.kind} ${node.name}, ${item.description}${node.suggested ? ', new topic' : ''}`,
    };
    return item;
  }

  /** Tooltips are made when they are asked for. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    const about = [
      node.suggested ? 'A new topic is suggested here.' : '',
      node.held ? `${heldBecause}.` : '',
    ];
    item.tooltip = new MarkdownString().appendText(
      [node.name, item.description, node.terms.join(', '), ...about].filter(Boolean).join('\n'),
    );
    return item;
  }

  handleDrag(nodes: readonly Node[], transfer: DataTransfer): void {
    this.#dragged = nodes[0];
    // The node itself would be written as JSON, which a tree with parents cannot be.
    transfer.set(mime, new DataTransferItem(nodes[0]?.name));
  }

  /** A drop on one's like goes before or behind it; a fragment on a section, to the end under its heading. */
  async handleDrop(target: Node | undefined, transfer: DataTransfer): Promise<void> {
    const dragged = transfer.get(mime) && this.#dragged;
    const draft = this.#draft;
    if (dragged === undefined || target === undefined || draft === undefined) {
      return;
    }
    if (isWithin(target, dragged)) {
      return;
    }
    if (dragged.kind === 'fragment' && target.kind === 'section') {
      await this.#execute('moveFragmentUnder', dragged, { toId: target.id });
      return;
    }
    const onto = dragged.kind === 'section' ? sectionOf(target) : target;
    if (onto === undefined) {
      return;
    }
    await this.connection.keepingFocus(() =>
      this.connection.attempt(moveRequest, {
        textDocument: { uri: this.connection.uriOf(draft.document) },
        unit: dragged.kind,
        id: dragged.id,
        before: beforeOf(this.#nodes, dragged, onto),
      }),
    );
  }

  /** Moves a node over its neighbour; the selection goes with it, so that the same key moves it on. */
  async step(node: Node | undefined, way: 'Up' | 'Down'): Promise<void> {
    if (node !== undefined) {
      const unit = node.kind === 'fragment' ? 'Fragment' : 'Section';
      this.#steered = true;
      await this.#execute(`move${unit}${way}`, node);
    }
  }

  async act(node: Node | undefined, action: string): Promise<void> {
    if (node === undefined) {
      return;
    }
    if (action === 'selectFragment') {
      await this.reveal(node, true);
      return;
    }
    await this.#execute(action, node);
  }

  async reveal({ range: { start, end } }: Node, whole = false): Promise<void> {
    const document = this.#draft?.document;
    if (document !== undefined) {
      await window.showTextDocument(document, {
        viewColumn: this.desk.editor?.viewColumn,
        preserveFocus: !whole,
        selection: new Range(
          start.line,
          start.character,
          whole ? end.line : start.line,
          whole ? end.character : start.character,
        ),
      });
    }
  }

  /** Selects the node at the caret, if the tree is on the screen. */
  async follow(tree: TreeView<Node>): Promise<void> {
    const line = this.desk.caretLine;
    const node = line === undefined ? undefined : nodeAt(this.#nodes, line);
    if (node !== undefined && tree.visible && (node !== this.#followed || this.#steered)) {
      this.#followed = node;
      const focus = this.#steered;
      this.#steered = false;
      await tree.reveal(node, { select: true, focus }).then(undefined, () => {
        // The tree has been drawn anew in the meantime.
      });
    }
  }

  /** Forgets what the tree shows, because it was hidden. */
  forget(): this {
    this.#followed = undefined;
    return this;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async #execute(action: string, node: Node, more: object = {}): Promise<void> {
    const document = this.#draft?.document;
    if (document !== undefined) {
      await this.connection.keepingFocus(() =>
        this.connection.execute(`segls.${action}`, document, { id: node.id }, more),
      );
    }
  }

  #refresh(): void {
    const { draft } = this.desk;
    const nodes = draft
      ? treeOf(draft.answer, ({ range: { start } }) =>
          // Enough lines for a name.
          opening(
            draft.document.getText(new Range(start.line, start.character, start.line + 2, 0)),
            40,
          ),
        )
      : [];
    // While typing, little or nothing in the tree changes.
    const same = draft?.document === this.#draft?.document;
    const changed = same && !this.#steered ? adopt(this.#nodes, nodes) : undefined;
    this.#draft = draft;
    if (changed === undefined) {
      this.#nodes = nodes;
      this.#followed = undefined;
    }
    if (changed === undefined || changed.length > 0) {
      this.#changed.fire(changed);
    }
  }
}

function sectionOf(node: Node | undefined): Node | undefined {
  return node === undefined || node.kind === 'section' ? node : sectionOf(node.parent);
}

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
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk, Draft } from './desk';
import { count } from './places';
import { moveRequest, symbolsRequest } from './protocol';
import { beforeOf, isWithin, type Node, nodeAt, treeOf } from './tree';

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
    tree.onDidChangeVisibility(follow),
    commands.registerCommand('segls.outline.reveal', (node: Node) => outline.reveal(node)),
    commands.registerCommand('segls.outline.moveUp', (node?: Node) =>
      outline.step(selected(node), 'Up'),
    ),
    commands.registerCommand('segls.outline.moveDown', (node?: Node) =>
      outline.step(selected(node), 'Down'),
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
  #drawn = '';
  #draft: Draft | undefined;
  #dragged: Node | undefined;
  #steered = false; // by keys in the tree, which then keeps them
  readonly #changed = new EventEmitter<void>();
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
    item.id = `${node.kind} ${node.index}`;
    item.contextValue = node.kind;
    item.command = { command: 'segls.outline.reveal', title: 'Reveal', arguments: [node] };
    if (node.kind === 'section') {
      item.iconPath = new ThemeIcon('symbol-string');
      item.description =
        node.ownWords === node.words
          ? count(node.words, 'word')
          : `${node.ownWords.toLocaleString('en')} / ${count(node.words, 'word')}`;
    } else {
      item.iconPath = new ThemeIcon(node.suggested ? 'arrow-small-right' : 'symbol-field');
      item.description = count(node.words, 'word');
    }
    const about = node.suggested ? 'A new topic is suggested here.' : '';
    item.tooltip = new MarkdownString().appendText(
      [node.name, item.description, node.terms.join(', '), about].filter(Boolean).join('\n'),
    );
    item.accessibilityInformation = {
      label: `${node.kind} ${node.name}, ${item.description}${node.suggested ? ', new topic' : ''}`,
    };
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
      await this.#execute('moveFragmentUnder', dragged, { to: target.range.start });
      return;
    }
    const onto = dragged.kind === 'section' ? sectionOf(target) : target;
    if (onto === undefined) {
      return;
    }
    await this.connection.keepingFocus(() =>
      this.connection.attempt(moveRequest, {
        textDocument: { uri: this.connection.uriOf(draft.document) },
        version: draft.answer.version,
        unit: dragged.kind,
        from: dragged.index,
        before: beforeOf(dragged, onto),
      }),
    );
  }

  /** Moves a node over its neighbour; the selection goes with it, so that the same key moves it on. */
  async step(node: Node | undefined, way: 'Up' | 'Down'): Promise<void> {
    if (node !== undefined) {
      const unit = node.kind === 'fragment' ? 'Fragment' : 'Section';
      this.#steered = true;
      await this.#execute(`move${unit}${way}`, node, {});
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
    await this.#execute(action, node, {});
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
    if (node !== undefined && tree.visible) {
      const focus = this.#steered;
      this.#steered = false;
      await tree.reveal(node, { select: true, focus }).then(undefined, () => {
        // The tree has been drawn anew in the meantime.
      });
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async #execute(action: string, node: Node, more: object): Promise<void> {
    const document = this.#draft?.document;
    if (document !== undefined) {
      await this.connection.keepingFocus(() =>
        this.connection.execute(`segls.${action}`, document, node.range.start, more),
      );
    }
  }

  readonly #refresh = coalesced(async () => {
    const { draft } = this.desk;
    const symbols = draft && (await this.connection.ask(symbolsRequest, draft.document, {}));
    this.#draft = draft;
    this.#nodes = draft
      ? treeOf(symbols ?? [], draft.answer.quiet ? [] : draft.answer.fragments)
      : [];
    // While typing, most of the time nothing that is drawn changes.
    const drawing = JSON.stringify([draft?.document.uri, this.message, this.#nodes.map(sketch)]);
    if (drawing !== this.#drawn || this.#steered) {
      this.#drawn = drawing;
      this.#changed.fire();
    }
  });
}

/** What is drawn of a node. */
function sketch({ name, words, suggested, children }: Node): unknown {
  return [name, words, suggested, children.map(sketch)];
}

function sectionOf(node: Node | undefined): Node | undefined {
  return node === undefined || node.kind === 'section' ? node : sectionOf(node.parent);
}

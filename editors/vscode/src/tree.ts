// The outline as a tree: sections, and the fragments in them.

import { type DocumentSymbol, type Range, SymbolKind } from 'vscode-languageserver-types';
import type { Fragment } from './answers';

export interface Node {
  kind: 'section' | 'fragment';
  /** Its number among its kind, in the order of the text. */
  index: number;
  name: string;
  /** All words in it, and for a section those that stand right under its heading. */
  words: number;
  ownWords: number;
  terms: string[];
  suggested: boolean;
  range: Range;
  parent: Node | undefined;
  children: Node[];
}

/**
 * treeOf joins the server's outline, sections that contain fragments, with what it says of the
 * fragments. Where headings count for nothing, fragments are in no section: they stand alone.
 */
export function treeOf(symbols: readonly DocumentSymbol[], fragments: readonly Fragment[]): Node[] {
  const next = { section: 0, fragment: 0 };
  const walk = (symbol: DocumentSymbol, parent: Node | undefined): Node => {
    const kind = symbol.kind === SymbolKind.Field ? 'fragment' : 'section';
    const index = next[kind]++;
    const fragment = kind === 'fragment' ? fragments[index] : undefined;
    const node: Node = {
      kind,
      index,
      name: symbol.name,
      words: fragment?.words ?? 0,
      ownWords: fragment?.words ?? 0,
      terms: fragment?.terms ?? [],
      suggested: fragment?.suggested ?? false,
      range: symbol.range,
      parent,
      children: [],
    };
    node.children = (symbol.children ?? []).map((child) => walk(child, node));
    for (const child of node.children) {
      node.words += child.words;
      node.ownWords += child.kind === 'fragment' ? child.words : 0;
    }
    return node;
  };
  const tree = symbols.map((symbol) => walk(symbol, undefined));
  if (next.fragment > 0) {
    return tree;
  }
  return fragments.map((fragment, index) => ({
    kind: 'fragment',
    index,
    name: fragment.title || `Fragment ${index + 1}`,
    words: fragment.words,
    ownWords: fragment.words,
    terms: fragment.terms,
    suggested: fragment.suggested,
    range: fragment.range,
    parent: undefined,
    children: [],
  }));
}

/** nodeAt is the innermost node that holds a line. */
export function nodeAt(nodes: readonly Node[], line: number): Node | undefined {
  const node = nodes.findLast(({ range }) => range.start.line <= line);
  if (node === undefined) {
    return undefined;
  }
  return nodeAt(node.children, line) ?? node;
}

/** isWithin tells whether a node is another, or somewhere in it. */
export function isWithin(node: Node, other: Node): boolean {
  return node === other || (node.parent !== undefined && isWithin(node.parent, other));
}

/** countOf counts the nodes of a kind. */
export function countOf(nodes: readonly Node[], kind: Node['kind']): number {
  return nodes.reduce(
    (n, node) => n + Number(node.kind === kind) + countOf(node.children, kind),
    0,
  );
}

/**
 * beforeOf is where a node goes that is dropped on another of its kind: what is carried up
 * comes before it, what is carried down comes behind it.
 */
export function beforeOf(dragged: Node, target: Node): number {
  return dragged.index > target.index ? target.index : afterOf(target);
}

/** The number of the first of its kind that stands behind a node and all that is in it. */
function afterOf(node: Node): number {
  return node.index + (node.kind === 'fragment' ? 1 : countOf([node], 'section'));
}

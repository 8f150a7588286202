// The outline as a tree: sections, and the fragments in them.

import type { Range } from 'vscode-languageserver-types';
import type { Fragment, Fragments, Section } from './answers';
import { precedes } from './places';

export interface Node {
  kind: 'section' | 'fragment';
  id: string;
  name: string;
  /** All words in it, and for a section those that stand right under its heading. */
  words: number;
  ownWords: number;
  terms: string[];
  suggested: boolean;
  held: boolean;
  range: Range;
  parent: Node | undefined;
  children: Node[];
}

/**
 * treeOf makes the tree. Where headings count for nothing, fragments are in no section: they stand
 * alone. In a quiet text the sections do. nameOf names a fragment that has no title.
 */
export function treeOf(
  { fragments, sections, quiet, settings }: Fragments,
  nameOf: (fragment: Fragment) => string,
): Node[] {
  const tree: Node[] = [];
  const open: { level: number; node: Node }[] = []; // the sections around a place, the outermost first
  const add = (node: Node) => {
    node.parent = open.at(-1)?.node;
    (node.parent?.children ?? tree).push(node);
  };
  const heads = quiet || settings.headings === 'hard' ? sections : [];
  let next = 0;
  const enter = (isNext: (section: Section) => boolean) => {
    for (; next < heads.length && isNext(heads[next]!); next++) {
      const { id, title, level, range } = heads[next]!;
      while (open.length > 0 && open.at(-1)!.level >= level) {
        open.pop();
      }
      const node = leaf('section', id, title || '(untitled)', range);
      add(node);
      open.push({ level, node });
    }
  };
  for (const fragment of quiet ? [] : fragments) {
    enter((section) => !precedes(fragment.range.start, section.range.start));
    const { id, title, words, terms, suggested, held, range } = fragment;
    const node = leaf('fragment', id, title || nameOf(fragment), range);
    add(Object.assign(node, { words, ownWords: words, terms, suggested, held }));
    for (const around of open) {
      around.node.words += words;
    }
    if (node.parent !== undefined) {
      node.parent.ownWords += words;
    }
  }
  enter(() => true);
  return tree;
}

function leaf(kind: Node['kind'], id: string, name: string, range: Range): Node {
  return {
    ...{ kind, id, name, range },
    ...{ words: 0, ownWords: 0, terms: [], suggested: false, held: false },
    ...{ parent: undefined, children: [] },
  };
}

/**
 * adopt brings a tree up to date with a newer one of the same things in the same order, so that
 * its nodes stay who they are, and returns the topmost nodes that look different now; undefined,
 * with nothing done, if the things or their order are others.
 */
export function adopt(nodes: readonly Node[], newer: readonly Node[]): Node[] | undefined {
  return hasShape(nodes, newer) ? update(nodes, newer) : undefined;
}

function hasShape(nodes: readonly Node[], newer: readonly Node[]): boolean {
  return (
    nodes.length === newer.length &&
    nodes.every((node, i) => isSame(node, newer[i]!) && hasShape(node.children, newer[i]!.children))
  );
}

function update(nodes: readonly Node[], newer: readonly Node[]): Node[] {
  return nodes.flatMap((node, i) => {
    const { parent: _parent, children, ...fresh } = newer[i]!;
    const looks = lookOf(node);
    Object.assign(node, fresh);
    const below = update(node.children, children);
    return looks === lookOf(node) ? below : [node];
  });
}

/** What the tree shows of a node. */
function lookOf({ name, words, ownWords, suggested, held }: Node): string {
  return JSON.stringify([name, words, ownWords, suggested, held]);
}

/** isSame reports whether two nodes, perhaps of an older and a newer tree, stand for one thing. */
function isSame(node: Node, other: Node): boolean {
  return node.kind === other.kind && node.id === other.id;
}

/** nodeAt is the innermost node that holds a line. */
export function nodeAt(nodes: readonly Node[], line: number): Node | undefined {
  const node = nodes.findLast(({ range }) => range.start.line <= line);
  if (node === undefined) {
    return undefined;
  }
  return nodeAt(node.children, line) ?? node;
}

/** isWithin reports whether a node is another one or inside it. */
export function isWithin(node: Node, other: Node): boolean {
  return isSame(node, other) || (node.parent !== undefined && isWithin(node.parent, other));
}

/**
 * beforeOf is the id of the thing before which one goes that is dropped on another of its kind,
 * null for the end: what is carried up comes before that one, what is carried down behind it and
 * all that is in it.
 */
export function beforeOf(nodes: readonly Node[], dragged: Node, target: Node): string | null {
  const order = idsOf(nodes, dragged.kind);
  const at = order.indexOf(target.id);
  if (order.indexOf(dragged.id) > at) {
    return target.id;
  }
  return order[at + idsOf([target], dragged.kind).length] ?? null;
}

/** The ids of the nodes of a kind, in the order of the text. */
function idsOf(nodes: readonly Node[], kind: Node['kind']): string[] {
  return nodes.flatMap((node) => [
    ...(node.kind === kind ? [node.id] : []),
    ...idsOf(node.children, kind),
  ]);
}

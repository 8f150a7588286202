// The tree of the outline: files, their sections, and the fragments in these.

import type { Range } from 'vscode-languageserver-types';
import type { Color, Entry, Fragment, Fragments, Section, Work } from './answers';
import { count, number, t } from './language';
import { precedes } from './places';

export interface Node {
  /** A part is a title above several files. */
  kind: 'part' | 'file' | 'section' | 'scene' | 'fragment' | 'problem';
  /** The URI of its file; empty for a part. */
  uri: string;
  id: string;
  name: string;
  /** The number of words, with and without everything below it. */
  words: number;
  ownWords: number;
  /** The target in words, 0 for none: of a file for its own text, of any other node with everything below it. */
  wanted: number;
  terms: string[];
  suggested: boolean;
  held: boolean;
  /** The writer's notes on a fragment. */
  synopsis: string;
  label: string;
  color: Color | '';
  status: string;
  /** The number of the scene, if the fragment is a whole scene; else 0. */
  scene: number;
  range: Range;
  /** Whether the children have been loaded. */
  isRead: boolean;
  /** Whether it is a file that is missing from the order of the work. */
  isOrphan: boolean;
  parent: Node | undefined;
  children: Node[];
}

/**
 * treeOf returns the tree of a file: of a quiet text only the writer's own sections and scenes. Without hard headings,
 * only a quiet text has sections.
 */
export function treeOf(
  uri: string,
  { fragments, sections, scenes, quiet, settings }: Fragments,
  nameOf: (fragment: Fragment) => string,
): Node[] {
  const tree: Node[] = [];
  const open: { level: number; node: Node }[] = []; // the sections around the next node, the outermost first
  let scene: Node | undefined; // the current scene, if it has several fragments
  const add = (node: Node) => {
    node.parent = scene ?? open.at(-1)?.node;
    (node.parent?.children ?? tree).push(node);
  };
  const begins = new Map(scenes.map((one) => [one.id, one]));
  const heads = quiet || settings.headings === 'hard' ? sections : [];
  let next = 0;
  const enter = (isNext: (section: Section) => boolean) => {
    for (; next < heads.length && isNext(heads[next]!); next++) {
      const { id, title, level, range, words, total, wanted } = heads[next]!;
      while (open.length > 0 && open.at(-1)!.level >= level) {
        open.pop();
      }
      const node = leaf('section', uri, id, title || t('(untitled)'), range);
      add(Object.assign(node, { words: total, ownWords: words, wanted }));
      open.push({ level, node });
    }
  };
  const beginsScene = ({ id }: Fragment) => (begins.get(id)?.of ?? 0) > 1;
  for (const fragment of quiet ? fragments.filter(beginsScene) : fragments) {
    if (begins.has(fragment.id)) {
      scene = undefined;
    }
    enter((section) => !precedes(fragment.range.start, section.range.start));
    const { id, title, words, terms, suggested, held, range, synopsis, label, color, status } =
      fragment;
    const name = title || nameOf(fragment);
    const node = leaf('fragment', uri, id, name, range);
    const begun = begins.get(id);
    if (begun !== undefined && begun.of > 1) {
      if (begun.fragments > 1) {
        const whole = leaf('scene', uri, id, t('Scene {0}: {1}', begun.number, name), range);
        add(Object.assign(whole, { words: begun.words, wanted: begun.wanted }));
        if (quiet) {
          continue;
        }
        scene = whole;
      } else {
        Object.assign(node, { scene: begun.number, wanted: begun.wanted });
      }
    }
    if (scene !== undefined) {
      scene.range = { start: scene.range.start, end: range.end };
    }
    const notes = { synopsis, label, color, status };
    add(Object.assign(node, { words, ownWords: words, terms, suggested, held, ...notes }));
  }
  scene = undefined;
  enter(() => true);
  return tree;
}

/** workTreeOf returns the tree of a work: its files in order, those missing from the order, and problems in it. */
export function workTreeOf(
  { entries, orphans, problems }: Work,
  contentOf: (uri: string) => Node[] | undefined,
): Node[] {
  const nodesOf = (entries: Entry[]): Node[] =>
    entries.map(({ uri, title, path, own, total, wanted, entries: below }) => {
      const node = leaf(uri === null ? 'part' : 'file', uri ?? '', path, title || path, top);
      node.ownWords = own?.words ?? 0;
      node.words = total?.words ?? 0;
      node.wanted = wanted;
      node.isRead = uri === null;
      put(node, nodesOf(below));
      const content = uri === null ? undefined : contentOf(uri);
      if (content !== undefined) {
        fill(node, content);
      }
      return node;
    });
  const tree = nodesOf(entries);
  // Two parts may have the same title.
  parts(tree).forEach((part, i) => (part.id = `${i} ${part.name}`));
  if (orphans.length > 0) {
    const rest = leaf('part', '', 'orphans', t('Not in the order'), top);
    put(rest, nodesOf(orphans));
    for (const orphan of rest.children) {
      orphan.isOrphan = true;
      rest.words += orphan.words;
    }
    tree.push(rest);
  }
  if (problems.length > 0) {
    const wrong = leaf('part', '', 'problems', t('Problems in the order'), top);
    const inOrder = problems.map(({ uri, line, message }, i) => {
      const place = { line, character: 0 };
      return leaf('problem', uri, String(i), message, { start: place, end: place });
    });
    put(wrong, inOrder);
    tree.push(wrong);
  }
  return tree;
}

/** fill inserts a file's contents before the files below it, without a single top heading that repeats the title. */
export function fill(file: Node, content: Node[]): void {
  const [head, ...more] = content;
  const isTitle = head?.kind === 'section' && head.name === file.name && more.length === 0;
  const below = file.children.filter(({ uri }) => uri !== file.uri);
  file.isRead = true;
  put(file, [...(isTitle ? head.children : content), ...below]);
}

const top: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function put(parent: Node, children: Node[]): void {
  parent.children = children;
  for (const child of children) {
    child.parent = parent;
  }
}

function parts(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [
    ...(node.kind === 'part' ? [node] : []),
    ...parts(node.children),
  ]);
}

function leaf(kind: Node['kind'], uri: string, id: string, name: string, range: Range): Node {
  return {
    ...{ kind, uri, id, name, range },
    ...{ words: 0, ownWords: 0, wanted: 0, terms: [], suggested: false, held: false },
    ...{ synopsis: '', label: '', color: '' as const, status: '', scene: 0 },
    ...{ isRead: true, isOrphan: false, parent: undefined, children: [] },
  };
}

/**
 * adopt updates a tree in place from a newer one, so that VS Code keeps the state of its nodes. It returns the topmost
 * nodes that look different; undefined, with nothing changed, if the trees differ in shape.
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

/** Returns what the tree shows of a node. */
function lookOf(node: Node): string {
  const { name, words, ownWords, wanted, suggested, held } = node;
  const notes = [node.synopsis, node.label, node.color, node.status, node.scene];
  return JSON.stringify([name, words, ownWords, wanted, suggested, held, ...notes]);
}

/** isSame reports whether nodes of two trees represent the same element. */
export function isSame(node: Node, other: Node): boolean {
  return node.kind === other.kind && node.id === other.id && node.uri === other.uri;
}

/** sameIn returns the node of a tree that represents the same element as another node. */
export function sameIn(nodes: readonly Node[], other: Node): Node | undefined {
  for (const node of nodes) {
    const found = isSame(node, other) ? node : sameIn(node.children, other);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** nodeAt returns the innermost node at a line of a file. */
export function nodeAt(nodes: readonly Node[], uri: string, line: number): Node | undefined {
  const file = fileAt(nodes, uri);
  const node = (file?.children ?? nodes).findLast(
    (one) => isText(one) && one.uri === uri && one.range.start.line <= line,
  );
  return node === undefined ? file : (nodeAt(node.children, uri, line) ?? node);
}

/** fileAt returns the node of a file. */
export function fileAt(nodes: readonly Node[], uri: string): Node | undefined {
  for (const node of nodes) {
    const found = node.kind === 'file' && node.uri === uri ? node : fileAt(node.children, uri);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** fileOf returns the file that a node is or is in. */
export function fileOf(node: Node | undefined): Node | undefined {
  return node === undefined || node.kind === 'file' ? node : fileOf(node.parent);
}

/** sectionOf returns the section that a node is or is in. */
export function sectionOf(node: Node | undefined): Node | undefined {
  return node === undefined || node.kind === 'section' ? node : sectionOf(node.parent);
}

/** lengthOf formats a length in words, or the progress towards a target; empty before the length is known. */
export function lengthOf(own: number, all: number, wanted: number): string {
  const [ownSaid, allSaid] = [own, all].map(number);
  if (wanted > 0) {
    return t('{0} of {1}', own, wanted);
  }
  if (all === 0) {
    return '';
  }
  return own === 0 || own === all ? allSaid! : `${ownSaid} / ${allSaid}`;
}

/** lengthInWords is lengthOf with the unit. */
export function lengthInWords(own: number, all: number, wanted: number): string {
  if (wanted > 0) {
    return t('{0} of {1} words', own, wanted);
  }
  const length = all > 0 && count(all, 'word');
  return !length ? '' : own === 0 || own === all ? length : `${number(own)} / ${length}`;
}

/** isText reports whether a node is a part of the text of a file. */
export function isText({ kind }: Node): boolean {
  return kind === 'section' || kind === 'scene' || kind === 'fragment';
}

/** beginsSection reports whether a node is a section or the beginning of one. */
export function beginsSection({ kind, parent, id }: Node): boolean {
  return (
    kind === 'section' ||
    (parent !== undefined && parent.children[0]?.id === id && beginsSection(parent))
  );
}

/** isWithin reports whether a node is another node or below it. */
export function isWithin(node: Node, other: Node): boolean {
  return isSame(node, other) || (node.parent !== undefined && isWithin(node.parent, other));
}

/** placeFor returns the place for a dropped node: before the target if dragged up, after all of it if dragged down. */
export function placeFor(
  nodes: readonly Node[],
  dragged: Node,
  target: Node,
): { before: string } | { after: string } {
  const isUp = indexOf(nodes, dragged) > indexOf(nodes, target);
  return isUp ? { before: target.id } : { after: target.id };
}

/** Returns the position of a node among all nodes, as they are shown. */
function indexOf(nodes: readonly Node[], node: Node): number {
  const all = (some: readonly Node[]): Node[] => some.flatMap((one) => [one, ...all(one.children)]);
  return all(nodes).findIndex((one) => isSame(one, node));
}

/** A place in the order of the work, beside another file. */
export interface FilePlace {
  toUri: string;
  side: 'before' | 'after';
}

/** placeOnto returns the place for a dropped file: before or after another file, or after the last file in a part. */
export function placeOnto(
  nodes: readonly Node[],
  dragged: Node,
  target: Node,
): FilePlace | undefined {
  if (target.kind === 'part') {
    const last = target.children.findLast((node) => node.kind === 'file' && !isSame(node, dragged));
    return last && { toUri: last.uri, side: 'after' };
  }
  const order = filesIn(nodes).map(({ uri }) => uri);
  const isUp = dragged.isOrphan || order.indexOf(dragged.uri) > order.indexOf(target.uri);
  return { toUri: target.uri, side: isUp ? 'before' : 'after' };
}

/** placeBeside returns the place of a file moved past the file above or below it; undefined if there is none. */
export function placeBeside(
  nodes: readonly Node[],
  file: Node,
  way: 'Up' | 'Down',
): FilePlace | undefined {
  const files = filesIn(file.parent?.children ?? nodes, false);
  const next = files[files.indexOf(file) + (way === 'Up' ? -1 : 1)];
  return next && { toUri: next.uri, side: way === 'Up' ? 'before' : 'after' };
}

/** filesIn returns the files among nodes and, unless below is false, below them. */
export function filesIn(nodes: readonly Node[], below = true): Node[] {
  return nodes.flatMap((node) => [
    ...(node.kind === 'file' ? [node] : []),
    ...(below ? filesIn(node.children) : []),
  ]);
}

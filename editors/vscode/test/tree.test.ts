import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Range } from 'vscode-languageserver-types';
import type { Entry, Fragment, Fragments, Section, Work } from '../src/answers';
import {
  adopt,
  fileAt,
  fill,
  isWithin,
  lengthInWords,
  lengthOf,
  type Node,
  nodeAt,
  placeBeside,
  placeFor,
  placeOnto,
  treeOf,
  workTreeOf,
} from '../src/tree';

const range = (first: number, last: number) => Range.create(first, 0, last, 5);

const section = (
  title: string,
  level: number,
  first: number,
  last: number,
  [words, total]: [number, number],
): Section => ({
  ...{ words, total, wanted: 0 },
  id: title,
  title,
  level,
  range: range(first, last),
});

const fragment = (id: string, first: number, last: number, words: number): Fragment => ({
  id,
  range: range(first, last),
  paragraphs: 1,
  words,
  terms: ['salt'],
  opening: '',
  title: id,
  suggested: id === 'B',
  sureness: id === 'B' ? 'perhaps' : '',
  pinned: false,
  held: false,
  synopsis: '',
  label: '',
  color: '',
  status: '',
  scene: 0,
});

const answer: Fragments = {
  version: 1,
  words: 100,
  wanted: 0,
  target: 500,
  own: '',
  quiet: false,
  settings: { headings: 'hard' },
  sections: [
    section('Book', 1, 0, 30, [10, 100]),
    section('One', 2, 6, 14, [50, 50]),
    section('Two', 2, 16, 30, [0, 40]),
    section('Deep', 4, 18, 24, [40, 40]),
    section('End', 1, 32, 32, [0, 0]),
  ],
  fragments: [
    fragment('Preface', 2, 4, 10),
    fragment('A', 8, 10, 20),
    fragment('B', 12, 14, 30),
    fragment('C', 20, 24, 40),
  ],
  scenes: [],
};
const named = (of: Fragments) => treeOf('a.md', of, () => 'Once upon a time');
const tree = named(answer);
const [book, end] = tree as [Node, Node];
const [preface, one, two] = book.children as [Node, Node, Node];

/** Returns the names in a tree, nested. */
const names = (nodes: readonly Node[]): unknown[] =>
  nodes.map(({ name, children }) => (children.length > 0 ? [name, ...names(children)] : name));

/** Returns the answer with some fields of one fragment replaced. */
const saying = (id: string, more: Partial<Fragment>): Fragments => ({
  ...answer,
  fragments: answer.fragments.map((f) => (f.id === id ? { ...f, ...more } : f)),
});

test('fragments are in their sections, and sections in theirs', () => {
  assert.deepEqual(names(tree), [
    ['Book', 'Preface', ['One', 'A', 'B'], ['Two', ['Deep', 'C']]],
    'End',
  ]);
  assert.equal(one.children[1]!.suggested, true);
  assert.equal(one.children[1]!.parent, one);
});

test('scenes are in their sections, with their fragments if they have several', () => {
  const scenes = [
    { id: 'Preface', fragments: 1, number: 1, of: 1, words: 10, wanted: 0 },
    { id: 'A', fragments: 1, number: 1, of: 2, words: 20, wanted: 90 },
    { id: 'B', fragments: 2, number: 2, of: 2, words: 70, wanted: 0 },
  ];
  const flat = { ...answer, sections: answer.sections.slice(0, 2), scenes };
  const [book] = named(flat) as [Node];
  assert.deepEqual(names([book]), [['Book', 'Preface', ['One', 'A', ['Scene 2: B', 'B', 'C']]]]);
  const [a, second] = book.children[1]!.children as [Node, Node];
  assert.deepEqual([a.kind, a.scene, a.wanted], ['fragment', 1, 90]);
  assert.deepEqual([second.kind, second.words, second.range.end.line], ['scene', 70, 24]);
  assert.deepEqual(placeFor([book], second, a), { before: 'A' });
  assert.deepEqual(placeFor([book], a, second), { after: 'B' });
});

test('a quiet text has the writer’s own scenes without fragments in them', () => {
  const scenes = [
    { id: 'A', fragments: 1, number: 1, of: 2, words: 20, wanted: 0 },
    { id: 'B', fragments: 2, number: 2, of: 2, words: 70, wanted: 0 },
  ];
  const quiet = { ...answer, quiet: true, sections: answer.sections.slice(0, 2), scenes };
  assert.deepEqual(names(named(quiet)), [['Book', ['One', 'A', 'Scene 2: B']]]);
});

test('a fragment before the first heading is not in a section', () => {
  const early = [fragment('Motto', 0, 0, 3), fragment('A', 8, 10, 20)];
  const sections = answer.sections.slice(1, 2);
  assert.deepEqual(names(named({ ...answer, sections, fragments: early })), [
    'Motto',
    ['One', 'A'],
  ]);
});

test('sections count their words with and without subsections', () => {
  assert.deepEqual(
    [book, one, two, end].map(({ words, ownWords }) => [words, ownWords]),
    [
      [100, 10],
      [50, 50],
      [40, 0],
      [0, 0],
    ],
  );
});

test('without headings fragments are top-level; in a quiet text sections remain', () => {
  const flat = named({ ...answer, settings: { headings: 'soft' } });
  assert.deepEqual(names(flat), ['Preface', 'A', 'B', 'C']);
  const quiet = named({ ...answer, quiet: true, settings: { headings: 'soft' } });
  assert.deepEqual(names(quiet), [['Book', 'One', ['Two', 'Deep']], 'End']);
});

test('a fragment without a title still has a name', () => {
  assert.equal(named(saying('Preface', { title: '' }))[0]!.children[0]!.name, 'Once upon a time');
});

test('the node at a line is the innermost one', () => {
  const at = [0, 1, 2, 7, 11, 13, 19, 21, 99].map((line) => nodeAt(tree, 'a.md', line)?.name);
  assert.deepEqual(at, ['Book', 'Book', 'Preface', 'One', 'A', 'B', 'Deep', 'C', 'End']);
  assert.equal(nodeAt([], 'a.md', 3), undefined);
});

test('a node dragged up goes before its target, one dragged down after it', () => {
  const [a, b] = one.children as [Node, Node];
  assert.deepEqual(placeFor(tree, b, a), { before: 'A' });
  assert.deepEqual(placeFor(tree, a, b), { after: 'B' });
  assert.deepEqual(placeFor(tree, preface, two.children[0]!.children[0]!), { after: 'C' });
  assert.deepEqual(placeFor(tree, one, two), { after: 'Two' });
  assert.deepEqual(placeFor(tree, two, one), { before: 'One' });
  assert.deepEqual(placeFor(tree, one, book), { before: 'Book' });
  assert.deepEqual(placeFor(tree, book, end), { after: 'End' });
});

test('a drag that began in an older tree moves the same node', () => {
  const [, dragged] = named({ ...answer, sections: [] }) as [Node, Node];
  assert.equal(dragged.id, 'A');
  assert.deepEqual(placeFor(tree, dragged, one.children[1]!), { after: 'B' });
  assert.ok(isWithin(one.children[0]!, dragged));
});

test('a node is within itself and its ancestors', () => {
  assert.ok(isWithin(one.children[0]!, book));
  assert.ok(isWithin(one, one));
  assert.ok(!isWithin(book, one));
});

test('a tree is updated in place, keeping its nodes', () => {
  const old = named(answer);
  const [section] = old as [Node];
  assert.deepEqual(adopt(old, named(answer)), []);
  const b = section.children[1]!.children[1]!;
  assert.deepEqual(adopt(old, named(saying('B', { words: 31 }))), [b]);
  assert.equal(b.words, 31);
  const longer = answer.sections.map((one) => ({ ...one, total: one.total + 1 }));
  assert.deepEqual(adopt(old, named({ ...answer, sections: longer }))?.[0], section);
  assert.equal(section.words, 101);
  adopt(old, named(answer));
  assert.equal(b.parent, section.children[1]);
  assert.deepEqual(adopt(old, named(saying('B', { words: 31, held: true }))), [b]);
  assert.equal(adopt(old, named({ ...answer, sections: [] })), undefined);
  assert.equal(old[0], section);
});

test('a tree with two nodes exchanged is not updated in place', () => {
  const [preface, a, b, c] = answer.fragments as [Fragment, Fragment, Fragment, Fragment];
  const swapped = [preface, { ...b, range: a.range }, { ...a, range: b.range }, c];
  assert.equal(adopt(named(answer), named({ ...answer, fragments: swapped })), undefined);
});

const lengths = (words: number) => ({ words, fragments: 1 });
const file = (uri: string, title: string, own: number, entries: Entry[] = []): Entry => ({
  ...{ uri, title, path: uri, entries, own: lengths(own), wanted: 0 },
  total: lengths(own + entries.reduce((sum, { total }) => sum + total!.words, 0)),
});
const part = (title: string, entries: Entry[]): Entry => ({
  ...{ ...file('', title, 0, entries), uri: null, own: null, path: '' },
});
const work: Work = {
  ...{ title: 'Salt', folder: 'file:///salt', order: 'SUMMARY.md', read: true, wanted: 0 },
  total: lengths(10),
  entries: [
    file('intro.md', 'Intro', 5),
    part('North', [file('a.md', 'Book', 100, [file('b.md', 'Below', 7)]), file('c.md', 'C', 1)]),
    part('North', [file('d.md', '', 2)]),
  ],
  orphans: [file('cut.md', 'Cut', 3)],
  problems: [{ uri: 'SUMMARY.md', line: 4, message: 'There is no gone.md.' }],
};
const whole = workTreeOf(work, (uri) => (uri === 'a.md' ? named(answer) : undefined));
const inWhole = (uri: string) => fileAt(whole, uri)!;

test('the tree of a work has its files in order, the orphans, and the problems', () => {
  assert.deepEqual(names(whole), [
    'Intro',
    [
      'North',
      ['Book', ['Book', 'Preface', ['One', 'A', 'B'], ['Two', ['Deep', 'C']]], 'End', 'Below'],
      'C',
    ],
    ['North', 'd.md'],
    ['Not in the order', 'Cut'],
    ['Problems in the order', 'There is no gone.md.'],
  ]);
  const [, north, south, left] = whole as [Node, Node, Node, Node];
  assert.notEqual(north.id, south.id);
  assert.deepEqual([north.words, inWhole('a.md').words, inWhole('a.md').ownWords], [108, 107, 100]);
  assert.deepEqual(
    [left.words, left.children[0]!.isOrphan, inWhole('d.md').isOrphan],
    [3, true, false],
  );
  assert.deepEqual([inWhole('a.md').isRead, inWhole('c.md').isRead], [true, false]);
});

test('a single top heading that repeats the title of its file is left out', () => {
  const content = treeOf(
    'c.md',
    { ...answer, sections: [{ ...answer.sections[0]!, title: 'C' }] },
    () => '',
  );
  const c = workTreeOf(work, (uri) => (uri === 'c.md' ? content : undefined));
  assert.deepEqual(names(fileAt(c, 'c.md')!.children), ['Preface', 'A', 'B', 'C']);
  assert.equal(fileAt(c, 'c.md')!.children[0]!.parent, fileAt(c, 'c.md'));
});

test('the contents of a file come before the files below it', () => {
  const [, north] = workTreeOf(work, () => undefined) as [Node, Node];
  const a = north.children[0]!;
  assert.deepEqual(names(a.children), ['Below']);
  fill(a, named(answer));
  assert.deepEqual(names(a.children).slice(1), ['End', 'Below']);
  assert.ok(a.isRead);
});

test('in a work, the node at a line is in the right file, or the file itself', () => {
  const at = ([uri, line]: [string, number]) => nodeAt(whole, uri, line)?.name;
  assert.deepEqual(
    (
      [
        ['a.md', 13],
        ['a.md', 99],
        ['b.md', 13],
        ['gone.md', 1],
      ] as [string, number][]
    ).map(at),
    ['B', 'End', 'Below', undefined],
  );
});

test('a file goes before one it is dragged up to, after one it is dragged down to, and into parts', () => {
  const place = (dragged: string, target: Node) => {
    const { toUri, side } = placeOnto(whole, inWhole(dragged), target) ?? { toUri: '', side: '' };
    return `${side} ${toUri}`;
  };
  assert.equal(place('c.md', inWhole('intro.md')), 'before intro.md');
  assert.equal(place('intro.md', inWhole('c.md')), 'after c.md');
  assert.equal(place('cut.md', inWhole('c.md')), 'before c.md');
  assert.equal(place('intro.md', whole[1]!), 'after c.md');
  assert.equal(place('d.md', whole[2]!), ' ');
});

test('a file moves by one among its siblings', () => {
  const beside = (uri: string, way: 'Up' | 'Down') => placeBeside(whole, inWhole(uri), way);
  assert.deepEqual(beside('a.md', 'Down'), { toUri: 'c.md', side: 'after' });
  assert.deepEqual(beside('c.md', 'Up'), { toUri: 'a.md', side: 'before' });
  assert.equal(beside('c.md', 'Down'), undefined);
  assert.equal(beside('b.md', 'Up'), undefined);
});

test('a length shows own and total words, or the progress towards a target', () => {
  assert.equal(lengthOf(7, 7, 0), '7');
  assert.equal(lengthOf(0, 0, 0), '');
  assert.equal(lengthInWords(7, 1234, 0), '7 / 1,234 words');
  assert.equal(lengthInWords(400, 400, 1000), '400 of 1,000 words');
  assert.equal(lengthInWords(1, 1, 0), '1 word');
  assert.equal(lengthInWords(0, 0, 0), '');
});

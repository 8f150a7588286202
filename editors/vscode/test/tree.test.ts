import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentSymbol, Range, SymbolKind } from 'vscode-languageserver-types';
import type { Fragment } from '../src/answers';
import { headingsOf } from '../src/headings';
import { beforeOf, isWithin, type Node, nodeAt, treeOf } from '../src/tree';

const range = (first: number, last: number) => Range.create(first, 0, last, 5);

const section = (name: string, first: number, last: number, ...children: DocumentSymbol[]) => ({
  name,
  kind: SymbolKind.String,
  range: range(first, last),
  selectionRange: range(first, first),
  children,
});

const leaf = (name: string, first: number, last: number): DocumentSymbol => ({
  name,
  kind: SymbolKind.Field,
  range: range(first, last),
  selectionRange: range(first, first),
});

const fragment = (first: number, last: number, words: number, suggested = false): Fragment => ({
  range: range(first, last),
  paragraphs: 1,
  words,
  terms: ['salt'],
  title: 'Salt',
  suggested,
  pinned: false,
});

const symbols = [
  section(
    'Book',
    0,
    30,
    leaf('Preface', 2, 4),
    section('One', 6, 14, leaf('A', 8, 10), leaf('B', 12, 14)),
    section('Two', 16, 30, leaf('C', 18, 30)),
  ),
];
const fragments = [
  fragment(2, 4, 10),
  fragment(8, 10, 20),
  fragment(12, 14, 30, true),
  fragment(18, 30, 40),
];
const tree = treeOf(symbols, fragments);
const [book] = tree as [Node];
const [preface, one, two] = book.children as [Node, Node, Node];

test('sections count the words of all that is in them, and their own', () => {
  assert.deepEqual(
    [book, one, two].map(({ words, ownWords }) => [words, ownWords]),
    [
      [100, 10],
      [50, 50],
      [40, 40],
    ],
  );
});

test('nodes are numbered by kind in the order of the text', () => {
  assert.deepEqual([book.index, one.index, two.index], [0, 1, 2]);
  assert.deepEqual(
    [preface, ...one.children, ...two.children].map(({ index }) => index),
    [0, 1, 2, 3],
  );
  assert.equal(one.children[1]!.suggested, true);
});

test('where headings count for nothing, fragments stand alone', () => {
  const flat = treeOf([section('Book', 0, 30)], fragments);
  assert.deepEqual(
    flat.map(({ kind, words }) => [kind, words]),
    fragments.map(({ words }) => ['fragment', words]),
  );
});

test('the node at a line is the innermost one', () => {
  const names = [0, 1, 2, 7, 11, 13, 99].map((line) => nodeAt(tree, line)?.name);
  assert.deepEqual(names, ['Book', 'Book', 'Preface', 'One', 'A', 'B', 'C']);
  assert.equal(nodeAt([], 3), undefined);
});

test('what is carried up comes before its target, what is carried down behind it', () => {
  const [a, b] = one.children as [Node, Node];
  assert.equal(beforeOf(b, a), 1);
  assert.equal(beforeOf(a, b), 3);
  assert.equal(beforeOf(one, two), 3);
  assert.equal(beforeOf(two, one), 1);
  assert.equal(beforeOf(one, book), 0);
});

test('a node is within itself and what holds it', () => {
  assert.ok(isWithin(one.children[0]!, book));
  assert.ok(isWithin(one, one));
  assert.ok(!isWithin(book, one));
});

test('headings are listed in the order of the text', () => {
  assert.deepEqual(
    headingsOf(symbols).map(({ name }) => name),
    ['Book', 'One', 'Two'],
  );
});

// The collection: adding passages, their order, following edits, and making a document.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type Collected, followed, found, linesOf } from '../src/collected';
import { registerCollection } from '../src/collection';
import { GatheredTexts } from '../src/gathered';
import { registerConnections } from '../src/connections';
import { address, leave, memory, opened, settled, text } from './window';
import { DataTransferItem, fake, Range, Selection, Uri, workspace } from './vscode';

const mules = 'file:///book/mules.md';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
  workspace.workspaceFolders = undefined;
  fake.files.set(mules, '# Mules\n\nMules carry it.\n\nThey are slow.\n');
});

/** Answers segls.assemble with the given ranges. A range within a line is extended to the start of the next line. */
function answerTo({ places, trial }: any) {
  const known = places.map(({ uri, range: { start, end } }: any) => ({
    ...{ uri, path: uri.slice(13), title: uri === mules ? 'Mules' : '', words: 40 },
    range: { start, end: start.line === end.line ? { line: end.line + 1, character: 0 } : end },
  }));
  return { words: trial ? 40 : 85, places: known, notes: trial ? [] : ['It uses \\salt.'] };
}

async function collected(kept = memory()) {
  const all = await opened();
  all.server.answers['segls.assemble'] = answerTo;
  registerConnections(all.server, all.activeText);
  registerCollection(all.server, all.activeText, new GatheredTexts(all.server, kept), kept);
  const tree = fake.trees['segls.collection'];
  const view = tree.treeDataProvider;
  const rows = (): Collected[] => view.getChildren();
  const shown = () =>
    rows().map((row) => `${view.getTreeItem(row).label}: ${view.getTreeItem(row).description}`);
  /** Collects the fragments at some lines of the open text. */
  const collect = async (...lines: number[]) => {
    for (const line of lines) {
      fake.caret(all.editor, line);
      await fake.run('segls.editor.collect');
    }
  };
  return { ...all, kept, tree, view, rows, shown, collect };
}

const lines = ({ from, to }: { from: number; to: number }) => [from, to];

test('passages are collected from the text, search results, cards and rows', async () => {
  const { server, editor, view, tree, shown, collect, rows } = await collected();
  assert.equal(tree.description, '');
  await collect(2);
  assert.deepEqual(server.argument('segls.assemble'), {
    uri: address,
    places: [
      {
        uri: address,
        range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
      },
    ],
    trial: true,
  });
  assert.deepEqual(fake.last('said'), ['In the collection: 1 passage, 40 words.']);
  editor.selection = new Selection(5, 2, 6, 4);
  await fake.run('segls.editor.collect');
  assert.deepEqual(server.argument('segls.assemble').places[0].range.end, {
    line: 6,
    character: 4,
  });
  await fake.run('segls.editor.collect');
  assert.deepEqual(fake.last('said'), ['That is already in the collection.']);
  const chosen = ['Gone', 'Well'].map((id) => ({ uri: address, id }));
  await fake.run('segls.board.collect', { ...chosen[0], chosen });
  await fake.run('segls.outline.collect', {
    ...{ kind: 'section', uri: address },
    range: { start: { line: 8, character: 0 }, end: { line: 10, character: 15 } },
  });
  const [part, file] = [
    { kind: 'part', uri: '' },
    { kind: 'file', uri: mules },
  ];
  await fake.run('segls.outline.collect', part, [part, file]);
  assert.deepEqual(shown(), [
    'Salt is a rock.: 40 words · salt.md',
    'Mules carry it.: 40 words · salt.md',
    'A well is deep.: 40 words · salt.md',
    '## Wells: 40 words · salt.md',
    'Mules: 40 words · mules.md',
  ]);
  assert.deepEqual(rows().map(lines), [
    [2, 3],
    [5, 7],
    [10, 11],
    [8, 11],
    [0, 6],
  ]);
  assert.equal(tree.description, '200 words');
  const { tooltip, contextValue, accessibilityInformation } = view.getTreeItem(rows()[4]);
  assert.deepEqual(
    [tooltip, contextValue, accessibilityInformation.label],
    ['mules.md:1\n# Mules', 'collected', 'Mules, 40 words, mules.md'],
  );
  assert.deepEqual(view.getChildren(rows()[0]), []);
});

test('a search result is collected as a whole, from the quick pick and from the list', async () => {
  const { server, rows } = await collected();
  const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
  const hit = {
    ...{ uri: mules, path: 'mules.md', title: 'Mules', section: [], words: 70, score: 3, range },
    ...{ at: { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } } },
    ...{ answer: ['Mules carry it.'], also: [] },
  };
  server.answers['segls/find'] = { hits: [hit] };
  void fake.run('segls.findPassages', 'mules');
  await settled();
  const pick = fake.picks.at(-1)!;
  assert.equal(pick.items[0].buttons[0].tooltip, 'Collect');
  pick.click(pick.items[0]);
  await settled();
  assert.deepEqual(rows().map(lines), [[0, 3]]);
  pick.press(pick.buttons[0]);
  await settled();
  await fake.run('segls.collection.remove', rows()[0]);
  const connections = fake.trees['segls.related'].treeDataProvider;
  const [row] = connections.getChildren(connections.getChildren()[0]);
  await fake.run('segls.passages.collect', row);
  assert.deepEqual(rows().map(lines), [[0, 3]]);
});

test('a message says why something cannot be collected', async () => {
  const { server, rows, collect } = await collected();
  server.answers['segls.assemble'] = new Error('Save the document first.');
  await collect(2);
  assert.deepEqual(fake.last('information')[0], 'segls: Save the document first.');
  const notebook = fake.openNotebook('file:///book/salt.ipynb', ['Salt.']);
  await fake.run('segls.outline.collect', {
    ...{ kind: 'fragment', uri: notebook.notebook.uri.toString() },
    range: new Range(0, 0, 1, 0),
  });
  workspace.notebookDocuments.length = 0;
  assert.match(fake.last('information')[0], /of a notebook/);
  assert.deepEqual(rows(), []);
});

test('passages are ordered by keys and by dragging, and removed', async () => {
  const { tree, view, rows, collect, kept } = await collected();
  await collect(2, 3, 5, 6);
  const order = () => rows().map(({ from }) => from);
  const [two, , five, six] = rows();
  tree.select([six]);
  tree.readAgain(); // a command run by a key gets no row, and while the rows reload, none is selected
  await fake.run('segls.collection.moveUp');
  assert.deepEqual(order(), [2, 3, 6, 5]);
  tree.select([]);
  await fake.run('segls.collection.moveUp');
  assert.deepEqual(order(), [2, 3, 6, 5], 'without a selection nothing moves');
  await fake.run('segls.collection.moveDown', two, [two, rows()[1]]);
  assert.deepEqual(order(), [6, 2, 3, 5]);
  await fake.run('segls.collection.moveDown', five);
  await fake.run('segls.collection.moveUp', six);
  assert.deepEqual(order(), [6, 2, 3, 5]);
  const drop = async (dragged: Collected[], target?: Collected) => {
    const moved = new Map<string, DataTransferItem>();
    view.handleDrag(dragged, moved);
    await view.handleDrop(target, moved);
  };
  await drop([five!], two);
  assert.deepEqual(order(), [6, 5, 2, 3]);
  await drop([six!, five!], two);
  assert.deepEqual(order(), [2, 6, 5, 3]);
  await drop([two!]);
  assert.deepEqual(order(), [6, 5, 3, 2]);
  await drop([two!], two);
  await view.handleDrop(six, new Map());
  assert.deepEqual(order(), [6, 5, 3, 2]);
  await fake.run('segls.collection.remove', six, [six, two]);
  assert.deepEqual(order(), [5, 3]);
  assert.deepEqual(
    (kept.kept['collection'] as any).places.map(({ from }: Collected) => from),
    [5, 3],
  );
});

test('a collection has a target and survives the window', async () => {
  const { tree, collect, kept, rows } = await collected();
  await collect(2, 5);
  fake.answers.push('3000');
  await fake.run('segls.collection.setTarget');
  const { validateInput } = fake.last('input')[0];
  assert.deepEqual(
    [validateInput('3k'), validateInput(' 30')],
    ['A target is a number of words.', undefined],
  );
  assert.equal(tree.description, '80 of 3,000 words');
  const places = JSON.parse(JSON.stringify(rows()));
  leave();
  workspace.textDocuments = [];
  const again = await collected(memory(JSON.parse(JSON.stringify(kept.kept))));
  assert.equal(again.tree.description, '80 of 3,000 words');
  assert.deepEqual(again.rows(), places);
  fake.answers.push('');
  await fake.run('segls.collection.setTarget');
  assert.equal(fake.last('input')[0].value, '3000');
  assert.equal(again.tree.description, '80 words');
  await fake.run('segls.collection.setTarget'); // the question is closed
  assert.equal(again.tree.description, '80 words');
});

test('passages follow edits, and are found again after a change elsewhere', async () => {
  const { server, collect, rows, document, news, shown, kept } = await collected();
  await collect(2, 10);
  const type = (range: Range, what: string, all: string) => {
    Object.assign(document, { text: all, version: document.version + 1 });
    fake.on.changeText.fire({ document, contentChanges: [{ range, text: what }] });
  };
  const above = text.replace('Salt is', 'Before.\n\nSalt is');
  type(new Range(2, 0, 2, 0), 'Before.\n\n', above);
  assert.deepEqual(rows().map(lines), [
    [4, 5],
    [12, 13],
  ]);
  const more = above.replace('A well is deep.', 'Wells are deep.\nAnd old.');
  type(new Range(12, 0, 12, 15), 'Wells are deep.\nAnd old.', more);
  assert.deepEqual(rows().map(lines), [
    [4, 5],
    [12, 14],
  ]);
  server.answers['segls.assemble'] = (asked: any) => {
    const answer = answerTo(asked);
    answer.places.forEach((place: any) => (place.words = 50));
    return answer;
  };
  await news({});
  assert.deepEqual(shown(), [
    'Salt is a rock.: 50 words · salt.md',
    'Wells are deep.: 50 words · salt.md',
  ]);
  // Another program replaces the whole text.
  fake.change(
    document,
    more.replace('Salt is', 'New.\n\nNew.\n\nSalt is').replace('Wells are', 'We'),
  );
  await news({});
  assert.deepEqual(rows().map(lines), [
    [8, 9],
    [16, 18],
  ]);
  fake.change(document, 'Nothing.\n');
  await news({});
  assert.deepEqual(shown()[0], 'Salt is a rock.: no longer found · salt.md');
  await fake.run('segls.collection.assemble');
  assert.equal(
    fake.last('information')[0],
    'segls: “Salt is a rock.” is no longer in salt.md. Remove it from the collection, or collect it again.',
  );
  await fake.run('segls.collection.reveal', rows()[0]);
  assert.equal(fake.last('show')[1].selection, undefined);
  fake.change(document, more); // undone
  server.become('stopped');
  server.become('running');
  await settled();
  assert.deepEqual(rows().map(lines), [
    [4, 5],
    [12, 14],
  ]);
  await fake.run('segls.collection.reveal', rows()[1]);
  assert.deepEqual(
    [fake.last('show')[0], fake.last('show')[1].selection.start.line],
    [address, 12],
  );
  const to = Uri.parse('file:///book/old/salt.md');
  fake.files.set(to.toString(), more);
  fake.on.renameFiles.fire({ files: [{ oldUri: document.uri, newUri: to }] });
  await settled();
  assert.deepEqual(
    rows().map(({ path }) => path),
    ['old/salt.md', 'old/salt.md'],
  );
  assert.equal((kept.kept['collection'] as any).places[0].uri, to.toString());
});

test('a document is made of the passages in their order', async () => {
  const { server, collect, view } = await collected();
  await fake.run('segls.collection.assemble');
  assert.match(fake.last('information')[0], /the collection is empty/);
  await fake.run('segls.outline.collect', { kind: 'file', uri: mules });
  await collect(5);
  let reads = 0;
  const reading = view.onDidChangeTreeData(() => reads++);
  await fake.run('segls.collection.assemble'); // the question is closed
  assert.equal(reads, 0, 'reading the rows again would take the focus from the question');
  reading.dispose();
  const asked = fake.last('input')[0];
  assert.deepEqual([asked.value, asked.valueSelection], ['mules.md', [0, 5]]);
  assert.equal(asked.validateInput(' '), 'A file needs a name.');
  assert.equal(server.argument('segls.assemble').toUri, undefined);
  workspace.workspaceFolders = [{ uri: Uri.parse('file:///book'), name: 'book', index: 0 }];
  fake.answers.push('new/salt.md');
  await fake.run('segls.collection.assemble');
  const { uri, places, toUri, trial } = server.argument('segls.assemble');
  assert.deepEqual([uri, toUri, trial], [mules, 'file:///book/new/salt.md', undefined]);
  assert.deepEqual(
    places.map((place: any) => [place.uri, place.range.start.line, place.range.end.line]),
    [
      [mules, 0, 6],
      [address, 5, 6],
    ],
  );
  assert.deepEqual(
    fake.last('information')[0],
    'segls: created new/salt.md: 2 passages, 85 words. It uses \\salt.',
  );
  server.answers['segls.assemble'] = ({ toUri, ...more }: any) =>
    toUri ? new Error('new/salt.md is there already.') : answerTo(more);
  fake.answers.push('new/salt.md');
  await fake.run('segls.collection.assemble');
  assert.equal(fake.last('information')[0], 'segls: new/salt.md is there already.');
});

const place = { from: 4, to: 6, opens: 'a first', closes: 'the last' } as Collected;

test('lines follow an edit', () => {
  const cases: [string, [number, number, number, number], string, number[] | undefined][] = [
    ['above', [0, 0, 0, 0], 'x\ny\n', [6, 8]],
    ['above, taken away', [1, 0, 3, 0], '', [2, 4]],
    ['right above', [4, 0, 4, 0], 'x\n', [5, 7]],
    ['the line end above', [3, 2, 4, 0], '', [3, 5]],
    ['below', [6, 0, 7, 0], 'x\n\n', [4, 6]],
    ['inside', [4, 3, 5, 1], 'x\n\ny', [4, 7]],
    ['all of it', [4, 0, 6, 0], '', undefined],
    ['over its beginning', [3, 0, 4, 2], 'x', undefined],
    ['over its end', [5, 0, 7, 0], 'x', undefined],
  ];
  for (const [name, [a, b, c, d], text, want] of cases) {
    const lines = followed(place, { range: new Range(a, b, c, d), text });
    assert.deepEqual(lines && [lines.from, lines.to], want, name);
  }
});

test('lines are found by their first and last words', () => {
  const cases: [string, string, number[] | undefined][] = [
    ['where they were', '\n\n\n\na first\nand the last\n', [4, 6]],
    ['elsewhere', 'a first\nand the last', [0, 2]],
    ['the nearest of two', 'a first\nthe last\n\n\n\n\na first\nthe last', [6, 8]],
    ['the one that ends so', 'a first\nthe last\n\n\na first\nnot', [0, 2]],
    ['with more between', 'a first\nmore\nmore\nthe last', [0, 4]],
    ['with another beginning', 'x\ny\nthe first\nthe last', [2, 4]],
    ['with another end', 'x\na first\nan end', [1, 3]],
    ['nowhere', 'x\ny', undefined],
  ];
  for (const [name, text, want] of cases) {
    const lines = found(place, linesOf(text));
    assert.deepEqual(lines && [lines.from, lines.to], want, name);
  }
});

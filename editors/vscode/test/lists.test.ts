// The Connections and Changes views.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import type { Change, Changes } from '../src/answers';
import { ChangesView, registerChanges } from '../src/changes';
import { ChangesTree } from '../src/changes-tree';
import { ComparePanel } from '../src/compare';
import { registerConnections } from '../src/connections';
import { Orders } from '../src/orders';
import { address, leave, memory, opened, settled, text } from './window';
import { fake, Uri, workspace } from './vscode';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
  fake.files.set('file:///book/mules.md', '# Mules\n\nMules carry it.\n');
});

const range = (first: number, last = first) => ({
  start: { line: first, character: 0 },
  end: { line: last, character: 5 },
});
const mules = 'file:///book/mules.md';

async function listed() {
  const all = await opened();
  registerConnections(all.server, all.activeText);
  const tree = fake.trees['segls.related'];
  const { treeDataProvider: view } = tree;
  const item = (row: any) => view.getTreeItem(row);
  const group = (name: string) => view.getChildren().find((row: any) => item(row).id === name);
  const rows = (name: string): any[] => view.getChildren(group(name));
  /** Returns the names of the places below a row. */
  const places = (row: any) => view.getChildren(row).map((place: any) => item(place).label);
  /** Returns the message above the only group, and the command of the action below it. */
  const note = () => [
    tree.message,
    view.getChildren(view.getChildren()[0]).map(item)[0]?.command.command,
  ];
  return { ...all, tree, group, rows, places, item, note, view };
}

test('passages are found while typing, opened, and listed', async () => {
  const { server, rows, places, item, note, group } = await listed();
  const hit = {
    ...{ uri: mules, path: 'mules.md', title: 'Mules', section: ['Beasts'], words: 70, score: 3 },
    ...{ range: range(0, 2), at: range(2), answer: ['', 'Mules', ' carry it.'] },
    also: [{ uri: address, path: 'salt.md', line: 5 }],
  };
  let answer = (_: unknown) => {};
  server.answers['segls/find'] = ({ query }: { query: string }) =>
    query === 'm'
      ? new Promise((resolve) => (answer = resolve))
      : { hits: query.startsWith('mul') ? [hit] : [] };
  const done = fake.run('segls.findPassages');
  const pick = fake.picks.at(-1)!;
  assert.equal(server.params('segls/find'), undefined); // the query is empty
  pick.type('m');
  await settled();
  pick.type('');
  answer({ hits: [] });
  await settled();
  assert.equal(pick.busy, false);
  pick.type('mul');
  await settled();
  assert.deepEqual(server.params('segls/find'), { query: 'mul', isTyping: true, top: 20 });
  const [found] = pick.items;
  assert.deepEqual(
    [found.label, found.description, found.detail, found.alwaysShow],
    ['Mules', 'mules.md:3 · 70 words', 'Mules carry it.', true],
  );
  pick.choose(found);
  await done;
  assert.equal(fake.last('show')[0], mules);
  assert.equal(fake.last('show')[1].selection.start.line, 2);

  const again = fake.run('segls.findPassages');
  const next = fake.picks.at(-1)!;
  assert.equal(next.value, ''); // what is typed replaces the last query
  await settled();
  assert.deepEqual(
    next.items.map((one: any) => [one.label, one.description]),
    [
      ['mul', 'the last search'],
      ['Mules', 'mules.md:3 · 70 words'],
    ],
  );
  next.type('salt');
  await settled();
  assert.equal(server.params('segls/find').query, 'salt');
  next.type('');
  await settled();
  next.choose(next.items[0]); // to edit it
  await settled();
  assert.deepEqual([next.value, next.isShown, next.items.length], ['mul', true, 1]);
  next.press(next.buttons[0]);
  await again;
  await settled();
  assert.equal(server.params('segls/find').isTyping, false);
  const [row] = rows('found');
  const { label, description, tooltip } = item(row);
  assert.deepEqual(label, { label: 'Mules carry it.', highlights: [[0, 5]] });
  assert.equal(description, '3.0  70 words');
  assert.equal(tooltip, 'mules.md › Beasts:3\nAlso in salt.md:6');
  assert.deepEqual(places(row), ['mules.md › Beasts']);
  assert.deepEqual(
    [item(group('found')).label, item(group('found')).description],
    ['Found: mul', '1'],
  );
  await fake.run('segls.passages.openBeside', row);
  assert.deepEqual([fake.last('show')[0], fake.last('show')[1].viewColumn], [mules, -2]);

  server.answers['segls/find'] = { hits: [] };
  await fake.run('segls.connections.refresh');
  assert.deepEqual(note(), ['No passage matches that.', 'segls.findPassages']);
  void fake.run('segls.findPassages', 'zebra');
  await settled();
  assert.equal(fake.picks.at(-1)!.items[0].label, 'No passage matches that.');
  server.answers['segls/find'] = undefined;
  fake.picks.at(-1)!.type('zebras');
  await settled();
  assert.equal(fake.picks.at(-1)!.items[0].label, 'Open a folder to search its texts.');
  fake.picks.at(-1)!.hide();
});

test('related passages are listed, opened beside the text, and follow the caret', async () => {
  const { server, editor, rows, places, item, note, group, tree } = await listed();
  const passage = {
    uri: mules,
    path: 'mules.md',
    range: range(2),
    section: ['Salt', 'Mules'],
    title: 'Mules',
    opening: 'Mules carry it.',
    score: 2.84,
    shared: ['mules'],
  };
  server.answers['segls/related'] = { related: [passage] };
  fake.caret(editor, 5);
  await fake.run('segls.showRelated');
  assert.deepEqual(server.params('segls/related').position, { line: 5, character: 0 });
  const [row] = rows('related');
  const { label, description } = item(row);
  assert.deepEqual([label.label, description], ['Mules carry it.', '2.8  mules']);
  assert.deepEqual(places(row), ['mules.md › Salt › Mules']);
  await fake.run('segls.passages.openBeside', row);
  assert.deepEqual([fake.last('show')[0], fake.last('show')[1].viewColumn], [mules, -2]);
  fake.show(editor.document);
  await settled();
  for (const name of ['insertLink', 'quote']) {
    await fake.run(`segls.passages.${name}`, row);
    const { position, toUri, to, end } = server.argument(`segls.${name}`);
    assert.deepEqual([position.line, toUri, to, end], [5, mules, range(2).start, range(2).end]);
  }
  server.asked.length = 0;
  fake.caret(editor, 6);
  await settled();
  assert.equal(server.params('segls/related'), undefined);
  await fake.run('segls.related.follow');
  fake.caret(editor, 10);
  await settled();
  assert.equal(server.params('segls/related').position.line, 10);
  await fake.run('segls.related.stay');
  server.answers['segls/related'] = { related: [] };
  await fake.run('segls.showRelated');
  assert.deepEqual(note(), [
    'Nothing in the other texts is clearly about that.',
    'segls.findPassages',
  ]);
  server.answers['segls/related'] = undefined;
  await fake.run('segls.showRelated');
  assert.match(note()[0], /^Open the folder of the text/);
  assert.equal(note()[1], 'vscode.openFolder');
  await fake.run('segls.showDuplicates');
  assert.equal(tree.message, undefined); // VS Code would join two sentences in one line
  for (const name of ['related', 'duplicates']) {
    const { description, tooltip } = item(group(name));
    assert.match(description, /^Open the folder of the text/);
    assert.equal(tooltip, description);
  }
});

test('repeated passages are listed, made alike, and moved to one file', async () => {
  const { server, rows, places, item } = await listed();
  const copy = (uri: string, line: number) => ({
    uri,
    path: uri.slice(13),
    range: range(line),
    section: uri === mules ? ['Roads', 'Mules'] : [],
    opening: 'Mules carry it.',
  });
  const pair = {
    id: 'p1',
    score: 41.2,
    here: copy(address, 5),
    there: copy(mules, 2),
    message: 'Also in mules.md:3',
  };
  server.answers['segls/duplicates'] = { pairs: [pair] };
  await fake.run('segls.showAllDuplicates');
  assert.equal(server.params('segls/duplicates').whole, true);
  const [row] = rows('duplicates');
  assert.deepEqual(places(row), ['salt.md:6', 'mules.md:3 › Roads › Mules']);
  assert.equal(item(row).contextValue, 'passage.duplicates');
  assert.equal(
    item(row).accessibilityInformation.label,
    'Mules carry it.. 41. salt.md:6. mules.md:3 › Roads › Mules',
  );
  for (const command of ['makeAlike', 'makeOne']) {
    await fake.run(`segls.passages.${command}`, row);
    assert.equal(server.argument(`segls.${command}`).id, 'p1');
  }
  await fake.run('segls.passages.openOther', row);
  assert.equal(fake.last('show')[0], mules);
});

test('a loose paragraph is listed and moved to the place it fits', async () => {
  const { server, tree, rows, places, item, note } = await listed();
  const there = { uri: address, id: 'Wells', title: 'Wells', shared: ['well'], here: false };
  const loose = {
    ...{ uri: address, version: 1, range: range(5, 6), opening: 'Mules carry it.', id: 'Mules' },
    section: 'Salt',
  };
  const message = 'fits “Wells” better: well';
  server.answers['segls/misplaced'] = { misplaced: [], unlisted: 1 };
  await fake.run('segls.showMisplaced');
  assert.deepEqual(note(), [
    '1 paragraph may fit better elsewhere; only a few such paragraphs are worth moving.',
    'segls.passages.listAll',
  ]);
  server.answers['segls/misplaced'] = {
    misplaced: [{ ...loose, there, at: range(8), message, score: 6.6 }],
    unlisted: 0,
  };
  const all = item(rows('misplaced')[0]);
  assert.equal(all.label, 'Show All');
  await fake.run(all.command.command, ...all.command.arguments);
  assert.equal(server.params('segls/misplaced').minScore, 0);
  const [row] = rows('misplaced');
  assert.equal(item(row).description, '6.6  well');
  assert.deepEqual(places(row), ['salt.md:6 › Salt', 'salt.md:9 › Wells']);
  tree.select([row]);
  tree.readAgain(); // a command run by a key gets no row, and while the rows reload, none is selected
  server.answers['segls/misplaced'] = { misplaced: [], unlisted: 0 };
  await fake.run('segls.passages.moveThere');
  assert.deepEqual(server.argument('segls.moveFragmentTo'), {
    ...{ uri: address, version: 1, position: range(5).start, end: range(6).end },
    ...{ toUri: address, toId: 'Wells', side: 'under' },
  });
  assert.deepEqual(note(), ['Every paragraph seems to belong where it is.', undefined]);
});

test('what is listed is scrolled to, and can be gathered', async () => {
  const { server, tree, rows, group, view } = await listed();
  const places = () => {
    const [name, { passages }] = fake.last('command') as any;
    assert.equal(name, 'segls.passages.gather');
    return passages.map(({ places: [{ range }] }: any) => range.start.line);
  };
  const passage = (line: number, opening: string) => ({
    ...{ uri: mules, path: 'mules.md', section: [], title: 'Mules', shared: [] },
    ...{ range: range(line), opening, score: 1 },
  });
  server.answers['segls/related'] = {
    related: [passage(9, 'The best.'), passage(2, 'The first.'), passage(4, 'Another.')],
  };
  await fake.run('segls.showRelated');
  const [best, first] = rows('related');
  await fake.run('segls.connections.gather', group('related'));
  assert.deepEqual(places(), [9, 2, 4]);
  await fake.run('segls.connections.gather', best, [first, best]);
  assert.deepEqual(places(), [2, 9]);
  await fake.run('segls.connections.sortByPlace');
  fake.answers.push('r');
  await fake.run('segls.connections.filter');
  await fake.run('segls.connections.gather', group('related'));
  assert.deepEqual(places(), [2, 4]);
  fake.answers.push('');
  await fake.run('segls.connections.filter');

  // Both places of a repeated passage, but only the present place of a loose paragraph.
  const copy = (line: number) => ({
    ...{ uri: mules, path: 'mules.md', section: [], range: range(line), opening: 'Mules.' },
  });
  server.answers['segls/duplicates'] = {
    pairs: [{ id: 'p1', score: 1, here: copy(5), there: copy(7), message: '' }],
  };
  await fake.run('segls.showDuplicates');
  await fake.run('segls.connections.gather', group('duplicates'));
  assert.deepEqual(places(), [5, 7]);
  const [, other] = view.getChildren(rows('duplicates')[0]);
  // The list is below another one: the view scrolls to its end, and then to its beginning.
  assert.deepEqual(tree.revealed.slice(-2), [other, group('duplicates')]);
  await fake.run('segls.connections.gather', other);
  assert.deepEqual(places(), [7]);
  const there = { uri: address, id: 'Wells', title: 'Wells', shared: [], here: false };
  const loose = { uri: address, version: 1, range: range(5, 6), opening: 'Mules.', id: 'Mules' };
  server.answers['segls/misplaced'] = {
    misplaced: [{ ...loose, section: 'Salt', there, at: range(8), message: '', score: 6 }],
  };
  await fake.run('segls.showMisplaced');
  await fake.run('segls.connections.gather', group('misplaced'));
  assert.deepEqual(places(), [5]);
  server.answers['segls/misplaced'] = { misplaced: [] };
  await fake.run('segls.showMisplaced');
  await fake.run('segls.connections.gather', group('misplaced'));
  assert.deepEqual(places(), []);
});

test('passages are sorted and filtered', async () => {
  const { server, rows, item } = await listed();
  const passage = (line: number, opening: string) => ({
    ...{ uri: mules, path: 'mules.md', section: [], title: 'Mules', shared: [] },
    ...{ range: range(line), opening, score: 1 },
  });
  server.answers['segls/related'] = {
    related: [passage(9, 'The best.'), passage(2, 'The first.')],
  };
  await fake.run('segls.showRelated');
  const texts = () => rows('related').map((row) => item(row).label.label);
  assert.deepEqual(texts(), ['The best.', 'The first.']);
  await fake.run('segls.connections.sortByPlace');
  assert.deepEqual(texts(), ['The first.', 'The best.']);
  await fake.run('segls.connections.sortByWorth');
  assert.deepEqual(texts(), ['The best.', 'The first.']);
  const said = () => rows('').map((row) => item(row).description);
  fake.answers.push('mules.md FIRST');
  await fake.run('segls.connections.filter');
  assert.deepEqual([texts(), said()], [['The first.'], ['1 of 2']]);
  assert.match(fake.trees['segls.related'].message, /mules.md FIRST/);
  fake.answers.push(undefined);
  await fake.run('segls.connections.filter');
  assert.deepEqual(texts(), ['The first.'], 'Escape leaves them as they were');
  fake.answers.push(({ validateInput }: any) => (validateInput('best'), texts()[0]));
  await fake.run('segls.connections.filter');
  fake.answers.push('');
  await fake.run('segls.connections.filter');
  assert.deepEqual([texts(), said()], [['The best.', 'The first.'], ['2']]);
});

test('a place shows file and section, then folder', async () => {
  const { server, rows, item, view } = await listed();
  const passage = (path: string, section: string[]) => ({
    ...{
      uri: mules,
      path,
      section,
      title: 'Mules',
      shared: [],
      score: 2.5,
      range: range(2),
      opening: 'It.',
    },
  });
  server.answers['segls/related'] = {
    related: [passage('book/way/mules.md', ['Rest']), passage('book/way/README.md', [])],
  };
  await fake.run('segls.showRelated');
  const items = rows('related').flatMap((row) => view.getChildren(row).map(item));
  assert.deepEqual(
    items.map(({ label, description, tooltip }: any) => [label, description, tooltip]),
    [
      ['mules.md › Rest', 'book/way', 'book/way/mules.md › Rest'],
      ['way/README.md › Mules', 'book', 'book/way/README.md › Mules'],
    ],
  );
});

const place = (line: number, uri = address) => ({ uri, range: range(line), title: 'Wells' });
const change = (id: string, more: Partial<Change> = {}): Change => ({
  ...{ id, kind: 'moved', level: 'section', message: `section ${id} moved`, here: 'moved here' },
  ...{ from: [place(4)], to: [place(8)], before: 'A well is deep.\n', inside: [] },
  ...more,
});
const piece = (line: number, uri = address) => ({ ...place(line, uri), words: 40 });
const changes = (...some: Change[]): Changes => ({
  ...{ version: 1, changes: some, marked: 0, old: [piece(2), piece(2, mules)], new: [piece(2)] },
});

async function changed(at?: string) {
  const all = await opened({}, at ? { at } : {});
  const view = new ChangesView(all.server, all.activeText);
  const page = new ComparePanel({ extensionUri: Uri.file('/extension') } as never, view);
  const orders = new Orders(memory());
  const rows = new ChangesTree(all.server, all.activeText, all.work, view, orders);
  registerChanges(view, rows, page);
  all.server.answers['segls/changes'] = changes(
    change('Wells', {
      inside: [change('deep', { kind: 'rewritten' }), change('dry', { kind: 'removed', to: [] })],
    }),
    change('Gulls', {
      ...{ kind: 'added', from: [], before: '', message: 'paragraph added' },
      to: [place(9)],
    }),
    change('Gone', { kind: 'removed', to: [] }),
  );
  return { ...all, view, page, orders, rows, tree: fake.trees['segls.changes'] };
}

test('changes since the window opened are listed, revealed and reverted', async () => {
  const { server, document, view, tree } = await changed();
  fake.change(document, text.replace('deep', 'wide'));
  fake.answers.push((items: any[]) => items[1]);
  await fake.run('segls.showChanges');
  assert.deepEqual(server.params('segls/changes').before, [{ uri: address, text }]);
  assert.equal(tree.description, 'since the window was opened');
  const rows = view.getChildren();
  const items = rows.map((row) => view.getTreeItem(row) as any);
  assert.deepEqual(
    items.map(({ description, contextValue }) => [description, contextValue]),
    [
      ['moved here', 'change'],
      ['moved here', 'new'],
      ['moved here', 'change'],
    ],
  );
  assert.equal(items[0]!.accessibilityInformation.label, 'section Wells moved');
  assert.equal(view.getChildren(rows[0])[0]!.id, 'deep');

  await view.reveal(rows[0]);
  assert.equal(fake.last('show')[1].selection.start.line, 8);
  await view.reveal(rows[2]); // for removed text, the earlier version
  const [command, uri, , [was]] = fake.last('command');
  assert.deepEqual([command, String(uri)], ['editor.action.peekLocations', address]);
  assert.equal(was.uri.path, '/book/salt (as it was).md');
  assert.equal(view.provideTextDocumentContent(was.uri), text);
  await view.reveal(view.getChildren(rows[0])[1]); // removed from a text that was moved
  assert.equal(fake.last('show')[1].selection.start.line, 8);

  tree.select([rows[0]]);
  tree.readAgain(); // a command run by a key gets no row, and while the rows reload, none is selected
  await fake.run('segls.changes.putBack');
  assert.deepEqual(server.argument('segls.putBack').id, 'Wells');
  await view.compare();
  assert.deepEqual(
    [fake.last('command')[0], fake.last('command')[3]],
    ['vscode.diff', 'salt.md (since the window was opened)'],
  );
  server.answers['segls/changes'] = changes();
  await view.show({ kind: 'opened' });
  assert.equal(tree.message, 'Nothing has changed.');
  server.answers['segls/changes'] = { ...changes(), marked: 2 };
  fake.on.windowState.fire({ focused: true });
  await settled();
  assert.equal(tree.message, 'Changed only in markup or addresses of links: 2 paragraphs.');
  await fake.run('segls.hideChanges');
  assert.deepEqual(server.params('segls/changes'), {
    textDocument: { uri: address },
    lenses: false,
  });
  assert.deepEqual(view.getChildren(), []);
});

test('a text is compared with git or a file, or a message says why it cannot be', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'segls-git-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      folder,
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.com',
      ...args,
    ]);
  git('init', '-q');
  writeFileSync(join(folder, 'salt.md'), '# Old salt\n');
  git('add', 'salt.md');
  git('commit', '-qm', 'one');
  const at = Uri.file(join(folder, 'salt.md')).toString();
  const { server, view } = await changed(at);
  await view.show({ kind: 'revision', revision: 'HEAD' });
  assert.deepEqual(server.params('segls/changes').before, [{ uri: at, text: '# Old salt\n' }]);
  assert.equal(view.description, 'since the last commit');
  await view.show({ kind: 'revision', revision: 'nowhere' });
  assert.match(view.message ?? '', /^git: /);
  assert.equal(view.description, 'since nowhere');
  fake.answers.push((items: any[]) => items[3], [Uri.parse(mules)]);
  await view.show();
  assert.equal(server.params('segls/changes').before[0].text, '# Mules\n\nMules carry it.\n');
  assert.equal(view.description, 'compared with mules.md');
  await view.show({ kind: 'file', uri: 'file:///book/gone.md' });
  assert.equal(view.message, '/book/gone.md');
  fake.answers.push((items: any[]) => items[2], 'HEAD~3');
  await view.show();
  assert.equal(view.description, 'since HEAD~3');
  workspace.isTrusted = false;
  t.after(() => (workspace.isTrusted = true));
  await view.show({ kind: 'revision', revision: 'HEAD~1' });
  assert.match(view.message ?? '', /^segls does not run git in a folder/);
});

test('the two arrangements are of the draft, though it was empty before', async () => {
  const { view, page, server } = await changed();
  server.answers['segls/changes'] = { ...changes(), old: [piece(2, mules)] };
  await view.show({ kind: 'opened' });
  page.showChanges();
  const { before, now } = fake.panels.at(-1)!.last('compared');
  assert.deepEqual([before.length, now.length], [0, 1]);
});

test('two arrangements are shown side by side, with buttons to revert changes', async () => {
  const { view, page, server } = await changed();
  await view.show({ kind: 'opened' });
  page.showChanges();
  const [panel] = fake.panels;
  panel!.say({ type: 'ready' });
  await settled();
  const { before, now, since, changes: shown } = panel!.last('compared');
  assert.deepEqual(
    [before.length, now.length, since],
    [1, 1, 'since the window was opened'],
    'of this text only',
  );
  assert.deepEqual(
    shown.map(({ id, canGoBack }: any) => [id, canGoBack]),
    [
      ['Wells', true],
      ['deep', true],
      ['dry', true],
      ['Gulls', false],
      ['Gone', true],
    ],
  );
  assert.deepEqual(shown[0].from, [{ uri: address, from: 4, to: 4 }]);
  panel!.say({ type: 'putBack', id: 'deep' });
  await settled();
  assert.equal(server.argument('segls.putBack').id, 'deep');
  panel!.say({ type: 'peek', id: 'Wells' });
  panel!.say({ type: 'reveal', id: 'Wells' });
  await settled();
  assert.ok(
    fake.done.some(
      ([what, command]) => what === 'command' && command === 'editor.action.peekLocations',
    ),
  );
  // Changes of an order being tried cannot be reverted, and are revealed at the present place.
  page.showTried(changes(change('Wells')));
  assert.equal(panel!.last('compared').since, undefined);
  assert.deepEqual(
    panel!.last('compared').before.map(({ file }: any) => file),
    ['salt.md', 'mules.md'],
  );
  panel!.say({ type: 'reveal', id: 'Wells' });
  await settled();
  assert.equal(fake.last('show')[1].selection.start.line, 4);
  page.showChanges();
  await fake.run('segls.hideChanges');
  assert.equal(panel!.posted.at(-1).type, 'empty');
});

test('orders being tried or saved are listed above the changes, with what they would change', async () => {
  const { server, orders, rows, tree } = await changed();
  const item = (row: any) => rows.getTreeItem(row) as any;
  const moves = [
    {
      ...{ unit: 'fragment' as const, part: { uri: address, id: 'Well' } },
      to: { uri: address, before: 'Rock' },
    },
  ];
  orders.trying(address, { moves, moved: 1 });
  fake.answers.push('From the end');
  await orders.keep(address, [{ uri: address, title: '', cards: ['a', 'b'] }]);
  server.answers['segls/arrange'] = changes(change('Wells'));
  const shown = await rows.getChildren();
  assert.deepEqual(
    shown.map((row) => [item(row).label, item(row).description, item(row).contextValue]),
    [
      ['Trying an order', '1 card would move', 'tried'],
      ['From the end', 'kept, 2 cards', 'kept'],
    ],
  );
  const [would] = await rows.getChildren(shown[0]);
  assert.deepEqual([item(would).contextValue, item(would).id], ['would', 'tried Wells']);
  assert.equal(server.params('segls/arrange').compare, true);
  fake.answers.push((items: any[]) => items[1]);
  await fake.run('segls.showChanges');
  assert.equal(tree.treeDataProvider, rows);
  assert.equal((await rows.getChildren()).length, 5);
  await orders.remove(address, { name: 'From the end', lanes: [] });
  orders.trying(address, undefined);
  assert.equal((await rows.getChildren()).length, 3);
  rows.dispose();
});

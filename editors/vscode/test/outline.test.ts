// The outline, and commands on a node or at the caret.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Entry, Work } from '../src/answers';
import { registerMoveTo } from '../src/move-to';
import { Notes } from '../src/notes';
import { registerOutline } from '../src/outline';
import { registerRestructuring } from '../src/restructure';
import { Tray } from '../src/tray';
import { followUndo } from '../src/undo';
import { address, answer, fragment, leave, opened, section, settled, text } from './window';
import { fake, Position, Selection, TextDocumentChangeReason, window, workspace } from './vscode';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
});

const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
  ...{
    title: name,
    uri: `file:///book/${name.toLowerCase()}.md`,
    path: `${name.toLowerCase()}.md`,
  },
  ...{
    own: { words: 120, fragments: 3 },
    total: { words: 120, fragments: 3 },
    wanted: 0,
    entries: [],
  },
  ...more,
});
const book: Work = {
  ...{
    title: 'The Salt Road',
    folder: 'file:///book',
    order: 'file:///book/SUMMARY.md',
    read: true,
  },
  ...{ total: { words: 360, fragments: 9 }, wanted: 720 },
  entries: [entry('Salt'), entry('Mules', { wanted: 240 })],
  orphans: [entry('Cut')],
  problems: [{ uri: 'file:///book/SUMMARY.md', line: 3, message: 'There is no gone.md.' }],
};

/** Shows the outline of a text or a work, with functions that act on it. */
async function shown(said = {}, of?: Work) {
  const all = await opened(said);
  const { server, activeText, work } = all;
  const tray = new Tray(server, server.made);
  const notes = new Notes(server, activeText, work);
  registerOutline(server, activeText, work, notes, tray);
  registerRestructuring(server, activeText);
  registerMoveTo(server, activeText, work);
  if (of !== undefined) {
    server.answers['segls/work'] = of;
    server.workNews.fire();
  } else {
    server.news.fire({ uri: address, version: 1 });
  }
  await settled();
  const tree = fake.trees['segls.outline'];
  const provider = tree.treeDataProvider;
  const all_ = async (nodes?: any[]): Promise<any[]> => {
    const found: any[] = [];
    for (const node of nodes ?? (await provider.getChildren())) {
      found.push(node, ...(await all_(await provider.getChildren(node))));
    }
    return found;
  };
  /** Returns the accessible labels of the nodes. */
  const labels = async () =>
    (await all_()).map((node) => provider.getTreeItem(node).accessibilityInformation.label);
  const node = async (name: string) =>
    (await all_()).find((one) => `${one.kind} ${one.name}` === name);
  const drop = async (from: string, onto: string) => {
    const kept = new Map<string, unknown>();
    provider.handleDrag([await node(from)], kept);
    await provider.handleDrop(await node(onto), kept);
  };
  return { ...all, tree, provider, labels, node, drop };
}

test('the tree of a text has its sections and fragments with their details', async () => {
  const { labels, provider, node, tree } = await shown({
    fragments: [
      fragment('Rock', 2, 3, { held: true }),
      fragment('Mules', 5, 6, {
        suggested: true,
        color: 'red',
        label: 'check',
        synopsis: 'Who carries it.',
      }),
      fragment('', 10, 10, { color: 'orange' }),
    ],
  });
  assert.deepEqual(await labels(), [
    'section Salt, 40 / 120 words',
    'fragment Rock, 40 words, held',
    'fragment Mules, 40 words · check, new topic',
    'section Wells, 40 / 120 words',
    'fragment A well is deep., 40 words · Orange',
  ]);
  assert.equal(tree.description, '120 words');
  const item = provider.getTreeItem(await node('fragment Mules'));
  assert.deepEqual([item.iconPath.id, item.iconPath.color.id], ['circle-filled', 'charts.red']);
  const orange = provider.getTreeItem(await node('fragment A well is deep.')).iconPath;
  assert.equal(orange.color.id, 'symbolIcon.classForeground', 'in high contrast themes too');
  assert.match(
    provider.resolveTreeItem(item, await node('fragment Mules')).tooltip.value,
    /^Mules\n40 words · check\nWho carries it\.\nsalt, rock\nA new topic is suggested here\.$/,
  );
  assert.equal(provider.getTreeItem(await node('fragment Rock')).contextValue, 'fragment.held');
});

test('the count is visible after a long title', async () => {
  const title = 'Chapter VI. MARTIAN POLAR EXPEDITIONS OF THE WINTER';
  const { provider, node } = await shown({ sections: [section(title, 1, 0, 10)] });
  const { label, description } = provider.getTreeItem(await node(`section ${title}`));
  assert.ok(label.length < 22 && label.endsWith('…'), label);
  assert.equal(description, '40 / 120');
});

test('the tree follows the caret', async () => {
  const { tree, editor } = await shown();
  for (const [line, name] of [
    [5, 'Mules'],
    [10, 'Well'],
    [8, 'Wells'],
  ] as const) {
    fake.caret(editor, line);
    await settled();
    assert.equal(tree.selection[0].name, name);
  }
});

test('a node is revealed, and actions on it are sent to the server', async () => {
  const { server, node, tree, editor } = await shown();
  const mules = await node('fragment Mules');
  await fake.run('segls.outline.reveal', mules);
  assert.deepEqual([editor.selection.start.line, editor.selection.end.line], [5, 5]);
  await fake.run('segls.outline.selectFragment', mules);
  assert.deepEqual([editor.selection.start.line, editor.selection.end.line], [5, 6]);
  tree.select([mules]);
  tree.readAgain(); // a command run by a key gets no row, and while the rows reload, none is selected
  await fake.run('segls.outline.moveDown');
  assert.equal(server.argument('segls.moveFragmentDown').id, 'Mules');
  await fake.run('segls.outline.moveUp', await node('section Wells'));
  assert.equal(server.argument('segls.moveSectionUp').id, 'Wells');
  await fake.run('segls.outline.pinBoundary', mules);
  assert.equal(server.argument('segls.pinBoundary').uri, address);
});

test('one row is dragged at a time', async () => {
  const { provider, node, server } = await shown();
  const kept = new Map<string, unknown>();
  const before = server.asked.length;
  provider.handleDrag([await node('fragment Rock'), await node('fragment Mules')], kept);
  await provider.handleDrop(await node('fragment Well'), kept);
  assert.equal(server.asked.length, before);
  assert.equal(fake.last('said')[0], 'Move one row at a time.');
});

test('a dropped node goes before or after another, below a heading, or to the end of a file', async () => {
  const { server, drop } = await shown();
  await drop('fragment Well', 'fragment Rock');
  assert.deepEqual(server.params('segls/move').before, 'Rock');
  await drop('fragment Rock', 'fragment Mules');
  assert.deepEqual(server.params('segls/move'), {
    ...{ textDocument: { uri: address }, position: { line: 0, character: 0 } },
    ...{ unit: 'fragment', id: 'Rock', after: 'Mules' },
  });
  await drop('fragment Rock', 'section Wells');
  assert.equal(server.argument('segls.moveFragmentUnder').toId, 'Wells');
  server.asked.length = 0;
  await drop('section Wells', 'fragment Well');
  assert.deepEqual(server.asked, [], 'nothing goes into itself');
});

test('a folder that is no work has a hint, and a button writes the order', async () => {
  const { server, provider, tree } = await shown();
  server.answers['segls/workHint'] = { message: 'Number their names.', canWrite: true };
  server.workNews.fire();
  await settled();
  assert.equal(tree.message, 'Number their names.');
  assert.equal(fake.contexts['segls.canWriteOrder'], true);
  await fake.run('segls.editor.writeOrder');
  assert.equal(server.argument('segls.writeOrder').uri, address);
  server.answers['segls/work'] = book;
  server.workNews.fire();
  await settled();
  assert.equal(fake.contexts['segls.canWriteOrder'], false);
  assert.notEqual(tree.message, 'Number their names.');
  assert.ok((await provider.getChildren()).length > 0);
});

test('a file without a title is listed once, and a fragment without one is named by its terms', async () => {
  await shown({ fragments: [fragment('Rock', 2, 3, { title: '' })], sections: [] });
  window.activeTextEditor!.selection = new Selection(new Position(2, 0), new Position(2, 0));
  void fake.run('segls.editor.moveTo');
  await settled();
  const [pick] = fake.picks as any[];
  assert.deepEqual(
    pick.items.map(({ label, description }: any) => [label, description]),
    [['salt.md', '']],
  );
  pick.hide();
  fake.answers.push(undefined);
  await fake.run('segls.editor.extractFragment');
  assert.equal(fake.last('input')[0].value, 'salt-rock.md');
});

test('the tree of a work has its files, orphans, and problems in its order', async () => {
  const { labels, tree, server, node, provider, work } = await shown({}, book);
  server.answers['segls/fragments'] = answer({
    fragments: [fragment('Bray', 2, 3)],
    sections: [section('Mules', 1, 0, 4)],
  });
  assert.deepEqual(await labels(), [
    'file Salt, 120 words',
    'fragment Rock, 40 words',
    'fragment Mules, 40 words, new topic',
    'section Wells, 40 / 120 words',
    'fragment Well, 40 words',
    'file Mules, 120 of 240 words',
    'fragment Bray, 40 words',
    'part Not in the order, 120 words',
    'file Cut, 120 words',
    'section Mules, 40 / 120 words',
    'fragment Bray, 40 words',
    'part Problems in the order',
    'problem There is no gone.md.',
  ]);
  assert.equal(tree.description, '360 of 720 words · The Salt Road');
  assert.equal(provider.getTreeItem(await node('file Cut')).contextValue, 'orphan');
  tree.collapsed.fire({ element: { kind: 'section', uri: 'file:///book/mules.md' } });
  assert.notEqual(work.contentOf('file:///book/mules.md', 'tree'), undefined);
  tree.collapsed.fire({ element: await node('file Mules') });
  assert.equal(work.contentOf('file:///book/mules.md', 'tree'), undefined);
});

test('nodes move between files, and the writer decides about links that would break', async () => {
  const { server, drop, node } = await shown({}, book);
  await drop('file Mules', 'file Salt');
  assert.deepEqual(server.argument('segls.moveFile'), {
    ...{ uri: 'file:///book/mules.md', toUri: address, side: 'before' },
  });
  await fake.run('segls.outline.moveDown', await node('file Salt'));
  assert.deepEqual(server.argument('segls.moveFile'), {
    ...{ uri: address, toUri: 'file:///book/mules.md', side: 'after' },
  });
  await drop('section Wells', 'file Mules');
  assert.deepEqual(server.argument('segls.moveSectionTo'), {
    ...{ uri: address, id: 'Wells', toUri: 'file:///book/mules.md', side: 'end' },
  });
  await fake.run('segls.outline.sectionToFile', await node('section Wells'));
  assert.equal(server.argument('segls.sectionToFile').id, 'Wells');

  const broken = {
    unmended: [{ uri: address, line: 3, message: 'No heading “Wells”.' }],
    notes: ['It is read by others.'],
  };
  server.answers['segls.moveSectionTo'] = ({ force }: { force?: boolean }) =>
    force ? { moved: [] } : broken;
  fake.answers.push(undefined); // Cancel
  await drop('section Wells', 'file Mules');
  const [said, { detail }, buttons] = fake.last('warning');
  assert.match(said, /These places may be wrong after the change\. Nothing/);
  assert.equal(detail, 'salt.md:4: No heading “Wells”.\nIt is read by others.');
  assert.deepEqual(buttons, ['Move Anyway']);
  assert.equal(server.argument('segls.moveSectionTo').force, undefined);
  fake.answers.push('Move Anyway');
  await drop('section Wells', 'file Mules');
  assert.equal(server.argument('segls.moveSectionTo').force, true);
  server.answers['segls.moveSectionTo'] = Object.assign(new Error('The order has changed.'), {
    code: -32803,
  });
  await drop('section Wells', 'file Mules');
  assert.equal(fake.last('information')[0], 'segls: The order has changed.');
});

test('a scene goes to the end of its file or of another', async () => {
  const scene = { wanted: 0, of: 2 };
  const { server, drop } = await shown(
    {
      scenes: [
        { ...scene, id: 'Rock', number: 1, fragments: 2, words: 80 },
        { ...scene, id: 'Well', number: 2, fragments: 1, words: 40 },
      ],
    },
    book,
  );
  for (const [file, toUri] of [
    ['Salt', address],
    ['Mules', 'file:///book/mules.md'],
  ] as const) {
    await drop('scene Scene 1: Rock', `file ${file}`);
    const { id, position: _, ...place } = server.argument('segls.moveSceneTo');
    assert.deepEqual([id, place], ['Rock', { uri: address, toUri, side: 'end' }]);
  }
});

test('“Move to…” offers all headings, the best first, and moves there', async () => {
  const { server, editor } = await shown({}, book);
  server.answers['segls/places'] = {
    places: [
      { uri: 'file:///book/mules.md', id: 'Wells', title: 'Wells', shared: ['water'], here: false },
    ],
  };
  fake.caret(editor, 8); // on a heading: the section
  void fake.run('segls.editor.moveTo');
  await settled();
  const [pick] = fake.picks as any[];
  assert.equal(pick.title, 'Move section “Wells” to');
  assert.deepEqual(
    pick.items.map(({ label, description, detail }: any) =>
      [label.trim(), description, detail].filter(Boolean).join(' | '),
    ),
    [
      'fits best',
      'Wells | Mules › Salt | fits: water',
      'all others',
      'Salt | salt.md', // the section itself is missing
      'End of “Salt” | salt.md',
      ...['Mules | mules.md', 'Salt | Mules'],
      ...[
        'Cut | Not in the order › cut.md',
        'Salt | Not in the order › Cut',
        'Wells | Not in the order › Cut › Salt',
      ],
    ],
  );
  pick.choose(pick.items[1]);
  await settled();
  assert.deepEqual(server.argument('segls.moveSectionTo'), {
    ...{ uri: address, id: 'Wells', toUri: 'file:///book/mules.md', toId: 'Wells', side: 'under' },
  });
  void fake.run('segls.board.moveTo', { uri: address, id: 'Rock', title: 'Rock' });
  await settled();
  (fake.picks[1] as any).choose(pick.items.at(-3));
  await settled();
  assert.deepEqual(server.argument('segls.moveFragmentTo'), {
    ...{ uri: address, id: 'Rock', toUri: 'file:///book/cut.md', side: 'end' },
  });
});

test('a heading that the writer has gone to stays chosen when the best places arrive', async () => {
  const { server } = await shown({}, book);
  let arrive = (_: unknown) => {};
  server.answers['segls/places'] = () => new Promise((resolve) => (arrive = resolve));
  void fake.run('segls.board.moveTo', { uri: address, id: 'Rock', title: 'Rock' });
  await settled();
  const [pick] = fake.picks as any[];
  const wells = pick.items.find(({ label }: any) => label.trim() === 'Wells');
  pick.activeItems = [wells];
  arrive({
    places: [{ uri: address, id: 'Salt', title: 'Salt', shared: ['rock'], here: false }],
  });
  await settled();
  assert.equal(pick.items[0].label, 'fits best');
  assert.equal(pick.activeItems[0].label, wells.label);
  pick.hide();
});

test('commands change the structure at the caret', async () => {
  const { server, editor } = await shown();
  fake.caret(editor, 6, 4);
  await fake.run('segls.editor.splitParagraph');
  assert.deepEqual(server.argument('segls.splitParagraph'), {
    uri: address,
    position: { line: 6, character: 4 },
  });
  await fake.run('segls.editor.releaseAll');
  assert.equal(server.argument('segls.release').all, true);
});

test('an extraction asks for a name, and shows the file beside the text', async () => {
  const { server, editor } = await shown();
  fake.caret(editor, 10);
  fake.answers.push((options: any) => {
    assert.equal(options.value, 'wells.md');
    assert.equal(options.value.slice(...options.valueSelection), 'wells');
    assert.equal(options.validateInput(' '), 'A file needs a name.');
    return 'parts/deep.md';
  });
  server.answers['segls.extractSection'] = () => {
    fake.open('file:///book/parts/deep.md', 'A well is deep.\n');
    return null;
  };
  await fake.run('segls.editor.extractSection');
  assert.equal(server.argument('segls.extractSection').file, 'parts/deep.md');
  assert.equal(fake.last('show')[0], 'file:///book/parts/deep.md');
  assert.equal(fake.last('said')[0], '“Wells” is in parts/deep.md now. One undo brings it back.');
  // Links that would break are shown in the input box, and not again.
  server.answers['segls.extractSection'] = ({ trial }: { trial?: boolean }) =>
    trial
      ? {
          unmended: [{ uri: address, line: 2, message: 'No “wells”.' }],
          notes: [],
          file: '13b-wells.md',
        }
      : null;
  fake.answers.push((options: any) => {
    assert.equal(options.value, '13b-wells.md', 'the name that the server proposes');
    assert.match(options.validateInput('x.md').message, /may be wrong .*salt.md:3: No “wells”./);
    return 'x.md';
  });
  await fake.run('segls.editor.extractSection');
  assert.equal(server.argument('segls.extractSection').force, true);
  // From the menu of code actions; Escape does nothing.
  server.answers['segls.extractSection'] = () => null;
  server.asked.length = 0;
  await server.instead('segls.extractFragment', { uri: address, id: 'Mules' });
  assert.equal(fake.last('input')[0].value, 'mules.md');
  assert.equal(server.argument('segls.extractFragment').trial, true);
  assert.equal(fake.last('input')[0].validateInput('x.md'), undefined);
  assert.equal(server.instead('segls.moveFragmentUp', { uri: address }), undefined);
});

test('only fragments are set aside, all that are selected', async () => {
  const { server, node, tree } = await shown();
  await fake.run('segls.outline.setAside', await node('section Wells'));
  assert.match(fake.last('information')[0], /only fragments can be set aside/);
  assert.equal(server.argument('segls.setAside'), undefined);
  const [mules, well] = [await node('fragment Mules'), await node('fragment Well')];
  await fake.run('segls.outline.setAside', mules, [mules, await node('section Wells')]);
  assert.equal(server.argument('segls.setAside'), undefined);
  const cut = () =>
    server.asked
      .splice(0)
      .flatMap(({ params: { command, arguments: [said] = [] } }) =>
        command === 'segls.setAside' ? [said.id] : [],
      );
  cut();
  await fake.run('segls.outline.setAside', mules);
  assert.deepEqual(cut(), ['Mules']);
  await fake.run('segls.outline.setAside', mules, [mules, well]);
  assert.deepEqual(cut(), ['Mules', 'Well']);
  tree.select([mules, well]);
  await fake.run('segls.outline.setAside');
  assert.deepEqual(cut(), ['Mules', 'Well']);
  await fake.run('segls.board.setAside', { uri: address, id: 'Well' });
  assert.deepEqual(cut(), ['Well']);
  const chosen = ['Mules', 'Well'].map((id) => ({ uri: address, id }));
  await fake.run('segls.board.setAside', { ...chosen[1], chosen });
  assert.deepEqual(cut(), ['Mules', 'Well']);
});

test('an undo deletes the files that were extracted', async () => {
  const { server, document } = await shown();
  followUndo(server.made);
  const part = 'file:///book/tray/wells.md';
  await server.made.apply([{ created: part }, { edited: address }], async () => {
    fake.files.set(part, 'A well is deep.\n');
    fake.change(document, '# Salt\n');
    return { applied: true };
  });
  fake.change(document, text, TextDocumentChangeReason.Undo);
  await settled();
  assert.equal(fake.files.has(part), false);
  assert.ok(fake.done.some(([what, uri]) => what === 'delete' && uri === 'file:///book/tray'));
  fake.change(document, '# Salt\n', TextDocumentChangeReason.Redo);
  await settled();
  assert.equal(fake.files.get(part), 'A well is deep.\n');
  fake.files.set(part, 'A well is deep, and wet.\n');
  fake.change(document, text, TextDocumentChangeReason.Undo);
  await settled();
  assert.match(fake.last('information')[0], /wells\.md has been changed, so undo leaves it there/);
  fake.close(document);
  assert.ok(!server.made.has(address));
});

test('a fragment gets a title in the text, the outline and on the board', async () => {
  const { server, node } = await shown();
  const place = (as: string) => (items: any[]) => items.find((item) => item.as === as);
  fake.answers.push('Beasts', place('comment'));
  await fake.run('segls.outline.renameFragment', await node('fragment Mules'));
  assert.equal(fake.last('input')[0].validateInput(''), 'A title needs a word.');
  assert.deepEqual(server.argument('segls.renameFragment'), {
    ...{
      uri: address,
      position: { line: 0, character: 0 },
      id: 'Mules',
      title: 'Beasts',
      as: 'comment',
    },
  });
  fake.answers.push('Rocks', place('heading'));
  await fake.run('segls.editor.renameFragment');
  assert.deepEqual(
    [server.argument('segls.renameFragment').id, server.argument('segls.renameFragment').as],
    ['Rock', 'heading'],
  );
  server.asked.length = 0;
  fake.answers.push('Well', undefined);
  await fake.run('segls.board.renameFragment', { uri: address, id: 'Well', title: 'Well' });
  assert.deepEqual(server.asked, []);
});

test('keys in the view do what fits the row', async () => {
  const { server, node, tree } = await shown();
  const press = async (name: string, command: string) => {
    server.asked.length = fake.done.length = 0;
    tree.select([await node(name)]);
    await fake.run(`segls.outline.${command}`);
    return [...server.asked.map(({ params, request }) => params.command ?? request)];
  };
  assert.deepEqual(await press('section Wells', 'renameFragment'), ['textDocument/prepareRename']);
  assert.deepEqual(await press('fragment Mules', 'setAside'), ['segls.setAside']);
  assert.deepEqual(await press('section Wells', 'setAside'), [], 'only a fragment is cut');
});

test("inserting a heading asks for its words and proposes the fragment's title", async () => {
  const { server, node } = await shown();
  const asked = () => server.argument('segls.insertHeading');
  fake.answers.push('Beasts');
  await fake.run('segls.outline.insertHeading', await node('fragment Mules'));
  const [options] = fake.last('input');
  assert.equal(options.value.slice(...options.valueSelection), 'Mules');
  assert.deepEqual([asked().id, asked().title], ['Mules', 'Beasts']);
  fake.answers.push('Stones');
  await fake.run('segls.editor.insertHeading');
  assert.equal(fake.last('input')[0].value, 'Rock');
  assert.equal(asked().title, 'Stones');
  fake.answers.push('Donkeys');
  await server.instead('segls.insertHeading', { uri: address, id: 'Mules' });
  assert.equal(fake.last('input')[0].value, 'Mules');
  assert.equal(asked().title, 'Donkeys');
  server.asked.length = 0;
  fake.answers.push(undefined);
  await fake.run('segls.editor.insertHeading');
  assert.deepEqual(server.asked, []);
});

test('splitting a file asks for a title, except at a heading', async () => {
  const { server, node } = await shown({}, book);
  const asked = () => server.argument('segls.splitFile');
  fake.answers.push('Beasts');
  await fake.run('segls.outline.splitFile', await node('fragment Mules'));
  const [options] = fake.last('input');
  assert.equal(options.value.slice(...options.valueSelection), 'Mules');
  assert.deepEqual([asked().id, asked().title], ['Mules', 'Beasts']);
  fake.answers.push('Donkeys');
  await server.instead('segls.splitFile', { uri: address, id: 'Mules' });
  assert.equal(fake.last('input')[0].value, 'Mules');
  assert.equal(asked().title, 'Donkeys');
  await fake.run('segls.outline.splitFile', await node('section Wells'));
  assert.deepEqual([asked().id, asked().title], ['Wells', undefined]);
  server.asked.length = 0;
  fake.answers.push(undefined);
  await fake.run('segls.outline.splitFile', await node('fragment Mules'));
  assert.equal(server.asked.length, 1);
  assert.equal(asked().trial, true);
});

test('a fragment gets a synopsis, a label and a status, and loses them', async () => {
  const { server, node } = await shown({
    fragments: [
      fragment('Rock', 2, 3, { label: 'check', color: 'red', status: 'Done' }),
      fragment('Mules', 5, 6, { label: 'cut', status: 'Sent' }),
    ],
  });
  const note = () => server.argument('segls.annotateFragment');
  fake.answers.push('Why we need it.');
  await fake.run('segls.editor.synopsis');
  assert.deepEqual([note().as, note().note], ['synopsis', 'Why we need it.']);

  /** Types words into the quick pick of a command, and accepts the item for a note. */
  const choose = async (done: Promise<unknown>, words: string, said: string) => {
    await settled();
    const pick = fake.picks.at(-1)!;
    pick.type(words);
    pick.choose(pick.items.find((item: any) => item.said(words) === said));
    await done;
  };
  const rock = await node('fragment Rock');
  await choose(fake.run('segls.outline.label', rock), 'to be checked', 'orange to be checked');
  assert.deepEqual([note().as, note().note], ['label', 'orange to be checked']);
  await choose(fake.run('segls.outline.label', rock), 'Orange to be cut', 'orange to be cut');
  assert.equal(note().note, 'orange to be cut', 'a capitalized colour is written in lower case');
  const dots = fake.picks.at(-1)!.items.map((item: any) => decodeURIComponent(item.iconPath));
  assert.match(dots.join(), /^data:image\/svg.*fill="#/, 'VS Code draws other icons in one colour');
  await choose(fake.run('segls.outline.label', rock), '', 'cut');
  assert.equal(note().note, 'cut');
  await choose(fake.run('segls.board.label', { uri: address, id: 'Rock' }), '', '');
  assert.equal(note().note, '');
  await choose(fake.run('segls.outline.status', rock), '', 'Sent');
  assert.deepEqual([note().as, note().note], ['status', 'Sent']);
  await choose(fake.run('segls.outline.status', rock), 'nearly there', 'nearly there');
  assert.equal(note().note, 'nearly there');

  // The items may be from before the last keystroke.
  const late = fake.run('segls.outline.label', rock);
  await settled();
  const pick = fake.picks.at(-1)!;
  pick.type('green ide');
  assert.equal(pick.items.length, 1, 'text that begins with a colour has only one item');
  const [item] = pick.items;
  pick.value = 'green idea';
  pick.choose(item);
  await late;
  assert.equal(note().note, 'green idea');

  server.asked.length = 0;
  await choose(fake.run('segls.editor.label'), 'check', 'red check');
  assert.deepEqual(server.asked, [], 'a label that is already there is not sent');
});

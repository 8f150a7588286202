// The board and the curve: messages to their pages and from them.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import contribution from '../package.json';
import type { Entry, Work } from '../src/answers';
import { registerBoard } from '../src/board';
import { ChangesView } from '../src/changes';
import { ComparePanel } from '../src/compare';
import { registerCurve } from '../src/curve';
import { Notes } from '../src/notes';
import { Orders } from '../src/orders';
import { Tray } from '../src/tray';
import {
  address,
  answer,
  fragment,
  leave,
  memory,
  opened,
  section,
  settled,
  text,
  until,
} from './window';
import { fake, Uri, workspace } from './vscode';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
  workspace.notebookDocuments = [];
});

const mules = 'file:///book/mules.md';
const entry = (uri: string): Entry => ({
  ...{
    title: uri.slice(13, -3),
    uri,
    path: uri.slice(13),
    own: { words: 120, fragments: 3 },
    total: null,
  },
  ...{ wanted: 0, entries: [] },
});
const book: Work = {
  ...{
    title: 'The Salt Road',
    folder: 'file:///book',
    order: 'file:///book/SUMMARY.md',
    read: true,
  },
  ...{ total: null, wanted: 0, entries: [entry(address), entry(mules)], orphans: [], problems: [] },
};
const context = () =>
  ({
    extensionUri: Uri.file('/extension'),
    workspaceState: memory(),
    extension: { packageJSON: contribution },
  }) as never;

/** Opens a text with one of the pages, and returns functions to send messages from the page. */
async function shown(
  command: 'segls.showBoard' | 'segls.showCurve',
  { of, said = {} }: { of?: Work; said?: object } = {},
) {
  const all = await opened(said);
  const { server, activeText, work } = all;
  const tray = new Tray(server, server.made);
  const notes = new Notes(server, activeText, work);
  const comparing = new ComparePanel(context(), new ChangesView(server, activeText));
  const orders = new Orders(memory());
  registerBoard(context(), server, activeText, work, notes, tray, comparing, orders);
  registerCurve(context(), server, activeText, work);
  server.answers['segls/curve'] = curve();
  if (of !== undefined) {
    fake.files.set(mules, '# Mules\n\nMules carry it.\n');
    server.answers['segls/work'] = of;
    server.workNews.fire();
    await settled();
  }
  await fake.run(command);
  const panel = fake.panels.at(-1)!;
  const say = async (message: object) => {
    panel.say(message);
    await settled();
  };
  /** Sends a message from the page, and waits for an answer of a type. */
  const answered = async (message: object, type: string) => {
    const before = panel.posted.length;
    panel.say(message);
    await until(() => panel.posted.slice(before).some((one) => one.type === type));
    return panel.last(type);
  };
  await answered({ type: 'ready' }, command === 'segls.showBoard' ? 'board' : 'curve');
  return { ...all, tray, panel, say, answered, orders };
}

const curve = () => ({
  version: 1,
  paragraphs: [2, 5, 10].map((line) => ({
    range: { start: { line, character: 0 }, end: { line, character: 5 } },
    words: 40,
  })),
  gaps: [1, 2].map((after) => ({
    after,
    similarity: 0.3,
    boundary: after === 1,
    constraint: null,
  })),
});

test('the board has the fragments as cards in lanes', async () => {
  const { panel, editor } = await shown('segls.showBoard');
  const { title, scope, mostWords, lanes, cards } = panel.last('board');
  assert.deepEqual([title, scope, mostWords], ['salt.md', undefined, 0]);
  assert.deepEqual(
    lanes.map((lane: any) => lane.title),
    ['Salt', 'Wells', 'Tray'],
  );
  assert.deepEqual(
    cards.map((card: any) => [card.title, card.lane, card.section, card.opening, card.suggested]),
    [
      ['Rock', 0, 'Salt', 'Rock begins.', false],
      ['Mules', 0, 'Salt', 'Mules begins.', true],
      ['Well', 1, 'Wells', 'Well begins.', false],
    ],
  );
  fake.caret(editor, 10);
  assert.deepEqual(panel.last('caret'), { type: 'caret', uri: address, id: 'Well' });
});

test('while typing, only changed cards are sent', async () => {
  const { panel, news } = await shown('segls.showBoard');
  await news({
    fragments: [
      fragment('Rock', 2, 3),
      fragment('Mules', 5, 6, { suggested: true, words: 41 }),
      fragment('Well', 10, 10),
    ],
  });
  await until(() => panel.last('changes'));
  assert.deepEqual(
    panel.last('changes').cards.map(({ id }: any) => id),
    ['Mules'],
  );
});

test('several cards move as one edit, and a refusal is shown on the board', async () => {
  const { server, answered, panel } = await shown('segls.showBoard');
  const move = (id: string, before: string) => ({
    ...{ unit: 'fragment', part: { uri: address, id }, to: { uri: address, before } },
  });
  const moves = [move('Mules', 'Rock'), move('Well', 'Rock')];
  assert.deepEqual((await answered({ type: 'move', moves }, 'moved')).parts, []);
  const asked = server.params('segls/arrange');
  assert.deepEqual(asked.moves, [
    { unit: 'fragment', id: 'Mules', uri: address, toUri: address, before: 'Rock' },
    { unit: 'fragment', id: 'Well', uri: address, toUri: address, before: 'Rock' },
  ]);
  server.answers['segls/arrange'] = { moved: [{ uri: address, id: 'Well' }] };
  assert.deepEqual((await answered({ type: 'move', moves }, 'moved')).parts, [
    { uri: address, id: 'Well', opening: 'Well begins.' },
  ]);
  server.answers['segls/arrange'] = Object.assign(new Error('A comment would be cut in two.'), {
    code: -32803,
  });
  assert.equal(
    (await answered({ type: 'move', moves }, 'refused')).reason,
    'A comment would be cut in two.',
  );
  fake.done.length = 0;
  await answered({ type: 'undo' }, 'focus');
  assert.deepEqual(
    fake.done.slice(0, 2).map(([what, which]) => [what, which]),
    [
      ['show', address],
      ['command', 'undo'],
    ],
  );
  assert.equal(fake.last('reveal')[0], 'segls.board');
  assert.ok(panel.visible);
});

test('undos that follow quickly are done in turn, before the board has the focus again', async () => {
  const { panel, answered } = await shown('segls.showBoard');
  fake.done.length = 0;
  panel.say({ type: 'undo' });
  panel.say({ type: 'undo' });
  await answered({ type: 'redo' }, 'focus');
  assert.deepEqual(
    fake.done.map(([what, which]) => (what === 'command' ? which : what)),
    ['show', 'undo', 'show', 'undo', 'show', 'redo', 'reveal'],
  );
});

test('an order is read, compared, saved and chosen before it is applied', async () => {
  const { server, say, answered } = await shown('segls.showBoard');
  const moves = [
    { unit: 'fragment', part: { uri: address, id: 'Well' }, to: { uri: address, before: 'Rock' } },
  ];
  server.answers['segls/arrange'] = { text: 'A well is deep.\n' };
  await say({ type: 'read', uri: address, moves });
  assert.equal(server.params('segls/arrange').preview, true);
  assert.equal(fake.last('show')[0], 'segls-order:/salt%20(in%20this%20order).md');
  assert.equal(workspace.textDocuments.at(-1)!.getText(), 'A well is deep.\n');
  server.answers['segls/arrange'] = { version: 1, changes: [], marked: 0, old: [], new: [] };
  await say({ type: 'compare', moves });
  assert.equal(fake.panels.at(-1)!.type, 'segls.compare');
  server.answers['segls/arrange'] = Object.assign(new Error('It cannot.'), { code: -32803 });
  assert.equal((await answered({ type: 'compare', moves }, 'refused')).reason, 'It cannot.');
  assert.equal(
    (await answered({ type: 'read', uri: address, moves }, 'refused')).reason,
    'It cannot.',
  );

  const lanes = [{ uri: address, title: 'Salt', cards: ['A well', 'Salt is'] }];
  fake.answers.push('From the end');
  await say({ type: 'keep', uri: address, lanes });
  panelPick('From the end');
  const { arrangement } = await answered({ type: 'choose', uri: address }, 'arrangement');
  assert.deepEqual(arrangement, { name: 'From the end', lanes });
});

test('an order is tried, compared and removed in the Changes view', async () => {
  const { answered, orders, panel, say, work } = await shown('segls.showBoard', { of: book });
  const lanes = [{ uri: address, title: 'Salt', cards: ['Well begins.'] }];
  const kept = { name: 'From the end', lanes };
  const moves: unknown[] = [];
  await say({ type: 'trying', moves, moved: 0 });
  assert.deepEqual(orders.triedOf(address), { moves, moved: 0 });
  await fake.run('segls.changes.removeOrder', { of: address, tried: { moves, moved: 0 } });
  assert.equal(orders.triedOf(address), undefined);
  assert.ok(panel.last('discard'));
  void fake.run('segls.changes.tryOrder', { of: address, kept });
  await until(() => panel.last('arrangement'));
  assert.deepEqual(panel.last('arrangement').arrangement, kept);
  // An order of a work is tried once the cards of all its files have been read.
  void fake.run('segls.changes.compareOrder', { of: work.answer!.folder, kept });
  await until(() => panel.last('arrangement').isCompared);
  assert.equal(panel.last('board').scope, 'work');
  assert.ok(panel.last('board').lanes.every(({ unread }: any) => unread === 0));
  orders.trying(address, undefined);
  fake.answers.push('kept');
  await say({ type: 'keep', uri: address, lanes });
  const [row] = orders.of(book.folder);
  await fake.run('segls.changes.removeOrder', { of: book.folder, kept: row });
  assert.deepEqual(orders.of(book.folder), []);
  await answered({ type: 'ready' }, 'board');
});

test('an order of a work is tried even if one of its files cannot be read', async () => {
  const { panel, server, work } = await shown('segls.showBoard', { of: book });
  let looks = 0;
  server.answers['segls/fragments'] = ({ textDocument: { uri } }: any) =>
    uri !== mules ? answer() : ++looks < 5 ? null : new Promise(() => {});
  const kept = { name: 'From the end', lanes: [] };
  void fake.run('segls.changes.compareOrder', { of: work.answer!.folder, kept });
  await until(() => panel.last('arrangement') ?? looks === 5);
  assert.deepEqual(panel.last('arrangement')?.arrangement, kept);
});

test('the board opens in the place of the text, can be maximized, and updates after it was covered', async () => {
  const { panel, say, news } = await shown('segls.showBoard');
  assert.deepEqual((panel.column as any).viewColumn, -1);
  await say({ type: 'maximize', isOn: true });
  assert.ok(fake.done.some(([, which]) => which === 'workbench.action.maximizeEditorHideSidebar'));
  await say({ type: 'maximize', isOn: false });
  assert.ok(fake.done.some(([, which]) => which === 'segls.outline.focus'));
  panel.cover(true);
  const before = panel.posted.length;
  await news({ words: 130, fragments: [fragment('Rock', 2, 3, { words: 41 })] });
  assert.equal(panel.posted.length, before);
  panel.cover(false);
  await until(() => panel.posted.length > before);
  assert.equal(panel.last('board').cards[0].words, 41);
});

/** Chooses an item in the next quick pick. */
function panelPick(label: string): void {
  const before = fake.picks.length;
  void until(() => fake.picks.length > before).then(() => {
    const pick = fake.picks.at(-1)!;
    pick.choose(pick.items.find((item) => item.label === label));
  });
}

test('orders have names and can be removed', async () => {
  const orders = new Orders(memory());
  assert.equal(await orders.choose(address), undefined);
  assert.match(fake.last('information')[0], /no order of this text has been kept/);
  for (const name of ['one', 'two', 'two']) {
    fake.answers.push((options: any) => {
      assert.equal(options.validateInput(' '), 'An order needs a name.');
      return name;
    });
    await orders.keep(address, [{ uri: address, title: '', cards: ['a', 'b'] }]);
  }
  const chosen = orders.choose(address);
  const [pick] = fake.picks as any[];
  assert.deepEqual(
    pick.items.map(({ label, description }: any) => [label, description]),
    [
      ['one', '2 cards'],
      ['two', '2 cards'],
    ],
  );
  pick.click(pick.items[0]);
  await settled();
  assert.deepEqual(
    pick.items.map(({ label }: any) => label),
    ['two'],
  );
  pick.hide();
  assert.equal(await chosen, undefined);
  orders.dispose();
});

test('an order replaces another only if the writer gives it that name', async () => {
  const orders = new Orders(memory());
  const keep = (warning?: string) => {
    fake.answers.push(({ validateInput, value }: any) => {
      assert.equal(validateInput(value), undefined);
      assert.equal(validateInput('Order 2')?.message, warning);
      return value;
    });
    return orders.keep(address, []);
  };
  await keep();
  await keep();
  await orders.remove(address, { name: 'Order 1', lanes: [] });
  await keep('This replaces the order “Order 2”.');
  assert.deepEqual(
    orders.of(address).map(({ name }) => name),
    ['Order 2', 'Order 3'],
  );
  orders.dispose();
});

test('loose paragraphs are shown on their cards, and one is moved', async () => {
  const { server, answered, say, panel } = await shown('segls.showBoard');
  const loose = {
    ...{
      uri: address,
      version: 1,
      opening: 'They drink little.',
      id: 'Mules',
      section: 'Salt',
      message: 'fits “Wells” better: water',
    },
    ...{ range: curve().paragraphs[1]!.range, at: curve().paragraphs[2]!.range },
    there: { uri: address, id: 'Wells', title: 'Wells', shared: ['water'], here: false },
  };
  server.answers['segls/misplaced'] = { misplaced: [], unlisted: 1 };
  const few = await answered({ type: 'showLoose', isShown: true, isAll: false }, 'board');
  assert.deepEqual([few.loose, few.unlisted], [0, 1]);
  server.answers['segls/misplaced'] = { misplaced: [loose], unlisted: 0 };
  const board = await answered({ type: 'showLoose', isShown: true, isAll: true }, 'board');
  assert.deepEqual(
    [board.loose, board.cards[1].loose],
    [1, ['“They drink little.” fits “Wells” better: water']],
  );
  await say({ type: 'moveLoose', part: { uri: address, id: 'Mules' } });
  assert.equal(server.argument('segls.moveFragmentTo').toId, 'Wells');
  await answered({ type: 'showLoose', isShown: false, isAll: false }, 'board');
  assert.equal(panel.last('board').loose, undefined);
});

test('a value typed into a cell of the outline is written into the text', async () => {
  const { server, say } = await shown('segls.showBoard');
  const set = async (unit: string, id: string, column: string, value: string) => {
    await say({ type: 'set', unit, part: { uri: address, id }, column, value });
  };
  const before = fake.done.filter(([what]) => what === 'reveal').length;
  await set('fragment', 'Mules', 'synopsis', 'Who drinks');
  const after = fake.done.filter(([what]) => what === 'reveal').length;
  assert.equal(after, before, 'the next cell, which Tab has opened, keeps the focus');
  const { id, as, note } = server.argument('segls.annotateFragment');
  assert.deepEqual([id, as, note], ['Mules', 'synopsis', 'Who drinks']);
  await set('fragment', 'Mules', 'title', 'Mules and water');
  assert.equal(server.argument('segls.renameFragment').as, 'comment');
  await set('section', 'Wells', 'target', '500');
  assert.deepEqual(
    [server.argument('segls.setTarget').id, server.argument('segls.setTarget').value],
    ['Wells', 500],
  );
  await set('file', 'Salt', 'target', '0');
  assert.equal(server.argument('segls.setTarget').id, undefined);
  server.answers['textDocument/prepareRename'] = { placeholder: 'Wells' };
  server.answers['textDocument/rename'] = { documentChanges: [] };
  await set('section', 'Wells', 'title', 'Springs');
  assert.equal(server.params('textDocument/rename').newName, 'Springs');
});

test('actions on a card are sent to the server, or ask the writer', async () => {
  const { server, say, answered, tray } = await shown('segls.showBoard');
  const part = { uri: address, id: 'Mules' };
  tray.register({} as never, () => []);
  fake.registered.set('segls.board.renameFragment', () => {});
  await say({ type: 'open', ...part });
  assert.equal(fake.last('show')[1].selection.start.line, 5);
  await say({ type: 'note', note: 'title', part });
  assert.deepEqual(fake.last('command'), [
    'segls.board.renameFragment',
    { ...part, title: 'Mules' },
  ]);
  fake.answers.push('Who carries it.');
  await say({ type: 'note', note: 'synopsis', part });
  assert.equal(server.argument('segls.annotateFragment').note, 'Who carries it.');
  await answered(
    { type: 'step', unit: 'section', part: { uri: address, id: 'Wells' }, way: 'Up' },
    'moved',
  );
  assert.equal(server.argument('segls.moveSectionUp').id, 'Wells');
  await fake.run('segls.board.release', part);
  assert.equal(server.argument('segls.release').id, 'Mules');
  // Into the tray, and saved to disk.
  server.answers['segls.setAside'] = () => {
    const piece = fake.open('file:///book/tray/mules.md', '# Mules\n\nMules carry it.\n').document;
    piece.isDirty = true;
    fake.show(workspace.textDocuments[0]!);
    return null;
  };
  const { lanes, cards } = await answered({ type: 'setAside', parts: [part] }, 'board');
  assert.equal(fake.files.get('file:///book/tray/mules.md'), '# Mules\n\nMules carry it.\n');
  const piece = cards.at(-1);
  assert.deepEqual(
    [piece.title, piece.opening, piece.words, lanes[piece.lane].kind],
    ['Mules', 'Mules carry it.', 3, 'tray'],
  );
  await say({ type: 'open', uri: piece.uri, id: '' });
  assert.equal(fake.last('show')[0], piece.uri);
  // And out of the tray by a drop.
  server.answers['segls.putIn'] = () => {
    const [document] = workspace.textDocuments;
    fake.change(document!, `# Salt\n\nMules carry it.\n${document!.text.slice(6)}`);
    return null;
  };
  const to = { uri: address, before: 'Rock' };
  await answered(
    { type: 'move', moves: [{ unit: 'fragment', part: { uri: piece.uri, id: '' }, to }] },
    'moved',
  );
  assert.deepEqual(
    [server.argument('segls.putIn').file, server.argument('segls.putIn').toId],
    ['tray/mules.md', 'Rock'],
  );
  assert.equal(workspace.textDocuments[0]!.isDirty, false);
});

test('a card in the tray has a title and the words of its passage', async () => {
  for (const [name, text, title, words] of [
    ['mules.md', '<!-- segls: label red -->\n\n# Mules\n\nMules carry it.\n', 'Mules', 3],
    ['mules.rst', 'Mules\n=====\n\nMules carry it.\n', 'Mules', 3],
    [
      'mules.tex',
      '% segls: label red\n\\section{Mules}\n\n\\emph{Mules} carry it~\\cite{a}.\n',
      'Mules',
      3,
    ],
    ['big-mules.tex', 'Mules carry it.\n\nThey do.\n', 'big-mules', 5],
  ] as const) {
    fake.files.set(`file:///book/tray/${name}`, text);
    const tray = new Tray({} as any, {} as any);
    const [card] = await tray.cards([`file:///book/salt.${name.split('.')[1]}`], 0);
    assert.deepEqual([card!.title, card!.words], [title, words], name);
    fake.files.delete(`file:///book/tray/${name}`);
    tray.dispose();
  }
});

test('a card disappears with its file in the tray, even if the watcher misses it', async () => {
  const piece = 'file:///book/tray/mules.md';
  const inTray = (panel: { last(type: string): any }) => panel.last('board').cards.length - 3;
  for (const gone of [
    () => fake.on.deleteFiles.fire(),
    () => fake.watchers.at(-1).deleted.fire(),
  ]) {
    leave();
    workspace.textDocuments = [];
    fake.files.set(piece, '# Mules\n\nMules carry it.\n');
    const { panel } = await shown('segls.showBoard');
    assert.equal(inTray(panel), 1);
    fake.files.delete(piece);
    gone();
    await until(() => inTray(panel) === 0);
  }
});

test('the board of a work has the lanes of all files, and cards move between them', async () => {
  const { server, answered, say, panel } = await shown('segls.showBoard', { of: book });
  assert.equal(panel.last('board').scope, 'file');
  await answered({ type: 'scope', scope: 'work' }, 'board');
  server.answers['segls/fragments'] = answer({
    fragments: [fragment('Bray', 2, 2)],
    sections: [section('Mules', 1, 0, 2)],
  });
  const { lanes, cards, title } = await answered(
    { type: 'inView', uris: [address, mules] },
    'board',
  );
  assert.equal(title, 'The Salt Road');
  assert.deepEqual(
    lanes.map((lane: any) => `${lane.kind} ${lane.title}`),
    ['file salt', 'section Salt', 'section Wells', 'file mules', 'section Mules', 'tray Tray'],
  );
  assert.deepEqual([cards.at(-1).title, cards.at(-1).opening], ['Bray', 'Bray begins.']);
  const moved = {
    unit: 'fragment',
    part: { uri: mules, id: 'Bray' },
    to: { uri: address, under: 'Wells' },
  };
  server.answers['segls/arrange'] = { moved: [{ uri: address, id: 'Bray' }] };
  await answered({ type: 'move', moves: [moved] }, 'moved');
  assert.deepEqual(server.params('segls/arrange').moves[0], {
    ...{ unit: 'fragment', id: 'Bray', uri: mules, toUri: address, under: 'Wells' },
  });
  // Undo reaches the text that changed last, whichever has the focus.
  fake.done.length = 0;
  await answered({ type: 'undo' }, 'focus');
  assert.equal(fake.last('show')[0], address);
  server.answers['segls.moveFile'] = { moved: [] };
  await say({ type: 'moveFile', uri: mules, toUri: address, side: 'before' });
  assert.deepEqual(server.argument('segls.moveFile').side, 'before');
  await say({ type: 'step', unit: 'file', part: { uri: address, id: '' }, way: 'Down' });
  assert.deepEqual(
    [server.argument('segls.moveFile').toUri, server.argument('segls.moveFile').side],
    [mules, 'after'],
  );
  assert.match(
    (
      await answered(
        { type: 'step', unit: 'file', part: { uri: mules, id: '' }, way: 'Down' },
        'refused',
      )
    ).reason,
    /Drag it/,
  );
  await say({ type: 'read', uri: address, moves: [moved] });
  assert.equal(fake.last('show')[0], 'segls-order:/The%20Salt%20Road%20(in%20this%20order).md');
});

test('cards of a notebook lead to its cells', async () => {
  const { server, panel, say } = await shown('segls.showBoard');
  const editor = fake.openNotebook('file:///book/sea.ipynb', ['# Sea', 'Tides.\nEbb.']);
  server.answers['segls/fragments'] = answer({
    fragments: [fragment('Tides', 2, 3)],
    cells: [0, 2].map((line) => ({ uri: '', line, lines: 2, prose: true })),
  });
  server.news.fire({ uri: 'file:///book/sea.ipynb', version: 1 });
  await until(() => panel.last('board').title === 'sea.ipynb');
  await say({ type: 'open', uri: String(editor.notebook.uri), id: 'Tides' });
  const [{ start, end }] = fake.last('showNotebook')[1].selections;
  assert.deepEqual([start, end], [1, 2]);
});

test('without prose the pages say so', async () => {
  for (const command of ['segls.showBoard', 'segls.showCurve'] as const) {
    leave();
    workspace.textDocuments = [];
    const { server, panel, document } = await shown(command);
    server.answers['segls/fragments'] = undefined;
    fake.close(document);
    await until(() => panel.posted.at(-1).type === 'empty');
    assert.equal(panel.last('empty').reason, '');
  }
});

test('the pages say why an open text has no answer', async () => {
  for (const command of ['segls.showBoard', 'segls.showCurve'] as const) {
    leave();
    workspace.textDocuments = [];
    const { server, panel } = await shown(command);
    server.answers['segls/fragments'] = undefined;
    server.become('stopped');
    await until(() => panel.posted.at(-1).type === 'empty');
    assert.match(panel.last('empty').reason, /^segls is not running\. /);
    server.become('starting');
    await until(() => panel.last('empty').reason === 'segls is reading the text…');
  }
});

test('the curve is drawn, explains, and jumps', async () => {
  const { server, panel, say, answered, editor } = await shown('segls.showCurve');
  const { title, words, gaps, values, controls } = panel.last('curve');
  assert.deepEqual(
    [title, words, gaps.length, values['preferred-words']],
    ['salt.md', [40, 40, 40], 2, 50],
  );
  assert.deepEqual(
    controls.map(({ name }: any) => name),
    ['preferred-words', 'scaling', 'cost', 'method'],
  );
  fake.caret(editor, 6);
  assert.equal(panel.last('caret').paragraph, 1);
  server.answers['segls/explain'] = { version: 1, after: 2, boundary: false };
  assert.equal(
    (await answered({ type: 'explain', version: 1, after: 2 }, 'explanation')).explanation.after,
    2,
  );
  panel.posted.length = 0;
  await say({ type: 'explain', version: 7, after: 2 });
  assert.equal(panel.last('explanation'), undefined, 'no explanation for another version');
  await say({ type: 'jump', version: 1, after: 2 });
  assert.equal(editor.selection.active.line, 10);
});

test('the curve follows typing', async () => {
  const { server, panel, news } = await shown('segls.showCurve');
  server.answers['segls/curve'] = {
    ...curve(),
    version: 2,
    paragraphs: [...curve().paragraphs, curve().paragraphs[0]],
  };
  await news({});
  await until(() => panel.last('curve').version === 2);
  assert.equal(panel.last('curve').words.length, 4);
});

test('settings being tried are sent in order, reset, and saved', async () => {
  const { server, say, panel, document } = await shown('segls.showCurve');
  for (let words = 490; words >= 150; words -= 10) {
    panel.say({ type: 'try', name: 'preferred-words', value: words });
  }
  await until(() => server.params('segls/setSession')?.settings['preferred-words'] === 150);
  assert.ok(
    server.asked.filter(({ request }) => request === 'segls/setSession').length < 10,
    'not each of them',
  );
  await say({ type: 'save', target: 'project' });
  const { setting, value, scope } = server.argument('segls.setTarget');
  assert.deepEqual([setting, value, scope], ['preferred-words', 150, 'project']);
  assert.equal(
    server.params('segls/setSession').settings,
    null,
    'nothing is being tried after saving',
  );

  await say({ type: 'try', name: 'preferred-words', value: 200 });
  await say({ type: 'reset' });
  assert.equal(server.params('segls/setSession').settings, null);
  await say({ type: 'try', name: 'preferred-words', value: 200 });
  server.answers['segls/fragments'] = answer({
    settings: { headings: 'hard', 'preferred-words': 200 },
  });
  await say({ type: 'save', target: 'editor' });
  assert.deepEqual(
    fake.last('setting'),
    ['preferredWords', 200, 1],
    'there is no folder: for the user',
  );
  assert.equal(fake.last('information'), undefined);
  assert.equal(document.isDirty, false);
});

test('settings being tried are forgotten when the server forgets them', async () => {
  const { server, say, answered, panel } = await shown('segls.showCurve');
  const tried = async () => (await answered({ type: 'ready' }, 'curve')).tried;
  await say({ type: 'try', name: 'preferred-words', value: 200 });
  assert.deepEqual(await tried(), ['preferred-words']);
  server.become('stopped'); // the language client restarts it by itself
  server.become('running');
  await settled();
  assert.deepEqual(await tried(), []);

  server.answers['segls/fragments'] = answer({ cells: [] });
  const { notebook } = fake.openNotebook('file:///book/sea.ipynb', ['# Sea']);
  await until(() => panel.last('curve').title === 'sea.ipynb');
  await say({ type: 'try', name: 'preferred-words', value: 200 });
  assert.deepEqual(await tried(), ['preferred-words']);
  fake.on.closeNotebook.fire(notebook);
  fake.openNotebook('file:///book/sea.ipynb', ['# Sea']);
  await settled();
  assert.deepEqual(await tried(), []);
});

test('the curve is exported beside its text', async () => {
  const { say } = await shown('segls.showCurve');
  fake.answers.push(({ defaultUri }: any) => defaultUri);
  await say({ type: 'svg', text: '<svg/>' });
  assert.equal(fake.files.get('file:///book/salt-curve.svg'), '<svg/>');
});

test('the curve of a work leads into its files', async () => {
  const { server, panel, say, answered, editor } = await shown('segls.showCurve', { of: book });
  const file = (uri: string) => ({
    uri,
    title: uri.slice(13, -3),
    version: 1,
    words: [40, 40, 40],
    gaps: curve().gaps,
  });
  server.answers['segls/workCurve'] = { files: [file(address), file(mules)] };
  const drawn = await answered({ type: 'scope', scope: 'work' }, 'curve');
  assert.deepEqual(
    [drawn.title, drawn.words.length, drawn.gaps[2].constraint],
    ['The Salt Road', 6, 'file'],
  );
  fake.caret(editor, 10);
  assert.equal(panel.last('caret').paragraph, 2);
  server.answers['segls/explain'] = { version: 1, after: 1, boundary: true };
  const { explanation } = await answered(
    { type: 'explain', version: drawn.version, after: 4 },
    'explanation',
  );
  assert.equal(explanation.after, 4);
  assert.equal(server.params('segls/explain').textDocument.uri, mules);
  await say({ type: 'jump', version: drawn.version, after: 5 });
  assert.equal(fake.last('show')[0], mules);
  fake.caret(fake.open('file:///book/letters.md', text), 6);
  await until(() => panel.last('caret').paragraph === -1); // that text is not in the work
});

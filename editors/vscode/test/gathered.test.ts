// Gathered texts: requests to the server, what is stored, and what the editor gets.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { contributes } from '../package.json';
import { registerCollection } from '../src/collection';
import { GatheredTexts, registerGathering } from '../src/gathered';
import { saving } from '../src/saved';
import { address, leave, memory, opened, settled } from './window';
import { fake, TabInputText, TextDocument, Uri, window, workspace } from './vscode';

const mules = 'file:///book/mules.md';
const range = (line: number) => ({
  start: { line, character: 0 },
  end: { line: line + 1, character: 0 },
});
const text = (key: string, said = 'Salt is a rock.') =>
  `━━━ 1 · salt.md · ${key} ━━━\n\n${said}\n\n━━━ 2 · mules.md · ${key} ━━━\n\nMules carry it.\n`;
const places = [
  { uri: address, range: range(2), line: 0 },
  { uri: mules, range: range(2), line: 4 },
];
const answer = (key: string, said?: string, notes: string[] = []) => ({
  ...{ text: text(key, said), places, notes },
});

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
});

async function gathered(kept = memory()) {
  const all = await opened();
  all.server.answers['segls/gather'] = answer('aaaa');
  const texts = new GatheredTexts(all.server, kept);
  registerGathering(texts, all.server, all.activeText, all.work);
  registerCollection(all.server, all.activeText, texts, kept);
  /** Returns the visible document. */
  const shown = () => window.activeTextEditor!.document as unknown as TextDocument;
  const write = (said: string) =>
    texts.writeFile(shown().uri as never, new TextEncoder().encode(said));
  const read = () => new TextDecoder().decode(texts.readFile(shown().uri as never));
  const changed: string[] = [];
  texts.onDidChangeFile((list) => list.forEach(({ uri }) => changed.push(uri.path)));
  return { ...all, kept, texts, shown, write, read, changed };
}

test('a work, a label, cards and search results are gathered', async () => {
  const { server, shown } = await gathered();
  const asked = () => server.asked.findLast(({ request }) => request === 'segls/gather')?.params;
  await fake.run('segls.gather.work');
  assert.deepEqual(asked(), { textDocument: { uri: address }, whole: true });
  assert.equal(shown().uri.scheme, 'segls-pieces');
  // VS Code sets the language by the folder, and package.json turns auto save off for that language.
  const [pattern] = contributes.languages[0]!.filenamePatterns;
  assert.equal(shown().uri.path, pattern!.replace('**', 'Work'));
  assert.equal(shown().getText(), text('aaaa'));
  await fake.run('segls.gather.label', 'red/blue');
  assert.equal(asked().label, 'red/blue');
  assert.match(shown().uri.path, /\/red blue$/);
  const [rock, well] = [{ id: 'Rock' }, { id: 'Well' }].map((one) => ({ ...one, uri: address }));
  await fake.run('segls.board.gather', {
    ...rock,
    chosen: [well, rock, { id: 'Gone', uri: address }],
  });
  assert.deepEqual(
    asked().places.map(({ range }: any) => range.start.line),
    [10, 2],
  );
  assert.match(shown().uri.path, /\/2 passages$/);
  await fake.run('segls.passages.gather', {
    passages: [{ places: [{ uri: mules, range: range(2) }] }],
  });
  assert.deepEqual(asked(), { places: [{ uri: mules, range: range(2) }] });
  // Rows of the outline; for a part, those of its files.
  const row = { kind: 'section', uri: address, range: range(4), name: 'Rock' };
  await fake.run('segls.outline.gather', row);
  assert.deepEqual(asked(), { places: [{ uri: address, range: range(4) }] });
  assert.match(shown().uri.path, /\/Rock$/);
  const part = { kind: 'part', uri: '', children: [{ ...row, uri: mules, kind: 'scene' }] };
  await fake.run('segls.outline.gather', part, [part, { kind: 'problem' }, row]);
  assert.deepEqual(
    asked().places.map(({ uri }: any) => uri),
    [mules, address],
  );
  const before = server.asked.length;
  await fake.run('segls.passages.gather', { passages: [] });
  assert.equal(server.asked.length, before);
  server.answers['segls/gather'] = new Error('There is nothing to gather.');
  await fake.run('segls.gather.work');
  assert.equal(fake.last('information')[0], 'segls: There is nothing to gather.');
});

test('the labels of the work are offered with their counts', async () => {
  const { server, work } = await gathered();
  const fragments = (...labels: string[]) => ({ fragments: labels.map((label) => ({ label })) });
  server.answers['segls/fragments'] = fragments('', '');
  await fake.run('segls.gather.label');
  assert.match(fake.last('information')[0], /no fragment has a label/);
  Object.defineProperty(work, 'answer', {
    value: {
      entries: [
        { uri: address, entries: [] },
        { uri: null, entries: [{ uri: mules, entries: [] }] }, // a part
      ],
    },
  });
  server.answers['segls/fragments'] = ({ textDocument: { uri } }: any) =>
    uri === mules ? fragments('salt', 'dog') : fragments('', 'salt');
  const offered: string[] = [];
  fake.answers.push((items: any[]) => {
    offered.push(...items.map(({ label, description }) => `${label}: ${description}`));
    return items[1];
  });
  await fake.run('segls.gather.label');
  assert.deepEqual(offered, ['salt: 2 fragments', 'dog: 1 fragment']);
  assert.equal(server.asked.at(-1)?.params.label, 'dog');
});

test('saving sends the gathered and the edited text; a refusal is thrown and changes nothing', async () => {
  const { server, write, read, changed, texts, shown } = await gathered();
  await fake.run('segls.gather.work');
  server.answers['segls/scatter'] = new Error('The line that marks piece 2 is missing.');
  await assert.rejects(write('edited'), { message: 'The line that marks piece 2 is missing.' });
  assert.equal(read(), text('aaaa'));
  const { mtime } = texts.stat(shown().uri as never);
  server.answers['segls/scatter'] = ({ edited }: any) => ({ text: edited, places, notes: [] });
  await write(text('aaaa', 'Salt was.'));
  assert.deepEqual(server.asked.at(-1)?.params, {
    ...{ text: text('aaaa'), places, edited: text('aaaa', 'Salt was.') },
  });
  assert.equal(read(), text('aaaa', 'Salt was.'));
  assert.deepEqual(changed, []); // the editor already has this text
  assert.ok(texts.stat(shown().uri as never).mtime < mtime);
  server.answers['segls/scatter'] = answer('bbbb', 'Salt is.', ['It moved.']);
  await write(text('aaaa', 'Salt   is.'));
  assert.equal(fake.last('information')[0], 'segls: It moved.');
  // Text typed during the save or after an undo is based on the saved text, with its new places.
  const elsewhere = [{ ...places[0], uri: mules }, places[1]];
  server.answers['segls/scatter'] = { ...answer('cccc', 'Salt is.'), places: elsewhere };
  await write(text('aaaa', 'Salt  is.'));
  await write(text('aaaa', 'Again.'));
  const { text: based, places: now } = server.asked.at(-1)!.params;
  assert.deepEqual([based, now], [text('aaaa', 'Salt  is.'), elsewhere]);
});

test('if the server ends during a save, the restarted server reports the outcome', async (t) => {
  const { server, write, read } = await gathered();
  await fake.run('segls.gather.work');
  const edited = text('aaaa', 'Salt was.');
  const dies = () => {
    server.isThere = false;
    return Object.assign(new Error('Connection got disposed.'), { code: -32097 });
  };
  const next: ((params: any) => unknown)[] = [dies, () => ({ text: edited, places, notes: [] })];
  server.answers['segls/scatter'] = (params: any) => next.shift()!(params);
  const asked = () => server.asked.filter(({ request }) => request === 'segls/scatter');
  // VS Code is still making the change that the first server requested.
  const { promise, resolve } = deferred();
  const made = saving([mules], () => promise);
  const written = write(edited);
  await settled();
  server.isThere = true;
  server.become('running');
  await settled();
  assert.equal(asked().length, 1);
  resolve();
  await Promise.all([made, written]);
  assert.equal(asked().length, 2);
  assert.deepEqual(asked()[1]?.params, asked()[0]?.params);
  assert.equal(read(), edited);

  // The server restarts and ends again, or does not restart in time.
  next.push(dies, dies);
  const again = assert.rejects(write(text('aaaa', 'Salt has.')), /may not be saved/);
  await settled();
  server.isThere = true;
  server.become('running');
  await again;
  assert.equal(asked().length, 4);
  server.isThere = true;
  next.push(dies);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const never = assert.rejects(write(text('aaaa', 'Salt has.')), /may not be saved/);
  while (server.isThere) {
    await Promise.resolve();
  }
  for (let i = 0; i < 20; i++) {
    await Promise.resolve();
  }
  t.mock.timers.tick(10_000);
  await never;
  assert.equal(asked().length, 5);
  assert.equal(read(), edited);
});

test('a save also writes documents to disk that an earlier save has only changed', async (t) => {
  const { server, write } = await gathered();
  await fake.run('segls.gather.work');
  const carried = new TextDocument(Uri.parse(mules), 'Mules carry salt.', 'markdown');
  carried.isDirty = true;
  workspace.textDocuments.push(carried);
  const edited = text('aaaa', 'Salt was.');
  server.answers['segls/scatter'] = { text: edited, places, notes: [] };
  await write(edited);
  assert.equal(carried.isDirty, false);
  carried.isDirty = true;
  carried.canSave = false;
  let now = Date.now();
  t.mock.method(Date, 'now', () => (now += 1000));
  await assert.rejects(write(edited), /mules.md could not be saved/);
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

test('a text without edits follows its files; an edited one does not', async () => {
  const { server, read, changed, shown } = await gathered();
  await fake.run('segls.gather.work');
  server.answers['segls/gather'] = answer('cccc', 'Other.');
  const news = async (uri: string) => {
    server.news.fire({ uri, version: 2 });
    await settled();
  };
  shown().isDirty = true;
  await news(address);
  assert.equal(read(), text('aaaa'));
  shown().isDirty = false;
  await news('file:///book/other.md');
  assert.equal(read(), text('aaaa'));
  await news(address);
  assert.equal(read(), text('cccc', 'Other.'));
  assert.equal(changed.length, 1);
  shown().text = read(); // VS Code reloads the document
  server.workNews.fire();
  await settled();
  assert.equal(changed.length, 1);

  await fake.run('segls.gather.label', 'red');
  const tab = shown();
  server.answers['segls/gather'] = () => {
    fake.close(tab);
    fake.on.tabs.fire({ closed: [{ input: new TabInputText(tab.uri) }] });
    return answer('dddd', 'Salt.');
  };
  await news(address); // a rejection would fail the test
  assert.equal(changed.length, 2);
});

test('changes of the files during an edit of a text are shown once it is saved or reverted', async () => {
  const { server, changed, shown } = await gathered();
  await fake.run('segls.gather.work');
  const ask = () => server.asked.filter(({ request }) => request === 'segls/gather').length;
  fake.change(shown(), text('aaaa', 'Salt was.'));
  await settled();
  const before = ask();
  server.answers['segls/gather'] = answer('bbbb', 'Salt was, they say.');
  await shown().save();
  await settled();
  assert.equal(ask(), before + 1);
  assert.equal(changed.length, 1);

  // Blank lines that the writer adds do not count as a difference.
  const edited = text('bbbb', 'Salt was, they say.').replace('say.', 'say.\n\n');
  fake.change(shown(), edited);
  await shown().save();
  await settled();
  assert.equal(changed.length, 1);
});

test('texts survive the window until their tab is closed; a marker links to its file', async () => {
  const { kept, shown } = await gathered();
  await fake.run('segls.gather.work');
  const { uri } = shown();
  const again = new GatheredTexts((await opened()).server, memory(structuredClone(kept.kept)));
  assert.equal(new TextDecoder().decode(again.readFile(uri as never)), text('aaaa'));
  const links = fake.links
    .at(-1)
    .provideDocumentLinks(new TextDocument(uri, text('aaaa', 'x\ny'), 'x'));
  assert.deepEqual(
    links.map(({ range, target }: any) => [range.start.line, target.path]),
    [
      [0, '/book/salt.md'],
      [5, '/book/mules.md'],
    ],
  );
  assert.throws(() => again.readFile(Uri.parse('segls-pieces://x/None') as never));
  assert.throws(() => again.delete(uri as never));
});

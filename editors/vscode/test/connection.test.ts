// The connection with the real language client, and a program that stands in for the server.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { Connection } from '../src/connection';
import { Parts } from '../src/parts';
import { LensSwitch } from '../src/toggle';
import { files } from '../src/undo';
import { leave, until } from './window';
import { env, extensions, fake, Uri, window, workspace } from './vscode';

/**
 * A minimal server. Its methods `test/received`, `test/ask` and `test/tell` return received messages, send a request
 * and send a notification. A command can be refused by its argument, and `segls.die` makes the server exit.
 */
const program = `#!${process.execPath}
const received = {}, waiting = new Map();
let read = Buffer.alloc(0), next = 1;
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write('Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body);
};
const capabilities = { textDocumentSync: 2, executeCommandProvider: { commands: ['segls.move', 'segls.extract', 'segls.selectFragment'] } };
const answers = {
  initialize: () => ({ capabilities }),
  shutdown: () => null,
  'segls/fragments': ({ textDocument }) => ({ uri: textDocument.uri }),
  'test/received': ({ method }) => received[method] ?? [],
  'workspace/executeCommand': ({ command, arguments: [argument] }) => {
    if (command === 'segls.die') process.exit(1);
    if (command === 'segls.report') return '# Report';
    if (argument?.refuse) throw { code: argument.refuse, message: 'It cannot be moved.' };
    return argument;
  },
};
process.stderr.write('It is awake.\\n');
process.stdin.on('end', () => process.exit());
process.stdin.on('data', (chunk) => {
  read = Buffer.concat([read, chunk]);
  for (;;) {
    const head = /Content-Length: (\\d+)\\r\\n\\r\\n/.exec(read);
    const end = head && head.index + head[0].length + Number(head[1]);
    if (!head || read.length < end) return;
    const message = JSON.parse(read.subarray(head.index + head[0].length, end));
    read = read.subarray(end);
    const { id, method, params, result, error } = message;
    if (method === undefined) {
      send({ id: waiting.get(id), result: result ?? error });
      continue;
    }
    (received[method] ??= []).push(params);
    if (method === 'exit') process.exit();
    if (method === 'test/ask') {
      waiting.set('s' + next, id);
      send({ id: 's' + next++, ...params });
    } else if (method === 'test/tell') {
      send(params);
    } else if (id !== undefined) {
      try {
        send({ id, result: answers[method]?.(params) ?? null });
      } catch (error) {
        send({ id, error });
      }
    }
  }
});
`;

const folder = mkdtempSync(join(tmpdir(), 'segls-'));
const path = join(folder, 'segls');
writeFileSync(path, program);
chmodSync(path, 0o755);
let connection: Connection;
after(async () => {
  await connection.stop();
  rmSync(folder, { recursive: true });
});

const place = 'file:///book/salt.md';
const at = { line: 0, character: 0 };
const range = { start: at, end: at };

/** Starts a connection to the program. */
async function start(lenses = new LensSwitch()): Promise<void> {
  fake.settings['segls.server.path'] = path;
  connection = new Connection(window.createOutputChannel() as never, lenses, new Parts(files));
  await connection.restart();
}

/** Returns the parameters of the messages that the server has received for a method. */
const received = (method: string) =>
  connection.client!.sendRequest<any[]>('test/received', { method });
/** Returns the client's answer to a request of the server. */
const ask = (method: string, params: object) =>
  connection.client!.sendRequest<any>('test/ask', { method, params });

beforeEach(async () => {
  await connection?.stop();
  connection?.dispose();
  leave();
  workspace.textDocuments = [];
});

test('the server is started with the open text', async () => {
  fake.open(place, '# Salt\n');
  const states: string[] = [];
  fake.settings['segls.preferredWords'] = 250;
  await start();
  connection.onDidChangeState((state) => states.push(state));
  assert.equal(connection.state, 'running');
  const [{ initializationOptions: options }] = await received('initialize');
  assert.equal(options.preferredWords, 250);
  assert.ok(!('server' in options), 'the path of the server is not sent to the server');
  assert.deepEqual(
    await connection.ask('segls/fragments', workspace.textDocuments[0] as never, {}),
    { uri: place },
  );
  assert.ok(fake.log.includes('info It is awake.'), String(fake.log));
  assert.equal(await connection.report(), '# Report');
  await connection.stop();
  assert.deepEqual(states, ['stopped']);
});

test('a restarted server gets the present settings, and later changes', async () => {
  await start();
  fake.settings['segls.preferredWords'] = 250;
  await connection.tellSettings();
  assert.deepEqual((await received('workspace/didChangeConfiguration')).at(-1), {
    settings: { segls: { preferredWords: 250 } },
  });
  await Promise.all([connection.restart(), connection.restart()]); // one after the other
  const [{ initializationOptions }] = await received('initialize');
  assert.equal(initializationOptions.preferredWords, 250);
});

test("what is stored about texts is decided by the user's settings, and nothing is stored for an untrusted folder", async (t) => {
  await start();
  fake.settings['segls.remember'] = 'all';
  fake.own['segls.remember'] = 'no-titles';
  await connection.tellSettings();
  const kept = async () =>
    (await received('workspace/didChangeConfiguration')).at(-1).settings.segls.remember;
  assert.equal(await kept(), 'no-titles');
  workspace.isTrusted = false;
  t.after(() => {
    workspace.isTrusted = true;
    fake.own = {};
  });
  await connection.tellSettings();
  assert.equal(await kept(), 'off');
});

test('the server gets the settings that are set, in the scope it requests', async () => {
  fake.settings['segls.preferredWords'] = 250;
  fake.settings['[latex]'] = { 'segls.preferredWords': 900 };
  fake.open('file:///book/salt.tex', 'Salt', 'latex');
  await start();
  const items = [{ section: 'segls', scopeUri: 'file:///book/salt.tex' }, { section: 'segls' }];
  assert.deepEqual(await ask('workspace/configuration', { items }), [
    { preferredWords: 900 },
    { preferredWords: 250 },
  ]);
});

test('a crashed server is restarted, but not forever', async () => {
  fake.open(place, '# Salt\n');
  await start();
  for (let death = 1; death <= 3; death++) {
    connection
      .client!.sendRequest('workspace/executeCommand', { command: 'segls.die', arguments: [] })
      .catch(() => {});
    await until(() => connection.client === undefined);
    await until(() => connection.client !== undefined);
  }
  assert.equal((await received('textDocument/didOpen')).length, 1, 'the text is opened again');
  connection
    .client!.sendRequest('workspace/executeCommand', { command: 'segls.die', arguments: [] })
    .catch(() => {});
  fake.answers.push('Restart Server');
  await until(() => fake.last('error'));
  assert.match(fake.last('error')[0], /has stopped several times/);
  await until(() => connection.client !== undefined);
});

test('a program that is not a server is reported, with a button to open the setting', async () => {
  const tried = async (wrong: string, said: RegExp) => {
    fake.settings['segls.server.path'] = wrong;
    connection = new Connection(
      window.createOutputChannel() as never,
      new LensSwitch(),
      new Parts(files),
    );
    await connection.restart();
    await until(() => fake.done.some(([what, text]) => what === 'error' && said.test(text)));
    assert.equal(connection.state, 'stopped');
    assert.equal(await connection.report(), undefined);
  };
  for (const [remote, where] of [
    [undefined, 'openSettings'],
    ['ssh', 'openRemoteSettings'],
  ] as const) {
    env.remoteName = remote;
    fake.answers.push('Open Settings');
    await tried(
      '/nowhere/segls',
      /“\/nowhere\/segls”, which is set in segls\.server\.path, is not the absolute path/,
    );
    assert.deepEqual(fake.last('command'), [
      `workbench.action.${where}`,
      { query: 'segls.server.path' },
    ]);
  }
  const broken = join(folder, 'broken');
  writeFileSync(broken, `#!${process.execPath}\nprocess.exit(3)\n`);
  chmodSync(broken, 0o755);
  await tried(broken, /“.*broken” did not start as a language server/);
});

test('a refusal is shown, and stale views are refreshed', async () => {
  await start();
  let outdated = 0;
  connection.onDidFindOutdated(() => outdated++);
  const document = { uri: Uri.parse(place) } as never;
  assert.equal(await connection.execute('segls.move', document, { id: 'a' }), true);
  const refused = { id: 'a' };
  assert.equal(
    await connection.execute('segls.move', document, refused, { refuse: -32803 }),
    false,
  );
  assert.equal(fake.last('information')[0], 'segls: It cannot be moved.');
  assert.equal(outdated, 0);
  await connection.execute('segls.move', document, refused, { refuse: -32801 });
  assert.match(fake.last('information')[0], /The text has changed; look at it/);
  assert.equal(outdated, 1);
  await connection.execute('segls.move', document, refused, { refuse: -32097 });
  assert.match(fake.last('information')[0], /stopped before it answered\. Your text is still here/);
  await connection.stop();
  await connection.execute('segls.move', document, refused);
  assert.match(fake.last('information')[0], /the server is not running/);
});

test('a lens or code action runs a server command with the caret, or what replaces the command', async () => {
  const editor = fake.open(place, '# Salt\n\nMules.\n');
  await start();
  fake.caret(editor, 2, 3);
  await fake.run('segls.move', { uri: place, id: 'a' });
  const sent = (await received('workspace/executeCommand')).at(-1).arguments[0];
  assert.deepEqual(sent, { uri: place, id: 'a', position: { line: 2, character: 3 } });
  await fake.run('segls.move'); // from a key
  const without = (await received('workspace/executeCommand')).at(-1).arguments[0];
  assert.deepEqual(without, { uri: place, position: { line: 2, character: 3 } });
  const asked: unknown[] = [];
  connection.instead = (command, argument) =>
    command === 'segls.extract' ? (asked.push(argument), Promise.resolve(true)) : undefined;
  await fake.run('segls.extract', { uri: place });
  assert.deepEqual(asked, [{ uri: place }]);
});

test('notifications of the server are passed on', async () => {
  await start();
  const news: unknown[] = [];
  connection.onDidUpdate((update) => news.push(update));
  connection.onDidUpdateWork(() => news.push('work'));
  const update = { uri: place, version: 3 };
  await connection.client!.sendNotification('test/tell', {
    method: 'segls/didUpdate',
    params: update,
  });
  await connection.client!.sendNotification('test/tell', { method: 'segls/didUpdateWork' });
  await until(() => news.length === 2);
  assert.deepEqual(news, [update, 'work']);
});

test('the server shows a place in the editor of its text without taking the focus', async () => {
  const editor = fake.open(place, '# Salt\n\nMules.\n\nWells.\n');
  await start();
  connection.typing.noteRequest();
  const there = { start: { line: 4, character: 0 }, end: { line: 4, character: 5 } };
  await connection.keepingFocus(() => ask('window/showDocument', { uri: place, selection: there }));
  assert.equal(editor.selection.start.line, 4);
  assert.equal(fake.last('show')[1].preserveFocus, true);
  assert.equal(editor.revealed!.start.line, 4);
  // The caret stays if the writer is typing.
  connection.typing.noteRequest();
  fake.caret(editor, 2);
  assert.deepEqual(await ask('window/showDocument', { uri: place, selection: there }), {
    success: true,
  });
  assert.equal(editor.selection.start.line, 2);
  // A click on a lens is not typing.
  await fake.run('segls.selectFragment', { uri: place, id: 'a' });
  await ask('window/showDocument', { uri: place, selection: there });
  assert.equal(editor.selection.start.line, 4);
  // A closed document is not opened while a page has the focus.
  const other = { uri: 'file:///book/wells.md', selection: range };
  assert.deepEqual(await connection.keepingFocus(() => ask('window/showDocument', other)), {
    success: false,
  });
});

test('files are saved before and after an edit of several files, or the edit is refused', async () => {
  const document = fake.open(place, 'Salt.\n').document;
  const order = fake.open('file:///book/mkdocs.yml', 'nav:\n', 'yaml').document;
  await start();
  const edits = (uri: string) => ({
    textDocument: { uri, version: null },
    edits: [{ range, newText: 'Sea ' }],
  });
  const apply = (uri: string, metadata?: object) =>
    ask('workspace/applyEdit', {
      edit: { documentChanges: [edits(uri)] },
      ...(metadata && { metadata }),
    });
  const refactoring = { isRefactoring: true };
  fake.change(document, 'Old salt.\n');
  assert.equal((await apply(place, refactoring)).applied, true);
  assert.equal(fake.files.get(place), 'Sea Old salt.\n', 'saved before and after it');
  // The server reads the order from disk.
  fake.change(order, 'nav: []\n');
  assert.match(
    (await apply(order.uri.toString(), refactoring)).failureReason,
    /mkdocs\.yml has unsaved changes/,
  );
  document.canSave = false; // as if it had changed on disk
  fake.change(document, 'Other salt.\n');
  assert.match((await apply(place, refactoring)).failureReason, /salt\.md could not be saved/);
  assert.equal(document.text, 'Other salt.\n');
  document.canSave = true;
  assert.equal((await apply(place)).applied, true);
  assert.ok(document.isDirty, 'the writer saves an edit of a single text');
});

test('VS Code itself lists the headings of Markdown', async () => {
  await start();
  const symbols = () =>
    (connection.client as any).clientOptions.middleware.provideDocumentSymbols(
      { languageId: 'markdown' },
      {},
      () => ['a'],
    );
  assert.deepEqual(symbols(), ['a']);
  extensions.installed['vscode.markdown-language-features'] = {};
  assert.deepEqual(symbols(), []);
});

test('links are not changed in a file with unsaved changes', async () => {
  const order = fake.open('file:///book/mkdocs.yml', 'nav:\n', 'yaml').document;
  await start();
  const { willRenameFiles } = (connection.client as any).clientOptions.middleware.workspace;
  const edit = { entries: () => [[order.uri, []]] };
  assert.equal(await willRenameFiles({}, () => edit), edit);
  fake.change(order, 'nav: []\n');
  assert.equal(await willRenameFiles({}, () => edit), undefined);
  assert.match(fake.last('warning')[0], /links have not been changed\. mkdocs\.yml/);
});

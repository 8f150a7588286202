import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Files } from '../src/browser/messages';
import { System } from '../src/browser/system';

const texts: Record<string, string> = { '/disk:/one.md': 'Salt is a rock.' };

const files: Files = {
  async stat(path) {
    if (path !== '/disk:' && texts[path] === undefined) {
      throw new Error(path.startsWith('/disk:') ? 'ENOENT' : 'a fault');
    }
    const isFolder = path === '/disk:';
    return {
      isFolder,
      isReadOnly: false,
      size: texts[path]?.length ?? 0,
      changed: 1_700_000_000_123,
    };
  },
  list: async () => ['one.md'],
  read: async (path) => new TextEncoder().encode(texts[path]),
};

const newSystem = () => {
  const sent: unknown[] = [];
  const logged: string[] = [];
  const system = new System(
    files,
    (message) => sent.push(message),
    (line) => logged.push(line),
  );
  return { system, sent, logged };
};

/** Returns the result of a function of Node's fs, or its error code. */
const ask = (call: (done: (error: { code: string } | null, answer?: any) => void) => void) =>
  new Promise<any>((resolve) => call((error, answer) => resolve(error?.code ?? answer)));

test('a message is read in pieces, and awaited', async () => {
  const { system } = newSystem();
  const message = { jsonrpc: '2.0', method: 'sel/grüß 🧂' };
  let text = new Uint8Array();
  const reading = (async () => {
    for (let n = 0; n < 200;) {
      const room = new Uint8Array(7);
      const length: number = await ask((done) => system.read(0, room, 0, 7, null, done));
      text = new Uint8Array([...text, ...room.subarray(0, length)]);
      if (new TextDecoder().decode(text).endsWith('}')) {
        return;
      }
    }
  })();
  system.receive(message);
  await reading;
  const [head, body] = new TextDecoder().decode(text).split('\r\n\r\n');
  assert.equal(head, `Content-Length: ${new TextEncoder().encode(body).length}`);
  assert.deepEqual(JSON.parse(body!), message);
});

test('messages are sent once they are complete, in whatever pieces they are written', () => {
  const { system, sent } = newSystem();
  const messages = [{ id: 1, result: 'Grüße 🧂' }, { id: 2 }, { id: 3, result: ['a'.repeat(500)] }];
  const bytes = new TextEncoder().encode(
    messages
      .map((message) => JSON.stringify(message))
      .map((body) => `Content-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`)
      .join(''),
  );
  for (const size of [1, 3, 40, 10_000]) {
    sent.length = 0;
    for (let at = 0; at < bytes.length; at += size) {
      system.writeSync(1, bytes.subarray(at, at + size));
    }
    assert.deepEqual(sent, messages, `in pieces of ${size}`);
  }
});

test('files are opened, read and listed, and never written', async () => {
  const { system, logged } = newSystem();
  const path = '/disk:/one.md';
  const fd: number = await ask((done) => system.open(path, 0, 0, done));
  const about = await ask((done) => system.fstat(fd, done));
  assert.deepEqual(
    [about.size, about.mtimeMs, about.isDirectory()],
    [15, 1_700_000_000_123, false],
  );
  const room = new Uint8Array(10);
  const pieces: string[] = [];
  for (let length = -1; length !== 0;) {
    length = await ask((done) => system.read(fd, room, 0, 10, null, done));
    pieces.push(new TextDecoder().decode(room.subarray(0, length)));
  }
  assert.deepEqual(pieces, ['Salt is a ', 'rock.', '']);
  assert.equal(await ask((done) => system.read(fd, room, 0, 4, 5, done)), 4);
  assert.equal(new TextDecoder().decode(room.subarray(0, 4)), 'is a');
  assert.equal(await ask((done) => system.close(fd, done)), undefined);
  assert.equal(await ask((done) => system.fstat(fd, done)), 'EBADF');
  assert.deepEqual(await ask((done) => system.readdir('/disk:', done)), ['one.md']);
  assert.equal((await ask((done) => system.lstat('/disk:', done))).isDirectory(), true);

  const { O_RDWR, O_CREAT, O_DIRECTORY } = system.constants;
  for (const [flags, what, code] of [
    [O_RDWR, path, 'EROFS'],
    [O_CREAT, '/disk:/two.md', 'EROFS'],
    [O_DIRECTORY, path, 'ENOTDIR'],
    [0, '/disk:/two.md', 'ENOENT'],
    [0, '/elsewhere', 'EIO'],
  ] as const) {
    assert.equal(await ask((done) => system.open(what, flags, 0, done)), code, what);
  }
  assert.equal(await ask((done) => (system as any).unlink(path, done)), 'ENOSYS');
  system.writeSync(2, new TextEncoder().encode('one\ntw'));
  system.writeSync(2, new TextEncoder().encode('o\n'));
  assert.deepEqual(logged, ['one', 'two']);
});

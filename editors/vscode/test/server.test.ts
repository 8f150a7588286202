import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { locateServer } from '../src/node/server';
import { fake, Uri } from './vscode';

test('the server is found in the settings, in the extension, or on the PATH', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'segls-'));
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  });
  const put = (...names: string[]) => {
    const file = join(folder, ...names, 'segls');
    mkdirSync(join(folder, ...names), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, 0o755);
    return file;
  };
  const located = () => locateServer(Uri.file(join(folder, 'extension')) as never);
  process.env.PATH = `relative:${join(folder, 'programs')}`;
  assert.match(
    ((await located()) as { missing: string }).missing,
    /was not found\. Install the segls program on the PATH/,
  );
  const onPath = put('programs');
  assert.deepEqual(await located(), { path: onPath });
  const packed = put('extension', 'bin');
  assert.deepEqual(await located(), { path: packed });
  fake.settings['segls.server.path'] = onPath;
  assert.deepEqual(await located(), { path: onPath });
  chmodSync(onPath, 0o644);
  assert.match(
    ((await located()) as { missing: string }).missing,
    /“.*segls”, which is set in segls\.server\.path/,
  );
});

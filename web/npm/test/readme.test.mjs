// Each example of the README has the output stated there.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { formatWithOptions } from 'node:util';

const home = fileURLToPath(new URL('..', import.meta.url));

test('the examples of the README', async (t) => {
  const readme = await readFile(join(home, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  assert(examples.length >= 5);
  const folder = await mkdtemp(join(home, 'dist', 'example-')); // so that the import of segls finds this package
  t.after(() => rm(folder, { recursive: true }));
  for (const [i, code] of examples.entries()) {
    const said = [];
    const log = t.mock.method(console, 'log', (...values) => said.push(formatWithOptions({ breakLength: Infinity }, ...values)));
    const file = join(folder, `${i}.mjs`);
    await writeFile(file, code);
    await import(file);
    log.mock.restore();
    const want = [...code.matchAll(/^\/\/ (.*)/gm)].map(([, line]) => line);
    assert.deepEqual(said, want, code);
  }
});

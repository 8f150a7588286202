// The engine gives the same answers as the command line on all samples, and refuses in sentences.
//
// SEGLS  the program to compare with (default: bin/segls)

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from '../dist/index.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env.SEGLS ?? join(repository, 'bin/segls');
const run = promisify(execFile);
const segls = async (...args) =>
  JSON.parse((await run(program, args, { cwd: repository, maxBuffer: 1 << 26 })).stdout);

let engine;
before(async () => {
  engine = await load();
});

/** Returns the files in the folders of samples, without subfolders. */
async function samples() {
  const found = [];
  for (const folder of ['testdata/samples', 'testdata/formats']) {
    for (const entry of await readdir(join(repository, folder), { withFileTypes: true })) {
      if (entry.isFile()) {
        found.push(`${folder}/${entry.name}`);
      }
    }
  }
  return found;
}

/**
 * Checks that two answers are the same. Processors differ in the last digits of e^x, so numbers other than
 * integers are compared to twelve digits.
 */
function same(got, want, path) {
  const rounded = (_, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value);
  assert.deepEqual(JSON.parse(JSON.stringify(got, rounded)), JSON.parse(JSON.stringify(want, rounded)), path);
}

const alone = ['--no-config', '--no-work', '--format', 'json'];

test('the package has its licence and those of its dependencies', async () => {
  const read = (path) => readFile(join(repository, path), 'utf8');
  assert.equal(await read('web/npm/LICENSE'), await read('LICENSE'));
  assert.match(await read('web/npm/dist/THIRD-PARTY.txt'), /goldmark/);
});

test('fragments, curves and explanations equal those of the command line', async () => {
  const compare = ['method=paper,window-paragraphs=2', 'method=texttiling'];
  const paths = await samples();
  assert(paths.length > 20);
  for (const path of paths) {
    const text = await readFile(join(repository, path), 'utf8');
    const compared = compare.flatMap((settings) => ['--compare', settings]);
    same(await engine.fragment(text, { path }), await segls('fragment', ...alone, path), path);
    same(await engine.curve(text, { path, compare }), await segls('curve', ...alone, ...compared, path), path);
    same(await engine.explain(text, { path }), await segls('explain', ...alone, path), path);
  }
});

test('settings have the same meaning as on the command line', async () => {
  const path = 'testdata/samples/tides.md';
  const text = await readFile(join(repository, path), 'utf8');
  for (const [settings, flags] of [
    [{ preferredWords: 'auto' }, ['--preferred-words', 'auto']],
    [{ 'preferred-words': 200, headings: 'ignore' }, ['--preferred-words', '200', '--headings', 'ignore']],
    [{ method: 'c99', markup: 'text' }, ['--method', 'c99', '--markup', 'text']],
  ]) {
    const want = await segls('fragment', ...alone, ...flags, path);
    same(await engine.fragment(text, { path, settings }), want);
    const opened = await engine.open(text, { path });
    await opened.set(settings);
    const told = await opened.fragment();
    assert.deepEqual([told.settings, told.paragraphs], [want.settings, want.paragraphs]);
    await opened.close();
  }
});

test('methods equal those of the command line', async () => {
  assert.deepEqual(await engine.methods(), await segls('methods', '--format', 'json'));
});

/** Returns a string after a change reported by the engine. */
const changed = (text, { replacements }) =>
  replacements.reduceRight((done, { start, end, text: by }) => done.slice(0, start) + by + done.slice(end), text);

test('edits and moves change the string as the engine does', async () => {
  let text = await readFile(join(repository, 'testdata/samples/tides.md'), 'utf8');
  const opened = await engine.open(text, { path: 'tides.md' });
  const edit = async (start, end, by) => {
    await opened.edit(start, end, by);
    text = text.slice(0, start) + by + text.slice(end);
    assert.equal(await opened.text(), text);
  };
  const at = text.indexOf('\n\n', 3000) + 2;
  await edit(at, at, 'Een 𝄞 sléutel. ');
  await edit(at + 4, at + 6, '🎼');
  await opened.rest();
  const { fragments } = await opened.fragment();
  const [start] = await opened.indexes([fragments[1].start]);
  assert(start > 0 && start <= text.length);
  const last = fragments.length - 1;
  const change = await opened.moveFragment(last, last - 1);
  const moved = changed(text, change);
  assert.notEqual(moved, text);
  assert.equal(await opened.text(), moved);
  const words = (of) => of.match(/\p{L}+/gu).sort();
  assert.deepEqual(words(moved), words(text));
  await assert.rejects(opened.moveFragment(0, 0), /already there/);
  await opened.close();
  await assert.rejects(opened.fragment(), /has been closed/);
});

test('errors are sentences', async () => {
  const refused = (asked, why) => assert.rejects(asked, { message: why });
  await refused(engine.fragment('a', { settings: { preferredWord: 3 } }), /preferredWord/);
  await refused(engine.fragment('a', { settings: { method: 'magic' } }), /method/);
  await refused(engine.fragment('a', { settings: { 'min-words': 9, 'max-words': 3 } }), /min-words \(9\) is more than/);
  const opened = await engine.open('One.\n\nTwo.\n');
  await refused(opened.edit(3, 99, ''), /nothing from 3 to 99/);
  await refused(opened.explain(5), /no gap after paragraph 5 of 2/);
  await refused(opened.moveFragment(7, 0), /no fragment 7/);
  await refused(opened.curve(['method']), /setting=value/);
  assert.equal(await opened.text(), 'One.\n\nTwo.\n');
});

test('every string is accepted as a text', async () => {
  for (const text of ['', '\0\u{1}', '\ud800', '\u{feff}# A\r\n\r\nB', 'x'.repeat(1 << 20)]) {
    assert.equal((await engine.fragment(text)).path, '-');
  }
});

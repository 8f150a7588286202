// Chunks, passages, differences and statistics are the same as on the command line, chunks also from a worker;
// invalid arguments are TypeErrors.
//
// SEGLS  the program to compare with (default: bin/segls)

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { connect, load } from '../dist/index.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env.SEGLS ?? join(repository, 'bin/segls');
const run = promisify(execFile);
const segls = async (command, ...args) =>
  (await run(program, [command, '--no-config', ...args], { cwd: repository, maxBuffer: 1 << 26 })).stdout;
const tides = 'testdata/samples/tides.md';
const samples = [tides, 'testdata/samples/salt.md'];
const read = (path) => readFile(join(repository, path), 'utf8');

/** Rounds numbers other than integers, whose last digits differ between processors. */
const rounded = (value) =>
  JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'number' && !Number.isInteger(v) ? Number(v.toPrecision(12)) : v)));

let engine;
before(async () => {
  engine = await load();
});

test('chunks equal those of the command line', async () => {
  const bytes = (text) => Buffer.byteLength(text);
  for (const [options, flags] of [
    [{}, []],
    [{ maxWords: 120 }, ['--max-words', '120']],
    [{ maxWords: 120, minWords: 60, overlap: 20 }, ['--max-words', '120', '--min-words', '60', '--overlap', '20']],
    [{ maxChars: 400, minChars: 0, proseOnly: true }, ['--max-chars', '400', '--min-chars', '0', '--prose-only']],
    [{ maxChars: 900, minChars: 500, withHeadings: true }, ['--max-chars', '900', '--min-chars', '500', '--with-headings']],
    [{ preferredWords: 80 }, ['--preferred-words', '80']],
    [
      { maxTokens: 500, minTokens: 100, overlapTokens: 60, tokens: bytes },
      ['--max-tokens', '500', '--min-tokens', '100', '--overlap-tokens', '60', '--token-counter', "python3 -uc 'import sys,json\nfor l in sys.stdin: print(len(json.loads(l).encode()))'"],
    ],
  ]) {
    for (const path of [...samples, 'testdata/formats/seedlibrary.md']) {
      const text = await read(path);
      const out = await segls('fragment', '--no-work', '--format', 'jsonl', '--quiet', ...flags, path);
      const want = out.trim().split('\n').map((line) => JSON.parse(line));
      assert.deepEqual(rounded(await engine.chunk(text, { path, ...options })), rounded(want), `${path} ${flags}`);
    }
  }
});

test('statistics equal those of the command line', async () => {
  for (const path of samples) {
    const want = JSON.parse(await segls('stats', '--no-work', '--format', 'json', '--words-per-minute', '200', path));
    assert.deepEqual(rounded(await engine.stats(await read(path), { path, wordsPerMinute: 200 })), rounded(want));
  }
});

test('differences and passages equal those of the command line', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'segls-'));
  t.after(() => rm(folder, { recursive: true }));
  const text = await read(tides);
  const parts = text.split(/^(?=## )/m);
  const moved = [parts[0], ...parts.slice(2), parts[1].replace('the', 'every')].join('');
  await writeFile(join(folder, 'old.md'), text);
  await writeFile(join(folder, 'tides.md'), moved);
  const want = JSON.parse(await segls('diff', '--no-work', '--format', 'json', join(folder, 'old.md'), join(folder, 'tides.md')).catch(({ stdout }) => stdout));
  const told = await engine.diff(text, moved, { path: 'tides.md' });
  assert(told.changes.length > 0);
  const messages = ({ changes }) => changes.map(({ kind, level, message, words }) => ({ kind, level, message, words }));
  assert.deepEqual(messages(told), messages(want));

  await rm(join(folder, 'old.md'));
  await writeFile(join(folder, 'salt.md'), await read(samples[1]));
  const query = 'how high is the spring tide?';
  const env = { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder };
  const found = await run(program, ['find', '--in', folder, '--format', 'json', query], { env });
  const hits = await engine.find(query, [
    { path: 'tides.md', text: moved },
    { path: 'salt.md', text: await read(samples[1]) },
  ]);
  assert(hits.length > 0);
  assert.deepEqual(await engine.find(query, [moved], { minScore: 1000 }), []);
  assert.deepEqual(rounded(hits), rounded(JSON.parse(found.stdout).hits));
});

test('a worker gives the same answers, and tokens are counted outside of it', async (t) => {
  const thread = new Worker(new URL('../thread/worker.mjs', import.meta.url));
  t.after(() => thread.terminate());
  await new Promise((resolve) => thread.once('message', resolve));
  const worker = {
    addEventListener: (kind, listener) => thread.on(kind, (data) => listener(kind === 'message' ? { data } : data)),
    postMessage: (message) => thread.postMessage(message),
  };
  const remote = await connect(worker, await readFile(new URL('../dist/segls.wasm', import.meta.url)));
  const text = await read(tides);
  let asked = 0;
  const options = {
    path: tides,
    maxTokens: 100,
    tokens: async (part) => {
      asked++;
      return part.split(/\s+/).length;
    },
  };
  const chunks = await remote.chunk(text, options);
  assert(asked > 0 && chunks.every(({ tokens }) => tokens <= 100));
  assert.deepEqual(chunks, await engine.chunk(text, options));
  await assert.rejects(remote.fragment(text, { settings: { method: 'magic' } }), TypeError);
});

test('a failing count ends the division, and the engine continues', async () => {
  const text = await read(tides);
  const refused = (tokens, why) => assert.rejects(engine.chunk(text, { maxTokens: 100, tokens }), why);
  await refused(() => {
    throw new RangeError('no vocabulary');
  }, RangeError);
  await refused(() => 'many', /tokens returned a string instead of a whole number/);
  await refused(() => 1e9, /max-tokens/);
  assert((await engine.chunk(text)).length > 1);
});

test('invalid arguments are TypeErrors with a sentence', async () => {
  const opened = await engine.open('Salt is raked.');
  for (const [asked, message] of [
    [() => engine.fragment(42), 'fragment needs text as a string, not 42.'],
    [() => engine.fragment(), 'fragment needs text as a string, not undefined.'],
    [() => engine.fragment('a', 'b'), 'fragment needs options as an object, not a string.'],
    [() => engine.fragment('a', { preferredWords: 3 }), 'fragment takes no preferredWords in options, only path and settings.'],
    [() => engine.fragment('a', { settings: { preferredWords: 'many' } }), /preferred-?words/i],
    [() => engine.chunk('a', { maxWords: -1 }), 'chunk needs maxWords as a whole number from 0 up, not -1.'],
    [() => engine.chunk('a', { maxWords: 3, minWords: 9 }), /minWords \(9\) is more than maxWords \(3\)/],
    [() => engine.chunk('a', { maxChars: 3, minChars: 9 }), 'minChars (9) is more than maxChars (3)'],
    [() => engine.chunk('a', { maxTokens: 9 }), /needs the option tokens/],
    [() => engine.chunk('a', { tokens: () => 1 }), /needs a limit/],
    [() => engine.find('', []), /needs a query/],
    [() => engine.find('a', 'b'), /needs an array of texts/],
    [() => engine.find('a', [3]), 'find needs a text as an object, not 3.'],
    [() => engine.find('a', [{ path: 'x.md' }]), /needs a text in each object/],
    [() => engine.find('a', [{ path: 'x.md', text: '' }, { path: 'x.md', text: '' }]), 'two texts have the path "x.md"'],
    [() => engine.find('a', ['b'], { minScore: 'x' }), 'find needs minScore as a number, not a string.'],
    [() => engine.find('a', ['b'], { top: 0 }), 'find needs top as a whole number from 1 up, not 0.'],
    [() => engine.diff('a'), 'diff needs text after as a string, not undefined.'],
    [() => engine.stats('a', { wordsPerMinute: 0.5 }), /whole number from 1 up, not 0.5/],
    [() => engine.curve('a', { compare: 'method=c99' }), /compare as an array of strings/],
    [() => engine.curve('a', { compare: ['x'] }), 'compare: "x" is not of the form setting=value'],
    [() => engine.fragment('a', { settings: { scaling: NaN } }), 'fragment needs settings.scaling as a string, a number, true or false, not NaN.'],
    [() => engine.fragment('a', { settings: new Date() }), 'fragment needs settings as an object, not Date.'],
    [() => connect(undefined, 'segls.wasm'), 'connect needs worker as a Worker, not undefined.'],
    [() => opened.moveFragment(0), 'moveFragment needs to as a whole number from 0 up or an object with after, not undefined.'],
    [() => opened.moveFragment(0, -1), 'moveFragment needs to as a whole number from 0 up or an object with after, not -1.'],
    [() => opened.moveFragment(0, {}), 'moveFragment needs to.after as a whole number from 0 up, not undefined.'],
    [() => connect({ postMessage() {} }, ''), 'connect needs source as an address or bytes, not an empty string.'],
    [() => connect({ postMessage() {} }, new Response('')), 'connect needs source as an address or bytes, not Response.'],
    [() => load(null), 'load needs source as an address or bytes, not null.'],
  ]) {
    await assert.rejects(asked, { name: 'TypeError', message }, String(asked));
  }
});

test('for any argument, a function answers or throws a sentence', async () => {
  const values = [undefined, null, NaN, Infinity, -1, 1.5, 1e9, 7, 7n, '', 'x', true, {}, [], [1], [null], [, 1], { x: null }, () => 1, Symbol('s'), new Date()];
  const text = 'Salt is raked.\n\nWool is shorn. It is May.\n\nTin is mined.\n';
  const opened = await engine.open(text);
  const options = ['path', 'settings', 'compare', 'tokens', 'top', 'maxWords', 'minChars', 'maxTokens', 'overlap', 'withHeadings', 'wordsPerMinute'];
  const calls = (v) => [
    ...['open', 'fragment', 'chunk', 'stats', 'curve', 'explain'].flatMap((name) => [
      [name, v],
      [name, text, v],
      ...options.map((option) => [name, text, { [option]: v }]),
      ...['preferredWords', 'method', 'scaling', 'unheard'].map((setting) => [name, text, { settings: { [setting]: v } }]),
    ]),
    ['chunk', text, { maxTokens: 9, tokens: () => v }],
    ['find', v, [text]],
    ['find', 'salt', v],
    ['find', 'salt', [v]],
    ['find', 'salt', [{ path: v, text }]],
    ['find', 'salt', [text], v],
    ...options.map((option) => ['find', 'salt', [text], { [option]: v }]),
    ['diff', v, text],
    ['diff', text, v],
    ['diff', text, text, v],
  ];
  const onText = (v) => [
    ['edit', v, 1, ''],
    ['edit', 0, v, ''],
    ['edit', 0, 0, v],
    ['set', v],
    ['set', { preferredWords: v }],
    ...['curve', 'explain', 'indexes'].flatMap((name) => [[name, v], [name, [v]]]),
    ['moveFragment', v, 0],
    ['moveFragment', 0, v],
    ['moveFragment', 0, { after: v }],
    ...['moveFragmentUp', 'moveFragmentDown', 'mergeFragments', 'insertHeading', 'splitParagraph', 'mergeParagraph'].map((name) => [name, v]),
  ];
  const foreign = /json|<nil>|cannot |\[object|=>|undefined \(|is not a function|serialize|interface|strconv/;
  const wrong = [];
  const attempt = async (asked, [name, ...args]) => {
    try {
      await asked[name](...args);
    } catch (error) {
      const isRefusal = error instanceof TypeError || / tokens, more than max-tokens /.test(error.message);
      if (!isRefusal || foreign.test(error.message)) {
        wrong.push(`${name}: ${error}`);
      }
    }
  };
  for (const v of values) {
    for (const call of calls(v)) await attempt(engine, call);
    for (const call of onText(v)) await attempt(opened, call);
  }
  assert.deepEqual([...new Set(wrong)], []);
});

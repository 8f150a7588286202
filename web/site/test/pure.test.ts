import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { sidebar } from '../.vitepress/sidebar';
import { read, write } from '../playground/address';
import { editOf } from '../playground/difference';
import { decode, readText } from '../playground/file';
import { dropAt, marksOf } from '../playground/marks';
import { openingOf, planOf } from '../playground/plan';
import type { Found } from '../playground/session';

test('an address returns what was stored in it', async () => {
  for (const text of ['', 'One.\n\nTwo – 𝄞 \u0000', 'salt '.repeat(30_000), '<script>#?&%'.repeat(9)]) {
    const held = { path: 'a b.md', text, settings: { 'preferred-words': 230, method: 'c99' } };
    const hash = await write(held);
    assert.match(hash, /^#1\.[\w-]+$/);
    assert.deepEqual(await read(hash), held);
  }
});

test('a damaged address is reported, and an address without a text is ignored', async () => {
  const hash = await write({ path: 'a.md', text: 'word '.repeat(100), settings: {} });
  for (const damaged of [hash.slice(0, 20), `${hash.slice(0, -4)}zz`, '#1.', '#1.!!!', `#1.${btoa('{}')}`]) {
    await assert.rejects(read(damaged), /damaged/);
  }
  assert.equal(await read(''), undefined);
  assert.equal(await read('#install'), undefined);
});

test('one edit turns a string into another', () => {
  const texts = ['', 'a', 'aa', 'aba', 'one two', 'one 𝄞 two', 'one 🎼 two', '𝄞𝄞', '𝄞', 'x\ud834', 'one two two'];
  for (const before of texts) {
    for (const after of texts) {
      const { start, end, text } = editOf(before, after);
      assert.equal(before.slice(0, start) + text + before.slice(end), after);
      assert(text.isWellFormed() || !after.isWellFormed(), `half of a character from ${before} to ${after}`);
    }
  }
});

test('files are decoded, and binary files are refused', async () => {
  const bytes = (...list: number[]) => Uint8Array.from(list);
  assert.equal(decode(new TextEncoder().encode('Grün 𝄞')), 'Grün 𝄞');
  assert.equal(decode(bytes(0xef, 0xbb, 0xbf, 0x61)), 'a');
  assert.equal(decode(bytes(0x47, 0x72, 0xfc, 0x6e)), 'Grün');
  assert.equal(decode(bytes(0xff, 0xfe, 0x61, 0, 0xfc, 0)), 'aü');
  assert.equal(decode(bytes(0xfe, 0xff, 0, 0x61, 0, 0xfc)), 'aü');
  assert.equal(decode(bytes(0xff, 0xfe, 0x61, 0, 0x62)), 'a\ufffd');
  assert.equal(decode(bytes(0xfe, 0xff, 0xd8, 0x34, 0, 0x61)), '\ufffda');
  assert.throws(() => decode(bytes(0x89, 0x50, 0, 0, 1)), /not a text/);
  await assert.rejects(readText(new Blob([new Uint8Array(20_000_000)])), /20 MB.*up to 4/);
});

test('a plan lists the parts', () => {
  const text = '# Salt\n\nIt is\nwhite.\n\nIt is wet. '.concat('On and on. '.repeat(30));
  const found = {
    path: 'salt.md',
    text,
    settings: {},
    starts: [8, 22],
    paragraphs: [8, 22],
    answer: {
      words: 96,
      fragments: [
        { title: 'White salt', words: 3, terms: ['salt'], paragraphs: 1 },
        { title: '', words: 93, terms: [], paragraphs: 1 },
      ],
    },
  } as unknown as Found;
  assert.equal(openingOf(found, 0), 'It is white.');
  assert.match(openingOf(found, 1), /^It is wet\. On .{90,118}…$/);
  const plan = planOf(found);
  assert(plan.startsWith('# salt.md\n\n96 words in 2 parts.\n\n1. **White salt** (3 words · salt)\n   It is white.\n2. **It is wet.'), plan);
});

test('parts are marked above their first lines', () => {
  const text = '# Salt\n\nIt is white.\n\n  It is wet.\nIt runs.\n\n## Sea\n\nIt is blue.\n\n';
  const starts = ['It is white', 'It is wet', 'It is blue'].map((words) => text.indexOf(words));
  const found = {
    text,
    starts,
    ends: ['\n\n  It', '\n\n## Sea', '\n\n'].map((end, i) => text.indexOf(end, starts[i])),
    paragraphs: starts,
    answer: {
      gaps: [
        { constraint: null, confidence: 0.456 },
        { constraint: 'heading', confidence: 1 },
      ],
      fragments: [
        { title: 'White salt', words: 3, paragraphs: 1 },
        { title: '', words: 5, paragraphs: 1 },
        { title: 'Blue', words: 1003, paragraphs: 1 },
      ],
    },
  } as unknown as Found;
  const marks = marksOf(found);
  assert.deepEqual(
    marks.map(({ from, to }) => text.slice(from, to)),
    ['It is white.', '  It is wet.\nIt runs.', 'It is blue.'],
  );
  assert.deepEqual(
    marks.map(({ title, about, isSuggested }) => [title, about, isSuggested]),
    [
      ['White salt', '3 words', false],
      ['It is wet. It runs.', '5 words · 46% sure', true],
      ['Blue', '1,003 words', false],
    ],
  );
  const [, second] = marks;
  assert.deepEqual([0, second!.from + 1, second!.to - 1, text.length].map((at) => dropAt(marks, at)), [0, 1, { after: 1 }, { after: 2 }]);
});

test('every document is listed once in the sidebar', () => {
  const listed = sidebar['/docs/'].flatMap(({ items }) => items.map(({ link }) => `${link.slice('/docs/'.length)}.md`));
  const written = readdirSync('../../docs', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'));
  assert.deepEqual(listed.sort(), written.sort());
});

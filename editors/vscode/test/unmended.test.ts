import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailOf } from '../src/unmended';

const link = (line: number) => ({ uri: 'file:///a%20b/c%20d.md', line, message: '#x is gone.' });

test('links that would break are listed by file and line, then the notes', () => {
  assert.equal(
    detailOf({ unmended: [link(0), link(9)], notes: ['e.md goes.'] }),
    'c d.md:1: #x is gone.\nc d.md:10: #x is gone.\ne.md goes.',
  );
});

test('of many links only the first are listed', () => {
  const lines = detailOf({
    unmended: Array.from({ length: 50 }, (_, i) => link(i)),
    notes: [],
  }).split('\n');
  assert.equal(lines.length, 13);
  assert.equal(lines.at(-1), '… and 38 more');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Selection } from '../webview/selection';

const keys = [...'abcdef'];
const format = (selection: Selection) =>
  keys.filter((key) => selection.has(key)).join('') + `:${selection.current}`;

test('one card, a range or several cards are selected', () => {
  const selection = new Selection();
  assert.equal(selection.size, 0);
  selection.only('b');
  assert.equal(format(selection), 'b:b');
  selection.extendTo('d', keys);
  assert.equal(format(selection), 'bcd:d');
  selection.extendTo('a', keys);
  assert.equal(format(selection), 'ab:a');
  assert.deepEqual(selection.keys, ['a', 'b']);
  assert.equal(selection.size, 2);
  selection.only('e');
  selection.toggle('b');
  selection.toggle('c');
  assert.equal(format(selection), 'bce:c');
  assert.deepEqual(selection.keys, ['e', 'b', 'c']);
  selection.toggle('b');
  assert.equal(selection.size, 2);
  selection.keep((key) => key !== 'e');
  assert.equal(format(selection), 'c:c');
  assert.equal(selection.size, 1);
});

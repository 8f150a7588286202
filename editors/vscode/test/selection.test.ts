import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Selection } from '../webview/selection';

const keys = [...'abcdef'];
const told = (selection: Selection) =>
  keys.filter((key) => selection.has(key)).join('') + `:${selection.current}`;

test('one card is selected, or a stretch, or some', () => {
  const selection = new Selection();
  assert.equal(selection.size, 0);
  selection.only('b');
  assert.equal(told(selection), 'b:b');
  selection.extendTo('d', keys);
  assert.equal(told(selection), 'bcd:d');
  selection.extendTo('a', keys);
  assert.equal(told(selection), 'ab:a');
  assert.equal(selection.size, 2);
  selection.only('e');
  selection.toggle('b');
  selection.toggle('c');
  assert.equal(told(selection), 'bce:c');
  selection.toggle('b');
  assert.equal(selection.size, 2);
  selection.keep((key) => key !== 'e');
  assert.equal(told(selection), 'c:c');
  assert.equal(selection.size, 1);
});

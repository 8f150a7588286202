import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History } from '../src/history';

test('changes are undone in reverse order, and redone', () => {
  const history = new History();
  history.add('a');
  history.add('b');
  assert.equal(history.take('undo'), 'b');
  assert.equal(history.take('undo'), 'a');
  assert.equal(history.take('undo'), undefined);
  assert.equal(history.take('redo'), 'a');
  history.add('c');
  assert.equal(history.take('redo'), undefined);
  assert.equal(history.take('undo'), 'c');
  assert.equal(history.take('undo'), 'a');
});

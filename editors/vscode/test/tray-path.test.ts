import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInTray, isTray, pathFrom, trayOf } from '../src/tray-path';

const tray = 'file:///book/one/tray';

test('the tray is beside its texts', () => {
  assert.equal(trayOf('file:///book/one/a.md'), tray);
  assert.equal(isTray(tray), true);
  assert.equal(isInTray(`${tray}/salt.md`), true);
  assert.equal(isInTray('file:///book/one/a.md'), false);
});

test('the path of a file is relative to the folder of the text', () => {
  const piece = `${tray}/salt%20sea.md`;
  assert.equal(pathFrom('file:///book/one/a.md', piece), 'tray/salt sea.md');
  assert.equal(pathFrom('file:///book/b.md', piece), 'one/tray/salt sea.md');
  assert.equal(pathFrom('file:///book/two/x/c.md', piece), '../../one/tray/salt sea.md');
});

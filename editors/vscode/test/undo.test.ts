import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parts } from '../src/parts';
import { files } from '../src/undo';
import { fake } from './vscode';

test('undoing an extraction into new folders leaves no empty folder, and no other one is deleted', async () => {
  const [text, part] = ['file:///book/sea.md', 'file:///book/cut/deep/nets.md'];
  fake.files.set(text, 'Boats. Nets.');
  const parts = new Parts(files);
  await parts.apply([{ created: part }, { edited: part }, { edited: text }], async () => {
    fake.files.set(part, 'Nets.\n');
    fake.files.set(text, 'Boats.');
    return { applied: true };
  });

  const deleted = () => fake.done.filter(([what]) => what === 'delete').map(([, uri]) => uri);
  fake.files.set('file:///book/cut/mine.md', 'Mine.');
  fake.files.delete(part); // VS Code's own undo has deleted it
  fake.files.set(text, 'Boats. Nets.');
  await parts.follow(text, 'Boats. Nets.');
  assert.deepEqual(deleted(), ['file:///book/cut/deep']);

  await parts.follow(text, 'Boats.');
  fake.files.delete(part);
  fake.files.delete('file:///book/cut/mine.md');
  await parts.follow(text, 'Boats. Nets.');
  assert.deepEqual(deleted().slice(1), ['file:///book/cut/deep', 'file:///book/cut']);
});

// Renaming headings together with their links.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { registerHeadings } from '../src/headings';
import { address, leave, opened } from './window';
import { fake, workspace } from './vscode';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
});

const other = 'file:///book/mules.md';
const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});
const position = (line: number) => ({ line, character: 0 });

/** Opens a text with the caret below a heading, and a server that also changes a link in another file. */
async function shown(placeholder = 'Wells', line = 8) {
  const all = await opened();
  registerHeadings(all.server, all.activeText, () => undefined);
  fake.caret(all.editor, line === 8 ? 10 : 2);
  all.server.answers['textDocument/prepareRename'] = { range: range(line, 3, 8), placeholder };
  fake.files.set(other, '[Wells](salt.md#wells)\n');
  const edited = (uri: string, edits: unknown[]) => ({ textDocument: { uri, version: 1 }, edits });
  all.server.answers['textDocument/rename'] = ({ newName }: { newName: string }) => ({
    documentChanges: [
      edited(address, [{ range: range(line, 3, 8), newText: newName }]),
      edited(other, [{ range: range(0, 16, 21), newText: newName.toLowerCase() }]),
    ],
  });
  return all;
}

test('a heading is renamed together with its links', async () => {
  const { server, document } = await shown();
  fake.answers.push('Springs');
  await fake.run('segls.editor.renameHeading');
  const [asked] = fake.last('input')!;
  assert.deepEqual([asked.value, asked.valueSelection], ['Wells', [0, 5]]);
  const textDocument = { uri: address };
  assert.deepEqual(server.params('textDocument/prepareRename'), {
    textDocument,
    position: position(8),
  });
  const sent = { textDocument, position: position(8), newName: 'Springs' };
  assert.deepEqual(server.params('textDocument/rename'), sent);
  assert.match(document.text, /^## Springs$/m);
  const linking = workspace.textDocuments.find(({ uri }) => uri.toString() === other)!;
  assert.equal(linking.text, '[Wells](salt.md#springs)\n');
  assert.equal(fake.last('rename'), undefined); // the file is not named after the heading
});

test('a file named after the heading is renamed too, if the writer agrees', async () => {
  await shown('Salt', 0);
  const picking = (label: string) => (items: any[]) => items.find((one) => one.label === label);
  fake.answers.push('Rock Salt', picking('The heading alone'));
  await fake.run('segls.editor.renameHeading');
  assert.equal(fake.last('rename'), undefined);
  fake.answers.push('Rock Salt', picking('The file too'));
  await fake.run('segls.editor.renameHeading');
  assert.deepEqual(fake.last('rename'), [address, 'file:///book/rock-salt.md']);
  assert.equal(fake.last('information'), undefined);
  fake.files.set('file:///book/rock-salt.md', 'Old.');
  fake.answers.push('Rock Salt', picking('The file too'));
  await fake.run('segls.editor.renameHeading');
  assert.equal(
    fake.last('information')![0],
    'segls: salt.md keeps its name; perhaps there is already a file rock-salt.md.',
  );
});

test('nothing changes if the writer cancels or the server refuses', async () => {
  const { server, document } = await shown();
  const before = document.text;
  fake.answers.push(undefined);
  await fake.run('segls.editor.renameHeading');
  assert.equal(server.params('textDocument/rename'), undefined);
  server.answers['textDocument/rename'] = new Error('There is a heading “Springs” already.');
  fake.answers.push('Springs');
  await fake.run('segls.editor.renameHeading');
  assert.equal(fake.last('information')![0], 'segls: There is a heading “Springs” already.');
  server.answers['textDocument/prepareRename'] = null;
  await fake.run('segls.editor.renameHeading');
  assert.equal(fake.last('information')![0], 'segls: There is no heading here.');
  assert.equal(document.text, before);
});

test('backlinks of the caret, or else of the heading above, are shown in a peek view', async () => {
  const { server } = await shown();
  const links = [{ uri: other, range: range(0, 8, 21) }];
  server.answers['segls/backlinks'] = ({ position: at }: any) =>
    at.line === 8 ? { name: 'Wells', links } : null;
  await fake.run('segls.editor.showBacklinks');
  const [command, uri, at, shownLinks] = fake.last('command')!;
  assert.deepEqual(
    [command, uri.toString(), at, shownLinks],
    ['editor.action.showReferences', address, position(8), links],
  );
  server.answers['segls/backlinks'] = { name: 'Wells', links: [] };
  await fake.run('segls.editor.showBacklinks');
  assert.equal(fake.last('information')![0], 'segls: No link leads to “Wells”.');
});

test('a message says why backlinks cannot be shown', async () => {
  const { server } = await shown();
  server.answers['segls/backlinks'] = null;
  await fake.run('segls.editor.showBacklinks');
  assert.equal(fake.last('information')![0], 'segls: There is no heading here.');
  server.answers['segls/backlinks'] = new Error('The folder cannot be read.');
  await fake.run('segls.editor.showBacklinks');
  assert.equal(fake.last('information')![0], 'segls: The folder cannot be read.');
  server.isThere = false;
  await fake.run('segls.editor.showBacklinks');
  assert.match(fake.last('information')![0], /not running/);
});

test('commands on a row of the outline use its own heading', async () => {
  const { server } = await shown();
  const row: any = { uri: address, range: range(8, 0, 8) };
  fake.answers.push('Springs');
  await fake.run('segls.outline.renameHeading', row);
  assert.deepEqual((server.params('textDocument/prepareRename') as any).position, position(8));
  server.answers['segls/backlinks'] = { name: 'Wells', links: [] };
  await fake.run('segls.outline.showBacklinks', row);
  assert.equal(fake.last('information')![0], 'segls: No link leads to “Wells”.');
  const before = server.params('textDocument/prepareRename');
  await fake.run('segls.outline.renameHeading');
  await fake.run('segls.outline.showBacklinks');
  assert.equal(server.params('textDocument/prepareRename'), before);
});

test('a text that changes while the writer types keeps its heading', async () => {
  const { server, document } = await shown();
  fake.answers.push(() => {
    document.version++;
    return 'Springs';
  });
  await fake.run('segls.editor.renameHeading');
  assert.equal(server.params('textDocument/rename'), undefined);
  assert.match(fake.last('information')![0], /The text has changed/);
});

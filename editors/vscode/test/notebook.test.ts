// Notebooks: replacing cells, and showing places in them.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setCells, showCellOf, showLine, textOf } from '../src/cells';
import { shown } from '../src/shown';
import { leave } from './window';
import { fake, window, workspace } from './vscode';

beforeEach(() => {
  leave();
  workspace.notebookDocuments = [];
});

test('cells are replaced, and cells that stay keep their output', async () => {
  const { notebook } = fake.openNotebook('file:///book/sea.ipynb', [
    '# Sea',
    'Tides.',
    'grams(1)',
    'Boats.',
  ]);
  const [head, tides, code, boats] = notebook.getCells();
  code!.kind = 2;
  code!.outputs = ['1 g'];
  const from = (cell: typeof head) => ({ from: cell!.document.uri.toString() });
  const asBefore = () =>
    notebook.getCells().map(({ document: { uri, version } }) => ({ uri: String(uri), version }));
  let before = asBefore();
  const set = (...cells: object[]) =>
    setCells({
      notebookDocument: { uri: 'file:///book/sea.ipynb', version: 1 },
      before,
      cells,
    });
  const result = await set(
    from(head),
    from(boats),
    { ...from(tides), text: 'Tides. Ebb.' },
    from(code),
    { text: 'Nets.' },
  );
  assert.deepEqual(result, { applied: true });
  assert.equal(textOf(notebook as never), '\n# Sea\n\nBoats.\n\nTides. Ebb.\n\ngrams(1)\n\nNets.');
  const now = notebook.getCells();
  assert.equal(now[0], head, 'a cell that has not moved is not replaced');
  assert.deepEqual([now[3]!.kind, now[3]!.outputs], [2, ['1 g']]);
  const refused = {
    applied: false,
    failureReason: 'the notebook has been edited or closed in the meantime',
  };
  assert.deepEqual(await set(from(now[0])), refused, 'the cells are others');

  before = asBefore();
  fake.change(now[2]!.document, 'Tides. Flood.');
  const made = [from(now[0]), { ...from(now[2]), text: 'Tides. Ebb.' }];
  assert.deepEqual(await set(...made), refused, 'the writer has typed');
  assert.match(textOf(notebook as never), /Tides. Flood./);
});

test('a cell is shown by its URI, and a visible notebook stays in its column', async () => {
  const { notebook } = fake.openNotebook('file:///book/sea.ipynb', ['# Sea', 'Tides.']);
  assert.equal(await showCellOf(notebook.getCells()[1]!.document.uri.toString(), true), true);
  const [address, { selections, preserveFocus }] = fake.last('showNotebook');
  assert.deepEqual(
    [address, selections[0].start, preserveFocus],
    ['file:///book/sea.ipynb', 1, true],
  );
  assert.equal(await showCellOf('file:///book/salt.md', true), false);
  fake.done.length = 0;
  assert.equal(String(await shown('file:///book/sea.ipynb')), 'file:///book/sea.ipynb');
  assert.deepEqual(fake.done, []);

  window.visibleNotebookEditors.length = 0;
  assert.equal(String(await shown('file:///book/sea.ipynb')), 'file:///book/sea.ipynb');
  assert.deepEqual(fake.last('showNotebook'), [
    'file:///book/sea.ipynb',
    { preserveFocus: true, viewColumn: 1 },
  ]);
});

test('a line leads to its cell', async () => {
  const { notebook } = fake.openNotebook('file:///book/sea.ipynb', ['# Sea', 'Tides.\nEbb.', '']);
  const cells = [];
  for (const line of [1, 3, 4, 6, 99]) {
    await showLine(notebook as never, line);
    cells.push(fake.last('showNotebook')[1].selections[0].start);
  }
  assert.deepEqual(cells, [0, 1, 1, 2, 2]);
});

test('a hidden file is shown without taking the focus', async () => {
  const { document } = fake.open('file:///book/mules.md', '# Mules\n');
  fake.files.set('file:///book/salt.md', '# Salt\n');
  assert.equal(String(await shown('file:///book/salt.md')), 'file:///book/salt.md');
  assert.deepEqual(fake.last('show')[1], { preserveFocus: true, viewColumn: 1 });
  assert.equal(window.activeTextEditor?.document, document);
  fake.done.length = 0;
  await shown('file:///book/salt.md');
  assert.deepEqual(fake.done, []);
});

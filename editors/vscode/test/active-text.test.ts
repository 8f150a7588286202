// The draft, its work, and which documents go to the server.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Work } from '../src/answers';
import { caretIn } from '../src/typing';
import { isProse, languages, selector, writtenIn } from '../src/documents';
import { answer, address, fragment, leave, opened, settled, text } from './window';
import { fake, NotebookRange, TextDocument, Uri, window, workspace } from './vscode';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
  workspace.notebookDocuments = [];
});

test("prose is recognized by language or file name, but not in git's versions", () => {
  const is = (uri: string, language: string) =>
    isProse(new TextDocument(Uri.parse(uri), '', language) as never);
  for (const language of ['markdown', 'latex', 'org', 'asciidoc', 'plaintext']) {
    assert.ok(languages.includes(language) && is('file:///a', language), language);
  }
  assert.ok(is('file:///salt.typ', 'typst-of-somebody'));
  assert.ok(is('untitled:Untitled-1', 'markdown'));
  assert.ok(!is('git:/salt.md?{}', 'markdown'), 'a comparison with git is not marked');
  assert.ok(!is('file:///numbers.json', 'json'));
  assert.ok(selector().some((one) => 'notebook' in one));
});

test('the draft is the active text, and stays while a page has the focus', async () => {
  const { activeText, document } = await opened();
  assert.equal(activeText.draft?.document, document);
  fake.activate(undefined);
  await settled();
  assert.equal(activeText.draft?.document, document);
  const other = fake.open('file:///book/mules.md', '# Mules\n').document;
  await settled();
  assert.equal(activeText.draft?.document, other);
  fake.open('segls-order:/salt.md', text);
  await settled();
  assert.equal(activeText.draft?.document, other, 'a virtual document is not a draft');
  fake.open('output:segls', '');
  await settled();
  assert.equal(activeText.draft?.document, other, 'the log is in the Output panel');
  fake.close(other);
  window.activeTextEditor = window.visibleTextEditors[0];
  fake.activate(window.activeTextEditor);
  await settled();
  assert.equal(activeText.draft?.document, document);
  const numbers = fake.open('file:///book/numbers.json', '[1]', 'json');
  await settled();
  assert.equal(activeText.draft, undefined);
  fake.close(numbers.document);
  activeText.dispose();
});

test('the draft is refreshed after each analysis, after a stale answer, and after a restart', async () => {
  const { server, activeText, news } = await opened();
  await news({ words: 130 });
  assert.equal(activeText.draft?.answer.words, 130);
  const asked = () => server.asked.filter(({ request }) => request === 'segls/fragments').length;
  const before = asked();
  server.news.fire({ uri: 'file:///book/other.md', version: 1 });
  await settled();
  assert.equal(asked(), before);
  server.answers['segls/arrange'] = Object.assign(new Error('Gone.'), { code: -32801 });
  await server.outcome('segls/arrange', {});
  await settled();
  assert.equal(asked(), before + 1);
  server.become('stopped');
  await settled();
  assert.equal(asked(), before + 2);
  activeText.dispose();
});

test('the caret of the draft is that of its editor', async () => {
  const { activeText, editor } = await opened();
  let moved = 0;
  activeText.onDidMoveCaret(() => moved++);
  fake.caret(editor, 5, 2);
  assert.deepEqual([activeText.caretLine, moved], [5, 1]);
  assert.deepEqual(caretIn(address), { position: editor.selection.active });
  assert.deepEqual(caretIn('file:///book/mules.md'), {});
  fake.activate(undefined); // a page has the focus
  fake.activate(editor);
  assert.equal(moved, 2, 'the caret is reported when the text has the focus again');
  activeText.dispose();
});

test('the lines of all cells of a notebook are numbered through', async () => {
  const { server, activeText } = await opened();
  const editor = fake.openNotebook('file:///book/sea.ipynb', ['# Sea', 'Tides.\nEbb.', 'Boats.']);
  const [, second] = editor.notebook.getCells();
  assert.equal(writtenIn(second!.document as never), editor.notebook);
  server.answers['segls/fragments'] = answer({
    cells: [0, 2, 5].map((line) => ({ uri: '', line, lines: 2, prose: true })),
  });
  server.news.fire({ uri: 'file:///book/sea.ipynb', version: 1 });
  await settled();
  let moved = 0;
  activeText.onDidMoveCaret(() => moved++);
  editor.selection = new NotebookRange(1, 2);
  fake.on.notebookSelection.fire({ notebookEditor: editor });
  assert.deepEqual([activeText.caretLine, moved], [2, 1]);
  // While a cell is being edited, its caret counts.
  const cell = fake.show(second!.document);
  fake.caret(cell, 1);
  assert.equal(activeText.caretLine, 3);
  window.visibleNotebookEditors.length = 0;
  assert.equal(activeText.caretLine, undefined);
  fake.on.closeNotebook.fire(editor.notebook);
  activeText.dispose();
});

const work = (more: Partial<Work> = {}): Work => ({
  ...{
    title: 'The Salt Road',
    folder: 'file:///book',
    order: 'file:///book/SUMMARY.md',
    read: true,
  },
  ...{ total: null, wanted: 0, orphans: [], problems: [] },
  entries: ['salt', 'mules', 'inn'].map((name) => ({
    ...{ title: name, uri: `file:///book/${name}.md`, path: `${name}.md` },
    ...{ own: null, total: null, wanted: 0, entries: [] },
  })),
  ...more,
});

test('files of the work that are shown are read, and read again when they change', async () => {
  const { server, activeText, work: open } = await opened();
  server.answers['segls/work'] = work();
  let changes = 0;
  open.onDidChange(() => changes++);
  server.workNews.fire();
  await settled();
  assert.deepEqual([open.answer?.title, changes], ['The Salt Road', 1]);
  const mules = 'file:///book/mules.md';
  let fragments = [fragment('Mules', 0, 1)];
  server.answers['segls/fragments'] = () => answer({ fragments });
  assert.equal((await open.read(mules))?.fragments.length, 1);
  assert.equal(open.contentOf(mules, 'tree')?.fragments.length, 1);
  fragments = [...fragments, fragment('Drivers', 2, 3)];
  server.news.fire({ uri: mules, version: 2 });
  await settled();
  assert.equal(open.contentOf(mules, 'tree')?.fragments.length, 2);
  open.forget(mules);
  assert.equal(open.contentOf(mules, 'tree'), undefined);
  await open.show([mules, 'file:///book/inn.md']);
  assert.equal(open.contentOf('file:///book/inn.md', 'board')?.fragments.length, 2);
  server.answers['segls/fragments'] = undefined; // the file has been deleted
  server.workNews.fire();
  await settled();
  assert.equal(open.contentOf(mules, 'board'), undefined);
  open.dispose();
  activeText.dispose();
});

test('the work stays while the order file has the focus', async () => {
  const { server, activeText, work: open } = await opened();
  server.answers['segls/work'] = work();
  server.workNews.fire();
  await settled();
  fake.open('file:///book/SUMMARY.md', '- salt\n', 'yaml');
  server.answers['segls/work'] = undefined;
  await settled();
  server.workNews.fire();
  await settled();
  assert.equal(open.answer?.title, 'The Salt Road');
  fake.open('file:///elsewhere/note.md', 'Alone.\n');
  await settled();
  assert.equal(open.answer, undefined);
  open.dispose();
  activeText.dispose();
});

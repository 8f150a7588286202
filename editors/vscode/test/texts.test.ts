// What is shown in a text and about it, and the commands that go from fragment to fragment.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { markFindings } from '../src/findings';
import { registerLensMenu, withMenus } from '../src/lens-menu';
import { registerPreviews } from '../src/previews';
import { showRules } from '../src/rules';
import { tellStates } from '../src/states';
import { showStatus } from '../src/status';
import { registerTravel } from '../src/travel';
import { address, answer, fragment, leave, memory, opened, settled } from './window';
import {
  CodeLens,
  DiagnosticSeverity,
  fake,
  Range,
  type TextEditor,
  Uri,
  window,
  workspace,
} from './vscode';

beforeEach(() => {
  leave();
  workspace.textDocuments = [];
});

const lens = (line: number, more: object = { id: 'Mules' }) =>
  new CodeLens(new Range(line, 0, line, 0), {
    ...{ title: 'New topic', command: 'segls.selectFragment' },
    arguments: [{ uri: address, ...more }],
  }) as never;

/** Returns the ranges of a decoration, found by one of its options. */
const decorated = (editor: TextEditor, option: string): any[] =>
  [...editor.decorations].find(([options]) => option in options)?.[1] ?? [];

test('each lens of a fragment is followed by one that opens its menu', () => {
  assert.deepEqual(
    withMenus([lens(5), lens(7, {})]).map(({ command }) => command!.title),
    ['New topic', '…', 'New topic'],
  );
  assert.deepEqual(withMenus(undefined), []);
});

test('the menu of a lens acts on its fragment', async () => {
  const { server, activeText } = await opened();
  registerLensMenu(server, activeText);
  fake.registered.set('segls.board.moveTo', () => {});
  const choose = (label: string) => (items: any[]) => items.find((item) => item.label === label);
  const menu = async (label: string, uri = address) => {
    fake.answers.push(choose(label));
    await fake.run('segls.lensMenu', { uri, id: 'Mules' });
  };
  await menu('Keep this boundary');
  assert.equal(fake.last('pick')[1].title, 'Mules');
  assert.equal(server.argument('segls.pinBoundary').id, 'Mules');
  await menu('Move down');
  assert.equal(server.argument('segls.moveFragmentDown').id, 'Mules');
  await menu('Move to…');
  assert.deepEqual(fake.last('command'), [
    'segls.board.moveTo',
    { uri: address, id: 'Mules', title: 'Mules' },
  ]);
  await menu('nothing'); // Escape
  // In a text beside the draft.
  server.answers['segls/fragments'] = answer({
    fragments: [fragment('Mules', 0, 3, { title: 'Beasts' })],
  });
  const mules = 'file:///book/mules.md';
  await menu('Move down', mules);
  assert.equal(fake.last('pick')[1].title, 'Beasts');
  assert.equal(server.argument('segls.moveFragmentDown').uri, mules);
});

test('one command hides and shows all marks, and the workspace remembers it', async () => {
  const { server, activeText } = await opened();
  const lenses = server.lensSwitch;
  const workspaceState = memory();
  lenses.follow(() => server.client, workspaceState);
  const middleware = lenses.middleware as any;
  const [given, hints] = [() => [lens(5)], () => ['hint']];
  assert.equal((await middleware.provideCodeLenses(fake.last, {}, given)).length, 2);
  assert.deepEqual(middleware.provideInlayHints({}, {}, {}, hints), ['hint']);
  await lenses.toggle(server.client);
  assert.deepEqual(await middleware.provideCodeLenses({}, {}, given), []);
  assert.deepEqual(middleware.provideInlayHints({}, {}, {}, hints), []);
  assert.ok(fake.last('lenses') && fake.last('hints'), 'VS Code requests them again');
  assert.deepEqual(workspaceState.kept, { lensesHidden: true });
  assert.equal(fake.contexts['segls.lensesHidden'], true);
  await lenses.toggle(server.client);
  assert.ok(!lenses.hidden);
  activeText.dispose();
});

test('a long text gets the lenses near the visible lines, and others when it is scrolled', async () => {
  const { server, editor } = await opened();
  const lenses = server.lensSwitch;
  lenses.follow(() => server.client, memory());
  const given = async () =>
    (await (lenses.middleware as any).provideCodeLenses(editor.document, {}, () =>
      Array.from({ length: 1000 }, (_, i) => lens(10 * i, {})),
    )) as CodeLens[];
  editor.visibleRanges = [new Range(5000, 0, 5040, 0)];
  const lines = (await given()).map(({ range }) => range.start.line);
  assert.ok(lines.length < 100 && lines.includes(5020) && !lines.includes(0), String(lines));
  fake.done.length = 0;
  const scroll = (line: number) => {
    editor.visibleRanges = [new Range(line, 0, line + 40, 0)];
    fake.on.ranges.fire({ textEditor: editor });
  };
  scroll(5050);
  assert.equal(fake.last('lenses'), undefined, 'there are still enough');
  scroll(9000);
  assert.ok(fake.last('lenses'));
});

test('a line is drawn above each suggested boundary, and its hover describes the fragment', async () => {
  const { server, activeText, editor, news, document } = await opened();
  showRules(activeText, server.lensSwitch);
  await news({});
  const rules = () => decorated(editor, 'borderWidth').map(({ start }) => start.line);
  assert.deepEqual(rules(), [4]);
  const [provider] = fake.hovers;
  assert.equal(
    provider.provideHover(document, { line: 4 }).contents.value,
    'Mules\n40 words · salt, rock',
  );
  assert.equal(provider.provideHover(document, { line: 2 }), undefined);
  fake.change(document, `# A\n\n${document.text}`);
  activeText.draft &&
    window.visibleTextEditors.forEach(() => fake.on.visibleEditors.fire(window.visibleTextEditors));
  assert.deepEqual(rules(), [4], 'VS Code moves them until there is an answer about the new text');
  await news({ quiet: true });
  assert.deepEqual(rules(), []);
  await news({});
  await server.lensSwitch.toggle(server.client);
  assert.deepEqual(rules(), []);
});

test('a paragraph with a finding has a mark in the gutter', async () => {
  const { server, editor } = await opened();
  const found = (source: string, message: string) => ({
    ...{ source, message, severity: DiagnosticSeverity.Information, range: new Range(2, 4, 2, 9) },
  });
  fake.diagnostics.push(found('segls', 'It is long.'), found('spelling', 'Whatever.'));
  markFindings(server.lensSwitch, Uri.file('/extension') as never);
  const marks = () => decorated(editor, 'gutterIconPath');
  assert.deepEqual(
    marks().map(({ hoverMessage }) => hoverMessage),
    ['It is long.'],
  );
  fake.diagnostics.length = 0;
  fake.on.diagnostics.fire();
  assert.deepEqual(marks(), []);
});

test('a fold shows a preview', async () => {
  const { server, activeText, editor, news } = await opened();
  registerPreviews(activeText, server.lensSwitch);
  await news({});
  const previews = () =>
    decorated(editor, 'after').map((one) => one.renderOptions.after.contentText);
  assert.deepEqual(previews(), []);
  editor.visibleRanges = [new Range(0, 0, 4, 0), new Range(7, 0, 11, 0)];
  fake.on.ranges.fire({ textEditor: editor });
  assert.deepEqual(previews(), ['Mules · 40 words']);
  await news({ quiet: true });
  assert.deepEqual(previews(), []);
});

test('the status bar item shows the fragments, the progress, and what is wrong', async () => {
  const { server, activeText, work, editor, news } = await opened();
  showStatus(server, activeText, server.lensSwitch, work);
  await news({});
  assert.equal(fake.status.text, '3 fragments · 40 words on average');
  assert.equal(fake.status.command, 'segls.outline.focus');
  fake.caret(editor, 5);
  assert.match(fake.status.tooltip.value, /^Fragment 2 of 3: Mules\n40 words\n/);
  await news({ settings: { 'max-words': 60 } });
  assert.match(fake.status.tooltip.value, /Mules\n40 words \(limit: 60\)\n/);
  await news({});
  const scene = { number: 1, fragments: 1, words: 40, wanted: 0 };
  const scenes = [
    { ...scene, id: 'Rock', of: 1 },
    ...['Mules', 'Well'].map((id, i) => ({ ...scene, id, number: i + 1, of: 2 })),
  ];
  await news({ scenes });
  assert.match(fake.status.tooltip.value, /Scene 1 of 2: 40 words/);
  fake.caret(editor, 2);
  assert.doesNotMatch(fake.status.tooltip.value, /Scene/, 'no break divides this section');
  await news({});
  assert.match(fake.status.tooltip.value, /\[Hide Marks\]\(command:segls\.toggleLenses\)/);
  await news({ wanted: 240 });
  assert.equal(fake.status.text, '3 fragments · 40 words on average · 50% of 240 words');
  await news({ quiet: true });
  assert.equal(fake.status.text, '120 words');
  assert.match(fake.status.tooltip.value, /^This does not read as prose/);
  const pieces = fake.open('segls-pieces:/segls-pieces/1/Work', 'Salt.\n');
  assert.equal(fake.status.isShown, false, 'it would show the words of another text');
  fake.close(pieces.document);
  fake.activate(editor);
  assert.equal(fake.status.isShown, true);
  server.become('stopped');
  await settled();
  assert.equal(fake.status.text, '$(warning) segls is not running');
  assert.equal(fake.status.command, 'segls.restart');
  server.become('running');
  server.answers['segls/fragments'] = undefined;
  fake.close(editor.document);
  await settled();
  assert.equal(fake.status.isShown, false);
});

test('the status bar item says that a text is being read', async () => {
  const { server, activeText, work } = await opened();
  let answered = () => {};
  server.answers['segls/fragments'] = () => new Promise<void>((resolve) => (answered = resolve));
  showStatus(server, activeText, server.lensSwitch, work);
  fake.open('file:///book/mules.md', '# Mules\n');
  assert.equal(fake.status.text, '$(loading~spin) segls is reading the text');
  answered();
  await settled();
});

test('keys go from fragment to fragment', async () => {
  const { activeText, editor } = await opened();
  registerTravel(activeText);
  const after = async (command: string) => {
    await fake.run(`segls.${command}`);
    return editor.selection.active.line;
  };
  assert.equal(await after('nextFragment'), 2);
  assert.equal(await after('nextFragment'), 5);
  assert.equal(await after('nextFragment'), 10);
  assert.equal(await after('nextFragment'), 10, 'there is no next one');
  assert.equal(await after('previousFragment'), 5);
  fake.caret(editor, 6);
  assert.equal(await after('previousFragment'), 5, 'first to the start of this one');
  await fake.run('segls.editor.selectFragment');
  assert.deepEqual([editor.selection.start.line, editor.selection.end.line], [5, 6]);
});

test('a quick pick goes to a fragment, and the text follows the active item', async () => {
  const { activeText, editor } = await opened();
  registerTravel(activeText);
  fake.caret(editor, 6);
  await fake.run('segls.goToFragment');
  const [pick] = fake.picks;
  assert.deepEqual(
    pick!.items.map(({ label, description }) => `${label}: ${description}`),
    ['Rock: 40 words · Salt', 'Mules: 40 words · Salt', 'Well: 40 words · Wells'],
  );
  assert.equal(pick!.activeItems[0].label, 'Mules');
  pick!.look(pick!.items[2]);
  assert.equal(editor.revealed!.start.line, 10);
  pick!.hide();
  assert.equal(editor.selection.active.line, 6);
  await fake.run('segls.goToFragment');
  fake.picks[1]!.choose(fake.picks[1]!.items[2]);
  assert.equal(editor.selection.active.line, 10);
});

test('the spotlight dims all fragments but one', async () => {
  const { activeText, editor } = await opened();
  registerTravel(activeText);
  fake.caret(editor, 5);
  await fake.run('segls.focusFragment');
  const dimmed = () => decorated(editor, 'opacity').map(({ start, end }) => [start.line, end.line]);
  assert.deepEqual(dimmed(), [
    [0, 4],
    [7, 11],
  ]);
  fake.caret(editor, 10);
  assert.deepEqual(dimmed(), [
    [0, 9],
    [11, 11],
  ]);
  await fake.run('segls.focusFragment');
  assert.deepEqual(dimmed(), []);
});

test('context keys are set, and the view opens once', async () => {
  const { server, activeText, news } = await opened({ quiet: true });
  const kept = memory();
  tellStates(server, activeText, kept);
  assert.equal(fake.contexts['segls.hasText'], true);
  assert.equal(fake.last('command'), undefined, 'the view does not open for a quiet text');
  await news({ fragments: [fragment('Rock', 2, 3, { held: true })] });
  assert.equal(fake.contexts['segls.held'], true);
  assert.deepEqual(fake.last('command'), ['segls.outline.focus', { preserveFocus: true }]);
  fake.done.length = 0;
  await news({});
  assert.equal(fake.contexts['segls.held'], false);
  assert.equal(fake.last('command'), undefined);
  server.become('stopped');
  await settled();
  assert.equal(fake.contexts['segls.state'], 'stopped');
});

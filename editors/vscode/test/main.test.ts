import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import contribution from '../package.json';
import names from '../package.nls.json';
import { activate, deactivate } from '../src/main';
import { memory, settled, until } from './window';
import { fake, Uri } from './vscode';

const { contributes, activationEvents } = contribution;
activate({
  subscriptions: [],
  workspaceState: memory(),
  extensionUri: Uri.file('/extension'),
  extension: { packageJSON: contribution },
} as never);
after(() => deactivate());

test('every command in package.json is registered', () => {
  for (const { command } of contributes.commands) {
    assert.ok(fake.registered.has(command), command);
  }
});

test('every context key in package.json is set', () => {
  const asked = [
    ...Object.values(contributes.menus).flat(),
    ...contributes.keybindings,
    ...Object.values(contributes.views).flat(),
    ...contributes.viewsWelcome,
  ].flatMap(
    (one) =>
      ('when' in one ? (one.when as string) : '').match(/segls\.[a-zA-Z]+(\.follows)?/g) ?? [],
  );
  const views = Object.values(contributes.views).flatMap((all) => all.map(({ id }) => id));
  const said = [
    ...Object.keys(fake.contexts),
    ...views, // `view == segls.outline`
    ...['segls.inWork', 'segls.changes', 'segls.related.follows', 'segls.isSortedByPlace'], // set on first use
    ...['segls.board', 'segls.compare', 'segls.curve'],
  ];
  for (const name of new Set(asked)) {
    assert.ok(said.includes(name), name);
  }
});

test('without prose the palette offers neither board nor curve', () => {
  for (const name of ['segls.showBoard', 'segls.showCurve']) {
    const { enablement } = contributes.commands.find(({ command }) => command === name)!;
    assert.equal(enablement, 'editorLangId in segls.languages || segls.hasText');
  }
  assert.equal(fake.contexts['segls.hasText'], false);
  assert.ok((fake.contexts['segls.languages'] as string[]).includes('org'));
});

test('pages are restored after a restart', async () => {
  for (const page of ['board', 'curve']) {
    assert.ok(activationEvents.includes(`onWebviewPanel:segls.${page}`), page);
    const panel = {
      webview: { asWebviewUri: String, onDidReceiveMessage: () => {} },
      onDidChangeViewState: () => {},
      onDidDispose: () => {},
    };
    await fake.serializers[`segls.${page}`].deserializeWebviewPanel(panel);
    assert.match((panel.webview as any).html, new RegExp(`/extension/out/${page}\\.js`));
  }
});

test('the walkthrough has all its pictures and texts', () => {
  for (const { steps } of contributes.walkthroughs) {
    for (const { media, title } of steps) {
      assert.ok(existsSync(media.markdown), media.markdown);
      assert.ok(title.slice(1, -1) in names, title);
    }
  }
});

test('a missing server is reported, with buttons to resolve it', async () => {
  await until(() => fake.last('error'));
  const [said, buttons] = fake.last('error');
  assert.match(said, /the server was not found/);
  assert.deepEqual(buttons, ['Open Settings', 'Restart Server', 'Show Log']);
});

test('a new server path restarts the server, and the log opens', async () => {
  fake.configure({ 'segls.server.path': '/nowhere/segls' });
  await until(() => fake.last('error')[0].includes('/nowhere/segls'));
  await fake.run('segls.showLog');
  assert.ok(fake.last('log'));
  await fake.run('segls.showReport');
  assert.match(fake.last('information')[0], /the server is not running/);
  await settled();
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import contribution from '../package.json';
import names from '../package.nls.json';
import { memory } from './window';

// esbuild cannot be bundled into the test.
const { build } = modules.createRequire(import.meta.url)('esbuild') as typeof import('esbuild');

const { contributes } = contribution;

/** Returns the extension for browsers, activated in a window of its own. */
async function browserExtension() {
  const outfile = resolve('out/browser-extension.mjs');
  await build({
    stdin: {
      contents: `export * from './src/main'; export { fake, Uri } from './test/vscode';`,
      resolveDir: '.',
    },
    ...{ bundle: true, format: 'esm', platform: 'browser', logLevel: 'warning', outfile },
    alias: { vscode: './test/vscode.ts' },
  });
  const { activate, deactivate, fake, Uri } = await import(pathToFileURL(outfile).href);
  activate({
    subscriptions: [],
    workspaceState: memory(),
    extensionUri: Uri.file('/extension'),
    extension: { packageJSON: contribution },
  });
  return { deactivate, fake };
}

test('in a browser all commands are there, and those that cannot work are hidden and documented', async (t) => {
  const { deactivate, fake } = await browserExtension();
  t.after(deactivate);
  assert.equal(fake.contexts['segls.inBrowser'], true);
  assert.deepEqual(
    contributes.commands.filter(({ command }) => !fake.registered.has(command)),
    [],
  );

  const hidden = contributes.commands.filter(
    (one) => 'enablement' in one && one.enablement!.includes('!segls.inBrowser'),
  );
  assert.deepEqual(
    hidden.map(({ command }) => command),
    ['segls.whatIsWrong'],
  );
  const about = /## What cannot be there\n([^]*?)(\n## |$)/;
  const inDocs = about.exec(readFileSync('../../docs/browser.md', 'utf8'))![1]!;
  const inReadme = /## In a page\n([^]*?)\n## /.exec(readFileSync('README.md', 'utf8'))![1]!;
  for (const { command, title } of hidden) {
    const name = names[title.slice(1, -1) as keyof typeof names];
    assert.ok(
      inDocs.includes(name) && inReadme.includes(name) && names.virtual.includes(name),
      name,
    );
    await fake.run(command);
    assert.match(fake.last('error')[0], /not available in the browser/);
  }

  let offered: { label: string }[] = [];
  fake.answers.push((items: { label: string }[]) => void (offered = items));
  await fake.run('segls.showChanges');
  assert.deepEqual(
    offered.map(({ label }) => label),
    ['Since This Window Was Opened', 'Compared with a File…'],
  );
});

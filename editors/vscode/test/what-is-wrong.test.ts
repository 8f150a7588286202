import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ActiveText } from '../src/active-text';
import { showWhatIsWrong } from '../src/what-is-wrong';
import { fake, window } from './vscode';
import { Server } from './window';

/** Creates a program that runs a script, and makes it the server in the settings. Returns its new folder. */
function program(t: TestContext, script: (folder: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'segls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'segls');
  writeFileSync(path, `#!/bin/sh\n${script(folder)}\n`);
  chmodSync(path, 0o755);
  fake.settings['segls.server.path'] = path;
  return folder;
}

test('the report of segls doctor is listed, and a problem is shown in its file', async (t) => {
  const folder = program(t, (folder) => {
    const file = join(folder, '.segls.toml');
    const said = [
      { name: 'program', lines: [{ name: 'version', text: '1.2' }] },
      { name: 'settings', lines: [{ text: 'a work has no fils', problem: true, file, line: 2 }] },
    ];
    return `cat <<'END'\n${JSON.stringify(said)}\nEND\nexit 1`;
  });
  const file = join(folder, '.segls.toml');
  fake.files.set(`file://${file}`, '[work]\nfils = 3\n');
  let offered: any[] = [];
  fake.answers.push((items: any[]) => {
    offered = items;
    return items.find((item) => item.file);
  });
  await showWhatIsWrong(new ActiveText(new Server()));
  assert.deepEqual(
    offered.map(({ label, detail }) => [label, detail]),
    [
      ['program', undefined],
      ['version', '1.2'],
      ['settings', undefined],
      [`$(warning) ${file}:2`, 'a work has no fils'],
    ],
  );
  const [shown, options] = fake.last('show');
  assert.equal(shown, `file://${file}`);
  assert.equal(options.selection.start.line, 1);
});

test('segls doctor is run on the open text, and a failure is shown', async (t) => {
  const folder = program(
    t,
    (folder) => `echo "$@" >${folder}/asked; echo no such file >&2; exit 1`,
  );
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim();
  fake.open('file:///book/mules.md', '# Mules\n');
  await showWhatIsWrong(new ActiveText(new Server()));
  assert.equal(asked(), 'doctor --format json --language en -- /book/mules.md');
  assert.match(
    fake.last('error')[0],
    /at “.*segls” may be too old, or broken. It says: no such file/,
  );

  window.activeTextEditor = undefined;
  await showWhatIsWrong(new ActiveText(new Server()));
  assert.equal(asked(), 'doctor --format json --language en');

  fake.settings['segls.server.path'] = join(folder, 'gone');
  await showWhatIsWrong(new ActiveText(new Server()));
  assert.match(fake.last('error')[0], /“.*gone”, which is set in segls\.server\.path/);
});

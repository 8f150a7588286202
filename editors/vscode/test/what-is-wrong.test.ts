import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Desk } from '../src/desk';
import { showWhatIsWrong } from '../src/what-is-wrong';
import { fake } from './vscode';
import { Server } from './window';

test('what is wrong is what segls doctor says, and a mistake is shown in its line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'segls-'));
  const file = join(folder, '.segls.toml');
  fake.files.set(`file://${file}`, '[work]\nfils = 3\n');
  const said = [
    { name: 'program', lines: [{ name: 'version', text: '1.2' }] },
    { name: 'settings', lines: [{ text: 'a work has no fils', problem: true, file, line: 2 }] },
  ];
  const program = join(folder, 'segls');
  writeFileSync(program, `#!/bin/sh\ncat <<'END'\n${JSON.stringify(said)}\nEND\nexit 1\n`);
  chmodSync(program, 0o755);
  fake.settings['segls.server.path'] = program;
  let offered: any[] = [];
  fake.answers.push((items: any[]) => {
    offered = items;
    return items.find((item) => item.file);
  });
  await showWhatIsWrong(new Desk(new Server()));
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
  rmSync(folder, { recursive: true });
});

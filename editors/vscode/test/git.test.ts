import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import { textInGit } from '../src/node/git';

test("git runs no program from the folder's configuration", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'segls-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      encoding: 'utf8',
    });
  const file = join(folder, 'one.md');
  writeFileSync(file, 'Salt is a rock.\n');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  const program = join(folder, '.git', 'program');
  const left = join(folder, 'left');
  writeFileSync(program, `#!/bin/sh\necho x >>'${left}'\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, '.git', 'info', 'attributes'), '*.md filter=x diff=x\n');
  for (const [key, value] of [
    ['core.fsmonitor', program],
    ['core.pager', program],
    ['core.sshCommand', program],
    ['filter.x.clean', program],
    ['filter.x.smudge', program],
    ['diff.x.textconv', program],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['remote.far.url', `ext::${program}`],
    ['remote.far.promisor', 'true'],
    ['extensions.partialClone', 'far'],
    ['core.repositoryFormatVersion', '1'],
    ['alias.cat-file', `!${program}`],
  ] as const) {
    git('config', key, value);
  }
  const id = git('-c', 'core.fsmonitor=', 'rev-parse', 'HEAD:one.md').trim();
  rmSync(left, { force: true });
  const uri = { scheme: 'file', fsPath: file } as Uri;
  assert.deepEqual(await textInGit(uri, 'HEAD'), { text: 'Salt is a rock.\n' });
  assert.ok('why' in (await textInGit(uri, '--textconv')));
  rmSync(join(folder, '.git', 'objects', id.slice(0, 2), id.slice(2)));
  assert.ok('why' in (await textInGit(uri, 'HEAD')), 'a missing object is not fetched');
  assert.ok(!existsSync(left), 'no program from the configuration has run');
  assert.throws(
    () => git('cat-file', 'blob', 'HEAD:one.md'),
    'without precautions, git runs the program',
  );
  assert.ok(existsSync(left));
  rmSync(folder, { recursive: true });
});

// Reads texts from git. Only this file runs git.

import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Uri } from 'vscode';
import { t } from '../language';

/**
 * textInGit returns a file at a revision, or why there is none. For safety, git runs no program from the folder's
 * configuration and fetches nothing: see internal/revision/git.go.
 */
export async function textInGit(
  uri: Uri,
  revision: string,
): Promise<{ text: string } | { why: string }> {
  if (uri.scheme !== 'file') {
    return { why: t('The text is not saved in a file yet, so git has no version of it.') };
  }
  let file = uri.fsPath;
  try {
    file = await realpath(file);
  } catch {
    // The file has been deleted; git may still have it.
  }
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...quiet }, maxBuffer: 256 << 20, timeout: 60_000 };
    execFile('git', argumentsFor(file, revision), options, (error, stdout, stderr) => {
      if (error === null) {
        resolve({ text: stdout });
      } else if ('code' in error && error.code === 'ENOENT') {
        resolve({ why: t('git is not installed.') });
      } else {
        resolve({ why: `git: ${stderr.trim().replace(/^fatal: /, '')}` });
      }
    });
  });
}

/** Keeps git from fetching, asking, or writing the index. */
const quiet = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** Returns git's arguments to print a file at a revision: `cat-file` without options runs no filter. */
function argumentsFor(file: string, revision: string): string[] {
  const without = ['--no-pager', '-c', 'core.fsmonitor=', '-c', `core.hooksPath=${devNull}`];
  const name = `${revision}:./${basename(file)}`;
  return [...without, '-C', dirname(file), 'cat-file', 'blob', '--end-of-options', name];
}

// Texts as git has them.

import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Uri } from 'vscode';
import { t } from '../language';

/** A file at a revision, or why there is none. No filter or hook runs for it. */
export async function textInGit(
  uri: Uri,
  revision: string,
): Promise<{ text: string } | { why: string }> {
  if (uri.scheme !== 'file') {
    return { why: t('The text is in no file yet, so git knows nothing of it.') };
  }
  let file = uri.fsPath;
  try {
    file = await realpath(file);
  } catch {
    // It is not there any more: git may know it all the same.
  }
  const args = ['-C', dirname(file), 'cat-file', 'blob', `${revision}:./${basename(file)}`];
  return new Promise((resolve) => {
    execFile('git', args, { maxBuffer: 256 << 20 }, (error, stdout, stderr) => {
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

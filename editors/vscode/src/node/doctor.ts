// Runs `segls doctor`.

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import type { Uri } from 'vscode';
import { language, t } from '../language';
import { locateServer } from './server';

export interface Section {
  name: string;
  lines: { name?: string; text: string; problem?: boolean; file?: string; line?: number }[];
}

/** askDoctor asks the program about a text or folder, or about itself. Returns its answer, or why it failed. */
export async function askDoctor(
  extension: Uri,
  about: string | undefined,
): Promise<{ sections: Section[] } | { why: string }> {
  const server = await locateServer(extension);
  if ('missing' in server) {
    return { why: server.missing };
  }
  const args = ['doctor', '--format', 'json', '--language', language.code];
  if (about !== undefined) {
    args.push('--', about);
  }
  const options = { cwd: dirname(server.path), timeout: 30_000, maxBuffer: 16 << 20 };
  return new Promise((resolve) => {
    execFile(server.path, args, options, (_error, stdout, stderr) => {
      try {
        resolve({ sections: JSON.parse(stdout) as Section[] });
      } catch {
        const said = stderr.trim().split('\n', 1).join('');
        const why = t(
          'segls: the program at “{0}” may be too old, or broken. It says: {1}',
          server.path,
          said,
        );
        resolve({ why });
      }
    });
  });
}

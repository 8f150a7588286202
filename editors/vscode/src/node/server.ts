// Finding the server's program.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Uri, workspace } from 'vscode';
import { t } from '../language';

export const serverPathSetting = 'segls.server.path';

/** Other kinds of views (a git revision, a chat, an output channel) are not drafts. */
export const schemes = () => ['file', 'untitled'];

const program = process.platform === 'win32' ? 'segls.exe' : 'segls';

/**
 * locateServer returns the path of the server: the one that the settings name,
 * else the one that came with the extension, else the first on the PATH; or,
 * in words for the user, what is missing.
 */
export async function locateServer(
  extension: Uri,
): Promise<{ path: string } | { missing: string }> {
  const configured = workspace.getConfiguration().get<string>(serverPathSetting, '').trim();
  if (configured !== '') {
    return isAbsolute(configured) && isProgram(configured)
      ? { path: configured }
      : {
          missing: t('segls: no program at “{0}”, which {1} names.', configured, serverPathSetting),
        };
  }
  const bundled = join(extension.fsPath, 'bin', program);
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program));
  for (const path of [bundled, ...onPath]) {
    if (isProgram(path)) {
      return { path };
    }
  }
  return {
    missing: t(
      'segls: the server was not found. Install the segls program on the PATH, or set {0}.',
      serverPathSetting,
    ),
  };
}

/** Not awaited: while a window opens, each turn of the extension host takes long. */
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// Finds the server program.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Uri, workspace } from 'vscode';
import { t } from '../language';

/** Whether the extension runs in a browser, where no program can be started. */
export const isBrowser = false;

export const serverPathSetting = 'segls.server.path';

/** The schemes of drafts. Documents with other schemes are views, such as a git revision or a chat. */
export const schemes = () => ['file', 'untitled'];

const program = process.platform === 'win32' ? 'segls.exe' : 'segls';

/**
 * locateServer returns the path of the server in the settings, or else in the extension or on the PATH. If there is
 * none, it says what is missing.
 */
export async function locateServer(
  extension: Uri,
): Promise<{ path: string } | { missing: string }> {
  const configured = workspace.getConfiguration().get<string>(serverPathSetting, '').trim();
  if (configured !== '') {
    return isAbsolute(configured) && isProgram(configured)
      ? { path: configured }
      : {
          missing: t(
            'segls: “{0}”, which is set in {1}, is not the absolute path of a program.',
            configured,
            serverPathSetting,
          ),
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

/** Synchronous because, while a window opens, each turn of the extension host takes long. */
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

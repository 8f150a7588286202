// Finds the server for browsers, which is packed with the extension.

import { Uri, workspace } from 'vscode';
import { t } from '../language';

/** Whether the extension runs in a browser, where no program can be started. */
export const isBrowser = true;

export const serverPathSetting = 'segls.server.path';

/** schemes returns the schemes of local files, of unsaved documents and of the workspace folders. */
export function schemes(): string[] {
  const folders = workspace.workspaceFolders ?? [];
  return [...new Set(['file', 'untitled', ...folders.map(({ uri }) => uri.scheme)])];
}

/** locateServer returns the URI of the server, or a message that says what is missing. */
export async function locateServer(
  extension: Uri,
): Promise<{ path: string } | { missing: string }> {
  const program = Uri.joinPath(extension, 'bin', 'segls.wasm.gz');
  try {
    await workspace.fs.stat(program);
    return { path: program.toString() };
  } catch {
    return { missing: t('segls: this extension was packed without the server for browsers.') };
  }
}

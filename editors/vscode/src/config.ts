// Reads the settings as the user has set them.

import { type ConfigurationScope, workspace } from 'vscode';

/** The section of our settings, in VS Code and for the server. */
export const section = 'segls';

// Settings of the extension and the client, which are not sent to the server.
const ours = ['server', 'trace'];

type Settings = Record<string, unknown>;

/**
 * settingsThatAreSet returns the server's settings that are set in VS Code. Defaults, which Configuration.get would
 * fill in, would override a project's .segls.toml.
 */
export function settingsThatAreSet(scope?: ConfigurationScope): Record<string, unknown> {
  // Inspect the whole section at once: each inspection reads all of VS Code's settings.
  const layers = workspace.getConfiguration(undefined, scope).inspect<object>(section);
  const settings: Record<string, unknown> = {
    ...layers?.globalValue,
    ...layers?.workspaceValue,
    ...layers?.workspaceFolderValue,
    ...layers?.globalLanguageValue,
    ...layers?.workspaceLanguageValue,
    ...layers?.workspaceFolderLanguageValue,
  };
  for (const name of ours) {
    delete settings[name];
  }
  // Only the user's own settings decide what is stored about texts, and in an untrusted folder nothing is.
  const own = workspace.isTrusted ? (layers?.globalValue as Settings | undefined)?.remember : 'off';
  delete settings.remember;
  return own === undefined ? settings : { ...settings, remember: own };
}

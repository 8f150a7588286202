// The settings, as the user made them.

import { type ConfigurationScope, workspace } from 'vscode';

/** The section of VS Code's settings that holds ours, and the server's name for it. */
export const section = 'segls';

// These steer the extension and the client; the server does not know them.
const ours = ['server', 'trace'];

type Settings = Record<string, unknown>;

/**
 * settingsThatAreSet returns the settings for the server that the user or the
 * workspace has set. VS Code's own reading fills in the defaults of all others
 * as if they were set, and then they would win over a project's .segls.toml.
 */
export function settingsThatAreSet(scope?: ConfigurationScope): Record<string, unknown> {
  // All at once: each reading goes through all of VS Code's settings.
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
  // Only the writer's own settings decide what is stored of texts, not those of a folder; of an
  // untrusted folder nothing is stored.
  const own = workspace.isTrusted ? (layers?.globalValue as Settings | undefined)?.remember : 'off';
  delete settings.remember;
  return own === undefined ? settings : { ...settings, remember: own };
}

// The settings, as the user made them.

import { type ConfigurationScope, workspace } from 'vscode';

/** The section of VS Code's settings that holds ours, and the server's name for it. */
export const section = 'segls';

// These steer the extension and the client; the server does not know them.
const ours = ['server', 'trace'];

/**
 * settingsThatAreSet returns the settings for the server that the user or the
 * workspace has set. VS Code's own reading fills in the defaults of all others
 * as if they were set, and then they would win over a project's .segls.toml.
 */
export function settingsThatAreSet(scope?: ConfigurationScope): Record<string, unknown> {
  const configuration = workspace.getConfiguration(section, scope);
  const settings: Record<string, unknown> = {};
  for (const key of Object.keys(configuration)) {
    if (ours.includes(key)) {
      continue;
    }
    const layers = configuration.inspect(key);
    const value = [
      layers?.workspaceFolderLanguageValue,
      layers?.workspaceLanguageValue,
      layers?.globalLanguageValue,
      layers?.workspaceFolderValue,
      layers?.workspaceValue,
      layers?.globalValue,
    ].find((layer) => layer !== undefined);
    if (value !== undefined) {
      settings[key] = value;
    }
  }
  return settings;
}

// The extension: one server for the window, started on the first prose document.

import {
  commands,
  env,
  type ExtensionContext,
  type LogOutputChannel,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { newClient, tellSettings } from './client';
import { section } from './config';
import { registerRestructuring } from './restructure';
import { locateServer, serverPathSetting } from './server';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('segls', { log: true });
  const restart = () =>
    inTurn(async () => {
      await stop(log);
      await start(context, log);
    });

  // The server's own command ids are registered by the language client: these must differ.
  context.subscriptions.push(
    log,
    commands.registerCommand('segls.restart', restart),
    commands.registerCommand('segls.showLog', () => log.show()),
    ...registerRestructuring(() => client),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(serverPathSetting)) {
        void restart();
      } else if (change.affectsConfiguration(section)) {
        void inTurn(async () => {
          if (client?.isRunning()) {
            await tellSettings(client);
          }
        });
      }
    }),
  );
  await restart();
}

export function deactivate(): Promise<void> {
  return inTurn(() => stop());
}

async function start(context: ExtensionContext, log: LogOutputChannel): Promise<void> {
  const server = await locateServer(context);
  if ('missing' in server) {
    log.error(server.missing);
    void offerSettings(server.missing);
    return;
  }
  log.info(`Starting ${server.path}`);
  client = newClient(server.path, log);
  try {
    await client.start();
  } catch (error) {
    // The client has told the user already.
    log.error(`The server did not start: ${error}`);
  }
}

async function stop(log?: LogOutputChannel): Promise<void> {
  const stopping = client;
  client = undefined;
  try {
    await stopping?.dispose();
  } catch (error) {
    // A server that crashed or never started cannot be stopped; a new one can start all the same.
    log?.warn(`The server did not stop as it should: ${error}`);
  }
}

async function offerSettings(message: string): Promise<void> {
  const openSettings = 'Open Settings';
  if ((await window.showErrorMessage(message, openSettings)) === openSettings) {
    // The path belongs to the machine that the server runs on.
    const where = env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
    await commands.executeCommand(`workbench.action.${where}`, { query: serverPathSetting });
  }
}

let last: Promise<void> = Promise.resolve();

/** Runs step after all steps before it, so that two quick restarts never leave two servers. */
function inTurn(step: () => Promise<void>): Promise<void> {
  last = last.then(step, step);
  return last;
}

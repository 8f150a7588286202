// The extension: one server for the window, and what shows its answers.

import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { registerBoard } from './board';
import { registerChanges } from './changes';
import { section } from './config';
import { Connection } from './connection';
import { registerCurve } from './curve';
import { Desk } from './desk';
import { rememberHeld } from './held';
import { registerMoveTo } from './move-to';
import { registerOutline } from './outline';
import { Parts } from './parts';
import { files, followUndo } from './undo';
import { registerPreviews } from './previews';
import { registerRestructuring } from './restructure';
import { serverPathSetting } from './server';
import { showRules } from './rules';
import { showStatus } from './status';
import { tellStates } from './states';
import { registerTravel } from './travel';
import { LensSwitch } from './toggle';
import { OpenWork } from './work';

let connection: Connection | undefined;

export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('segls', { log: true });
  const lenses = new LensSwitch(context.workspaceState);
  const parts = new Parts(files);
  const server = (connection = new Connection(context, log, lenses, parts));
  const desk = new Desk(server);
  const work = new OpenWork(server, desk);

  // The server's own command ids are registered by the language client: these must differ.
  context.subscriptions.push(
    log,
    server,
    desk,
    work,
    commands.registerCommand('segls.restart', () => server.restart()),
    commands.registerCommand('segls.showLog', () => log.show()),
    commands.registerCommand('segls.showReport', () => showReport(server)),
    commands.registerCommand('segls.toggleLenses', () => lenses.toggle(server.client)),
    commands.registerCommand('segls.setTraceLevel', () =>
      commands.executeCommand('workbench.action.openSettings', 'segls.trace.server'),
    ),
    ...showStatus(server, desk, lenses, work),
    ...showRules(desk, lenses),
    ...registerTravel(desk),
    ...tellStates(server, desk, context.workspaceState),
    ...registerRestructuring(server, desk),
    ...registerMoveTo(server, desk, work),
    ...registerOutline(server, desk, work),
    ...registerPreviews(desk, lenses),
    ...registerCurve(context, server, desk, work),
    ...registerBoard(context, server, desk, work),
    ...registerChanges(server, desk),
    ...followUndo(parts),
    ...rememberHeld(server, desk, context.workspaceState, workspace.onDidCloseTextDocument),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(serverPathSetting)) {
        void server.restart();
      } else if (change.affectsConfiguration(section)) {
        void server.tellSettings();
      }
    }),
  );
  // Not awaited: the editor should not wait for a program to start.
  void server.restart();
}

/** Opens the server's report about itself, to be read and sent. */
async function showReport(server: Connection): Promise<void> {
  const content = await server.report();
  if (content !== undefined) {
    const language = 'markdown';
    await window.showTextDocument(await workspace.openTextDocument({ content, language }));
  }
}

export function deactivate(): Promise<void> | undefined {
  return connection?.stop();
}

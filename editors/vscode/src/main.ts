// The entry point of the extension.

import './window-language';
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { serverPathSetting } from '#system/server';
import { registerBoard } from './board';
import { ChangesView, registerChanges } from './changes';
import { ChangesTree } from './changes-tree';
import { ComparePanel } from './compare';
import { registerCollection } from './collection';
import { GatheredTexts, registerGathering } from './gathered';
import { section } from './config';
import { Connection } from './connection';
import { registerConnections } from './connections';
import { registerCurve } from './curve';
import { Desk } from './desk';
import { rememberHeld } from './held';
import { registerMoveTo } from './move-to';
import { Notes } from './notes';
import { Orders } from './orders';
import { registerOutline } from './outline';
import { Parts } from './parts';
import { markFindings } from './findings';
import { registerLensMenu } from './lens-menu';
import { files, followUndo } from './undo';
import { registerPreviews } from './previews';
import { registerRestructuring } from './restructure';
import { showRules } from './rules';
import { showStatus } from './status';
import { tellStates } from './states';
import { Tray } from './tray';
import { registerTravel } from './travel';
import { LensSwitch } from './toggle';
import { showWhatIsWrong } from './what-is-wrong';
import { OpenWork } from './work';

// The server starts before activate is called: VS Code first reads the extension's stored state, which takes
// half a second while a window opens.
const log = window.createOutputChannel('segls', { log: true });
const lenses = new LensSwitch();
const parts = new Parts(files);
const server = new Connection(log, lenses, parts);
// Not awaited: the editor should not wait for a program to start.
void server.restart();

export function activate(context: ExtensionContext): void {
  const desk = new Desk(server);
  const work = new OpenWork(server, desk);
  const tray = new Tray(server, parts);
  const notes = new Notes(server, desk, work);
  const changes = new ChangesView(server, desk);
  const comparing = new ComparePanel(context, changes);
  const orders = new Orders(context.workspaceState);
  const gathered = new GatheredTexts(server, context.workspaceState);
  const rows = new ChangesTree(server, desk, work, changes, orders);

  // These IDs must differ from the server's commands, which the language client registers.
  context.subscriptions.push(
    log,
    server,
    desk,
    work,
    tray,
    orders,
    gathered,
    commands.registerCommand('segls.restart', () => server.restart()),
    commands.registerCommand('segls.showLog', () => log.show()),
    commands.registerCommand('segls.showReport', () => showReport(server)),
    commands.registerCommand('segls.whatIsWrong', () => showWhatIsWrong(desk)),
    commands.registerCommand('segls.toggleLenses', () => lenses.toggle(server.client)),
    commands.registerCommand('segls.setTraceLevel', () =>
      commands.executeCommand('workbench.action.openSettings', 'segls.trace.server'),
    ),
    ...showStatus(server, desk, lenses, work),
    lenses.follow(() => server.client, context.workspaceState),
    ...showRules(desk, lenses),
    ...markFindings(lenses, context.extensionUri),
    ...registerLensMenu(server, desk),
    ...registerTravel(desk),
    ...tellStates(server, desk, context.workspaceState),
    ...registerRestructuring(server, desk),
    ...registerMoveTo(server, desk, work),
    ...registerOutline(server, desk, work, notes, tray),
    ...registerPreviews(desk, lenses),
    ...registerCurve(context, server, desk, work),
    ...registerBoard(context, server, desk, work, notes, tray, comparing, orders),
    ...registerChanges(changes, rows, comparing),
    ...registerConnections(server, desk),
    ...registerCollection(server, desk, gathered, context.workspaceState),
    ...registerGathering(gathered, server, desk, work),
    ...followUndo(parts),
    ...rememberHeld(server, desk, context.workspaceState, workspace.onDidCloseTextDocument),
    workspace.onDidGrantWorkspaceTrust(() => void server.tellSettings()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(serverPathSetting)) {
        void server.restart();
      } else if (change.affectsConfiguration(section)) {
        void server.tellSettings();
      }
    }),
  );
}

/** Opens the server's report about itself, for a bug report. */
async function showReport(server: Connection): Promise<void> {
  const content = await server.report();
  if (content !== undefined) {
    const language = 'markdown';
    await window.showTextDocument(await workspace.openTextDocument({ content, language }));
  }
}

export function deactivate(): Promise<void> {
  return server.stop();
}

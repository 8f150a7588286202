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
import { ActiveText } from './active-text';
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

// The server starts before activate is called: until then VS Code spends half a second on the extension's state.
const log = window.createOutputChannel('segls', { log: true });
const lenses = new LensSwitch();
const parts = new Parts(files);
const server = new Connection(log, lenses, parts);
// Not awaited: the editor should not wait for a program to start.
void server.restart();

export function activate(context: ExtensionContext): void {
  const activeText = new ActiveText(server);
  const work = new OpenWork(server, activeText);
  const tray = new Tray(server, parts);
  const notes = new Notes(server, activeText, work);
  const changes = new ChangesView(server, activeText);
  const comparing = new ComparePanel(context, changes);
  const orders = new Orders(context.workspaceState);
  const gathered = new GatheredTexts(server, context.workspaceState);
  const rows = new ChangesTree(server, activeText, work, changes, orders);

  // These IDs must differ from the server's commands, which the language client registers.
  context.subscriptions.push(
    log,
    server,
    activeText,
    work,
    tray,
    orders,
    gathered,
    commands.registerCommand('segls.restart', () => server.restart()),
    commands.registerCommand('segls.showLog', () => log.show()),
    commands.registerCommand('segls.showReport', () => showReport(server)),
    commands.registerCommand('segls.whatIsWrong', () => showWhatIsWrong(activeText)),
    commands.registerCommand('segls.toggleLenses', () => lenses.toggle(server.client)),
    commands.registerCommand('segls.setTraceLevel', () =>
      commands.executeCommand('workbench.action.openSettings', 'segls.trace.server'),
    ),
    ...showStatus(server, activeText, lenses, work),
    lenses.follow(() => server.client, context.workspaceState),
    ...showRules(activeText, lenses),
    ...markFindings(lenses, context.extensionUri),
    ...registerLensMenu(server, activeText),
    ...registerTravel(activeText),
    ...tellStates(server, activeText, context.workspaceState),
    ...registerRestructuring(server, activeText),
    ...registerMoveTo(server, activeText, work),
    ...registerOutline(server, activeText, work, notes, tray),
    ...registerPreviews(activeText, lenses),
    ...registerCurve(context, server, activeText, work),
    ...registerBoard(context, server, activeText, work, notes, tray, comparing, orders),
    ...registerChanges(changes, rows, comparing),
    ...registerConnections(server, activeText),
    ...registerCollection(server, activeText, gathered, context.workspaceState),
    ...registerGathering(gathered, server, activeText, work),
    ...followUndo(parts),
    ...rememberHeld(server, activeText, context.workspaceState),
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

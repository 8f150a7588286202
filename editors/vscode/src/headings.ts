// Renames a heading with all links to it. VS Code can do this for Markdown, but misses links that only segls finds.

import { commands, type Disposable, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { Position } from 'vscode-languageserver-types';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { endingOf, fileNameOf } from './file-name';
import { t } from './language';
import { backlinksRequest, prepareRenameRequest, renameRequest } from './protocol';
import { askTitle } from './rename';
import { saving, unseenIn } from './saved';
import { shown } from './shown';
import type { Node } from './tree';

interface Place {
  uri: Uri;
  position: Position;
}

export function registerHeadings(
  connection: Connection,
  activeText: ActiveText,
  selected: () => Node | undefined,
): Disposable[] {
  const ofRow = async (node = selected()) =>
    node && { uri: await shown(node.uri), position: node.range.start };
  const rename = (place: Place | undefined) => place && renameHeading(connection, place);
  const backlinks = (places: Place[]) => showBacklinks(connection, places);
  return [
    commands.registerCommand('segls.editor.renameHeading', () =>
      rename(placesAtCaret(activeText).at(-1)),
    ),
    commands.registerCommand('segls.outline.renameHeading', async (node?: Node) =>
      rename(await ofRow(node)),
    ),
    commands.registerCommand('segls.editor.showBacklinks', () =>
      backlinks(placesAtCaret(activeText)),
    ),
    commands.registerCommand('segls.outline.showBacklinks', async (node?: Node) => {
      const place = await ofRow(node);
      return place && backlinks([place]);
    }),
  ];
}

/** Returns the caret and, if there is one, the heading of its section. */
function placesAtCaret({ draft }: ActiveText): Place[] {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    return [];
  }
  const { uri } = editor.document;
  const { line, character } = editor.selection.active;
  const sections = String(draft?.document.uri) === String(uri) ? draft!.answer.sections : [];
  const above = sections.findLast(({ range }) => range.start.line <= line);
  const places = [{ uri, position: { line, character } }];
  return above === undefined ? places : [...places, { uri, position: above.range.start }];
}

/**
 * renameHeading renames a heading; it asks for the new words if none are given. Returns whether it succeeded.
 */
export async function renameHeading(
  connection: Connection,
  { uri, position }: Place,
  words?: string,
): Promise<boolean> {
  const at = { textDocument: { uri: connection.uriOf({ uri }) }, position };
  const found = await connection.outcome(prepareRenameRequest, at);
  if ('refusal' in found || found.answer === null) {
    tell('refusal' in found ? found.refusal : t('There is no heading here.'));
    return false;
  }
  const was = found.answer.placeholder;
  const { version } = await workspace.openTextDocument(uri);
  const title = t('Rename Heading');
  const newName =
    words ?? (await askTitle(title, was, t('Every link to it is updated, in all files.')));
  const file = newName && (await fileToo(uri, was, newName, title));
  if (!newName || file === undefined || (newName === was && file === null)) {
    return false;
  }
  if ((await workspace.openTextDocument(uri)).version !== version) {
    tell(t('The text has changed; look at it and try again.'));
    return false;
  }
  if (newName !== was && !(await applied(connection, { ...at, newName }))) {
    return false;
  }
  if (file) {
    const edit = new WorkspaceEdit(); // VS Code then asks the server to update links to the file
    edit.renameFile(uri, file);
    if (!(await workspace.applyEdit(edit))) {
      tell(
        t('{0} keeps its name; perhaps there is already a file {1}.', nameOf(uri), nameOf(file)),
      );
    }
  }
  return true;
}

/**
 * If the file is named after the heading, asks whether to rename it too. Returns its new URI, or null to keep its name;
 * undefined if the writer cancels.
 */
async function fileToo(uri: Uri, was: string, newName: string, title: string) {
  const name = nameOf(uri);
  const ending = endingOf(name);
  const stem = name.slice(0, name.length - ending.length);
  const [, number = '', rest] = /^([\d.]+[\s_-]+)?(.*)$/.exec(stem)!;
  const isWords = rest === was; // as in Obsidian vaults
  if (!isWords && rest !== fileNameOf(was)) {
    return null;
  }
  const named = isWords ? newName.trim() : fileNameOf(newName);
  const to = Uri.joinPath(uri, '..', number + named.replace(/[\\/:*?"<>|]/g, '-') + ending);
  const toName = nameOf(to);
  if (toName === name) {
    return null;
  }
  const items = [
    { label: t('The heading alone'), description: t('{0} keeps its name', name), to: null },
    { label: t('The file too'), description: `${name} → ${toName}`, to },
  ];
  const picked = await window.showQuickPick(items, { title, ignoreFocusOut: true });
  return picked?.to;
}

async function applied(
  connection: Connection,
  params: Parameters<NonNullable<(typeof renameRequest)['types']>>[0],
): Promise<boolean> {
  const outcome = await connection.outcome(renameRequest, params);
  if ('refusal' in outcome) {
    tell(outcome.refusal);
    return false;
  }
  const edit = await connection.client?.protocol2CodeConverter.asWorkspaceEdit(outcome.answer);
  const touched = edit?.entries().map(([one]) => one.toString()) ?? [];
  const unseen = unseenIn(touched);
  if (edit === undefined || unseen !== undefined) {
    tell(unseen ?? t('Nothing has been renamed.'));
    return false;
  }
  // A change in several files is saved before and after. A change in one file is left for the writer to save.
  const change = async () => workspace.applyEdit(edit, { isRefactoring: true });
  const done = touched.length > 1 ? await saving(touched, change) : await change();
  if (done !== true) {
    tell(done === false ? t('Nothing has been renamed.') : done.failureReason);
  }
  return done === true;
}

/** Shows the links to the first of some places to which links can lead. */
async function showBacklinks(connection: Connection, places: Place[]): Promise<void> {
  for (const { uri, position } of places) {
    const textDocument = { uri: connection.uriOf({ uri }) };
    const outcome = await connection.outcome(backlinksRequest, { textDocument, position });
    if ('refusal' in outcome) {
      tell(outcome.refusal);
      return;
    }
    const found = outcome.answer;
    const converter = connection.client?.protocol2CodeConverter;
    if (found !== null && converter !== undefined) {
      if (found.links.length === 0) {
        tell(t('No link leads to “{0}”.', found.name));
        return;
      }
      const links = found.links.map((link) => converter.asLocation(link));
      await window.showTextDocument(uri);
      const at = converter.asPosition(position);
      await commands.executeCommand('editor.action.showReferences', uri, at, links);
      return;
    }
  }
  tell(t('There is no heading here.'));
}

function nameOf(uri: Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

function tell(message: string): void {
  void window.showInformationMessage(`segls: ${message}`);
}

// Shows the report of `segls doctor` about the draft as a list.

import {
  extensions,
  Position,
  QuickPickItemKind,
  Range,
  Uri,
  window,
  workspace,
  type QuickPickItem,
} from 'vscode';
import { askDoctor, type Section } from '#system/doctor';
import type { ActiveText } from './active-text';
import { t } from './language';

interface Item extends QuickPickItem {
  file?: string | undefined;
  line?: number | undefined;
}

/** showWhatIsWrong shows the list, and opens the file of the problem that the writer chooses. */
export async function showWhatIsWrong(activeText: ActiveText): Promise<void> {
  const uri = activeText.draft?.document.uri ?? window.activeTextEditor?.document.uri;
  const about = uri?.scheme === 'file' ? uri.fsPath : workspace.workspaceFolders?.[0]?.uri.fsPath;
  const asked = await askDoctor(extensions.getExtension('segls.segls')!.extensionUri, about);
  if ('why' in asked) {
    void window.showErrorMessage(asked.why);
    return;
  }
  const items = itemsOf(asked.sections);
  const lines = asked.sections.flatMap((section) => section.lines);
  const title = t('What Is Wrong?');
  const placeHolder = !lines.some(({ problem }) => problem)
    ? t('Nothing is wrong. The list shows what segls uses here.')
    : t('Choose a line that names a file to go there.');
  const chosen = await window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
  if (chosen?.file !== undefined) {
    const at = new Position((chosen.line ?? 1) - 1, 0);
    await window.showTextDocument(Uri.file(chosen.file), { selection: new Range(at, at) });
  }
}

function itemsOf(sections: readonly Section[]): Item[] {
  return sections.flatMap(({ name, lines }) => [
    { label: name, kind: QuickPickItemKind.Separator },
    ...lines.map(({ name: label, text, problem, file, line }) => ({
      label: problem ? `$(warning) ${label ?? ''}${file ? `${file}:${line}` : ''}` : (label ?? ''),
      detail: text,
      file,
      line,
    })),
  ]);
}

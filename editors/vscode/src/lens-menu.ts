// The menu of a lens: actions on the fragment below it.

import {
  CodeLens,
  commands,
  type Disposable,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  window,
} from 'vscode';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { t } from './language';
import { fragmentsRequest } from './protocol';

const command = 'segls.lensMenu';
const selects = 'segls.selectFragment';

/** The argument of the server's lens. */
interface Argument {
  uri: string;
  id?: string;
}

interface Choice extends QuickPickItem {
  act?: (fragment: { uri: Uri; id: string; title: string }) => unknown;
}

/** withMenus adds, after the lens of each fragment, a lens that opens its menu. */
export function withMenus(lenses: CodeLens[] | null | undefined): CodeLens[] {
  return (lenses ?? []).flatMap((lens) => {
    const [argument] = (lens.command?.arguments ?? []) as [Argument?];
    return lens.command?.command === selects && argument?.id !== undefined
      ? [
          lens,
          new CodeLens(lens.range, {
            ...{ command, title: '…', arguments: [argument] },
            tooltip: t('What can be done with this fragment'),
          }),
        ]
      : [lens];
  });
}

export function registerLensMenu(connection: Connection, activeText: ActiveText): Disposable[] {
  return [
    commands.registerCommand(command, async ({ uri, id }: Required<Argument>) => {
      const { draft } = activeText; // the lens may be in a text beside it
      const { fragments = [] } =
        (draft !== undefined && connection.uriOf(draft.document) === uri
          ? draft.answer
          : await connection.ask(fragmentsRequest, { uri: Uri.parse(uri) }, {})) ?? {};
      const fragment = fragments.find((one) => one.id === id);
      const title = fragment?.title ?? '';
      const chosen = await window.showQuickPick(choices(connection), {
        title: title || t('This Fragment'),
        placeHolder: t('What to do with it'),
      });
      await chosen?.act?.({ uri: Uri.parse(uri), id, title });
    }),
  ];
}

function choices(connection: Connection): Choice[] {
  const server = (label: string, icon: string, name: string): Choice => ({
    label,
    iconPath: new ThemeIcon(icon),
    act: ({ uri, id }) =>
      connection.keepingFocus(() => connection.execute(`segls.${name}`, { uri }, { id })),
  });
  /** Returns a choice that executes a command of the board. Most of these ask for more input. */
  const asking = (label: string, icon: string, name: string): Choice => ({
    label,
    iconPath: new ThemeIcon(icon),
    act: ({ uri, ...fragment }) =>
      commands.executeCommand(`segls.board.${name}`, { uri: String(uri), ...fragment }),
  });
  const separator = { label: '', kind: QuickPickItemKind.Separator };
  return [
    server(t('Keep this boundary'), 'pinned', 'pinBoundary'),
    server(t('No boundary here'), 'close', 'vetoBoundary'),
    separator,
    server(t('Move up'), 'arrow-up', 'moveFragmentUp'),
    server(t('Move down'), 'arrow-down', 'moveFragmentDown'),
    asking(t('Move to…'), 'arrow-right', 'moveTo'),
    separator,
    asking(t('Title…'), 'edit', 'renameFragment'),
    asking(t('Synopsis…'), 'note', 'synopsis'),
    asking(t('Label…'), 'tag', 'label'),
    asking(t('Status…'), 'checklist', 'status'),
    separator,
    asking(t('Set aside in the tray'), 'archive', 'setAside'),
  ];
}

// Asks the writer for the title of a fragment, of a new heading, or of a new file.

import { commands, type Disposable, type InputBoxValidationMessage, Uri, window } from 'vscode';
import { fragmentAtCaret } from './at-caret';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { t } from './language';
import type { Target } from './protocol';
import { changeWork } from './rework';
import { shown } from './shown';
import type { Node } from './tree';
import { warningOf } from './unmended';

const places = [
  { as: 'heading', label: t('Heading'), description: t('above the fragment, for readers') },
  { as: 'comment', label: t('Comment'), description: t('in the text, not shown to readers') },
];

interface FragmentToRename {
  uri: string;
  id: string;
  title: string;
}

export function registerRename(
  connection: Connection,
  activeText: ActiveText,
  selected: () => Node | undefined,
): Disposable[] {
  const rename = (fragment: FragmentToRename | undefined) =>
    fragment && renameFragment(connection, fragment);
  return [
    commands.registerCommand('segls.editor.renameFragment', () =>
      rename(fragmentAtCaret(activeText)),
    ),
    // F2 in the view. On a section it renames the heading.
    commands.registerCommand('segls.outline.renameFragment', (node = selected()) =>
      node?.kind === 'section'
        ? commands.executeCommand('segls.outline.renameHeading', node)
        : node?.kind === 'fragment' || node?.kind === 'scene'
          ? rename({ ...node, title: node.name })
          : undefined,
    ),
    // Called from the context menu of a card, with its data-vscode-context.
    commands.registerCommand('segls.board.renameFragment', rename),
  ];
}

/** Asks for a title. The proposed title is selected, so that typing replaces it. */
export function askTitle(
  title: string,
  proposed: string,
  prompt: string,
  warning?: InputBoxValidationMessage,
) {
  return window.showInputBox({
    title,
    ignoreFocusOut: true, // a page takes the focus back after its context menu closes
    value: proposed,
    valueSelection: [0, proposed.length],
    prompt,
    validateInput: (said) => (said.trim() === '' ? t('A title needs a word.') : warning),
  });
}

/** splitFile splits a file at a fragment and asks for the title of the new file. Returns whether it succeeded. */
export async function splitFile(
  connection: Connection,
  uri: string,
  target: Target,
  proposed: string,
): Promise<boolean> {
  const prompt = t('The title of the new file. Its name is made from it.');
  const action = 'segls.splitFile';
  const trial = connection.trial(action, { uri: Uri.parse(uri) }, target, { title: proposed });
  const warning = warningOf(await trial);
  const title = await askTitle(t('Split the File Here'), proposed, prompt, warning);
  const argument = { uri, ...target, title, ...(warning && { force: true }) };
  return (
    title !== undefined &&
    (await changeWork(connection, action, argument, t('Do It Anyway'))) !== undefined
  );
}

/** insertHeading inserts a heading above a fragment and asks for its words. Returns whether it succeeded. */
export async function insertHeading(
  connection: Connection,
  uri: Uri,
  target: Target,
  proposed: string,
): Promise<boolean> {
  const prompt = t('The heading that readers see above the fragment.');
  const title = await askTitle(t('Insert Heading'), proposed, prompt);
  return (
    title !== undefined &&
    connection.keepingFocus(() =>
      connection.execute('segls.insertHeading', { uri }, target, { title }),
    )
  );
}

/** Asks for a title and where to write it. The text may change meanwhile, but the ID stays valid. */
async function renameFragment(connection: Connection, fragment: FragmentToRename) {
  const title = t('Rename Fragment');
  const named = await askTitle(
    title,
    fragment.title,
    t('What the fragment is about. The next step asks where the title should go.'),
  );
  const place =
    named &&
    (await window.showQuickPick(places, {
      title,
      ignoreFocusOut: true,
      placeHolder: t('Where should it go?'),
    }));
  if (place) {
    const uri = await shown(fragment.uri);
    await connection.keepingFocus(() =>
      connection.execute(
        'segls.renameFragment',
        { uri },
        { id: fragment.id },
        { title: named, as: place.as },
      ),
    );
  }
}

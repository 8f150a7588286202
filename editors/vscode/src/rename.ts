// Giving a title to a fragment, or to a file that begins with it: the writer types it.

import { commands, type Disposable, type InputBoxValidationMessage, Uri, window } from 'vscode';
import { fragmentAtCaret } from './at-caret';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { t } from './language';
import type { Target } from './protocol';
import { changeWork } from './rework';
import { shown } from './shown';
import type { Node } from './tree';
import { warningOf } from './unmended';

const places = [
  { as: 'heading', label: t('Heading'), description: t('above the fragment, for readers') },
  { as: 'comment', label: t('Comment'), description: t('in the text, which only you see') },
];

/** A fragment that gets another title. */
interface Titled {
  uri: string;
  id: string;
  title: string;
}

export function registerRename(
  connection: Connection,
  desk: Desk,
  selected: () => Node | undefined,
): Disposable[] {
  const rename = (fragment: Titled | undefined) => fragment && renameFragment(connection, fragment);
  return [
    commands.registerCommand('segls.editor.renameFragment', () => rename(fragmentAtCaret(desk))),
    commands.registerCommand('segls.outline.renameFragment', (node = selected()) =>
      rename(node && { ...node, title: node.name }),
    ),
    // From the menu of a card, whose data-vscode-context comes with it.
    commands.registerCommand('segls.board.renameFragment', rename),
  ];
}

/** Asks for a title; the proposed one is selected, to be typed over. */
export function askTitle(
  title: string,
  proposed: string,
  prompt: string,
  warning?: InputBoxValidationMessage,
) {
  return window.showInputBox({
    title,
    ignoreFocusOut: true, // a page whose menu has been used takes the keyboard back
    value: proposed,
    valueSelection: [0, proposed.length],
    prompt,
    validateInput: (said) => (said.trim() === '' ? t('A title needs a word.') : warning),
  });
}

/** Begins a new file with a fragment, which gets a title that the writer chooses. Returns whether it was done. */
export async function splitFile(
  connection: Connection,
  uri: string,
  target: Target,
  proposed: string,
): Promise<boolean> {
  const prompt = t('The title of the new file, which names it.');
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

/** Inserts a heading whose words the writer chooses. Returns whether it was done. */
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

/** The text may change while the writer types and chooses: the id says which fragment is meant. */
async function renameFragment(connection: Connection, fragment: Titled) {
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

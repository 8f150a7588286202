// What a writer notes about a fragment: a synopsis and a label, which stand in the text as directives.

import {
  commands,
  type Disposable,
  type QuickPickItem,
  ThemeColor,
  ThemeIcon,
  window,
} from 'vscode';
import { fragmentAtCaret } from './at-caret';
import { colors, type Fragment } from './answers';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { t } from './language';
import type { Thing } from './messages';
import { colorNames } from './places';
import { shown } from './shown';
import type { Node } from './tree';
import type { OpenWork } from './work';

type Note = 'synopsis' | 'label';

export class Notes {
  constructor(
    private readonly connection: Connection,
    private readonly desk: Desk,
    private readonly work: OpenWork,
  ) {}

  /** The commands for the palette, the view and the board. */
  register(selected: () => Node | undefined): Disposable[] {
    return (['synopsis', 'label'] as const).flatMap((note) => [
      commands.registerCommand(`segls.editor.${note}`, () =>
        this.ask(note, fragmentAtCaret(this.desk)),
      ),
      commands.registerCommand(`segls.outline.${note}`, (node = selected()) =>
        this.ask(note, node),
      ),
      // From the menu of a card, whose data-vscode-context comes with it.
      commands.registerCommand(`segls.board.${note}`, (card: Thing) => this.ask(note, card)),
    ]);
  }

  /** Asks for a note about a fragment, and has it written. */
  async ask(note: Note, thing: Thing | undefined): Promise<void> {
    const fragment = thing && (await this.#fragment(thing));
    if (thing === undefined || fragment === undefined) {
      return;
    }
    const said = await (note === 'synopsis' ? askSynopsis(fragment) : askLabel(fragment));
    const before = note === 'synopsis' ? fragment.synopsis : `${fragment.color} ${fragment.label}`;
    if (said === undefined || said.trim() === before.trim()) {
      return;
    }
    const uri = await shown(thing.uri);
    await this.connection.keepingFocus(() =>
      this.connection.execute(
        'segls.annotateFragment',
        { uri },
        { id: thing.id },
        { as: note, note: said.trim() },
      ),
    );
  }

  async #fragment({ uri, id }: Thing): Promise<Fragment | undefined> {
    const { draft } = this.desk;
    const isDraft = draft?.document.uri.toString() === uri;
    const content = isDraft ? draft.answer : await this.work.look(uri);
    return content?.fragments.find((one) => one.id === id);
  }
}

// A page whose menu has been used takes the keyboard back, so nothing here closes by that.

async function askSynopsis({ title, synopsis }: Fragment): Promise<string | undefined> {
  return window.showInputBox({
    title: t('Synopsis of “{0}”', title),
    prompt: t(
      'What it is to say or do. It stands in the text as a comment, which readers do not see.',
    ),
    value: synopsis,
    ignoreFocusOut: true,
  });
}

/** Asks for a colour, then for words. */
async function askLabel({ title, label, color }: Fragment): Promise<string | undefined> {
  const choices: (QuickPickItem & { color: string })[] = colors.map((name) => ({
    label: colorNames[name],
    description: name === color ? t('now') : '',
    iconPath: new ThemeIcon('circle-filled', new ThemeColor(`charts.${name}`)),
    color: name,
  }));
  choices.push({ label: t('No colour'), iconPath: new ThemeIcon('circle-outline'), color: '' });
  const remove = { label: t('Remove the label'), iconPath: new ThemeIcon('trash'), color: '-' };
  const chosen = await window.showQuickPick(label || color ? [...choices, remove] : choices, {
    title: t('Label of “{0}”', title),
    placeHolder: t('A colour'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined || chosen === remove) {
    return chosen && '';
  }
  const words = await window.showInputBox({
    title: t('Label of “{0}”', title),
    prompt: t('A word or two, such as “to check”. A colour alone will do.'),
    value: label,
    ignoreFocusOut: true,
    validateInput: (said) =>
      chosen.color === '' && said.trim() === ''
        ? t('A label without a colour needs a word.')
        : undefined,
  });
  return words === undefined ? undefined : `${chosen.color} ${words}`;
}

// The writer's notes on a fragment: a synopsis, a label and a status, each a directive in the text.

import { commands, type Disposable, type QuickPickItem, ThemeIcon, Uri, window } from 'vscode';
import { fragmentAtCaret } from './at-caret';
import { colors, type Color, type Fragment, type Note } from './answers';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { t } from './language';
import type { PartRef } from './messages';
import { colorNames } from './places';
import { shown } from './shown';
import type { Node } from './tree';
import type { OpenWork } from './work';

/** How to read a note, and how to ask for a new one. If ask returns undefined, the note stays. */
const kinds: Record<
  Note,
  {
    now: (fragment: Fragment) => string;
    ask: (fragment: Fragment, others: Fragment[]) => Promise<string | undefined>;
  }
> = {
  synopsis: { now: ({ synopsis }) => synopsis, ask: askSynopsis },
  label: { now: labelOf, ask: askLabel },
  status: { now: ({ status }) => status, ask: askStatus },
};

export class Notes {
  constructor(
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
    private readonly work: OpenWork,
  ) {}

  /** Registers the commands of the palette, the outline and the board. */
  register(selected: () => Node | undefined): Disposable[] {
    return (Object.keys(kinds) as Note[]).flatMap((note) => [
      commands.registerCommand(`segls.editor.${note}`, () =>
        this.ask(note, fragmentAtCaret(this.activeText)),
      ),
      commands.registerCommand(`segls.outline.${note}`, (node = selected()) =>
        this.ask(note, node),
      ),
      // Called from the context menu of a card, with its data-vscode-context.
      commands.registerCommand(`segls.board.${note}`, (card: PartRef) => this.ask(note, card)),
    ]);
  }

  /** Asks for a note on a fragment and writes it into the text. */
  async ask(note: Note, part: PartRef | undefined): Promise<void> {
    const fragments = part && (await this.#fragmentsOf(part.uri));
    const fragment = fragments?.find(({ id }) => id === part?.id);
    if (part === undefined || fragments === undefined || fragment === undefined) {
      return;
    }
    const said = (await kinds[note].ask(fragment, fragments))?.trim();
    if (said === undefined || said === kinds[note].now(fragment)) {
      return;
    }
    const uri = await shown(part.uri);
    await this.connection.keepingFocus(() =>
      this.connection.execute(
        'segls.annotateFragment',
        { uri },
        { id: part.id },
        { as: note, note: said },
      ),
    );
  }

  async #fragmentsOf(uri: string): Promise<Fragment[] | undefined> {
    const { draft } = this.activeText;
    const isDraft = draft?.document.uri.toString() === uri;
    return (isDraft ? draft.answer : await this.work.look(uri))?.fragments;
  }
}

// The questions ignore a loss of focus: a page takes the focus back after its context menu closes.

async function askSynopsis({ title, synopsis }: Fragment): Promise<string | undefined> {
  return window.showInputBox({
    title: t('Synopsis of “{0}”', title),
    prompt: t(
      'What it should say or do. It is kept in the text as a comment, which readers do not see.',
    ),
    value: synopsis,
    ignoreFocusOut: true,
  });
}

/** Asks for the words and colour of a label in one step. Labels of other fragments are listed first. */
function askLabel(fragment: Fragment, others: Fragment[]): Promise<string | undefined> {
  const now = labelOf(fragment);
  const known = [...new Set(others.map(labelOf))].filter((label) => label !== '' && label !== now);
  return askWords({
    title: t('Label of “{0}”', fragment.title),
    placeHolder: t('A word or two, such as “to check”, or a colour alone'),
    now,
    itemsFor: (words) => [
      ...known.filter((label) => label.includes(words)).map((label) => labelItem(label)),
      ...(partsOf(words).color === undefined
        ? colors.map((color) =>
            labelItem(`${color} ${words}`.trim(), (typed) => `${color} ${typed}`.trim()),
          )
        : []),
      ...(words === '' ? [] : [labelItem(words, labelSaid)]),
    ],
    remove: t('Remove the label'),
  });
}

/** Asks for a status: one of another fragment, a common one, or any words. */
function askStatus({ title, status }: Fragment, others: Fragment[]): Promise<string | undefined> {
  const usual = [t('To do'), t('First draft'), t('Revised'), t('Done')];
  const known = new Set([...others.map((other) => other.status), ...usual]);
  known.delete('');
  return askWords({
    title: t('Status of “{0}”', title),
    placeHolder: t('How far it has got'),
    now: status,
    itemsFor: (words) => [
      ...[...known]
        .filter((one) => one !== status && one !== words && one.includes(words))
        .map((one) => ({ label: one, said: () => one })),
      ...(words === '' || words === status
        ? []
        : [{ label: words, said: (typed: string) => typed }]),
    ],
    remove: t('Remove the status'),
  });
}

/** An item whose note depends on the words typed. These are passed to `said`, because the item may be older. */
type WordsItem = QuickPickItem & { said: (words: string) => string };

/** Shows items for the words typed so far, and returns the note of the chosen item. */
function askWords(question: {
  title: string;
  placeHolder: string;
  now: string;
  itemsFor: (words: string) => WordsItem[];
  remove: string;
}): Promise<string | undefined> {
  const pick = window.createQuickPick<WordsItem>();
  pick.title = question.title;
  pick.placeholder = question.placeHolder;
  pick.ignoreFocusOut = true;
  const remove = { label: question.remove, iconPath: new ThemeIcon('trash'), said: () => '' };
  const show = () => {
    const words = pick.value.trim();
    const items = question.itemsFor(words).map((item) => ({ ...item, alwaysShow: true }));
    pick.items = question.now !== '' && words === '' ? [...items, remove] : items;
  };
  show();
  return new Promise((resolve) => {
    pick.onDidChangeValue(show);
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]?.said(pick.value.trim()));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** Returns the content of the label directive: a colour, words, or both. */
function labelOf({ color, label }: Fragment): string {
  return `${color} ${label}`.trim();
}

/** Splits a label into its colour, in English or the language of the window, and its words. */
function partsOf(label: string): { color: Color | undefined; words: string } {
  const [first = '', ...more] = label.split(' ');
  const isFirst = (name: string) => name.toLocaleLowerCase() === first.toLocaleLowerCase();
  const color = colors.find((one) => isFirst(one) || isFirst(colorNames[one]));
  return { color, words: color === undefined ? label : more.join(' ').trim() };
}

/** Returns the content of the label directive for typed words. */
function labelSaid(label: string): string {
  const { color = '', words } = partsOf(label);
  return `${color} ${words}`.trim();
}

function labelItem(label: string, said = (_typed: string) => label): WordsItem {
  const { color, words } = partsOf(label);
  return {
    label: words || colorNames[color as Color],
    description: color !== undefined && words !== '' ? colorNames[color] : '',
    iconPath: color === undefined ? new ThemeIcon('circle-outline') : dot(color),
    said,
  };
}

/** Returns a coloured dot as an image: VS Code draws theme icons in a quick pick in a single colour. */
function dot(color: Color): Uri {
  const circle = `<circle cx="8" cy="8" r="4.5" fill="${inks[color]}"/>`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${circle}</svg>`;
  return Uri.parse(`data:image/svg+xml,${encodeURIComponent(picture)}`);
}

/** Readable on light and dark backgrounds. */
const inks: Record<Color, string> = {
  red: '#e05252',
  orange: '#d18616',
  yellow: '#c9a600',
  green: '#3f9142',
  blue: '#2f7ede',
  purple: '#a36ac7',
};

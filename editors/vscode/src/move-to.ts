// “Move to…”: a quick pick over all headings of the work, or of the draft if there is none.

import {
  commands,
  type Disposable,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  window,
} from 'vscode';
import type { Entry, Fragment, Fragments, PlaceOffer, Section } from './answers';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { t } from './language';
import { indexAt } from './places';
import { placesRequest } from './protocol';
import { changeWork } from './rework';
import { type OpenWork, plainUri } from './work';

/** What to move: a fragment, the scene around it, or a section. */
export interface Moving {
  kind: 'fragment' | 'scene' | 'section';
  uri: string;
  id: string;
  name: string;
}

/** A file or one of its headings. */
interface Destination extends QuickPickItem {
  uri: string;
  id?: string;
}

/** The context of a card, or of the lane of a section. */
interface BoardContext {
  uri: string;
  id: string;
  lane?: string;
  title: string;
}

/** The number of files to request at a time. */
const batchSize = 8;

export function registerMoveTo(
  connection: Connection,
  activeText: ActiveText,
  work: OpenWork,
): Disposable[] {
  const move = (moving: Moving | undefined) => moving && moveTo(connection, work, moving);
  return [
    commands.registerCommand('segls.editor.moveTo', () => move(atCaret(activeText))),
    commands.registerCommand('segls.editor.moveSceneTo', () => move(sceneAtCaret(activeText))),
    commands.registerCommand('segls.board.moveSceneTo', ({ uri, id, title }: BoardContext) =>
      move({ kind: 'scene', uri, id, name: title }),
    ),
    // Called from the context menu of a card or lane, with its data-vscode-context.
    commands.registerCommand('segls.board.moveTo', ({ uri, id, lane, title }: BoardContext) =>
      move({ ...{ kind: lane ? 'section' : 'fragment', uri, id: lane ?? id }, name: title }),
    ),
  ];
}

/** Returns the section if the caret is on its heading, or else the fragment at the caret. */
function atCaret(activeText: ActiveText): Moving | undefined {
  const { draft, caretLine } = activeText;
  if (draft === undefined || caretLine === undefined) {
    return undefined;
  }
  const at = Math.max(0, indexAt(draft.answer.fragments, caretLine));
  return (
    sectionOf(activeText, ({ range }) => range.start.line === caretLine) ??
    fragmentOf(activeText, (_, i) => i === at)
  );
}

function sceneAtCaret(activeText: ActiveText): Moving | undefined {
  const at = Math.max(
    0,
    indexAt(activeText.draft?.answer.fragments ?? [], activeText.caretLine ?? 0),
  );
  const fragment = fragmentOf(activeText, (_, i) => i === at);
  return fragment && { ...fragment, kind: 'scene' };
}

function sectionOf({ draft }: ActiveText, isIt: (section: Section) => boolean): Moving | undefined {
  const section = draft?.answer.sections.find(isIt);
  if (draft === undefined || section === undefined) {
    return undefined;
  }
  const { id, title } = section;
  return { kind: 'section', uri: draft.document.uri.toString(), id, name: title };
}

function fragmentOf(
  { draft }: ActiveText,
  isIt: (fragment: Fragment, i: number) => boolean,
): Moving | undefined {
  const fragment = draft?.answer.fragments.find(isIt);
  if (draft === undefined || fragment === undefined) {
    return undefined;
  }
  const { id, title } = fragment;
  return { kind: 'fragment', uri: draft.document.uri.toString(), id, name: title };
}

/** moveTo asks for a destination and moves something there. */
export async function moveTo(
  connection: Connection,
  work: OpenWork,
  moving: Moving,
): Promise<void> {
  const destination = await choose(connection, work, moving);
  if (destination === undefined) {
    return;
  }
  const addressOf = (uri: string) => connection.uriOf({ uri: Uri.parse(uri) });
  const toId = destination.id;
  const argument = {
    ...{ uri: addressOf(moving.uri), id: moving.id, toUri: addressOf(destination.uri) },
    ...(toId === undefined ? { side: 'end' } : { toId, side: 'under' }),
  };
  const unit = { fragment: 'Fragment', scene: 'Scene', section: 'Section' }[moving.kind];
  await changeWork(connection, `segls.move${unit}To`, argument, t('Move Anyway'));
}

/** Shows the quick pick. Headings are added as files are read, so that a long work does not delay it. */
function choose(
  connection: Connection,
  work: OpenWork,
  moving: Moving,
): Promise<Destination | undefined> {
  const { answer } = work;
  const files = answer
    ? filesOf(answer.entries).concat(filesOf(answer.orphans, [t('Not in the order')]))
    : [];
  if (!files.some(({ uri }) => uri === moving.uri)) {
    files.unshift({
      uri: moving.uri,
      title: nameOf(moving.uri),
      path: nameOf(moving.uri),
      above: [],
    });
  }
  const pick = window.createQuickPick<Destination>();
  pick.title =
    moving.kind === 'section'
      ? t('Move section “{0}” to', moving.name)
      : moving.kind === 'scene'
        ? t('Move scene “{0}” to', moving.name)
        : t('Move fragment “{0}” to', moving.name);
  pick.placeholder = t('Under which heading, or at the end of which file?');
  pick.matchOnDescription = pick.matchOnDetail = true;
  pick.ignoreFocusOut = true; // a page takes the focus back after its context menu closes
  pick.busy = true;
  const inFile = files.map((file) => [fileItem(file)]);
  let best: PlaceOffer[] = [];
  const show = () => {
    const first = pick.items.find(({ kind }) => kind !== QuickPickItemKind.Separator);
    const [active] = pick.activeItems;
    pick.items = inOrder(inFile.flat(), best);
    // VS Code makes the first item active, but Enter must choose the one that the writer has gone to.
    const same = pick.items.find(({ uri, id }) => uri === active?.uri && id === active.id);
    if (active !== first && same !== undefined) {
      pick.activeItems = [same];
    }
  };
  show();
  let isOpen = true;
  const read = async () => {
    for (let i = 0; i < files.length && isOpen; i += batchSize) {
      const some = files.slice(i, i + batchSize);
      const answers = await Promise.all(some.map(({ uri }) => work.look(uri)));
      answers.forEach((content, k) => {
        inFile[i + k] = placesIn(some[k]!, headingItems(some[k]!, content, moving), content);
      });
      // Not after each batch: whenever the items change, the list starts again at its top.
      if (isOpen && (i === 0 || i + batchSize >= files.length)) {
        show();
      }
    }
    const document = { uri: Uri.parse(moving.uri) };
    const answer = isOpen && (await connection.ask(placesRequest, document, { id: moving.id }));
    if (answer && isOpen) {
      best = answer.places.filter(({ here }) => !here).slice(0, mostFitting);
      show();
    }
    pick.busy = false;
  };
  void read();
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** The number of best places listed first. */
const mostFitting = 5;

/** Returns all places. The best come first, each with the terms that it shares with the moved text. */
function inOrder(items: Destination[], best: PlaceOffer[]): Destination[] {
  const fitting = new Map<Destination, string>();
  for (const { uri, id, shared } of best) {
    const plain = plainUri(uri);
    const item = items.find((one) => one.uri === plain && (one.id ?? '') === id);
    if (item !== undefined && shared.length > 0) {
      fitting.set(item, t('fits: {0}', shared.join(', ')));
    }
  }
  if (fitting.size === 0) {
    return items;
  }
  const separator = (label: string): Destination => ({
    ...{ label, uri: '', kind: QuickPickItemKind.Separator },
  });
  return [
    separator(t('fits best')),
    ...[...fitting].map(([item, detail]) => ({ ...item, label: item.label.trim(), detail })),
    separator(t('all others')),
    ...items.filter((item) => !fitting.has(item)),
  ];
}

interface File {
  uri: string;
  title: string;
  path: string;
  /** The titles above it, the outermost first. */
  above: string[];
}

function filesOf(entries: Entry[], above: string[] = []): File[] {
  return entries.flatMap(({ uri, title, path, entries: below }) => [
    ...(uri === null ? [] : [{ uri, title: title || path, path, above }]),
    ...filesOf(below, [...above, title || path]),
  ]);
}

function fileItem({ uri, title, path, above }: File): Destination {
  return {
    ...{ uri, label: title, iconPath: ThemeIcon.File },
    // A file without a title is shown by its name already.
    description: [...above, ...(path === title ? [] : [path])].join(' › '),
  };
}

/** headingItems returns the headings of a file as destinations, each described by the titles above it. */
function headingItems(file: File, content: Fragments | undefined, moving: Moving): Destination[] {
  const open: Section[] = [];
  return (content?.sections ?? []).flatMap((section) => {
    while (open.length > 0 && open.at(-1)!.level >= section.level) {
      open.pop();
    }
    const above = [...file.above, file.title, ...open.map(({ title }) => title)];
    open.push(section);
    const isMoving = (one: Section) => moving.kind === 'section' && one.id === moving.id;
    if (file.uri === moving.uri && open.some(isMoving)) {
      return []; // it cannot go into itself
    }
    const label = `${'\u2003'.repeat(open.length)}${section.title || t('(untitled)')}`;
    return [{ uri: file.uri, id: section.id, label, description: above.join(' › ') }];
  });
}

/** placesIn returns the destinations in a file: below its headings, and at its end if this differs from these. */
function placesIn(
  file: File,
  headings: Destination[],
  content: Fragments | undefined,
): Destination[] {
  const end = fileItem(file);
  const [first] = content?.sections ?? [];
  if (first?.title !== file.title || headings[0]?.id !== first.id) {
    return [end, ...headings];
  }
  const [title, ...others] = headings;
  const top = { ...title!, iconPath: ThemeIcon.File, description: end.description };
  return others.length === 0 && content?.sections.length === 1
    ? [top]
    : [top, ...others, { ...end, label: t('End of “{0}”', file.title) }];
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

// The elements of cards and lane titles.

import { count, t } from '../src/language';
import type { BoardLane, Card } from '../src/messages';
import { colorNames, heldBecause } from '../src/places';
import { keyOf, lengthOf } from './board-model';
import { element } from './page';
import type { FormerPlace } from './plan';

/** The context in which a card is shown. */
export interface Surroundings {
  number: number;
  zoom: number;
  /** The setting max-words; 0 for no limit. */
  mostWords: number;
  /** Whether the lane's title shows the heading. */
  isNamed: boolean;
  /** Its place in the text, if an order being tried moves it. */
  was: FormerPlace | undefined;
}

/** makeFormer says where a card is in the text. */
export function makeFormer({ number, from }: FormerPlace): HTMLElement {
  return element(
    'span',
    { class: 'was' },
    from === '' ? t('was no. {0}', number) : t('was no. {0}, in “{1}”', number, from),
  );
}

export function makeCard(card: Card, surroundings: Surroundings): HTMLElement {
  const { uri, id, title, opening, terms, section, suggested, held } = card;
  const { synopsis, label, color, status, loose, scene, beginsScene } = card;
  const { number, zoom, isNamed, was } = surroundings;
  return element(
    'div',
    {
      id: `card-${number}`,
      class: [
        ...['card', `zoom-${zoom}`, color && `colored ${color}`],
        scene > 0 && (beginsScene ? 'scene begins' : 'scene'),
      ]
        .filter(Boolean)
        .join(' '),
      role: 'option',
      'data-key': keyOf({ uri, id }),
      // The arguments of the commands in the context menu.
      'data-vscode-context': JSON.stringify({
        ...(id === ''
          ? {}
          : { card: true, uri, id, title, held, loose: loose.length > 0, scene: scene > 0 }),
        preventDefaultContextMenuItems: true,
      }),
    },
    // Below the lane's title, only screen readers get it.
    element('span', { class: isNamed ? 'announcer' : 'section' }, section),
    scene > 0
      ? element(
          'p',
          { class: beginsScene ? 'sceneName' : 'sceneName announcer' },
          t('Scene {0}', scene),
        )
      : '',
    element(
      'h2',
      { class: (title || opening).length > 60 ? 'long' : undefined },
      was === undefined ? '' : makeFormer(was),
      `${suggested ? '▸ ' : ''}${title || opening}`,
    ),
    label || color
      ? element(
          'p',
          { class: 'label' },
          element('span', { class: 'announcer' }, `${t('Label')}: `),
          label || colorNames[color],
        )
      : '',
    status
      ? element(
          'p',
          { class: 'status' },
          element('span', { class: 'announcer' }, `${t('Status')}: `),
          status,
        )
      : '',
    synopsis
      ? element('p', { class: 'synopsis' }, synopsis)
      : element('p', { class: 'opening' }, opening),
    loose.length > 0
      ? element(
          'p',
          { class: 'loose', title: [...loose, howToMove(loose.length)].join('\n') },
          loose.length > 1 ? t('{0} (1 of {1})', loose[0]!, loose.length) : loose[0]!,
        )
      : '',
    element('p', { class: 'terms' }, terms.join(', ')),
    ...drawLength(card, surroundings),
  );
}

function howToMove(paragraphs: number): string {
  return paragraphs > 1
    ? t('M moves the first of these paragraphs if the card is selected.')
    : t('M moves the paragraph there if the card is selected.');
}

/** Returns the length of a card and, if there is a limit, a meter. */
function drawLength({ words, held }: Card, { mostWords }: Surroundings): HTMLElement[] {
  const { text, share, isOver } = lengthOf(words, mostWords);
  const said = element(
    'p',
    { class: 'words', title: isOver ? t('Longer than you allow a fragment to be.') : undefined },
    text,
    held ? element('span', { class: 'held', title: heldBecause() }, t('held')) : '',
  );
  if (share === undefined) {
    return [said];
  }
  const full = element('span', { class: 'full' });
  full.style.width = `${100 * share}%`;
  return [said, element('span', { class: isOver ? 'meter over' : 'meter' }, full)];
}

/** Includes the kind: the lane of a file has the ID of the heading that is its title. */
export function laneKey(lane: BoardLane): string {
  return `${lane.kind} ${keyOf(lane)}`;
}

export function makeTitle(lane: BoardLane, cards: number): HTMLElement {
  const { kind, uri, id, title, above, length, unread } = lane;
  const isFile = kind === 'file';
  const isTray = kind === 'tray';
  const isMovable = isFile || id !== '';
  return element(
    'div',
    {
      class: ['lane', kind, isMovable ? 'movable' : ''].join(' '),
      role: 'presentation',
      'data-key': laneKey(lane),
      // The arguments of the commands in the context menu.
      'data-vscode-context': JSON.stringify({
        ...(isFile ? { file: true } : isTray ? {} : { lane: id }),
        ...{ uri, title, preventDefaultContextMenuItems: true },
      }),
    },
    above === '' ? '' : element('span', { class: 'above', title: above }, `${above} › `),
    element(
      'span',
      { class: 'title', title: title || undefined },
      title || t('Before the first heading'),
    ),
    element(
      'span',
      { class: 'cards' },
      [isFile ? length : '', isFile && cards === 0 ? '' : count(cards, 'card')]
        .filter(Boolean)
        .join(' · '),
    ),
    isTray
      ? element(
          'span',
          { class: 'cards' },
          t('set aside for now, each in a file of its own; drop a card here'),
        )
      : '',
    unread > 0 ? element('span', { class: 'cards' }, t('being read…')) : '',
  );
}

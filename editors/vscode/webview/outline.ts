// The outline: a table of fragments whose cells can be edited in place.

import { t } from '../src/language';
import { colors } from '../src/answers';
import type { BoardLane, BoardState, Card, Column, FromBoard, PartRef } from '../src/messages';
import { keyOf } from './board-model';
import { laneKey, makeFormer } from './card';
import {
  cardCells,
  type Cells,
  columns,
  type ColumnTitle,
  laneCells,
  readTarget,
  sorted,
  type Sorting,
  writtenIn,
  writtenInLane,
} from './outline-model';
import { element } from './page';
import type { FormerPlace } from './plan';

/** The column that each key edits. */
export const columnOfKey: Record<string, Column> = {
  F2: 'title',
  s: 'synopsis',
  l: 'label',
  t: 'status',
  g: 'target',
};

const isColumn = (name: ColumnTitle['name']): name is Column => name !== 'words' && name !== 'done';

export class Outline {
  /** Switches between cards and rows. */
  readonly switch: HTMLElement;
  /** The column titles. */
  readonly head: HTMLElement;
  isOn = false;
  sorting: Sorting | undefined;
  readonly #known = element('datalist', { id: 'known' });
  readonly #buttons: HTMLButtonElement[];
  #field: HTMLInputElement | undefined;

  constructor(
    private readonly board: {
      send: (message: FromBoard) => void;
      say: (reason: string) => void;
      /** Called when the rows must be shown in another form or order. */
      changed: () => void;
      /** Returns the focus to the rows. */
      focus: () => void;
      cards: () => readonly Card[];
      /** Returns the current state of a card or lane and its row, if it is visible. */
      now: (of: Card | BoardLane) => { of: Card | BoardLane; row: HTMLElement } | undefined;
    },
  ) {
    const button = (label: string, isOn: boolean) => {
      const made = element('button', { type: 'button', 'aria-pressed': String(!isOn) }, label);
      made.addEventListener('click', () => this.#show(isOn));
      return made;
    };
    this.#buttons = [button(t('Cards'), false), button(t('Outline'), true)];
    this.switch = element(
      'div',
      { class: 'scopes', role: 'group', 'aria-label': t('Cards or rows') },
      ...this.#buttons,
    );
    this.head = element('div', { class: 'columns', role: 'row', hidden: true });
    document.body.append(this.#known);
    this.#drawHead();
  }

  /** Returns the board, sorted by a column if one is chosen. */
  arranged(state: BoardState): BoardState {
    return this.isOn && this.sorting ? sorted(state, this.sorting) : state;
  }

  /** Why nothing can be moved; empty if moves are possible. */
  get obstacle(): string {
    const by = this.isOn && columns.find(({ name }) => name === this.sorting?.by);
    return by
      ? t(
          'Sorted by “{0}”. To move anything, click the title of the column until the order of the text is back.',
          by.title,
        )
      : '';
  }

  /** Opens the editor of a cell. Returns whether the cell can be edited. */
  edit(of: Card | BoardLane, column: Column, row: HTMLElement): boolean {
    const isCard = !('kind' in of);
    const now = isCard ? writtenIn(of, column) : writtenInLane(of, column);
    const cell = row.querySelector(`[data-column="${column}"]`);
    if (now === undefined || cell === null) {
      return false;
    }
    const said = (one: Card) => writtenIn(one, column) ?? '';
    const known = column === 'label' || column === 'status' ? this.board.cards().map(said) : [];
    const words = new Set([...known, ...(column === 'label' ? colors : [])].filter(Boolean));
    this.#known.replaceChildren(...[...words].map((value) => element('option', { value })));
    const { left, width } = cell.getBoundingClientRect();
    const { top, height } = row.getBoundingClientRect(); // an empty cell has no height
    const title = columns.find(({ name }) => name === column)!.title;
    const field = element('input', {
      ...{ class: 'edit', type: 'text', 'aria-label': title },
      ...{ list: words.size > 0 ? 'known' : undefined, value: now },
      ...{ inputmode: column === 'target' ? 'numeric' : undefined },
    });
    Object.assign(field.style, {
      ...{ left: `${left}px`, top: `${top}px` },
      ...{ width: `${width}px`, height: `${height}px` },
    });
    const { uri, id } = of;
    const end = (isKept: boolean) => {
      if (this.#field !== field) {
        return; // a key has closed it before the blur event
      }
      this.#field = undefined;
      field.remove();
      const said = field.value.trim();
      if (isKept && said !== now) {
        const unit = isCard ? 'fragment' : of.kind === 'file' ? 'file' : 'section';
        this.#set(unit, { uri, id }, column, said);
      }
    };
    field.addEventListener('blur', () => end(true));
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault();
        end(event.key === 'Enter');
        this.board.focus();
      } else if (event.key === 'Tab') {
        const names = columns.map(({ name }) => name).filter(isColumn);
        const others = event.shiftKey
          ? names.slice(0, names.indexOf(column)).reverse()
          : names.slice(names.indexOf(column) + 1);
        event.preventDefault();
        end(true);
        const next = this.board.now(of);
        if (next === undefined || !others.some((one) => this.edit(next.of, one, next.row))) {
          this.board.focus();
        }
      }
    });
    this.#field = field;
    document.body.append(field);
    field.focus();
    field.select();
    return true;
  }

  /** Closes the editor and keeps the value, because its row moves. */
  leave(): void {
    this.#field?.blur();
  }

  #set(unit: 'fragment' | 'section' | 'file', part: PartRef, column: Column, said: string): void {
    const words = column === 'target' ? readTarget(said) : 0;
    if (words === undefined) {
      this.board.say(t('A target is a number of words.'));
    } else if (column === 'title' && said === '') {
      this.board.say(t('A title needs a word.'));
    } else {
      this.board.say('');
      const value = column === 'target' ? String(words) : said;
      this.board.send({ type: 'set', unit, part, column, value });
    }
  }

  #show(isOn: boolean): void {
    this.isOn = isOn;
    this.head.hidden = !isOn;
    this.#buttons.forEach((button, i) =>
      button.setAttribute('aria-pressed', String(isOn === (i === 1))),
    );
    this.board.changed();
    this.board.focus();
  }

  /**
   * Sorts by a column: the first click ascending, the second descending, the third in the order of the text.
   */
  #sortBy(name: ColumnTitle['name']): void {
    const isSame = this.sorting?.by === name;
    this.sorting = isSame && this.sorting!.isDown ? undefined : { by: name, isDown: isSame };
    this.#drawHead();
    this.board.changed();
  }

  #drawHead(): void {
    const { sorting } = this;
    const made = columns.map(({ name, title }) => {
      const isBy = sorting?.by === name;
      const sign = isBy ? (sorting.isDown ? ' ▾' : ' ▴') : '';
      const button = element('button', { type: 'button' }, title + sign);
      button.addEventListener('click', () => {
        this.#sortBy(name);
        this.head
          .querySelectorAll('button')
          [columns.findIndex((one) => one.name === name)]!.focus();
      });
      return element(
        'span',
        {
          role: 'columnheader',
          class: name,
          'aria-sort': isBy ? (sorting.isDown ? 'descending' : 'ascending') : 'none',
        },
        button,
      );
    });
    this.head.replaceChildren(...made);
  }
}

/** makeRow returns the row of a card; depth is that of its lane. */
export function makeRow(
  card: Card,
  number: number,
  depth: number,
  was: FormerPlace | undefined,
): HTMLElement {
  const { uri, id, title, held, scene, beginsScene, loose, color, suggested } = card;
  const cells = cardCells(card);
  const row = element('div', {
    ...{ id: `card-${number}`, class: 'card row', role: 'row', 'data-key': keyOf({ uri, id }) },
    // The arguments of the commands in the context menu.
    'data-vscode-context': JSON.stringify({
      ...(id === ''
        ? {}
        : { card: true, uri, id, title, held, loose: loose.length > 0, scene: scene > 0 }),
      preventDefaultContextMenuItems: true,
    }),
  });
  row.append(...cellsIn(cells, depth));
  const [first] = row.children;
  if (scene > 0 && beginsScene) {
    first!.prepend(element('span', { class: 'sceneName' }, `${t('Scene {0}', scene)} `));
  }
  if (suggested) {
    first!.prepend('▸ ');
  }
  if (was !== undefined) {
    first!.prepend(makeFormer(was));
  }
  if (color !== '') {
    row.querySelector('.label')!.classList.add('dot', color);
  }
  return row;
}

/** makeLaneRow returns the row of a lane's title. */
export function makeLaneRow(lane: BoardLane): HTMLElement {
  const { kind, uri, id, title, depth } = lane;
  const isFile = kind === 'file';
  const row = element('div', {
    class: ['lane row', kind, isFile || id !== '' ? 'movable' : ''].join(' '),
    ...{ role: 'row', 'data-key': laneKey(lane) },
    // The arguments of the commands in the context menu.
    'data-vscode-context': JSON.stringify({
      ...(isFile ? { file: true } : kind === 'tray' ? {} : { lane: id }),
      ...{ uri, title, preventDefaultContextMenuItems: true },
    }),
  });
  row.append(...cellsIn(laneCells(lane), depth - 1));
  return row;
}

/** The number of characters that always fit on one line of a title's cell. A longer title takes two smaller lines. */
const widestTitle = 24;

function cellsIn(cells: Cells, depth: number): HTMLElement[] {
  return columns.map(({ name }, i) => {
    const isLong = i === 0 && (cells[name] ?? '').length > widestTitle;
    const cell = element(
      'span',
      {
        class: isLong ? `${name} long` : name,
        role: i === 0 ? 'rowheader' : 'gridcell',
        'data-column': name,
        title: cells[name] || undefined,
      },
      cells[name],
    );
    if (i === 0) {
      cell.style.paddingLeft = `${8 + 14 * depth}px`;
    }
    return cell;
  });
}

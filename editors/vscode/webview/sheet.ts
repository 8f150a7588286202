// The scrolling area with the cards. Only the visible cards are drawn.

import { t } from '../src/language';
import type { BoardState } from '../src/messages';
import {
  chosen,
  type Filter,
  isFiltering,
  gridOf,
  inView,
  keyOf,
  layOut,
  type Layout,
  placeOf,
  slotOf,
} from './board-model';
import { laneKey, makeCard, makeTitle } from './card';
import { makeLaneRow, makeRow } from './outline';
import { rowsOf } from './outline-model';
import { element } from './page';
import type { FormerPlace } from './plan';

/** The functions of the board that the sheet calls. */
interface BoardFunctions {
  isSelected: (key: string) => boolean;
  /** Reports whether the card or lane with a key is being dragged. */
  isDragged: (key: string) => boolean;
  /** Returns the place of a card in the text, if an order being tried moves it. */
  was: (key: string) => FormerPlace | undefined;
  /** Called with the range of visible lanes. */
  seen: (from: number, to: number) => void;
}

/** The smallest zoom at which a card has space to say why a paragraph is loose. */
const legible = 2;

export class Sheet {
  readonly element = element('div', { class: 'sheet', role: 'presentation' });
  readonly list = element(
    'div',
    {
      class: 'board',
      tabindex: 0,
      role: 'listbox',
      'aria-multiselectable': 'true',
      'aria-description': t(
        'In the outline, F2, S, L, T and G fill in the title, synopsis, label, status and target of a row, with Shift those of its heading.',
      ),
      'aria-label': t(
        'Fragments. The arrow keys go from card to card, with Shift they select several, with Alt they move the cards; Enter opens a card in the text. F2 changes its title, S its synopsis, L its label, T its status, Delete sets it aside in the tray, M moves a loose paragraph in it to its place. Alt and Shift with the up and down arrows move the section, with Page Up and Page Down the file.',
      ),
    },
    this.element,
  );
  layout: Layout = layOut(gridOf(800, 2), [], false);
  /** The indexes of the cards that pass the filter. */
  shown: number[] = [];
  current = ''; // the key of the focused card
  caret = ''; // the key of the card with the caret
  zoom = 2;
  /** Whether cards are shown as rows of the outline. */
  isOutline = false;
  /** Whether lanes are labels or statuses instead of headings. */
  isGrouped = false;
  #nearness = this.zoom; // the zoom in use: at least `legible` while only cards with loose paragraphs are shown
  #state: BoardState | undefined;
  readonly #drawn = new Map<string, HTMLElement>(); // by key
  readonly #titles = new Map<number, HTMLElement>(); // the titles of lanes, by index

  constructor(
    private readonly board: BoardFunctions,
    /** The column titles, which stay above the rows. */
    private readonly head: HTMLElement,
  ) {
    this.list.prepend(head);
    this.list.addEventListener('scroll', () => this.draw());
  }

  /** Lays out everything again. */
  layOut(state: BoardState | undefined, filter: Filter): void {
    this.#state = state;
    const cards = state?.cards ?? [];
    this.shown = chosen(cards, filter);
    const rooms = (state?.lanes ?? []).map(({ kind, unread }) => ({
      ...{ cards: 0, unread, isFile: kind !== 'section' },
    }));
    for (const number of this.shown) {
      rooms[cards[number]!.lane]!.cards++;
    }
    this.#nearness = filter.loose ? Math.max(this.zoom, legible) : this.zoom;
    this.list.classList.toggle('outline', this.isOutline);
    this.list.setAttribute('role', this.isOutline ? 'grid' : 'listbox');
    this.element.setAttribute('role', this.isOutline ? 'rowgroup' : 'presentation');
    const grid = this.isOutline
      ? rowsOf(this.list.clientWidth)
      : gridOf(this.list.clientWidth, this.#nearness);
    this.layout = layOut(grid, rooms, this.#hasTitles, isFiltering(filter));
    this.element.style.height = `${this.layout.height}px`;
    this.element.style.width = this.isOutline ? `${grid.cardWidth}px` : '';
    this.head.style.width = `${grid.cardWidth}px`;
    for (const things of [this.#drawn, this.#titles]) {
      for (const thing of things.values()) {
        thing.remove();
      }
      things.clear();
    }
    this.draw();
  }

  /** Redraws the cards with the given keys. */
  replace(state: BoardState, keys: Iterable<string>): void {
    this.#state = state;
    for (const key of keys) {
      this.#drawn.get(key)?.remove();
      this.#drawn.delete(key);
    }
    this.draw();
  }

  /** Returns the element of a card, if it is visible. */
  cardOf(key: string): HTMLElement | undefined {
    return this.#drawn.get(key);
  }

  /** The index of the focused card among the shown ones, or -1. */
  get position(): number {
    return this.positionOf(this.current);
  }

  positionOf(key: string): number {
    const { cards = [] } = this.#state ?? {};
    return this.shown.findIndex((number) => keyOf(cards[number]!) === key);
  }

  /** The keys of the shown cards, in order. */
  get keys(): string[] {
    return this.shown.map((number) => keyOf(this.#state!.cards[number]!));
  }

  /** Scrolls to the focused card. */
  reveal(): void {
    const { position, layout, list } = this;
    if (position >= 0) {
      const slot = slotOf(layout, position);
      const { top } = placeOf(layout, slot);
      const { stepY, columns } = layout.grid;
      if (top < list.scrollTop) {
        // For the first row of a lane, show the title too.
        list.scrollTop = slot.at < columns ? layout.lanes[slot.lane]!.titleTop : top - 12;
      } else if (top + stepY > list.scrollTop + this.height) {
        list.scrollTop = top + stepY - this.height;
      }
    }
    this.draw();
  }

  /** The height of the visible part. */
  get height(): number {
    return this.list.clientHeight - this.head.offsetHeight;
  }

  /** Returns the element of a lane's title, if it is visible. */
  titleOf(key: string): HTMLElement | undefined {
    return [...this.#titles.values()].find(({ dataset }) => dataset.key === key);
  }

  /** Draws the visible cards and removes all others, except those being dragged. */
  draw(): void {
    const { layout, list, shown } = this;
    const { from, to, fromLane, toLane } = inView(layout, list.scrollTop, this.height);
    this.#drawTitles(fromLane, toLane);
    this.board.seen(fromLane, toLane);
    const cards = this.#state?.cards ?? [];
    const wanted = new Set(shown.slice(from, to).map((number) => keyOf(cards[number]!)));
    for (const [key, card] of this.#drawn) {
      if (!wanted.has(key) && !this.board.isDragged(key)) {
        card.remove();
        this.#drawn.delete(key);
      }
    }
    // Cards are inserted from the last to the first, so that screen readers read the elements in order.
    let behind: HTMLElement | null = null;
    for (let position = to - 1; position >= from; position--) {
      const key = keyOf(cards[shown[position]!]!);
      let card = this.#drawn.get(key);
      if (card === undefined) {
        card = this.#make(position);
        this.#drawn.set(key, card);
        this.element.insertBefore(card, behind);
      }
      behind = card;
      card.setAttribute('aria-selected', String(this.board.isSelected(key)));
      card.classList.toggle('current', key === this.current);
      card.classList.toggle('caret', key === this.caret);
      card.classList.toggle('dragged', this.board.isDragged(key));
    }
    const current = this.#drawn.get(this.current)?.id;
    if (current === undefined) {
      list.removeAttribute('aria-activedescendant');
    } else {
      list.setAttribute('aria-activedescendant', current);
    }
  }

  #make(position: number): HTMLElement {
    const { cards, lanes, mostWords } = this.#state!;
    const number = this.shown[position]!;
    const of = cards[number]!;
    const was = this.board.was(keyOf(of));
    const card = this.isOutline
      ? makeRow(of, number, this.#hasTitles ? lanes[of.lane]!.depth : 0, was)
      : makeCard(of, {
          ...{ number, zoom: this.#nearness, mostWords, was },
          isNamed: this.#hasTitles && !this.isGrouped,
        });
    const { left, top } = placeOf(this.layout, slotOf(this.layout, position));
    const { cardWidth, cardHeight } = this.layout.grid;
    Object.assign(card.style, {
      ...{ left: `${left}px`, top: `${top}px` },
      ...{ width: `${cardWidth}px`, height: `${cardHeight}px` },
    });
    if (!this.isOutline) {
      card.setAttribute('aria-posinset', String(position + 1));
      card.setAttribute('aria-setsize', String(this.shown.length));
    }
    return card;
  }

  #drawTitles(from: number, to: number): void {
    for (const [lane, title] of this.#titles) {
      if (lane < from || lane >= to) {
        title.remove();
        this.#titles.delete(lane);
      }
    }
    for (let lane = from; this.#hasTitles && lane < to; lane++) {
      const { titleTop, top, count: cards } = this.layout.lanes[lane]!;
      const of = this.#state!.lanes[lane]!;
      if (!this.#titles.has(lane) && top > titleTop) {
        const title = this.isOutline ? makeLaneRow(of) : makeTitle(of, cards);
        title.style.top = `${titleTop}px`;
        this.#titles.set(lane, title);
        this.element.append(title);
      }
      this.#titles.get(lane)?.classList.toggle('dragged', this.board.isDragged(laneKey(of)));
    }
  }

  /** Whether lanes have titles: a text without headings has one untitled lane. */
  get #hasTitles(): boolean {
    const [first, ...more] = this.#state?.lanes ?? [];
    return first !== undefined && (more.length > 0 || first.id !== '' || first.kind === 'file');
  }
}

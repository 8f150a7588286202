// The board's page.

import type { BoardChanges, BoardState, Card, FromBoard, ToBoard } from '../src/messages';
import {
  chosen,
  destinationOf,
  gridOf,
  inView,
  layOut,
  type Layout,
  placeOf,
  shareOf,
  type Slot,
  slotOf,
  stepTo,
  zooms,
} from './board-model';
import { Drag } from './drag';
import { announcer, connect, element } from './page';
import { count, heldBecause } from '../src/places';

let state: BoardState | undefined;
let shown: number[] = []; // the numbers of the cards that the filter lets through
let current = ''; // the id of the card with the keyboard
let caret = ''; // the id of the card with the caret
let zoom = 2;
let layout: Layout = layOut(gridOf(800, zoom), [], false);
let moving: { id: string; from: number; lane: number } | undefined; // the card that is being moved
let refusal = ''; // why the last request was refused
const drawn = new Map<string, HTMLElement>(); // by id
const titles = new Map<number, HTMLElement>(); // of lanes, by number

const send = connect<ToBoard, FromBoard>((message) => {
  switch (message.type) {
    case 'board':
      show(message);
      break;
    case 'changes':
      change(message);
      break;
    case 'empty':
      state = undefined;
      refresh();
      break;
    case 'caret':
      caret = message.id;
      draw();
      break;
    case 'refused':
      moving = undefined;
      refusal = message.reason;
      told.textContent = refusal;
      sayNotice();
  }
});

const heading = element('h1');
const filter = element('input', {
  id: 'filter',
  type: 'search',
  placeholder: 'Filter',
  'aria-label': 'Filter the cards',
});
const zoomInput = element('input', {
  id: 'zoom',
  type: 'range',
  min: 0,
  max: zooms.length - 1,
  'aria-label': 'Size of the cards',
});
const counted = element('span', { class: 'count' });
const notice = element('p', { class: 'notice' });
const sheet = element('div', { class: 'sheet', role: 'presentation' });
const list = element(
  'div',
  {
    class: 'board',
    tabindex: 0,
    role: 'listbox',
    'aria-label':
      'Fragments. Arrows go from card to card, with Alt they move the card, Enter opens it in the text.',
  },
  sheet,
);
const told = announcer();
document
  .getElementById('main')!
  .append(element('header', {}, heading, filter, zoomInput, counted), notice, list, told);
zoomInput.value = String(zoom);

const drag = new Drag(list, sheet, {
  layout: () => layout,
  drop: move,
  changed: draw,
});

filter.addEventListener('input', refresh);
zoomInput.addEventListener('input', () => zoomTo(Number(zoomInput.value)));
list.addEventListener('scroll', draw);
new ResizeObserver(refresh).observe(list);

list.addEventListener('click', ({ target }) => {
  const id = idOf(target);
  if (id !== undefined) {
    current = id;
    draw();
  }
});
list.addEventListener('dblclick', ({ target }) => {
  const id = idOf(target);
  if (id !== undefined) {
    send({ type: 'open', id });
  }
});
list.addEventListener('pointerdown', (event) => {
  const id = idOf(event.target);
  const card = id === undefined ? undefined : drawn.get(id);
  if (event.button === 0 && id !== undefined && card !== undefined) {
    drag.begin(event, id, card);
  }
});
list.addEventListener(
  'wheel',
  (event) => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoomTo(zoom - Math.sign(event.deltaY));
    }
  },
  { passive: false },
);
document.addEventListener('keydown', (event) => {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === 'z' && event.target !== filter) {
    event.preventDefault();
    send({ type: event.shiftKey ? 'redo' : 'undo' });
  } else if (command && event.key.toLowerCase() === 'y' && event.target !== filter) {
    event.preventDefault();
    send({ type: 'redo' });
  } else if (event.target === list && !command) {
    onKey(event);
  } else if (event.target === filter && event.key === 'Escape') {
    filter.value = '';
    refresh();
    list.focus();
  }
});

function onKey(event: KeyboardEvent): void {
  const position = shown.indexOf(numberOf(current));
  const rows = Math.max(1, Math.floor(list.clientHeight / layout.grid.stepY));
  const to = stepTo(layout, event.key, position, rows);
  if (to !== undefined) {
    event.preventDefault();
    if (!event.altKey) {
      current = state?.cards[shown[to] ?? -1]?.id ?? current;
      reveal();
    } else if (to !== position && position >= 0) {
      // Down the board a card goes behind the one that it steps to, up before it.
      const { lane, at } = slotOf(layout, to);
      move(current, { lane, at: to > position ? at + 1 : at });
    }
    return;
  }
  switch (event.key) {
    case 'Enter':
      send({ type: 'open', id: current });
      break;
    case '+':
    case '-':
      zoomTo(zoom + (event.key === '+' ? 1 : -1));
      break;
    case '/':
      event.preventDefault();
      filter.focus();
      break;
    case 'Escape':
      drag.cancel();
  }
}

function show(next: BoardState): void {
  const before = numberOf(current);
  state = next;
  const to = moving === undefined ? -1 : numberOf(moving.id);
  const hasMoved = to >= 0 && (to !== moving!.from || laneOf(to) !== moving!.lane);
  if (hasMoved) {
    current = moving!.id;
    told.textContent = `Moved to ${to + 1} of ${next.cards.length}`;
    moving = undefined;
  } else if (numberOf(current) < 0) {
    current = next.cards[Math.max(0, Math.min(before, next.cards.length - 1))]?.id ?? '';
  }
  refresh();
  if (hasMoved) {
    reveal();
  }
}

/** Replaces the cards with the same ids; everything else stays as it is. */
function change({ cards }: BoardChanges): void {
  if (state === undefined) {
    return;
  }
  const newer = new Map(cards.map((card) => [card.id, card]));
  const next = { ...state, cards: state.cards.map((card) => newer.get(card.id) ?? card) };
  if (filter.value !== '') {
    show(next);
    return;
  }
  state = next;
  for (const id of newer.keys()) {
    drawn.get(id)?.remove();
    drawn.delete(id);
  }
  draw();
}

/** Sends a card into a slot. The text changes, and then the board. */
function move(id: string, slot: Slot): void {
  const from = numberOf(id);
  if (state === undefined || from < 0) {
    return;
  }
  const own = slotOf(layout, shown.indexOf(from));
  if (slot.lane === own.lane && (slot.at === own.at || slot.at === own.at + 1)) {
    return; // it stands there already
  }
  moving = { id, from, lane: own.lane };
  refusal = '';
  sayNotice();
  const to = destinationOf(layout, slot, shown, laneOf);
  const section = 'endOf' in to ? state.lanes[to.endOf]!.id : '';
  if (section !== '') {
    send({ type: 'moveUnder', id, section });
  } else {
    const { first, count } = layout.lanes[slot.lane]!;
    const before = 'before' in to ? to.before : (shown[first + count - 1] ?? -1) + 1;
    send({ type: 'move', id, before: state.cards[before]?.id ?? null });
  }
}

function laneOf(number: number): number | undefined {
  return state?.cards[number]?.lane;
}

/** Lays everything out again. A drag goes on as long as its card is there. */
function refresh(): void {
  const cards = state?.cards ?? [];
  shown = chosen(cards, filter.value);
  if (drag.id !== undefined && numberOf(drag.id) < 0) {
    drag.cancel();
  }
  heading.textContent = state?.title ?? '';
  counted.textContent =
    shown.length === cards.length
      ? `${cards.length} cards`
      : `${shown.length} of ${cards.length} cards`;
  sayNotice();
  const counts = (state?.lanes ?? []).map(() => 0);
  for (const number of shown) {
    counts[cards[number]!.lane]!++;
  }
  layout = layOut(gridOf(list.clientWidth, zoom), counts, hasTitles(), filter.value !== '');
  sheet.style.height = `${layout.height}px`;
  for (const things of [drawn, titles]) {
    for (const thing of things.values()) {
      thing.remove();
    }
    things.clear();
  }
  draw();
}

function sayNotice(): void {
  notice.textContent = state === undefined ? 'Open a text to see its board.' : refusal;
}

/** Draws the cards on the screen, and forgets the others. */
function draw(): void {
  const { from, to, fromLane, toLane } = inView(layout, list.scrollTop, list.clientHeight);
  drawTitles(fromLane, toLane);
  const wanted = new Set(shown.slice(from, to).map((number) => state!.cards[number]!.id));
  for (const [id, card] of drawn) {
    if (!wanted.has(id) && id !== drag.id) {
      card.remove();
      drawn.delete(id);
    }
  }
  // From the last to the first, each before the one behind it: a page is read in this order.
  let behind: HTMLElement | null = null;
  for (let position = to - 1; position >= from; position--) {
    const number = shown[position]!;
    const { id } = state!.cards[number]!;
    let card = drawn.get(id);
    if (card === undefined) {
      card = make(state!.cards[number]!, number);
      const { left, top } = placeOf(layout, slotOf(layout, position));
      card.style.left = `${left}px`;
      card.style.top = `${top}px`;
      card.style.width = `${layout.grid.cardWidth}px`;
      card.style.height = `${layout.grid.cardHeight}px`;
      card.setAttribute('aria-posinset', String(position + 1));
      card.setAttribute('aria-setsize', String(shown.length));
      drawn.set(id, card);
      sheet.insertBefore(card, behind);
    }
    behind = card;
    card.setAttribute('aria-selected', String(id === current));
    card.classList.toggle('caret', id === caret);
    card.classList.toggle('dragged', drag.isDragging && id === drag.id);
  }
  list.setAttribute('aria-activedescendant', drawn.get(current)?.id ?? '');
}

/** The titles of the lanes on the screen. */
function drawTitles(from: number, to: number): void {
  for (const [lane, title] of titles) {
    if (lane < from || lane >= to) {
      title.remove();
      titles.delete(lane);
    }
  }
  for (let lane = from; hasTitles() && lane < to; lane++) {
    const { titleTop, top, count: cards } = layout.lanes[lane]!;
    if (!titles.has(lane) && top > titleTop) {
      const name = state!.lanes[lane]!.title || 'Before the first heading';
      const title = element(
        'div',
        {
          class: 'lane',
          role: 'presentation',
          // The arguments of the commands in its menu.
          'data-vscode-context': JSON.stringify({
            lane: state!.lanes[lane]!.id,
            preventDefaultContextMenuItems: true,
          }),
        },
        name,
        element('span', { class: 'cards' }, cards === 1 ? '1 card' : `${cards} cards`),
      );
      title.style.top = `${titleTop}px`;
      titles.set(lane, title);
      sheet.append(title);
    }
  }
}

/** Where headings count for nothing, the one lane has no title. */
function hasTitles(): boolean {
  return state !== undefined && (state.lanes.length > 1 || state.lanes[0]?.id !== '');
}

function make(
  { id, title, opening, words, terms, section, suggested, held }: Card,
  number: number,
): HTMLElement {
  const preferred = state!.preferredWords;
  const meter = element('span', { class: 'meter' }, element('span', { class: 'full' }));
  (meter.firstElementChild as HTMLElement).style.width = `${100 * shareOf(words, preferred)}%`;
  const isLong = words > 1.5 * preferred;
  meter.classList.toggle('over', isLong);
  return element(
    'div',
    {
      id: `card-${number}`,
      class: `card zoom-${zoom}`,
      role: 'option',
      'data-id': id,
      // The arguments of the commands in its menu.
      'data-vscode-context': JSON.stringify({
        card: true,
        id,
        held,
        preventDefaultContextMenuItems: true,
      }),
      title: held ? heldBecause : undefined,
    },
    // Under its lane's title it is only read out.
    element('span', { class: hasTitles() ? 'announcer' : 'section' }, section),
    element('h2', {}, `${suggested ? '▸ ' : ''}${title || opening}`),
    element('p', { class: 'opening' }, opening),
    element('p', { class: 'terms' }, terms.join(', ')),
    element(
      'p',
      { class: 'words' },
      isLong
        ? `${count(words, 'word')}, long for ${preferred.toLocaleString('en')}`
        : `${words.toLocaleString('en')} of ${count(preferred, 'word')}`,
      held ? element('span', { class: 'held' }, 'held') : '',
    ),
    meter,
  );
}

function reveal(): void {
  const position = shown.indexOf(numberOf(current));
  if (position >= 0) {
    const slot = slotOf(layout, position);
    const { top } = placeOf(layout, slot);
    const { stepY, columns } = layout.grid;
    if (top < list.scrollTop) {
      // The first row of a lane brings its title along.
      list.scrollTop = slot.at < columns ? layout.lanes[slot.lane]!.titleTop : top - 12;
    } else if (top + stepY > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + stepY - list.clientHeight;
    }
  }
  draw();
}

function zoomTo(level: number): void {
  zoom = Math.max(0, Math.min(zooms.length - 1, level));
  zoomInput.value = String(zoom);
  refresh();
  reveal();
}

/** The number of the card with an id, or -1. */
function numberOf(id: string): number {
  return state?.cards.findIndex((card) => card.id === id) ?? -1;
}

function idOf(target: EventTarget | null): string | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('.card') : null;
  return card?.dataset.id;
}

window.addEventListener('focus', () => {
  if (document.activeElement === document.body) {
    list.focus();
  }
});
list.focus();
send({ type: 'ready' });

// The board's page.

import type { BoardChanges, BoardState, Card, FromBoard, ToBoard } from '../src/messages';
import {
  beforeOf,
  chosen,
  type Grid,
  gridOf,
  heightOf,
  inView,
  landing,
  placeOf,
  shareOf,
  stepTo,
  zooms,
} from './board-model';
import { Drag } from './drag';
import { announcer, connect, element } from './page';

let state: BoardState | undefined;
let shown: number[] = []; // the numbers of the cards that the filter lets through
let current = 0; // the number of the card with the keyboard
let caret = -1; // the number of the card with the caret
let zoom = 2;
let grid: Grid = gridOf(800, zoom);
let moving: number | undefined; // where the card that was sent away will be
const drawn = new Map<number, HTMLElement>(); // by number

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
      caret = message.card;
      draw();
      break;
    case 'refused':
      moving = undefined;
      told.textContent = message.reason;
      notice.textContent = message.reason;
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
  grid: () => grid,
  count: () => shown.length,
  drop: (card, position) => move(card, beforeOf(shown, position)),
});

filter.addEventListener('input', refresh);
zoomInput.addEventListener('input', () => zoomTo(Number(zoomInput.value)));
list.addEventListener('scroll', draw);
new ResizeObserver(refresh).observe(list);

list.addEventListener('click', ({ target }) => {
  const card = cardOf(target);
  if (card !== undefined) {
    current = card;
    draw();
  }
});
list.addEventListener('dblclick', ({ target }) => {
  const card = cardOf(target);
  if (card !== undefined) {
    send({ type: 'open', card });
  }
});
list.addEventListener('pointerdown', (event) => {
  const card = cardOf(event.target);
  const place = card === undefined ? undefined : drawn.get(card);
  if (event.button === 0 && card !== undefined && place !== undefined) {
    drag.begin(event, card, place);
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
  const position = shown.indexOf(current);
  const rows = Math.max(1, Math.floor(list.clientHeight / grid.stepY));
  const to = stepTo(grid, event.key, position, shown.length, rows);
  if (to !== undefined) {
    event.preventDefault();
    if (!event.altKey) {
      current = shown[to] ?? current;
      reveal();
    } else if (to !== position && position >= 0) {
      // Down the board a card goes behind the one that it steps to, up before it.
      move(current, beforeOf(shown, to > position ? to + 1 : to));
    }
    return;
  }
  switch (event.key) {
    case 'Enter':
      send({ type: 'open', card: current });
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
  state = next;
  notice.textContent = '';
  if (moving !== undefined) {
    current = moving;
    told.textContent = `Moved to ${moving + 1} of ${next.cards.length}`;
  }
  current = Math.max(0, Math.min(current, next.cards.length - 1));
  refresh();
  if (moving !== undefined) {
    moving = undefined;
    reveal();
  }
}

/** Puts other cards in the place of some; everything else stays as it is. */
function change({ version, cards }: BoardChanges): void {
  if (state === undefined) {
    return;
  }
  const next = { ...state, version, cards: state.cards.slice() };
  for (const [number, card] of cards) {
    next.cards[number] = card;
  }
  if (moving !== undefined || filter.value !== '') {
    show(next);
    return;
  }
  state = next;
  for (const [number] of cards) {
    const old = drawn.get(number);
    if (old !== undefined) {
      if (drag.holds(old)) {
        drag.cancel(); // its number may be another fragment's now
      }
      old.remove();
      drawn.delete(number);
    }
  }
  draw();
}

/** Sends a card before another one. The text changes, and then the board. */
function move(card: number, before: number): void {
  if (state !== undefined && before !== card && before !== card + 1) {
    moving = landing(card, before);
    send({ type: 'move', version: state.version, from: card, before });
  }
}

/** Lays everything out anew. */
function refresh(): void {
  drag.cancel();
  const cards = state?.cards ?? [];
  shown = chosen(cards, filter.value);
  heading.textContent = state?.title ?? '';
  counted.textContent =
    shown.length === cards.length
      ? `${cards.length} cards`
      : `${shown.length} of ${cards.length} cards`;
  if (state === undefined) {
    notice.textContent = 'Open a text to see its board.';
  }
  grid = gridOf(list.clientWidth, zoom);
  sheet.style.height = `${heightOf(grid, shown.length)}px`;
  for (const card of drawn.values()) {
    card.remove();
  }
  drawn.clear();
  draw();
}

/** Draws the cards on the screen, and forgets the others. */
function draw(): void {
  const { from, to } = inView(grid, list.scrollTop, list.clientHeight, shown.length);
  const wanted = new Set(shown.slice(from, to));
  for (const [number, card] of drawn) {
    if (!wanted.has(number) && !drag.holds(card)) {
      card.remove();
      drawn.delete(number);
    }
  }
  // From the last to the first, each before the one behind it: a page is read in this order.
  let behind: HTMLElement | null = null;
  for (let position = to - 1; position >= from; position--) {
    const number = shown[position]!;
    let card = drawn.get(number);
    if (card === undefined) {
      card = make(state!.cards[number]!, number);
      const { left, top } = placeOf(grid, position);
      card.style.left = `${left}px`;
      card.style.top = `${top}px`;
      card.style.width = `${grid.cardWidth}px`;
      card.style.height = `${grid.cardHeight}px`;
      card.setAttribute('aria-posinset', String(position + 1));
      card.setAttribute('aria-setsize', String(shown.length));
      drawn.set(number, card);
      sheet.insertBefore(card, behind);
    }
    behind = card;
    card.setAttribute('aria-selected', String(number === current));
    card.classList.toggle('caret', number === caret);
  }
  list.setAttribute('aria-activedescendant', drawn.has(current) ? `card-${current}` : '');
}

function make({ title, opening, words, terms, section, suggested }: Card, number: number) {
  const preferred = state!.preferredWords;
  const meter = element('span', { class: 'meter' }, element('span', { class: 'full' }));
  (meter.firstElementChild as HTMLElement).style.width = `${100 * shareOf(words, preferred)}%`;
  meter.classList.toggle('over', words > 1.5 * preferred);
  return element(
    'article',
    {
      id: `card-${number}`,
      class: `card zoom-${zoom}`,
      role: 'option',
      'data-number': number,
      'aria-label': [title, section, `${words} of ${preferred} words`, opening]
        .filter(Boolean)
        .join('. '),
    },
    element('span', { class: 'section' }, section),
    element('h2', {}, `${suggested ? '▸ ' : ''}${title || opening}`),
    element('p', { class: 'opening' }, opening),
    element('p', { class: 'terms' }, terms.join(', ')),
    element('p', { class: 'words' }, `${words} / ${preferred} words`),
    meter,
  );
}

function reveal(): void {
  const position = shown.indexOf(current);
  if (position >= 0) {
    const { top } = placeOf(grid, position);
    if (top < list.scrollTop) {
      list.scrollTop = top - 12;
    } else if (top + grid.stepY > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + grid.stepY - list.clientHeight;
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

function cardOf(target: EventTarget | null): number | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('.card') : null;
  return card === null ? undefined : Number(card.dataset.number);
}

send({ type: 'ready' });

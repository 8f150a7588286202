// The board's page.

import type {
  BoardChanges,
  BoardLane,
  BoardState,
  Card,
  FromBoard,
  ToBoard,
} from '../src/messages';
import {
  chosen,
  destinationOf,
  dropAt,
  fileGoalOf,
  gapAt,
  gapMarkOf,
  goalOf,
  gridOf,
  inView,
  keyOf,
  layOut,
  type Layout,
  markOf,
  placeOf,
  sectionGoalOf,
  shareOf,
  type Slot,
  slotOf,
  stepTo,
  zooms,
} from './board-model';
import { Drag } from './drag';
import { announcer, connect, element, ScopeSwitch } from './page';
import { count, heldBecause } from '../src/places';

let state: BoardState | undefined;
let shown: number[] = []; // the numbers of the cards that the filter lets through
let current = ''; // the key of the card with the keyboard
let caret = ''; // the key of the card with the caret
let zoom = 2;
let layout: Layout = layOut(gridOf(800, zoom), [], false);
let moving: { key: string; from: number; lane: number; to?: string } | undefined; // the card that is being moved
let refusal = ''; // why the last request was refused
let asked = ''; // the files on the screen, as they were told last
const drawn = new Map<string, HTMLElement>(); // by key
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
      caret = keyOf(message);
      draw();
      break;
    case 'refused':
      moving = undefined;
      told.textContent = message.reason;
      say(message.reason);
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
const scopes = new ScopeSwitch((scope) => send({ type: 'scope', scope }));
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
      'Fragments. Arrows go from card to card, with Alt they move the card, Enter opens it in the text. ' +
      'Alt and Shift with up and down move the section, with Page Up and Page Down the file.',
  },
  sheet,
);
const told = announcer();
document
  .getElementById('main')!
  .append(
    element('header', {}, heading, scopes.element, filter, zoomInput, counted),
    notice,
    list,
    told,
  );
zoomInput.value = String(zoom);

const drag = new Drag<Slot>(list, sheet, {
  aim: (_, x, y) => {
    const place = dropAt(layout, x, y);
    return { place, mark: markOf(layout, place) };
  },
  drop: move,
  changed: draw,
});
/** Of a lane by its title, to before the lane with a number. */
const laneDrag = new Drag<number>(list, sheet, {
  aim: (key, _, y) => {
    const place = gapAt(layout, state?.lanes ?? [], y, laneWith(key)?.kind ?? 'section');
    return { place, mark: gapMarkOf(layout, place, list.clientWidth) };
  },
  drop: moveLane,
  changed: draw,
});

filter.addEventListener('input', refresh);
zoomInput.addEventListener('input', () => zoomTo(Number(zoomInput.value)));
list.addEventListener('scroll', draw);
new ResizeObserver(refresh).observe(list);

list.addEventListener('click', ({ target }) => {
  const key = keyAt(target);
  if (key !== undefined) {
    current = key;
    draw();
  }
});
list.addEventListener('dblclick', ({ target }) => {
  const card = cardWith(keyAt(target));
  if (card !== undefined) {
    send({ type: 'open', uri: card.uri, id: card.id });
  }
});
list.addEventListener('pointerdown', (event) => {
  const { target, button } = event;
  const key = keyAt(target);
  const card = key === undefined ? undefined : drawn.get(key);
  if (button === 0 && key !== undefined && card !== undefined) {
    drag.begin(event, key, card);
  }
  const title = target instanceof Element ? target.closest<HTMLElement>('.lane') : null;
  if (button === 0 && title?.classList.contains('movable')) {
    laneDrag.begin(event, title.dataset.key!, title);
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
  if (event.altKey && event.shiftKey && onLaneKey(event.key)) {
    event.preventDefault();
    return;
  }
  const rows = Math.max(1, Math.floor(list.clientHeight / layout.grid.stepY));
  const to = stepTo(layout, event.key, position, rows);
  if (to !== undefined) {
    event.preventDefault();
    if (!event.altKey) {
      const card = state?.cards[shown[to] ?? -1];
      current = card ? keyOf(card) : current;
      reveal();
      if (event.key === 'End') {
        list.scrollTop = list.scrollHeight; // files that have not been read have no cards yet
      }
    } else if (to !== position && position >= 0) {
      // Down the board a card goes behind the one that it steps to, up before it.
      const { lane, at } = slotOf(layout, to);
      move(current, { lane, at: to > position ? at + 1 : at });
    }
    return;
  }
  switch (event.key) {
    case 'Enter': {
      const card = cardWith(current);
      if (card !== undefined) {
        send({ type: 'open', uri: card.uri, id: card.id });
      }
      break;
    }
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
      laneDrag.cancel();
  }
}

/** Moves the section or the file of the card with the keyboard. Returns whether a key is one to do that. */
function onLaneKey(key: string): boolean {
  const steps: Record<string, ['section' | 'file', 'Up' | 'Down']> = {
    ArrowUp: ['section', 'Up'],
    ArrowDown: ['section', 'Down'],
    PageUp: ['file', 'Up'],
    PageDown: ['file', 'Down'],
  };
  const step = steps[key];
  const card = cardWith(current);
  const lane = card && state?.lanes[card.lane];
  if (step === undefined || lane === undefined) {
    return step !== undefined;
  }
  const [unit, way] = step;
  if (unit === 'file' ? state!.scope === 'work' : lane.id !== '') {
    const { uri, id } = lane;
    const from = numberOf(current);
    moving = { key: current, from, lane: card!.lane };
    say('');
    send({ type: 'step', unit, thing: { uri, id }, way });
  }
  return true;
}

/** Sends a section or a file to before a lane. */
function moveLane(key: string, gap: number): void {
  const lane = laneWith(key);
  const lanes = state?.lanes ?? [];
  if (lane === undefined) {
    return;
  }
  say('');
  if (lane.kind === 'file') {
    const to = fileGoalOf(lanes, gap, lane.uri);
    if (to) {
      send({ type: 'moveFile', uri: lane.uri, ...to });
    }
    return;
  }
  const to = sectionGoalOf(lanes, gap);
  const at = lanes.indexOf(lane);
  if (to !== undefined && gap !== at && gap !== at + 1) {
    const { uri, id } = lane;
    send({ type: 'move', unit: 'section', thing: { uri, id }, to });
  }
}

function say(reason: string): void {
  refusal = reason;
  sayNotice();
}

function show(next: BoardState): void {
  const before = numberOf(current);
  const to = moving === undefined ? -1 : movedTo(state?.cards ?? [], next);
  state = next;
  const hasMoved = to >= 0 && (to !== moving!.from || laneOf(to) !== moving!.lane);
  if (hasMoved) {
    current = keyOf(next.cards[to]!);
    told.textContent = `Moved to ${to + 1} of ${next.cards.length}`;
    moving = undefined;
  } else if (numberOf(current) < 0) {
    const card = next.cards[Math.max(0, Math.min(before, next.cards.length - 1))];
    current = card ? keyOf(card) : '';
  }
  refresh();
  if (hasMoved) {
    reveal();
  }
}

/** The number of a card that has been moved: in another file it is a new one, and held. */
function movedTo(was: readonly Card[], { cards }: BoardState): number {
  const { key, to } = moving!;
  const known = new Set(was.map(keyOf));
  const same = cards.findIndex((card) => keyOf(card) === key);
  return same >= 0
    ? same
    : cards.findIndex((card) => card.uri === to && card.held && !known.has(keyOf(card)));
}

/** Replaces the cards with the same ids; everything else stays as it is. */
function change({ cards }: BoardChanges): void {
  if (state === undefined) {
    return;
  }
  const newer = new Map(cards.map((card) => [keyOf(card), card]));
  const next = { ...state, cards: state.cards.map((card) => newer.get(keyOf(card)) ?? card) };
  if (filter.value !== '') {
    show(next);
    return;
  }
  state = next;
  for (const key of newer.keys()) {
    drawn.get(key)?.remove();
    drawn.delete(key);
  }
  draw();
}

/** Sends a card into a slot. The text changes, and then the board. */
function move(key: string, slot: Slot): void {
  const from = numberOf(key);
  const card = state?.cards[from];
  if (state === undefined || card === undefined) {
    return;
  }
  const own = slotOf(layout, shown.indexOf(from));
  if (slot.lane === own.lane && (slot.at === own.at || slot.at === own.at + 1)) {
    return; // it stands there already
  }
  const to = destinationOf(layout, slot, shown, laneOf);
  const goal = goalOf(to, slot, layout, shown, state.lanes, state.cards);
  moving = { key, from, lane: own.lane, to: goal.uri };
  say('');
  send({ type: 'move', unit: 'fragment', thing: { uri: card.uri, id: card.id }, to: goal });
}

function laneOf(number: number): number | undefined {
  return state?.cards[number]?.lane;
}

/** Lays everything out again. A drag goes on as long as its card is there. */
function refresh(): void {
  const cards = state?.cards ?? [];
  shown = chosen(cards, filter.value);
  if (drag.key !== undefined && numberOf(drag.key) < 0) {
    drag.cancel();
  }
  if (laneDrag.key !== undefined && laneWith(laneDrag.key) === undefined) {
    laneDrag.cancel();
  }
  scopes.show(state?.scope);
  heading.textContent = state?.title ?? '';
  const unread = (state?.lanes ?? []).reduce((sum, lane) => sum + lane.unread, 0);
  const all = count(cards.length + unread, 'card');
  counted.textContent =
    filter.value === ''
      ? all
      : `${shown.length.toLocaleString('en')} of ${all}${unread > 0 ? ', reading…' : ''}`;
  sayNotice();
  const rooms = (state?.lanes ?? []).map(({ kind, unread }) => ({
    ...{ cards: 0, unread, isFile: kind === 'file' },
  }));
  for (const number of shown) {
    rooms[cards[number]!.lane]!.cards++;
  }
  layout = layOut(gridOf(list.clientWidth, zoom), rooms, hasTitles(), filter.value !== '');
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
  askFor(fromLane, toLane);
  const wanted = new Set(shown.slice(from, to).map((number) => keyOf(state!.cards[number]!)));
  for (const [key, card] of drawn) {
    if (!wanted.has(key) && key !== drag.key) {
      card.remove();
      drawn.delete(key);
    }
  }
  // From the last to the first, each before the one behind it: a page is read in this order.
  let behind: HTMLElement | null = null;
  for (let position = to - 1; position >= from; position--) {
    const number = shown[position]!;
    const key = keyOf(state!.cards[number]!);
    let card = drawn.get(key);
    if (card === undefined) {
      card = make(state!.cards[number]!, number);
      const { left, top } = placeOf(layout, slotOf(layout, position));
      card.style.left = `${left}px`;
      card.style.top = `${top}px`;
      card.style.width = `${layout.grid.cardWidth}px`;
      card.style.height = `${layout.grid.cardHeight}px`;
      card.setAttribute('aria-posinset', String(position + 1));
      card.setAttribute('aria-setsize', String(shown.length));
      drawn.set(key, card);
      sheet.insertBefore(card, behind);
    }
    behind = card;
    card.setAttribute('aria-selected', String(key === current));
    card.classList.toggle('caret', key === caret);
    card.classList.toggle('dragged', drag.isDragging && key === drag.key);
  }
  list.setAttribute('aria-activedescendant', drawn.get(current)?.id ?? '');
}

/** Asks for the files whose lanes are on the screen; where a filter holds, for all. */
function askFor(from: number, to: number): void {
  if (state?.scope !== 'work') {
    asked = '';
    return;
  }
  const some = filter.value === '' ? state.lanes.slice(from, to) : state.lanes;
  const uris = [...new Set(some.map(({ uri }) => uri))];
  if (asked !== uris.join('\n')) {
    asked = uris.join('\n');
    send({ type: 'inView', uris });
  }
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
      const title = makeTitle(state!.lanes[lane]!, cards);
      title.style.top = `${titleTop}px`;
      titles.set(lane, title);
      sheet.append(title);
    }
    const isDragged = laneDrag.isDragging && titles.get(lane)?.dataset.key === laneDrag.key;
    titles.get(lane)?.classList.toggle('dragged', isDragged);
  }
}

function makeTitle(lane: BoardLane, cards: number): HTMLElement {
  const { kind, uri, id, title, above, length, unread } = lane;
  const isFile = kind === 'file';
  const isMovable = isFile || id !== '';
  return element(
    'div',
    {
      class: ['lane', kind, isMovable ? 'movable' : ''].join(' '),
      role: 'presentation',
      'data-key': laneKey(lane),
      // The arguments of the commands in its menu.
      'data-vscode-context': JSON.stringify({
        ...(isFile ? { file: true } : { lane: id }),
        ...{ uri, title, preventDefaultContextMenuItems: true },
      }),
    },
    above === '' ? '' : element('span', { class: 'above' }, `${above} › `),
    title || 'Before the first heading',
    element(
      'span',
      { class: 'cards' },
      [isFile ? length : '', isFile && cards === 0 ? '' : count(cards, 'card')]
        .filter(Boolean)
        .join(' · '),
    ),
    unread > 0 ? element('span', { class: 'cards' }, 'being read…') : '',
  );
}

/** Where headings count for nothing, the one lane has no title. */
function hasTitles(): boolean {
  const [first, ...more] = state?.lanes ?? [];
  return first !== undefined && (more.length > 0 || first.id !== '' || first.kind === 'file');
}

function make(
  { uri, id, title, opening, words, terms, section, suggested, held }: Card,
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
      'data-key': keyOf({ uri, id }),
      // The arguments of the commands in its menu.
      'data-vscode-context': JSON.stringify({
        card: true,
        uri,
        id,
        title,
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

/** The number of the card with a key, or -1. */
function numberOf(key: string): number {
  return state?.cards.findIndex((card) => keyOf(card) === key) ?? -1;
}

function cardWith(key: string | undefined): Card | undefined {
  return state?.cards.find((card) => keyOf(card) === key);
}

function keyAt(target: EventTarget | null): string | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('.card') : null;
  return card?.dataset.key;
}

/** A file and the section that is its title are two things. */
function laneKey(lane: BoardLane): string {
  return `${lane.kind} ${keyOf(lane)}`;
}

function laneWith(key: string): BoardLane | undefined {
  return state?.lanes.find((lane) => laneKey(lane) === key);
}

window.addEventListener('focus', () => {
  if (document.activeElement === document.body) {
    list.focus();
  }
});
list.focus();
send({ type: 'ready' });

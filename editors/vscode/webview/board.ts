// The page of the board.

import './page-language';
import { count, t } from '../src/language';
import type { Note } from '../src/answers';
import type {
  Arrival,
  BoardLane,
  BoardState,
  Card,
  Column,
  FromBoard,
  Goal,
  Move,
  ToBoard,
} from '../src/messages';
import {
  dropAt,
  fileGoalOf,
  type Filter,
  gapAt,
  choicesOf,
  chosenBy,
  gapMarkOf,
  goalOf,
  grouped,
  type Grouping,
  isFiltering,
  isThere,
  keyOf,
  markOf,
  sectionGoalOf,
  settled,
  type Slot,
  slotOf,
  steppedOver,
  stepTo,
  zooms,
} from './board-model';
import { laneKey } from './card';
import { Drag } from './drag';
import { columnOfKey, Outline } from './outline';
import { announcer, connect, element, ScopeSwitch } from './page';
import { movesOf } from './plan';
import { Selection } from './selection';
import { Sheet } from './sheet';
import { Trial } from './trial';

let text: BoardState | undefined; // the board of the text
let state: BoardState | undefined; // the board that is shown: grouped, sorted, or in an order being tried
/** The focused card of a pending move. */
let moving: { key: string; from: number; lane: number; isOne: boolean } | undefined;
let handled = ''; // the first words of the focused card at the last move
let arriving: { parts: Arrival[]; isOne: boolean } | undefined; // cards moved to another file and not yet shown there
/** Why the last request was refused. It is shown until the next one, or until the cause is gone. */
let refusal = { reason: '', holds: () => true };
let whyEmpty = ''; // why there is no board of an open text
let asked = ''; // the files last requested from the extension
const selection = new Selection();

const send = connect<ToBoard, FromBoard>((message) => {
  switch (message.type) {
    case 'board':
      take(message);
      break;
    case 'changes': {
      const newer = new Map(message.cards.map((card) => [keyOf(card), card]));
      const cards = text?.cards.map((card) => newer.get(keyOf(card)) ?? card);
      if (text !== undefined && cards !== undefined) {
        change({ ...text, cards }, newer.keys());
      }
      break;
    }
    case 'empty':
      whyEmpty = message.reason;
      take(undefined);
      break;
    case 'caret':
      sheet.caret = keyOf(message);
      sheet.draw();
      break;
    case 'moved':
      trial.settle();
      if (message.parts.length > 0) {
        arriving = { parts: message.parts, isOne: moving?.isOne ?? true };
        moving = undefined;
        welcome();
      }
      break;
    case 'arrangement':
      if (message.arrangement !== undefined) {
        trial.load(message.arrangement);
      }
      if (message.isCompared) {
        trial.compare();
      }
      sheet.list.focus();
      break;
    case 'discard':
      trial.end();
      break;
    case 'focus':
      window.focus();
      break;
    case 'refused':
      moving = undefined;
      status.textContent = message.reason;
      say(message.reason);
  }
});

const heading = element('h1');
const filter = element('input', {
  id: 'filter',
  type: 'search',
  placeholder: t('Filter'),
  'aria-label': t('Filter the cards'),
});
const onlySelect = element('select', { id: 'only', 'aria-label': t('Which cards are shown') });
const groupSelect = element(
  'select',
  { id: 'group', 'aria-label': t('How cards are grouped') },
  element('option', { value: 'chapter' }, t('By chapter')),
  element('option', { value: 'label' }, t('By label')),
  element('option', { value: 'status' }, t('By status')),
);
const roomButton = element(
  'button',
  {
    type: 'button',
    'aria-pressed': 'false',
    title: t('Hides the side bars and makes the board as large as possible.'),
  },
  t('Fill the Window'),
);
roomButton.addEventListener('click', () => {
  const isOn = roomButton.getAttribute('aria-pressed') !== 'true';
  roomButton.setAttribute('aria-pressed', String(isOn));
  send({ type: 'maximize', isOn });
});
/** Scrolls to the tray, and accepts dropped cards. It stays visible while the tray is scrolled out of view. */
const trayButton = element('button', {
  type: 'button',
  class: 'toTray',
  title: t('What has been set aside for now. Drop a card here to set it aside.'),
});
trayButton.addEventListener('click', () => {
  const last = state?.cards.at(-1);
  if (last !== undefined && state?.lanes[last.lane]?.kind === 'tray') {
    select(keyOf(last), false);
  }
  list.scrollTop = list.scrollHeight;
  list.focus();
});
const zoomInput = element('input', {
  id: 'zoom',
  type: 'range',
  min: 0,
  max: zooms.length - 1,
  'aria-label': t('Size of the cards'),
});
const scopes = new ScopeSwitch((scope) => send({ type: 'scope', scope }));
const looseButton = element(
  'button',
  { type: 'button', 'aria-pressed': 'false' },
  t('Loose Paragraphs'),
);
looseButton.addEventListener('click', () =>
  send({ type: 'showLoose', isShown: state?.loose === undefined, isAll: false }),
);
const allLooseButton = element('button', { type: 'button' }, t('Show All'));
allLooseButton.addEventListener('click', () =>
  send({ type: 'showLoose', isShown: true, isAll: true }),
);
const counted = element('span', { class: 'count' });
const notice = element('p', { class: 'notice' });
const status = announcer();
const outline: Outline = new Outline({
  send: (message) => send(message),
  say,
  changed: () => {
    sheet.isOutline = outline.isOn;
    zoomInput.hidden = outline.isOn;
    arrange();
    sheet.reveal();
  },
  focus: () => list.focus(),
  cards: () => trial.shown?.cards ?? [],
  now: (one) => {
    const key = 'kind' in one ? laneKey(one) : keyOf(one);
    const of = 'kind' in one ? laneWith(key) : cardWith(key);
    const row = 'kind' in one ? sheet.titleOf(key) : sheet.cardOf(key);
    return of && row && { of, row };
  },
});
const sheet: Sheet = new Sheet(
  {
    isSelected: (key) => selection.has(key),
    isDragged: (key) =>
      (drag.isDragging && (key === drag.key || (selection.has(drag.key!) && selection.has(key)))) ||
      (laneDrag.isDragging && key === laneDrag.key),
    was: (key) => trial.was(key),
    seen: askFor,
  },
  outline.head,
);
const trial: Trial = new Trial(ask, () => {
  say('');
  arrange();
  sheet.list.focus();
});
const { list } = sheet;
document
  .getElementById('main')!
  .append(
    element(
      'header',
      {},
      heading,
      scopes.element,
      outline.switch,
      filter,
      onlySelect,
      groupSelect,
      zoomInput,
      counted,
      element(
        'span',
        { class: 'orders' },
        roomButton,
        looseButton,
        allLooseButton,
        ...trial.buttons,
        trayButton,
      ),
    ),
    trial.bar,
    notice,
    list,
    status,
  );
zoomInput.value = String(sheet.zoom);

const drag: Drag<Slot> = new Drag<Slot>(list, sheet.element, {
  aim: (_, x, y) => {
    const isOverTray = isOver(trayButton, x, y);
    trayButton.classList.toggle('aimed', isOverTray);
    const place = isOverTray ? endOfTray() : dropAt(sheet.layout, x, y);
    return { place, mark: markOf(sheet.layout, place) };
  },
  drop: (key, slot) => move(selection.has(key) ? selected() : [key], slot),
  changed: () => {
    trayButton.classList.remove('aimed');
    sheet.draw();
  },
});
/** Drags a lane by its title. The place is the index of the lane to move before. */
const laneDrag: Drag<number> = new Drag<number>(list, sheet.element, {
  aim: (key, _, y) => {
    const place = gapAt(sheet.layout, state?.lanes ?? [], y, laneWith(key)?.kind ?? 'section');
    return { place, mark: gapMarkOf(sheet.layout, place, list.clientWidth) };
  },
  drop: moveLane,
  changed: () => sheet.draw(),
});

filter.addEventListener('input', refresh);
onlySelect.addEventListener('change', refresh);
groupSelect.addEventListener('change', arrange);
zoomInput.addEventListener('input', () => zoomTo(Number(zoomInput.value)));
new ResizeObserver(refresh).observe(list);

/** Whether the last click was on the title of a lane. Delete then does nothing to a card, which may be out of sight. */
let isLaneClicked = false;

list.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
  const key = keyAt(target);
  if (key !== undefined) {
    if (ctrlKey || metaKey) {
      selection.toggle(key);
    } else if (shiftKey) {
      selection.extendTo(key, sheet.keys);
    } else {
      selection.only(key);
    }
    showSelection();
  } else if (target instanceof Element && target.closest('.lane')) {
    isLaneClicked = true;
  }
});
list.addEventListener('dblclick', ({ target }) => {
  if (!editAt(target)) {
    open(keyAt(target));
  }
});
list.addEventListener('scroll', () => outline.leave());
list.addEventListener('pointerdown', (event) => {
  const { target, button } = event;
  const key = keyAt(target);
  const card = key === undefined ? undefined : sheet.cardOf(key);
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
      zoomTo(sheet.zoom - Math.sign(event.deltaY));
    }
  },
  { passive: false },
);
document.addEventListener('keydown', (event) => {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && (key === 'z' || key === 'y') && event.target !== filter) {
    own(event);
    undoOrRedo(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  } else if (command && key === 'a' && event.target === list) {
    own(event);
    selection.only(sheet.keys[0] ?? '');
    selection.extendTo(sheet.keys.at(-1) ?? '', sheet.keys);
    showSelection();
  } else if (event.target === list && !command) {
    if (onKey(event)) {
      own(event);
    }
  } else if (event.target === filter && event.key === 'Escape') {
    filter.value = '';
    refresh();
    list.focus();
  }
});

/** Keeps a key event from VS Code, which would also apply it to the text from which the focus has just moved. */
function own(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function undoOrRedo(type: 'undo' | 'redo'): void {
  if (!trial.isOn) {
    send({ type });
  } else if (type === 'undo') {
    trial.undo();
  }
}

/** Executes the action of a key on the cards. Returns false if VS Code may handle the key too. */
function onKey(event: KeyboardEvent): boolean {
  const { layout, shown } = sheet;
  if (event.altKey && event.shiftKey && onLaneKey(event.key)) {
    return true;
  }
  // A selection of several cards moves up from its first card, and down from its last.
  const positions = event.altKey ? selected().map((key) => sheet.positionOf(key)) : [];
  const isBack = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Home'].includes(event.key);
  const position =
    positions.length > 1 ? (isBack ? Math.min : Math.max)(...positions) : sheet.position;
  const rows = Math.max(1, Math.floor(sheet.height / layout.grid.stepY));
  const to = stepTo(layout, event.key, position, rows);
  if (to !== undefined) {
    if (!event.altKey) {
      const card = state?.cards[shown[to] ?? -1];
      select(card ? keyOf(card) : selection.current, event.shiftKey);
      if (event.key === 'End') {
        list.scrollTop = list.scrollHeight; // below the last card may be files that have not been read
      }
    } else if (to !== position && position >= 0) {
      const isInTray = (position: number) =>
        state?.lanes[slotOf(layout, position).lane]?.kind === 'tray';
      // A move past the end of the text must not set the card aside in the tray.
      if (!isInTray(to) || isInTray(position)) {
        step(shown[to]!);
      }
    }
    return true;
  }
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const column = outline.isOn ? columnOfKey[name] : undefined;
  if (column !== undefined) {
    editRow(column, event.shiftKey);
    return true;
  }
  switch (event.key) {
    case 'Enter':
      open(selection.current);
      break;
    case 'Delete':
      setAside();
      break;
    case 'F2':
      note('title');
      break;
    case 's':
      note('synopsis');
      break;
    case 'l':
      note('label');
      break;
    case 't':
      note('status');
      break;
    case 'm':
      moveLoose();
      break;
    case ' ':
      selection.only(selection.current);
      showSelection();
      break;
    case '+':
    case '-':
      zoomTo(sheet.zoom + (event.key === '+' ? 1 : -1));
      break;
    case '/':
      filter.focus();
      break;
    case 'Escape':
      drag.cancel();
      laneDrag.cancel();
      return false; // VS Code may have something to close
    default:
      return false;
  }
  return true;
}

function select(key: string, isMore: boolean): void {
  if (isMore) {
    selection.extendTo(key, sheet.keys);
  } else {
    selection.only(key);
  }
  showSelection();
  sheet.reveal();
}

function showSelection(): void {
  isLaneClicked = false;
  sheet.current = selection.current;
  sayCount();
  sayNotice();
  sheet.draw();
}

// Commands in the context menu of a selected card get all selected cards as `chosen`.
document.addEventListener(
  'contextmenu',
  ({ target }) => {
    const card = (target as Element).closest<HTMLElement>('.card');
    const key = card?.dataset['key'];
    if (card && key !== undefined) {
      const all = selection.keys
        .flatMap((one) => cardWith(one) ?? [])
        .filter(({ id }) => id !== '')
        .map(({ uri, id }) => ({ uri, id }));
      const chosen = selection.has(key) ? all : undefined; // which removes those of an earlier menu
      const context = JSON.parse(card.dataset['vscodeContext'] ?? '{}');
      card.dataset['vscodeContext'] = JSON.stringify({ ...context, chosen });
    }
  },
  true,
);

/** The keys of the selected cards, in the order of the board. */
function selected(): string[] {
  return sheet.keys.filter((key) => selection.has(key));
}

function open(key: string | undefined): void {
  const card = cardWith(key);
  if (card !== undefined) {
    send({ type: 'open', uri: card.uri, id: card.id });
  }
}

/** Moves the selected cards from the text to the tray. */
function setAside(): void {
  if (trial.isOn) {
    say(traySays, isTrying);
    return;
  }
  const cards = selected().flatMap((key) => cardWith(key) ?? []);
  if (isNoCardMeant()) {
    say(onlyFragments, isNoCardMeant);
    return;
  }
  const parts = cards.filter(({ id }) => id !== '').map(({ uri, id }) => ({ uri, id }));
  if (parts.length > 0) {
    say('');
    send({ type: 'setAside', parts });
  }
}

/** Opens the editor of the outline cell at an element. Returns whether there is one that can be edited. */
function editAt(target: EventTarget | null): boolean {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('.row');
  const key = row?.dataset.key ?? '';
  const of = row?.classList.contains('lane') ? laneWith(key) : cardWith(key);
  return !!row && of !== undefined && outline.edit(of, cell!.dataset.column as Column, row);
}

/** Opens the editor of a cell in the focused row or, with isOfLane or if that fails, in the row of the lane. */
function editRow(column: Column, isOfLane: boolean): void {
  const card = cardWith(selection.current);
  const lane = card && state?.lanes[card.lane];
  sheet.reveal();
  const row = sheet.cardOf(selection.current);
  if (card === undefined || lane === undefined || row === undefined) {
    return;
  }
  if (isOfLane || !outline.edit(card, column, row)) {
    const title = sheet.titleOf(laneKey(lane));
    if (title !== undefined) {
      outline.edit(lane, column, title);
    }
  }
}

/** Returns why cards cannot be moved, if they are not in the order of the text; else an empty string. */
function obstacle(): string {
  return grouping() === 'chapter' ? outline.obstacle : groupsSay;
}

const groupsSay = t('Group the cards by chapter to move them: this is not the order of the text.');
const atOnce = t(
  'Apply the order or discard it first: what you asked for would change the text at once.',
);
const traySays = t('Apply the order or discard it first: the tray changes the text at once.');
const onlyFragments = t(
  'Only fragments can be set aside in the tray. Select those that should go there.',
);

function note(note: 'title' | Note): void {
  const card = cardWith(selection.current);
  if (card !== undefined && card.id !== '') {
    send({ type: 'note', note, part: { uri: card.uri, id: card.id } });
  }
}

/** Moves the loose paragraph of the focused card to the place it fits; the most certain one if there are several. */
function moveLoose(): void {
  const card = cardWith(selection.current);
  if (trial.isOn) {
    say(atOnce, isTrying);
  } else if (card !== undefined && card.loose.length > 0) {
    say('');
    send({ type: 'moveLoose', part: { uri: card.uri, id: card.id } });
  }
}

/** Moves the section or file of the focused card, if the key does that. Returns whether it is such a key. */
function onLaneKey(key: string): boolean {
  const steps: Record<string, ['section' | 'file', 'Up' | 'Down']> = {
    ArrowUp: ['section', 'Up'],
    ArrowDown: ['section', 'Down'],
    PageUp: ['file', 'Up'],
    PageDown: ['file', 'Down'],
  };
  const step = steps[key];
  const card = cardWith(selection.current);
  const lane = card && state?.lanes[card.lane];
  if (step === undefined || card === undefined || lane === undefined) {
    return step !== undefined;
  }
  if (obstacle() !== '') {
    sayObstacle();
    return true;
  }
  const [unit, way] = step;
  if (trial.isOn && unit === 'file') {
    say(atOnce, isTrying);
  } else if (trial.isOn) {
    tryStep(card.lane, way);
  } else if (unit === 'file' ? state!.scope === 'work' : lane.id !== '') {
    const { uri, id } = lane;
    const from = numberOf(selection.current);
    moving = { key: selection.current, from, lane: card.lane, isOne: true };
    say('');
    ask({ type: 'step', unit, part: { uri, id }, way });
  }
  return true;
}

/** Moves a section, in the order being tried, before the previous section of its level or after the next. */
function tryStep(at: number, way: 'Up' | 'Down'): void {
  const lanes = state?.lanes ?? [];
  const own = lanes[at]!;
  const isOther = ({ level }: BoardLane) => level > 0 && level <= own.level;
  const next = lanes.findIndex((lane, i) => i > at && isOther(lane));
  const behind = lanes.findIndex((lane, i) => i > next && next >= 0 && isOther(lane));
  const above = lanes.findLastIndex((lane, i) => i < at && isOther(lane));
  const isThere =
    way === 'Up' ? lanes[above]?.level === own.level : lanes[next]?.level === own.level;
  if (own.id !== '' && isThere) {
    moveLane(laneKey(own), way === 'Up' ? above : behind < 0 ? lanes.length : behind);
  }
}

/** Moves a section or file before a lane. */
function moveLane(key: string, gap: number): void {
  const lane = laneWith(key);
  const lanes = state?.lanes ?? [];
  if (lane === undefined) {
    return;
  }
  say('');
  if (lane.kind === 'file' && trial.isOn) {
    say(atOnce, isTrying);
    return;
  }
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
    make([{ unit: 'section', part: { uri, id }, to }]);
  }
}

/** Makes moves in the text or, while an order is being tried, only on the board. */
function make(moves: Move[]): void {
  const tray = state?.lanes.find(({ kind }) => kind === 'tray')?.uri;
  if (trial.isOn && moves.some(({ part, to }) => part.id === '' || to.uri === tray)) {
    say(traySays, isTrying);
    moving = undefined;
  } else if (trial.isOn) {
    trial.add(moves);
  } else {
    ask({ type: 'move', moves });
  }
}

/** Sends a message after which the focused card may have another key. */
function ask(message: FromBoard): void {
  handled = cardWith(moving?.key ?? selection.current)?.opening ?? '';
  send(message);
}

function say(reason: string, holds = () => true): void {
  refusal = { reason, holds };
  sayNotice();
}

const isTrying = () => trial.isOn;
const isNoCardMeant = () => isLaneClicked || selected().length === 0;

function sayObstacle(): void {
  const reason = obstacle();
  say(reason, () => obstacle() === reason);
}

/** Shows the board of a new version of the text. */
function take(next: BoardState | undefined): void {
  const wasTrying = trial.isOn;
  text = next;
  trial.take(next);
  arrange();
  if (wasTrying && !trial.isOn && document.activeElement !== filter) {
    list.focus(); // the Apply button had the focus
  }
}

/** Shows the board, sorted, grouped or in the order being tried. */
function arrange(): void {
  const next = trial.shown && outline.arranged(grouped(trial.shown, grouping()));
  const before = numberOf(selection.current);
  state = next;
  sheet.isGrouped = grouping() !== 'chapter';
  const to = moving === undefined ? -1 : numberOf(moving.key);
  const hasMoved = to >= 0 && (to !== moving!.from || laneOf(to) !== moving!.lane);
  if (hasMoved) {
    const key = keyOf(next!.cards[to]!);
    if (!selection.has(key)) {
      selection.only(key);
    }
    sayMoved(to);
    moving = undefined;
  } else if (numberOf(selection.current) < 0) {
    const cards = next?.cards ?? [];
    const card = cards[Math.max(0, Math.min(before, cards.length - 1))];
    selection.only(card ? keyOf(card) : '');
  }
  selection.keep((key) => numberOf(key) >= 0);
  sheet.current = selection.current;
  refresh();
  if (hasMoved) {
    sheet.reveal();
  }
  welcome();
}

function sayMoved(to: number): void {
  status.textContent = t('Moved to {0} of {1}', to + 1, state!.cards.length);
}

/** Selects the cards that were moved to another file, once they are shown there. */
function welcome(): void {
  const keys = sheet.keys.filter((key) =>
    arriving?.parts.some((part) => keyOf(part) === key && part.opening === cardWith(key)?.opening),
  );
  const [first] = keys;
  if (arriving === undefined || first === undefined) {
    return;
  }
  const { isOne } = arriving;
  const own = keys.find((key) => cardWith(key)?.opening === handled) ?? first;
  selection.only(isOne ? own : first);
  if (!isOne) {
    selection.extendTo(keys.at(-1)!, sheet.keys);
  }
  arriving = undefined;
  sayMoved(numberOf(selection.current));
  showSelection();
  sheet.reveal();
}

/** Replaces cards by others with the same keys. */
function change(next: BoardState, keys: Iterable<string>): void {
  if (isFiltered() || trial.isOn || obstacle() !== '') {
    take(next);
    return;
  }
  text = state = next;
  trial.take(next);
  sheet.replace(next, keys);
}

function move(keys: readonly string[], slot: Slot): void {
  const { layout, shown } = sheet;
  const { lane, at, isAfter = false } = slot;
  const beside = shown[layout.lanes[lane]!.first + at - Number(isAfter)] ?? -1;
  const [own] = keys;
  if (state === undefined || own === undefined) {
    return;
  }
  if (keys.length > 1 || !isThere(state.cards, numberOf(own), beside, isAfter)) {
    const { keys: all } = sheet;
    const place = settled(layout, slot, (position) => keys.includes(all[position]!));
    moveTo(keys, goalOf(layout, place, shown, state.lanes, state.cards));
  }
}

/** Moves the selected cards past the card with an index. */
function step(to: number): void {
  const { cards } = state!;
  const keys = selected();
  const { beside, isAfter } = steppedOver(cards, keys.map(numberOf), to);
  const { uri, id } = cards[beside]!;
  moveTo(keys, isAfter ? { uri, after: id } : { uri, before: id });
}

/** Moves cards to a destination. Unless an order is being tried, the board changes only after the text. */
function moveTo(keys: readonly string[], goal: Goal): void {
  const cards = keys.flatMap((key) => cardWith(key) ?? []);
  if (obstacle() !== '') {
    sayObstacle();
    return;
  }
  if (state === undefined || cards.length === 0) {
    return;
  }
  const from = numberOf(selection.has(keys[0]!) ? selection.current : keys[0]!);
  const isOne = cards.length === 1;
  moving = { key: keyOf(state.cards[from]!), from, lane: state.cards[from]!.lane, isOne };
  say('');
  make(movesOf(cards, goal));
}

/** Reports whether a point, in coordinates of the sheet, is over an element. */
function isOver(element: HTMLElement, x: number, y: number): boolean {
  const sheetBox = sheet.element.getBoundingClientRect();
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [atX, atY] = [x + sheetBox.left, y + sheetBox.top];
  return left <= atX && atX <= right && top <= atY && atY <= bottom;
}

function endOfTray(): Slot {
  const lane = sheet.layout.lanes.length - 1; // the tray is last
  return { lane, at: sheet.layout.lanes[lane]!.count };
}

function laneOf(number: number): number | undefined {
  return state?.cards[number]?.lane;
}

/** Lays out everything again. A drag continues if its card or lane still exists. */
function refresh(): void {
  if (drag.key !== undefined && numberOf(drag.key) < 0) {
    drag.cancel();
  }
  if (laneDrag.key !== undefined && laneWith(laneDrag.key) === undefined) {
    laneDrag.cancel();
  }
  scopes.show(state?.scope);
  heading.textContent = state?.title ?? '';
  const tray = state?.lanes.findIndex(({ kind }) => kind === 'tray') ?? -1;
  trayButton.hidden = tray < 0;
  const inTray = state?.cards.filter(({ lane }) => lane === tray).length ?? 0;
  trayButton.textContent = inTray > 0 ? t('Tray ({0})', inTray) : t('Tray');
  looseButton.hidden = state === undefined || trial.isOn;
  allLooseButton.hidden = trial.isOn || (state?.unlisted ?? 0) === 0;
  looseButton.setAttribute('aria-pressed', String(state?.loose !== undefined));
  sayNotice();
  offer();
  sheet.layOut(state, filtering());
  sayCount();
}

function grouping(): Grouping {
  return groupSelect.value as Grouping;
}

/** Updates the choices of the filter. The current one stays selected if it still exists. */
function offer(): void {
  const { chapters, labels, statuses } = choicesOf(trial.shown ?? { lanes: [], cards: [] });
  const groups = [
    [t('Chapter'), chapters],
    [t('Label'), labels],
    [t('Status'), statuses],
  ] as const;
  const offered = JSON.stringify(groups);
  if (offered !== onlySelect.dataset.offered) {
    const { value } = onlySelect;
    onlySelect.dataset.offered = offered;
    onlySelect.replaceChildren(
      element('option', { value: '' }, t('All cards')),
      ...groups
        .filter(([, choices]) => choices.length > 0)
        .map(([label, choices]) =>
          element(
            'optgroup',
            { label },
            ...choices.map((choice) => element('option', { value: choice.value }, choice.said)),
          ),
        ),
    );
    const isThere = groups.some(([, choices]) => choices.some((one) => one.value === value));
    onlySelect.value = isThere ? value : '';
  }
}

function filtering(): Filter {
  return {
    query: filter.value,
    loose: hasLoose(),
    only: trial.shown && chosenBy(trial.shown, onlySelect.value),
  };
}

/** Shows the number of cards, and of those shown and selected. */
function sayCount(): void {
  const unread = (state?.lanes ?? []).reduce((sum, lane) => sum + lane.unread, 0);
  const inText = state?.cards.filter(({ lane }) => state!.lanes[lane]!.kind !== 'tray') ?? [];
  const all = count(inText.length + unread, 'card');
  const some = !isFiltered()
    ? all
    : t('{0} of {1}', sheet.shown.length, all) + (unread > 0 ? `, ${t('being read…')}` : '');
  const { size } = selection;
  counted.textContent = size > 1 ? `${some}, ${t('{0} selected', size)}` : some;
}

function sayNotice(): void {
  if (!refusal.holds()) {
    refusal.reason = '';
  }
  const isEmpty =
    state !== undefined &&
    state.cards.length === 0 &&
    state.lanes.every(({ unread }) => unread === 0);
  notice.textContent =
    state === undefined
      ? whyEmpty || t('Open a text to see its board.')
      : refusal.reason ||
        outline.obstacle ||
        sayLoose() ||
        (isEmpty
          ? t('There is no prose in this text yet. Its cards appear here as you write.')
          : '');
}

/** Whether only the cards with loose paragraphs are shown. */
function hasLoose(): boolean {
  return (state?.loose ?? 0) > 0;
}

function isFiltered(): boolean {
  return isFiltering(filtering());
}

/** Returns a sentence with the number of loose paragraphs, if they have been requested. */
function sayLoose(): string {
  const loose = state?.loose;
  if (loose === undefined) {
    return '';
  }
  if (state?.unlisted) {
    return t(
      '{0} may fit better elsewhere; only a few such paragraphs are worth moving.',
      count(state.unlisted, 'paragraph'),
    );
  }
  return loose === 0
    ? t('Every paragraph seems to belong where it is.')
    : t(
        '{0} may fit better elsewhere. M moves the paragraph of a card there.',
        count(loose, 'paragraph'),
      );
}

/** Requests the files of the visible lanes, or all files if the board is filtered, grouped or sorted. */
function askFor(from: number, to: number): void {
  if (state?.scope !== 'work') {
    asked = '';
    return;
  }
  const isWhole = isFiltered() || obstacle() !== '';
  const some = isWhole ? (trial.shown?.lanes ?? []) : state.lanes.slice(from, to);
  const uris = [...new Set(some.filter(({ kind }) => kind !== 'tray').map(({ uri }) => uri))];
  if (asked !== uris.join('\n')) {
    asked = uris.join('\n');
    send({ type: 'inView', uris });
  }
}

function zoomTo(level: number): void {
  sheet.zoom = Math.max(0, Math.min(zooms.length - 1, level));
  zoomInput.value = String(sheet.zoom);
  refresh();
  sheet.reveal();
}

/** Returns the index of the card with a key, or -1. */
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

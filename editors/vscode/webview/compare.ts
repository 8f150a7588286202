// The page that compares two arrangements: the cards before on the left, the cards now on the right.

import './page-language';
import { count, t } from '../src/language';
import type { ComparedCard, ComparedChange, FromCompare, ToCompare } from '../src/messages';
import { type Band, bandsOf, changesOf } from './compare-model';
import { connect, element } from './page';

let state: Extract<ToCompare, { type: 'compared' }> | undefined;
let bands: Band[] = [];

const send = connect<ToCompare, FromCompare>((message) => {
  state = message.type === 'compared' ? message : undefined;
  draw();
});

const heading = element('h1', {}, t('Two Orders'));
const notice = element('p', { class: 'notice' });
const before = element('ol', { class: 'column' });
const now = element('ol', { class: 'column' });
const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
drawing.setAttribute('aria-hidden', 'true'); // the cards have the same information
const titles = [element('h2'), element('h2')] as const;
const columns = element(
  'div',
  { class: 'columns' },
  element('section', {}, titles[0], before),
  element('section', {}, titles[1], now),
);
columns.insertBefore(drawing, columns.lastElementChild);
document.getElementById('main')!.append(heading, notice, columns);
new ResizeObserver(drawBands).observe(columns);

function draw(): void {
  columns.hidden = state === undefined;
  const changes = state?.changes ?? [];
  const { since } = state ?? {};
  const isTried = state !== undefined && since === undefined;
  titles[0].textContent = isTried ? t('As it is') : t('As it was');
  titles[1].textContent = isTried ? t('In this order') : t('As it is');
  heading.textContent = isTried
    ? t('What Would Change')
    : since === undefined
      ? t('Two Orders')
      : t('What changed {0}', since);
  notice.textContent =
    state === undefined
      ? t(
          'Choose “Show What Changed” first: this page sets the two orders of the text side by side.',
        )
      : changes.length === 0
        ? t('Nothing has changed.')
        : t('{0}. Choose one to see it in the text.', count(changes.length, 'change'));
  fill(before, state?.before ?? [], 'from');
  fill(now, state?.now ?? [], 'to');
  bands = bandsOf(state?.before ?? [], state?.now ?? [], changes);
  drawBands();
}

function fill(list: HTMLElement, cards: ComparedCard[], side: 'from' | 'to'): void {
  const of = changesOf(cards, state?.changes ?? [], side);
  list.replaceChildren(
    ...cards.flatMap(({ file, title, words }, i) => [
      ...(file === (cards[i - 1]?.file ?? '') ? [] : [element('li', { class: 'file' }, file)]),
      element(
        'li',
        { class: 'card' },
        element('h3', {}, title),
        element('span', { class: 'words' }, count(words, 'word')),
        // Removed text has its button on the left, everything else on the right.
        ...of[i]!.map((change) => sayChange(change, side === 'to' || change.to.length === 0)),
      ),
    ]),
  );
}

const kinds: Record<ComparedChange['kind'], string> = {
  moved: t('moved'),
  split: t('split'),
  merged: t('merged'),
  retitled: t('retitled'),
  rewritten: t('rewritten'),
  added: t('added'),
  removed: t('removed'),
  conflict: t('conflict'),
  resolved: t('resolved'),
};

function sayChange(change: ComparedChange, isHere: boolean): HTMLElement {
  const { id, kind, here, message, canGoBack } = change;
  const reveal = element(
    'button',
    { type: 'button', class: `change ${kind}`, title: message },
    isHere ? here : kinds[kind],
  );
  reveal.addEventListener('click', () => send({ type: 'reveal', id }));
  const line = element('p', { 'data-change': id }, reveal);
  if (isHere && canGoBack) {
    const back = element(
      'button',
      { type: 'button', 'aria-label': `${t('Put back')}: ${message}` },
      t('Put back'),
    );
    back.addEventListener('click', () => send({ type: 'putBack', id }));
    line.append(back);
  }
  for (const [event, isOver] of [
    ['pointerenter', true],
    ['focusin', true],
    ['pointerleave', false],
    ['focusout', false],
  ] as const) {
    line.addEventListener(event, () => highlight(isOver ? id : ''));
  }
  return line;
}

function highlight(id: string): void {
  for (const path of drawing.children) {
    path.classList.toggle('over', (path as SVGElement).dataset.change === id);
  }
}

/** Draws a band between the cards of each change. */
function drawBands(): void {
  const { top, height } = drawing.getBoundingClientRect();
  const { width } = drawing.getBoundingClientRect();
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const [was, is] = [before, now].map((list) => list.querySelectorAll('.card'));
  drawing.replaceChildren(
    ...bands.map(({ before: from, now: to, change }) => {
      const [a, b] = [was![from]!, is![to]!].map((card) => {
        const box = card.getBoundingClientRect();
        return [box.top - top, box.bottom - top] as const;
      });
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      const middle = width / 2;
      path.setAttribute(
        'd',
        `M0 ${a![0]}C${middle} ${a![0]} ${middle} ${b![0]} ${width} ${b![0]}` +
          `V${b![1]}C${middle} ${b![1]} ${middle} ${a![1]} 0 ${a![1]}Z`,
      );
      path.setAttribute('class', change.kind);
      path.dataset.change = change.id;
      return path;
    }),
  );
}

draw();
send({ type: 'ready' });

// The page of the curve.

import './page-language';
import type { Explanation } from '../src/answers';
import { count, t } from '../src/language';
import type { Control, CurveState, FromCurve, ToCurve } from '../src/messages';
import { Chart } from './chart';
import {
  describe,
  kindOf,
  layOut,
  type Layout,
  nextBoundary,
  reasons,
  summaryOf,
  toSVG,
  whereOf,
} from './curve-model';
import { Overview } from './overview';
import { announcer, connect, element, onThemeChange, ScopeSwitch } from './page';

let layout: Layout | undefined;
let state: CurveState | undefined;
let caret = -1; // the paragraph with the caret
let at = 0; // the gap under the pointer or selected by keys
let explained = -1; // the gap last explained, as the number of paragraphs before it

const send = connect<ToCurve, FromCurve>((message) => {
  switch (message.type) {
    case 'curve':
      show(message);
      break;
    case 'empty':
      clear(message.reason);
      break;
    case 'caret':
      caret = message.paragraph;
      chart.markCaret(caret);
      break;
    case 'explanation':
      if (isLookedAt(message.explanation)) {
        explain(reasons(message.explanation));
      }
  }
});

const heading = element('h1');
const scopes = new ScopeSwitch((scope) => send({ type: 'scope', scope }));
const controls = element('form', { 'aria-label': t('Settings to try') });
const plot = element('div', {
  class: 'plot',
  tabindex: 0,
  role: 'slider',
  'aria-label': t(
    'Similarity curve. The arrow keys go from gap to gap, Page Up and Page Down from boundary to boundary, Enter goes to the text. Plus and minus zoom, Escape shows all.',
  ),
  'aria-orientation': 'horizontal',
});
const explanation = element('section', { class: 'explanation', 'aria-live': 'polite' });
const empty = element('p', { class: 'empty' });
const summary = element('p', { class: 'summary' });
const legend = element(
  'ul',
  { class: 'legend', 'aria-label': t('Legend') },
  ...[
    ['curve', t('how similar the text is on both sides')],
    ['turn', t('suggested boundary')],
    ['heading', t('a heading or a scene break')],
    ['pinned', t('kept by you')],
    ['file', t('the end of a file')],
    ['caret', t('the cursor')],
  ].map(([sign, meaning]) =>
    element('li', { class: `of-${sign}` }, element('span', { class: `sign ${sign}` }), meaning!),
  ),
);
const status = announcer();
const overview: Overview = new Overview((min, max) => chart.zoomTo(min, max));
document
  .getElementById('main')!
  .append(
    element('header', {}, heading, scopes.element),
    summary,
    controls,
    empty,
    plot,
    overview.element,
    legend,
    explanation,
    status,
  );

const chart: Chart = new Chart(plot, {
  hover: (gap) => lookAt(gap, false),
  click: jump,
  zoomed: (min, max) => {
    overview.mark(min, max);
    drawOverview();
  },
});
const drawOverview = () => layout && overview.draw(layout, chart.colours(), chart.box);
onThemeChange(() => {
  chart.redraw();
  drawOverview();
});
new ResizeObserver(() => {
  chart.resize();
  drawOverview();
}).observe(plot);

plot.addEventListener('keydown', (event) => {
  if (layout === undefined) {
    return;
  }
  const last = layout.gaps.length - 1;
  const to: Record<string, () => number> = {
    ArrowLeft: () => at - 1,
    ArrowRight: () => at + 1,
    ArrowDown: () => at - 1,
    ArrowUp: () => at + 1,
    Home: () => 0,
    End: () => last,
    PageUp: () => nextBoundary(layout!.gaps, at, -1),
    PageDown: () => nextBoundary(layout!.gaps, at, 1),
    c: () => caret,
  };
  const go = to[event.key];
  if (go !== undefined) {
    event.preventDefault();
    lookAt(Math.max(0, Math.min(last, go())), true);
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    jump(at);
  } else if (event.key === '+' || event.key === '-') {
    chart.zoomBy(event.key === '+' ? 1 / 2 : 2, at);
  } else if (event.key === 'Escape') {
    chart.zoomTo(0, layout.width);
  }
});

function show(next: CurveState): void {
  state = next;
  layout = layOut(next.words, next.gaps, next.files);
  scopes.show(next.scope);
  legend.classList.toggle('of-work', next.files.length > 0);
  at = Math.max(0, Math.min(at, layout.gaps.length - 1));
  heading.textContent = next.title;
  empty.textContent = next.quiet
    ? t(
        'Nothing is suggested here: the text is too short or not prose, or a comment in it asks segls to skip it.',
      )
    : '';
  summary.textContent = status.textContent = next.quiet ? '' : summaryOf(layout);
  plot.hidden = legend.hidden = layout.gaps.length === 0;
  plot.setAttribute('aria-valuemin', '1');
  plot.setAttribute('aria-valuemax', String(layout.gaps.length));
  showControls(next);
  controls.querySelector('#svg')?.toggleAttribute('disabled', plot.hidden);
  chart.draw(layout);
  drawOverview();
  chart.markCaret(caret);
  value();
  if (explained >= 0) {
    lookAt(at, false);
  }
}

function clear(reason: string): void {
  state = layout = undefined;
  scopes.show(undefined);
  heading.textContent = '';
  controls.replaceChildren();
  explanation.replaceChildren();
  summary.textContent = '';
  plot.hidden = legend.hidden = overview.element.hidden = true;
  empty.textContent = reason || t('Open a text to see its curve.');
}

/** Selects a gap: describes it and requests an explanation. */
function lookAt(gap: number, byKey: boolean): void {
  if (layout === undefined || layout.gaps[gap] === undefined) {
    return;
  }
  at = gap;
  explained = gap + 1;
  value();
  if (byKey) {
    chart.point(gap);
  }
  if (layout.gaps[gap].constraint === 'file') {
    explain([]); // there is nothing to explain
  } else {
    send({ type: 'explain', version: state!.version, after: explained });
  }
}

function jump(gap: number): void {
  if (state !== undefined) {
    send({ type: 'jump', version: state.version, after: gap + 1 });
  }
}

/** Reports whether an explanation is about the selected gap in the version that is drawn. */
function isLookedAt({ version, after }: Explanation): boolean {
  return version === state?.version && after === explained;
}

function value(): void {
  if (layout?.gaps[at] !== undefined) {
    plot.setAttribute('aria-valuenow', String(at + 1));
    plot.setAttribute('aria-valuetext', describe(layout, at));
  }
}

function explain(lines: [string, string][]): void {
  const gap = layout?.gaps[explained - 1];
  if (gap === undefined) {
    return;
  }
  const list = element('dl');
  for (const [name, text] of lines) {
    list.append(element('dt', {}, name), element('dd', {}, text));
  }
  explanation.replaceChildren(
    element('h2', {}, `${whereOf(layout!, explained - 1)}: ${kindOf(gap)}`),
    list,
  );
}

/** Creates the controls, or only updates their values, so that a slider can be dragged meanwhile. */
function showControls({ controls: list, values, tried }: CurveState): void {
  controls.classList.toggle('none', list.length === 0);
  if (list.length === 0) {
    return; // settings cannot be tried on a work
  }
  if (controls.childElementCount === 0) {
    const isUsual = ({ kind }: Control) => kind === 'number';
    controls.append(
      ...list.filter(isUsual).map(control),
      element(
        'details',
        {},
        element('summary', {}, t('More to try')),
        element('div', {}, ...list.filter((one) => !isUsual(one)).map(control)),
      ),
      element(
        'p',
        { class: 'buttons' },
        button('svg', t('Export as SVG…'), exportSVG),
        button('reset', t('Reset'), () => send({ type: 'reset' })),
        button('project', t('Save to .segls.toml'), () =>
          send({ type: 'save', target: 'project' }),
        ),
        button('editor', t('Save to Settings'), () => send({ type: 'save', target: 'editor' })),
      ),
    );
  }
  for (const { name } of list) {
    const input = controls.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)!;
    if (input !== document.activeElement || !tried.includes(name)) {
      input.value = String(values[name]);
    }
    say(name, values[name]);
  }
  for (const id of ['reset', 'project', 'editor']) {
    const shown = controls.querySelector<HTMLButtonElement>(`#${id}`)!;
    if (tried.length === 0 && shown === document.activeElement) {
      controls.querySelector('input')!.focus(); // keep the focus when its button is hidden
    }
    shown.hidden = tried.length === 0;
  }
}

function control(c: Control): HTMLElement {
  if (c.kind === 'choice') {
    const select = element(
      'select',
      { name: c.name },
      ...c.choices.map((choice) => element('option', { value: choice }, choice)),
    );
    select.addEventListener('change', () =>
      send({ type: 'try', name: c.name, value: select.value }),
    );
    return element('label', {}, element('span', {}, c.label), select);
  }
  const input = element('input', {
    name: c.name,
    type: 'range',
    min: c.min,
    max: c.max,
    step: c.whole ? 10 : 0.05,
  });
  input.addEventListener('input', () => {
    const number = Number(input.value);
    say(c.name, number);
    send({ type: 'try', name: c.name, value: number });
  });
  return element(
    'label',
    {},
    element('span', {}, c.label),
    input,
    element('output', { id: c.name }),
  );
}

/** Shows the value of a slider beside it. */
function say(name: string, held: unknown): void {
  const output = document.getElementById(name);
  if (output !== null) {
    output.textContent = name === 'preferred-words' ? count(Number(held), 'word') : String(held);
  }
}

function button(id: string, label: string, action: () => void): HTMLButtonElement {
  const made = element('button', { id, type: 'button' }, label);
  made.addEventListener('click', action);
  return made;
}

function exportSVG(): void {
  if (layout !== undefined && state !== undefined) {
    send({ type: 'svg', text: toSVG(layout, state.title, chart.colours()) });
  }
}

controls.addEventListener('submit', (event) => event.preventDefault());
clear('');
send({ type: 'ready' });

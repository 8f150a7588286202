import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Explanation, Gap } from '../src/answers';
import { speak } from '../src/language';
import { LongCurve } from '../src/long-curve';
import {
  ceilingOf,
  describe,
  escapeXML,
  layOut,
  middleOf,
  nextBoundary,
  reasons,
  smooth,
  summaryOf,
  toSVG,
} from '../webview/curve-model';
import { windowAfter } from '../webview/overview';

const gap = (
  after: number,
  similarity: number,
  boundary = false,
  constraint: Gap['constraint'] = null,
): Gap => ({
  after,
  similarity,
  boundary,
  constraint,
});

const gaps = [gap(1, 0.3), gap(2, 0.1, true), gap(3, 0.4), gap(4, 0.2, true, 'heading')];
const layout = layOut([100, 50, 70, 30, 10], gaps);

test('a gap is placed after the words before it', () => {
  assert.deepEqual(layout.x, [100, 150, 220, 250]);
  assert.equal(layout.width, 260);
  assert.deepEqual(
    [0, 1, 4].map((paragraph) => middleOf(layout, paragraph)),
    [50, 125, 255],
  );
});

test('the scale ends above the highest peak and never above 1', () => {
  assert.equal(ceilingOf(layout), 0.5);
  assert.equal(ceilingOf(layOut([1, 1], [gap(1, 0.99)])), 1);
  assert.equal(ceilingOf(layOut([1], [])), 0.1);
});

test('boundaries are found in both directions', () => {
  assert.equal(nextBoundary(gaps, 0, 1), 1);
  assert.equal(nextBoundary(gaps, 1, 1), 3);
  assert.equal(nextBoundary(gaps, 3, 1), 3);
  assert.equal(nextBoundary(gaps, 3, -1), 1);
});

test('a gap is described in words', () => {
  assert.equal(describe(layout, 1), 'After paragraph 2 of 5: Suggested boundary, similarity 0.10');
  assert.equal(describe(layout, 3), 'After paragraph 4 of 5: Boundary, a heading, similarity 0.20');
});

const explanation: Explanation = {
  version: 1,
  method: 'blend',
  after: 2,
  boundary: true,
  decidedBy: null,
  parts: [],
  sum: null,
  confidence: null,
  ends: [],
  begins: ['<b>'],
  bridges: [],
  vanishesAt: null,
};

test('the weighed parts are listed in order', () => {
  const part = (name: string, value: number) => ({ name, value, unit: 'cost' });
  const e = {
    ...explanation,
    parts: [part('near', -0.8), part('price', 2.481), part('heading', 0.001), part('new', -2)],
    sum: -0.318,
    confidence: 0.533,
    vanishesAt: 1670,
  };
  assert.deepEqual(reasons(e), [
    ['Why', 'The case for a boundary is stronger, by 0.32.'],
    ['Begins here', '<b>'],
    ['Confidence', '53% likely to be a boundary'],
    ['Paragraphs around it', '0.80 for a boundary'],
    ['One more fragment', '2.48 against a boundary'],
    ['A heading', 'makes no difference'],
    ['new', '2.00 for a boundary'],
    ['Disappears', 'at a preferred length of about 1,670 words'],
  ]);
});

test('if a rule decides, the explanation has no numbers', () => {
  const why = (decidedBy: string, boundary = true) =>
    reasons({ ...explanation, decidedBy, boundary, confidence: 0.5 })[0]![1];
  assert.deepEqual(reasons({ ...explanation, decidedBy: 'heading', confidence: 0.5 }), [
    ['Why', 'A heading begins a fragment here.'],
    ['Begins here', '<b>'],
  ]);
  assert.equal(why('held', false), 'The fragment has been moved, and stays whole.');
  assert.equal(why('held'), 'The boundary stays because a fragment beside it has been moved.');
  assert.equal(
    why('limit'),
    'Without this boundary a fragment would be longer than the settings allow.',
  );
  assert.equal(why('something new'), 'Decided by: something new.');
});

test('an empty explanation has no lines', () => {
  assert.deepEqual(reasons({ ...explanation, begins: [] }), []);
});

test('the exported drawing is well-formed and escapes text', () => {
  const colours = {
    background: '#fff',
    text: '#000',
    line: '#00f',
    boundary: '#f80',
    grid: '#ccc',
  };
  const svg = toSVG(layout, 'a<script>&"\u0001.md', colours);
  assert.ok(!svg.includes('<script'));
  assert.ok(svg.includes('a&lt;script&gt;&amp;&quot;�.md'));
  assert.equal(svg.match(/stroke-dasharray/g)?.length, 1);
  assert.equal(svg.match(/stroke-width="1.5"/g)?.length, 2);
  const open: string[] = [];
  for (const [, close, name, empty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close) {
      assert.equal(open.pop(), name);
    } else if (!empty) {
      open.push(name!);
    }
  }
  assert.deepEqual(open, []);
  assert.ok(!/NaN|undefined/.test(svg));
  assert.match(svg, /\d words; solid: suggested boundaries, dashed: headings and scene breaks</);
  const legend = '{0}; solid: suggested boundaries, dashed: headings and scene breaks';
  speak({ code: 'de', words: { '{0} words': '{0} Wörter', [legend]: '{0}; durchgezogen' } });
  const german = toSVG({ ...layout, width: 1670 }, 'a.md', colours);
  speak({ code: 'en', words: {} });
  assert.match(german, />1\.670 Wörter; durchgezogen</);
});

test('a text of one paragraph can be drawn', () => {
  const svg = toSVG(layOut([0], []), '', {
    background: '',
    text: '',
    line: '',
    boundary: '',
    grid: '',
  });
  assert.ok(!/NaN|Infinity/.test(svg));
});

test('XML is escaped', () => {
  assert.equal(escapeXML('<&">'), '&lt;&amp;&quot;&gt;');
});

test('the summary counts fragments and what they begin with', () => {
  const of = (...some: Gap[]) => summaryOf(layOut([1, ...some.map(() => 1)], some));
  assert.equal(of(), '1 fragment in 1 paragraph');
  assert.equal(of(gap(1, 0.5, true, 'heading')), '2 fragments in 2 paragraphs: 1 at a heading');
  assert.equal(
    of(gap(1, 0.5, true, 'scene-break'), gap(2, 0.5, true, 'scene-break')),
    '3 fragments in 3 paragraphs: 2 at scene breaks',
  );
  assert.equal(
    summaryOf(layOut([1, 1, 1, 1, 1], [...gaps, gap(5, 0.5, true, 'break')])),
    '4 fragments in 6 paragraphs: 1 at a heading, 1 where you asked for it, 1 suggested',
  );
});

test('a line of many points goes through their means', () => {
  const x = Array.from({ length: 1000 }, (_, i) => i);
  const y = x.map((i) => i % 2);
  const points = smooth(x, y, 0, 1000, 10);
  assert.equal(points.length, 10);
  assert.ok(points.every(([, mean]) => mean === 0.5));
  assert.deepEqual(points[0]![0], 49.5);
  assert.equal(smooth(x, y, 0, 3, 10).length, 3);
});

const long = new LongCurve(
  {
    files: [
      { uri: 'a', title: 'Pans', version: 3, words: [10, 20], gaps: [gap(1, 0.5)] },
      { uri: 'empty', title: 'Empty', version: 0, words: [], gaps: [] },
      {
        uri: 'b',
        title: 'Road',
        version: 0,
        words: [30, 40, 50],
        gaps: [gap(1, 0.2, true), gap(2, 0.4)],
      },
    ],
  },
  1,
);
const ofWork = layOut(long.words, long.gaps, long.files);

test('the curve of a work numbers paragraphs through all files', () => {
  assert.deepEqual(long.words, [10, 20, 30, 40, 50]);
  assert.deepEqual(
    long.gaps.map(({ after }) => after),
    [1, 2, 3, 4],
  );
  assert.deepEqual(long.placeOf(1), { uri: 'a', version: 3, paragraph: 1 });
  assert.deepEqual(long.placeOf(2), { uri: 'b', version: 0, paragraph: 0 });
  assert.deepEqual(long.placeOf(4), { uri: 'b', version: 0, paragraph: 2 });
  assert.equal(long.paragraphAt('b', 1), 3);
  assert.equal(long.paragraphAt('c', 1), undefined);
});

test('the curve of a work is interrupted between files', () => {
  assert.deepEqual(ofWork.y, [0.5, null, 0.2, 0.4]);
  assert.deepEqual(
    ofWork.files.map(({ title, x }) => [title, x]),
    [
      ['Pans', 0],
      ['Road', 30],
    ],
  );
  assert.equal(ceilingOf(ofWork), 0.6);
  assert.equal(summaryOf(ofWork), '3 fragments in 5 paragraphs of 2 files: 1 suggested');
  assert.equal(describe(ofWork, 0), '“Pans”, after paragraph 1 of 2: No boundary, similarity 0.50');
  assert.equal(describe(ofWork, 1), 'Before “Road”: The end of a file');
  assert.equal(describe(ofWork, 3), '“Road”, after paragraph 2 of 3: No boundary, similarity 0.40');
  assert.deepEqual(
    smooth([1, 2, 3, 4], ofWork.y, 0, 4, 2).map(([, y]) => y.toFixed(1)),
    ['0.5', '0.3'],
  );
  const svg = toSVG(ofWork, 'Salt', {
    background: 'a',
    text: 'b',
    line: 'c',
    boundary: 'd',
    grid: 'e',
  });
  assert.equal(svg.match(/d="([^"]*)"/)![1]!.replace(/[^ML]/g, ''), 'MML');
  assert.ok(svg.includes('>Road</text>'));
});

test('a drag on the overview moves the window or an end of it, or selects another', () => {
  const strip = { width: 1000, pixels: 100 };
  const after = (shown: [number, number], from: number, to: number) =>
    windowAfter(shown, from, to, strip);
  assert.deepEqual(after([0, 1000], 20, 60), [200, 600]);
  assert.deepEqual(after([0, 1000], 60, -5), [0, 600]);
  assert.deepEqual(after([200, 600], 40, 50), [300, 700]);
  assert.deepEqual(after([200, 600], 40, 500), [600, 1000]);
  assert.deepEqual(after([200, 600], 20, 30), [300, 600]);
  assert.deepEqual(after([200, 600], 61, 90), [200, 890]);
  assert.deepEqual(after([200, 600], 20, 90), [480, 600]);
  assert.deepEqual(after([200, 600], 90, 75), [750, 900]);
  assert.deepEqual(after([200, 600], 90, 91), [0, 1000]); // a click
});

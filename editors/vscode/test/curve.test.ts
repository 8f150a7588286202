import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Gap } from '../src/answers';
import {
  ceilingOf,
  describe,
  escapeXML,
  layOut,
  middleOf,
  nextBoundary,
  reasons,
  toSVG,
} from '../webview/curve-model';

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

test('gaps stand where the words before them end', () => {
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

test('an explanation leaves out what there is nothing to say about', () => {
  const e = {
    similarity: 0.5,
    depth: 0,
    ends: [],
    begins: ['<b>'],
    bridges: [],
    lengthCost: 0,
    joinedCost: 0,
  };
  assert.deepEqual(reasons(e), [
    ['Similarity', '0.50'],
    ['Begins here', '<b>'],
  ]);
});

test('the exported drawing is well-formed, and its text is text', () => {
  const svg = toSVG(layout, 'a<script>&"\u0001.md', {
    background: '#fff',
    text: '#000',
    line: '#00f',
    boundary: '#f80',
    grid: '#ccc',
  });
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
});

test('a drawing of one paragraph is a drawing', () => {
  const svg = toSVG(layOut([0], []), '', {
    background: '',
    text: '',
    line: '',
    boundary: '',
    grid: '',
  });
  assert.ok(!/NaN|Infinity/.test(svg));
});

test('what means something in XML is escaped', () => {
  assert.equal(escapeXML('<&">'), '&lt;&amp;&quot;&gt;');
});

// Computes positions, descriptions and the exported drawing of the curve.

import type { Explanation } from '../src/answers';
import { count, t } from '../src/language';
import type { LongGap as Gap } from '../src/messages';

/** A curve laid out along the words of the text. */
export interface Layout {
  /** The position of each gap: the number of words before it. */
  x: number[];
  /** The similarity at each gap; null at the end of a file. */
  y: (number | null)[];
  /** The number of words. */
  width: number;
  gaps: Gap[];
  /** The files of a work; empty for a single text. */
  files: File[];
}

interface File {
  title: string;
  /** The number of paragraphs before it. */
  start: number;
  /** The number of words before it. */
  x: number;
}

/** layOut computes the positions of gaps, given the number of words of each paragraph. */
export function layOut(
  words: readonly number[],
  gaps: Gap[],
  files: readonly { title: string; start: number }[] = [],
): Layout {
  const x: number[] = [];
  let sum = 0;
  for (const count of words) {
    sum += count;
    x.push(sum);
  }
  return {
    x: x.slice(0, gaps.length),
    y: gaps.map(({ similarity }) => similarity),
    width: sum,
    gaps,
    files: files.map(({ title, start }) => ({ title, start, x: x[start - 1] ?? 0 })),
  };
}

/** summaryOf describes in words what the curve shows. */
export function summaryOf({ gaps, files }: Layout): string {
  const found = gaps.filter(({ boundary }) => boundary);
  const atHeading = found.filter(({ constraint }) => constraint === 'heading').length;
  const atScene = found.filter(({ constraint }) => constraint === 'scene-break').length;
  const pinned = found.filter(({ constraint }) => constraint === 'break').length;
  const ends = Math.max(0, files.length - 1);
  const turns = found.length - atHeading - atScene - pinned - ends;
  const parts = [
    atHeading === 0 ? '' : atHeading === 1 ? t('1 at a heading') : t('{0} at headings', atHeading),
    atScene === 0
      ? ''
      : atScene === 1
        ? t('1 at a scene break')
        : t('{0} at scene breaks', atScene),
    pinned === 0 ? '' : t('{0} where you asked for it', pinned),
    turns === 0 ? '' : t('{0} suggested', turns),
  ].filter(Boolean);
  const [fragments, paragraphs] = [
    count(found.length + 1, 'fragment'),
    count(gaps.length + 1, 'paragraph'),
  ];
  const all =
    files.length === 0
      ? t('{0} in {1}', fragments, paragraphs)
      : t('{0} in {1} of {2}', fragments, paragraphs, count(files.length, 'file'));
  return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`;
}

/** smooth returns the mean of each step of the points [from, to), if known, because there are too many to draw. */
export function smooth(
  x: readonly number[],
  y: readonly (number | null)[],
  from: number,
  to: number,
  steps: number,
): [x: number, y: number][] {
  const points: [number, number][] = [];
  for (let step = 0; step < steps; step++) {
    const start = from + Math.floor((step * (to - from)) / steps);
    const end = from + Math.floor(((step + 1) * (to - from)) / steps);
    const known = y.slice(start, end).filter((value) => value !== null);
    if (known.length > 0) {
      const mean = (of: readonly number[]) => of.reduce((a, b) => a + b, 0) / of.length;
      points.push([mean(x.slice(start, end)), mean(known)]);
    }
  }
  return points;
}

/** ceilingOf returns the top of the similarity scale: the highest peak, with some margin. */
export function ceilingOf({ y }: Layout): number {
  const peak = y.reduce<number>((highest, value) => Math.max(highest, value ?? 0), 0);
  return Math.min(1, Math.ceil(peak * 10 + 0.5) / 10);
}

/** middleOf returns the position of the middle of a paragraph. */
export function middleOf({ x, width }: Layout, paragraph: number): number {
  const start = paragraph > 0 ? (x[paragraph - 1] ?? width) : 0;
  return (start + (x[paragraph] ?? width)) / 2;
}

/** nextBoundary returns the next gap in a direction that is a boundary, or else the given gap. */
export function nextBoundary(gaps: readonly Gap[], from: number, step: 1 | -1): number {
  for (let i = from + step; i >= 0 && i < gaps.length; i += step) {
    if (gaps[i]!.boundary) {
      return i;
    }
  }
  return from;
}

const constraints = {
  heading: t('a heading'),
  'scene-break': t('a scene break'),
  break: t('pinned'),
  'no-break': t('kept together'),
};

/** isInText reports whether a heading or a scene break of the text is at a gap. Such boundaries are dashed. */
export function isInText({ constraint }: Gap): boolean {
  return constraint === 'heading' || constraint === 'scene-break';
}

/** kindOf describes the kind of a gap in words. */
export function kindOf(gap: Gap): string {
  if (gap.constraint === 'file') {
    return t('The end of a file');
  }
  if (gap.constraint !== null) {
    return `${gap.boundary ? t('Boundary') : t('No boundary')}, ${constraints[gap.constraint]}`;
  }
  return gap.boundary ? t('Suggested boundary') : t('No boundary');
}

/** describe returns a sentence about the place, kind and similarity of a gap. */
export function describe(layout: Layout, i: number): string {
  const gap = layout.gaps[i]!;
  const said = [
    kindOf(gap),
    gap.similarity === null ? '' : t('similarity {0}', gap.similarity.toFixed(2)),
  ];
  return `${whereOf(layout, i)}: ${said.filter(Boolean).join(', ')}`;
}

/** whereOf describes the position of a gap and, in a work, its file. */
export function whereOf({ gaps, files }: Layout, i: number): string {
  const { after } = gaps[i]!;
  const at = files.findLastIndex(({ start }) => start <= after);
  const file = files[at];
  if (file === undefined) {
    return t('After paragraph {0} of {1}', after, gaps.length + 1);
  }
  if (file.start === after) {
    return t('Before “{0}”', file.title);
  }
  const paragraphs = (files[at + 1]?.start ?? gaps.length + 1) - file.start;
  return t('“{0}”, after paragraph {1} of {2}', file.title, after - file.start, paragraphs);
}

/** Sentences for the rules that decide without weighing. */
const decisions: Record<string, (boundary: boolean) => string> = {
  heading: () => t('A heading begins a fragment here.'),
  'scene-break': () => t('A scene break begins a fragment here.'),
  break: () => t('A comment in the text asks for a boundary here.'),
  'no-break': () => t('A comment in the text forbids a boundary here.'),
  limit: (boundary) =>
    boundary
      ? t('Without this boundary a fragment would be longer than the settings allow.')
      : t('A fragment would be shorter than the settings allow.'),
  'near-end': () =>
    t(
      'A heading, a scene break or an end of the text is near, and nothing is suggested close to these.',
    ),
  sections: () =>
    t('The text has sections or scenes of its own, so few boundaries are suggested in them.'),
  held: (boundary) =>
    boundary
      ? t('The boundary stays because a fragment beside it has been moved.')
      : t('The fragment has been moved, and stays whole.'),
  shown: (boundary) =>
    boundary
      ? t('The boundary was here before and stays for now. “Divide the Text Anew” would remove it.')
      : t(
          'There was no boundary here before, and there is none for now. “Divide the Text Anew” would make one.',
        ),
  edited: () => t('Nothing changes here while you write.'),
};

/** What methods weigh, in words for writers. */
const weighed: Record<string, string> = {
  near: t('Paragraphs around it'),
  far: t('Text farther away'),
  beside: t('Places beside it'),
  similarity: t('Similarity of both sides'),
  words: t('Words on both sides'),
  lengths: t('Lengths of the fragments'),
  price: t('One more fragment'),
  heading: t('A heading'),
  'scene-break': t('A scene break'),
  value: t('The curve'),
  threshold: t('Compared with other places'),
};

/** reasons returns the lines that explain a gap. */
export function reasons(e: Explanation): [name: string, text: string][] {
  const lines: [string, string][] = [
    [t('Ends here'), e.ends.join(', ')],
    [t('Begins here'), e.begins.join(', ')],
    [t('On both sides'), e.bridges.join(', ')],
  ];
  if (e.decidedBy !== null) {
    const said = decisions[e.decidedBy]?.(e.boundary) ?? t('Decided by: {0}.', e.decidedBy);
    lines.unshift([t('Why'), said]);
  } else {
    if (e.sum !== null) {
      const size = Math.abs(e.sum).toFixed(2);
      const verdict =
        e.sum < 0
          ? t('The case for a boundary is stronger, by {0}.', size)
          : t('The case against a boundary is stronger, by {0}.', size);
      lines.unshift([t('Why'), verdict]);
    }
    if (e.confidence !== null) {
      lines.push([
        t('Confidence'),
        t('{0}% likely to be a boundary', Math.round(100 * e.confidence)),
      ]);
    }
    for (const { name, value } of e.parts) {
      lines.push([weighed[name] ?? name, sideOf(value)]);
    }
  }
  if (e.vanishesAt !== null) {
    lines.push([
      t('Disappears'),
      t('at a preferred length of about {0}', count(e.vanishesAt, 'word')),
    ]);
  }
  return lines.filter(([, text]) => text !== '');
}

/** sideOf describes which side a part supports: a negative part supports a boundary. */
function sideOf(value: number): string {
  const size = Math.abs(value).toFixed(2);
  if (Number(size) === 0) {
    return t('makes no difference');
  }
  return value < 0 ? t('{0} for a boundary', size) : t('{0} against a boundary', size);
}

/** Colours of a drawing, as CSS writes them. */
export interface Colours {
  background: string;
  text: string;
  line: string;
  boundary: string;
  grid: string;
}

/** toSVG draws a curve as a standalone SVG document. */
export function toSVG(layout: Layout, title: string, colours: Colours): string {
  const [width, height, left, top, bottom] = [1200, 400, 50, 40, 50];
  const across = (x: number) =>
    (left + (x / Math.max(1, layout.width)) * (width - left - 20)).toFixed(1);
  const ceiling = ceilingOf(layout);
  const down = (y: number) => (top + (1 - y / ceiling) * (height - top - bottom)).toFixed(1);
  const floor = height - bottom;
  const lines = [0, 0.25, 0.5, 0.75, 1]
    .map((part) => part * ceiling)
    .map(
      (y) =>
        `<line x1="${left}" x2="${width - 20}" y1="${down(y)}" y2="${down(y)}" stroke="${colours.grid}"/>` +
        `<text x="${left - 8}" y="${down(y)}" text-anchor="end" dominant-baseline="middle">${y.toFixed(2)}</text>`,
    );
  const marks = layout.gaps.map((gap, i) => {
    const x = across(layout.x[i]!);
    const tick = `<line x1="${x}" x2="${x}" y1="${floor}" y2="${floor + 6}" stroke="${colours.text}"/>`;
    if (!gap.boundary) {
      return tick;
    }
    const dashes = isInText(gap) ? ' stroke-dasharray="4 4"' : '';
    const isEnd = gap.constraint === 'file';
    const stroke = isEnd
      ? `stroke="${colours.text}" stroke-width="2.5"`
      : `stroke="${colours.boundary}" stroke-width="1.5"`;
    return `${tick}<line x1="${x}" x2="${x}" y1="${top}" y2="${floor}" ${stroke}${dashes}><title>${escapeXML(describe(layout, i))}</title></line>`;
  });
  const path = layout.y
    .map((y, i) => {
      const isFirst = (layout.y[i - 1] ?? null) === null;
      return y === null ? '' : `${isFirst ? 'M' : 'L'}${across(layout.x[i]!)} ${down(y)}`;
    })
    .filter(Boolean)
    .join(' ');
  const titles = layout.files.map(
    ({ title: name, x }) =>
      `<text x="${across(x)}" dx="4" y="${top - 4}" font-size="10">${escapeXML(name)}</text>`,
  );
  const legend = t(
    '{0}; solid: suggested boundaries, dashed: headings and scene breaks',
    count(layout.width, 'word'),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12" fill="${colours.text}">
<title>${escapeXML(title)}</title>
<rect width="100%" height="100%" fill="${colours.background}"/>
<text x="${left}" y="22" font-size="16">${escapeXML(title)}</text>
${lines.join('\n')}
${marks.join('\n')}
${titles.join('\n')}
<path d="${path}" fill="none" stroke="${colours.line}" stroke-width="2"/>
<text x="${width - 20}" y="${height - 12}" text-anchor="end">${escapeXML(legend)}</text>
</svg>
`;
}

export function escapeXML(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�');
}

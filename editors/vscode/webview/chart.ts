// Draws the curve with uPlot, and over it boundaries, paragraph ticks and the caret.

import uPlot from 'uplot';
import { briefly, number, t } from '../src/language';
import { ceilingOf, type Colours, isInText, type Layout, middleOf, smooth } from './curve-model';

interface Listener {
  hover: (gap: number) => void;
  click: (gap: number) => void;
  /** Called with the visible range in words. */
  zoomed: (min: number, max: number) => void;
}

const height = 260;

export class Chart {
  #plot: uPlot | undefined;
  #layout: Layout | undefined;
  #caret = -1;
  #hovered = -1;

  constructor(
    private readonly place: HTMLElement,
    private readonly listener: Listener,
  ) {}

  draw(layout: Layout): void {
    const before = this.#layout;
    this.#layout = layout;
    if (layout.gaps.length === 0) {
      return;
    }
    const isOfWork = (of: Layout | undefined) => (of?.files.length ?? 0) > 0;
    if (this.#plot === undefined || isOfWork(before) !== isOfWork(layout)) {
      this.redraw();
      return;
    }
    // The zoom is kept while the text changes.
    const { min, max } = this.#plot.scales.x!;
    const zoomed = before !== undefined && (min! > 0 || max! < before.width);
    this.#plot.setData([layout.x, layout.y], false);
    this.#plot.setScale('x', zoomed ? { min: min!, max: max! } : { min: 0, max: layout.width });
  }

  /** Redraws with the colours of the current theme. */
  redraw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (this.#layout !== undefined && this.#layout.gaps.length > 0) {
      this.#plot = this.#make(this.#layout);
    }
  }

  resize(): void {
    if (this.place.clientWidth > 0) {
      this.#plot?.setSize({ width: this.place.clientWidth, height });
    }
  }

  /** The position of the plot without its axes. */
  get box(): { left: number; width: number } {
    const { left = 0, width = 0 } = this.#plot?.bbox ?? {};
    return { left: left / devicePixelRatio, width: width / devicePixelRatio };
  }

  zoomTo(min: number, max: number): void {
    this.#plot?.setScale('x', { min, max });
  }

  /** Multiplies the visible length by a factor. The gap comes to the middle, if the ends of the text allow it. */
  zoomBy(times: number, gap: number): void {
    const { min, max } = this.#plot?.scales.x ?? {};
    const { x, width } = this.#layout ?? { x: [], width: 0 };
    const middle = x[gap];
    if (min !== undefined && max !== undefined && middle !== undefined) {
      const half = Math.min(width, (max - min) * times) / 2;
      const start = Math.max(0, Math.min(width - 2 * half, middle - half));
      this.zoomTo(start, start + 2 * half);
    }
  }

  markCaret(paragraph: number): void {
    this.#caret = paragraph;
    this.#plot?.redraw(false);
  }

  /** Moves the cursor to a gap, as the mouse does. */
  point(gap: number): void {
    const x = this.#layout?.x[gap];
    const plot = this.#plot;
    if (plot === undefined || x === undefined) {
      return;
    }
    const { min, max } = plot.scales.x!;
    if (x < min! || x > max!) {
      const span = max! - min!;
      plot.setScale('x', { min: x - span / 2, max: x + span / 2 });
    }
    this.#hovered = gap;
    plot.setCursor({ left: plot.valToPos(x, 'x'), top: plot.bbox.height / 2 / devicePixelRatio });
  }

  /** Returns the theme's colours. High contrast themes define no charts colours. */
  colours(): Colours {
    const style = getComputedStyle(document.body);
    const of = (...names: string[]) =>
      names.map((name) => style.getPropertyValue(`--vscode-${name}`).trim()).find(Boolean) ??
      'currentcolor';
    return {
      background: of('editor-background'),
      text: of('editor-foreground', 'foreground'),
      line: of('charts-blue', 'textLink-foreground'),
      boundary: of('editorWarning-foreground', 'charts-orange', 'contrastActiveBorder'),
      grid: of('editorWhitespace-foreground', 'editorIndentGuide-background1', 'contrastBorder'),
    };
  }

  #make(layout: Layout): uPlot {
    const colours = this.colours();
    const values = (_: uPlot, splits: number[]) => splits.map(number);
    const short = (_: uPlot, splits: number[]) => splits.map(briefly);
    const axis = { stroke: colours.text, grid: { stroke: colours.grid, width: 1 } };
    const plot = new uPlot(
      {
        width: Math.max(120, this.place.clientWidth),
        height,
        legend: { show: false },
        scales: {
          x: { time: false, range: (_, min, max) => [min, max] },
          y: { range: () => [0, ceilingOf(this.#layout!)] },
        },
        padding: [layout.files.length > 0 ? 22 : null, null, null, null], // space for the titles of files
        axes: [
          { ...axis, values: short, label: t('words'), labelSize: 20, size: 34 },
          { ...axis, values, label: t('similarity'), labelSize: 18, size: 46 },
        ],
        series: [
          {},
          {
            stroke: colours.line,
            width: 2,
            points: { size: 5, fill: colours.line },
            paths: readable,
          },
        ],
        cursor: { y: false, drag: { x: true, y: false }, focus: { prox: -1 } },
        hooks: {
          draw: [(u) => this.#drawMarks(u, colours)],
          setCursor: [(u) => this.#hover(u.cursor.idx ?? -1)],
          setScale: [
            (u, scale) => {
              const { min, max } = u.scales.x!;
              if (scale === 'x' && min !== undefined && max !== undefined) {
                this.listener.zoomed(min, max);
              }
            },
          ],
        },
      },
      [layout.x, layout.y],
      this.place,
    );
    plot.setScale('x', { min: 0, max: layout.width });
    plot.over.addEventListener('click', () => {
      if (this.#hovered >= 0) {
        this.listener.click(this.#hovered);
      }
    });
    return plot;
  }

  #hover(gap: number): void {
    if (gap !== this.#hovered) {
      this.#hovered = gap;
      if (gap >= 0) {
        this.listener.hover(gap);
      }
    }
  }

  #drawMarks(u: uPlot, colours: Colours): void {
    const { ctx, bbox } = u;
    const layout = this.#layout!;
    const pixel = devicePixelRatio;
    const column = (x: number) => Math.round(u.valToPos(x, 'x', true)) + 0.5;
    const floor = bbox.top + bbox.height;
    const line = (x: number, from: number, to: number) => {
      ctx.moveTo(column(x), from);
      ctx.lineTo(column(x), to);
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();

    const { min, max } = u.scales.x!;
    const isSeen = (i: number) => layout.x[i]! >= min! && layout.x[i]! <= max!;
    /** Reports whether marks would overlap if each took `room` pixels. */
    const isDense = (marks: number, room: number) => marks * room * pixel > bbox.width;

    const paragraphs = layout.x.filter((_, i) => isSeen(i));
    if (!isDense(paragraphs.length, 3)) {
      ctx.beginPath();
      paragraphs.forEach((x) => line(x, floor - 6 * pixel, floor));
      ctx.lineWidth = pixel;
      ctx.strokeStyle = colours.text;
      ctx.stroke();
    }

    // With many boundaries, draw only the tops of their lines, so that the curve stays visible; with very many, none.
    const boundaries = layout.gaps.filter(({ boundary }, i) => boundary && isSeen(i)).length;
    const isBand = isDense(boundaries, 8);
    const foot = isBand ? bbox.top + 10 * pixel : floor;
    ctx.globalAlpha = isBand ? 0.4 : 1;

    // Shapes differ too, not only colours: the line of a heading is dashed, a pinned boundary has a head.
    ctx.lineWidth = 1.5 * pixel;
    ctx.strokeStyle = ctx.fillStyle = colours.boundary;
    const isSolid = isDense(boundaries, 2);
    layout.gaps.forEach((gap, i) => {
      const { boundary, constraint } = gap;
      if (boundary && constraint !== 'file' && !isSolid && isSeen(i)) {
        const x = layout.x[i]!;
        ctx.beginPath();
        line(x, bbox.top, foot);
        ctx.setLineDash(isInText(gap) ? [4 * pixel, 4 * pixel] : []);
        ctx.stroke();
        if (constraint === 'break') {
          ctx.fillRect(column(x) - 3 * pixel, bbox.top, 6 * pixel, 6 * pixel);
        }
      }
    });

    ctx.globalAlpha = 1;
    // The ends of many files are short ticks; those of very many are left out.
    const ends = layout.files.slice(1).filter(({ x }) => x >= min! && x <= max!);
    const isShort = isDense(ends.length, 12);
    if (!isDense(ends.length, 4)) {
      ctx.setLineDash([]);
      ctx.lineWidth = (isShort ? 1 : 2.5) * pixel;
      ctx.strokeStyle = colours.text;
      ctx.beginPath();
      ends.forEach(({ x }) => line(x, isShort ? floor - 14 * pixel : bbox.top, floor));
      ctx.stroke();
    }
    if (this.#caret >= 0) {
      const x = column(middleOf(layout, this.#caret));
      ctx.fillStyle = colours.text;
      ctx.beginPath();
      ctx.moveTo(x - 6 * pixel, bbox.top);
      ctx.lineTo(x + 6 * pixel, bbox.top);
      ctx.lineTo(x, bbox.top + 10 * pixel);
      ctx.fill();
    }
    ctx.restore();
    this.#drawTitles(u, colours);
  }

  /** Draws the titles of files above their visible parts, shortened to fit. */
  #drawTitles({ ctx, bbox, scales, valToPos }: uPlot, colours: Colours): void {
    const { files, width } = this.#layout!;
    const { min, max } = scales.x!;
    const pixel = devicePixelRatio;
    ctx.save();
    ctx.font = `${11 * pixel}px ${getComputedStyle(document.body).fontFamily}`;
    ctx.fillStyle = colours.text;
    ctx.textBaseline = 'bottom';
    ctx.textAlign = 'left';
    files.forEach(({ title, x }, i) => {
      const from = valToPos(Math.max(x, min!), 'x', true) + 3 * pixel;
      const room = valToPos(Math.min(files[i + 1]?.x ?? width, max!), 'x', true) - from - 6 * pixel;
      let shown = title;
      while (shown.length > 1 && ctx.measureText(`${shown}…`).width > room) {
        shown = shown.slice(0, -1);
      }
      if (shown.length > 2 || shown === title) {
        if (ctx.measureText(shown).width <= room) {
          ctx.fillText(shown === title ? title : `${shown.trimEnd()}…`, from, bbox.top - 3 * pixel);
        }
      }
    });
    ctx.restore();
  }
}

/** Returns the path of the curve. If there are too many points for the width, it goes through the means of groups. */
const readable: uPlot.Series.PathBuilder = (u, series, first, last) => {
  const width = u.bbox.width / devicePixelRatio;
  const steps = Math.floor(width / 3);
  if (last - first < 2 * steps) {
    return uPlot.paths.linear!()(u, series, first, last);
  }
  const stroke = new Path2D();
  const [xs, ys] = u.data as [number[], (number | null)[]];
  for (const [x, y] of smooth(xs, ys, first, last + 1, steps)) {
    stroke.lineTo(u.valToPos(x, 'x', true), u.valToPos(y, 'y', true));
  }
  return { stroke };
};

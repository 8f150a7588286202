// The strip below the curve: the whole text, in which dragging selects or moves the part that the curve shows.

import { ceilingOf, type Colours, type Layout, smooth } from './curve-model';
import { element } from './page';

const height = 40;
const grip = 8; // pixels on each side of an end of the visible part, in which the end can be dragged
const least = 12; // the minimum width of the visible part in pixels
const many = 200; // the number of gaps from which the strip is always shown

/** windowAfter returns the visible part, in words, after a drag on the strip; all of the text for a tiny selection. */
export function windowAfter(
  [min, max]: readonly [number, number],
  from: number,
  to: number,
  { width, pixels }: { width: number; pixels: number },
): [number, number] {
  const words = (pixel: number) => (pixel / pixels) * width;
  const [left, right] = [(min / width) * pixels, (max / width) * pixels];
  const clamp = (pixel: number) => Math.max(0, Math.min(pixels, pixel));
  const by = to - from;
  const isWhole = left < 1 && right > pixels - 1;
  if (!isWhole && Math.abs(from - left) <= grip) {
    return [words(clamp(Math.min(left + by, right - least))), max];
  }
  if (!isWhole && Math.abs(from - right) <= grip) {
    return [min, words(clamp(Math.max(right + by, left + least)))];
  }
  if (!isWhole && left < from && from < right) {
    const moved = Math.max(-left, Math.min(pixels - right, by));
    return [words(left + moved), words(right + moved)];
  }
  const [start, end] = [clamp(Math.min(from, to)), clamp(Math.max(from, to))];
  return end - start < least ? [0, width] : [words(start), words(end)];
}

export class Overview {
  readonly #canvas = element('canvas');
  readonly #brush = element('div', { class: 'brush' });
  // Hidden from screen readers: keys on the curve do the same.
  readonly element = element(
    'div',
    { class: 'overview', 'aria-hidden': 'true' },
    this.#canvas,
    this.#brush,
  );
  #layout: Layout | undefined;
  #shown: readonly [number, number] = [0, 1];

  constructor(private readonly zoom: (min: number, max: number) => void) {
    this.element.addEventListener('pointerdown', (event) => this.#drag(event));
    this.element.addEventListener('dblclick', () => this.zoom(0, this.#layout?.width ?? 1));
  }

  /** Draws the strip as wide as the curve above it. */
  draw(layout: Layout, colours: Colours, box: { left: number; width: number }): void {
    this.#layout = layout;
    this.element.style.marginLeft = `${box.left}px`;
    this.element.style.width = `${box.width}px`;
    this.mark(...this.#shown);
    const pixels = this.element.clientWidth;
    const context = this.#canvas.getContext('2d');
    if (pixels === 0 || context === null || layout.width === 0) {
      return;
    }
    this.#canvas.width = pixels * devicePixelRatio;
    this.#canvas.height = height * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    const across = (x: number) => (x / layout.width) * pixels;
    // At most one boundary is drawn per pixel, and none if they would form a solid band.
    context.fillStyle = colours.boundary;
    const isSolid = 2 * layout.gaps.filter(({ boundary }) => boundary).length > pixels;
    const seen = new Set<number>();
    layout.gaps.forEach(({ boundary, constraint }, i) => {
      const x = Math.round(across(layout.x[i]!));
      if (boundary && constraint !== 'file' && !isSolid && !seen.has(x)) {
        seen.add(x);
        context.fillRect(x, 0, 1, 5);
      }
    });
    const ceiling = ceilingOf(layout);
    context.strokeStyle = colours.line;
    context.beginPath();
    const steps = Math.max(1, Math.min(layout.gaps.length, Math.floor(pixels / 2)));
    for (const [x, y] of smooth(layout.x, layout.y, 0, layout.gaps.length, steps)) {
      context.lineTo(across(x), height - 2 - (y / ceiling) * (height - 9));
    }
    context.stroke();
  }

  /** Shows which part of the text the curve shows. */
  mark(min: number, max: number): void {
    this.#shown = [min, max];
    const width = this.#layout?.width ?? 1;
    this.#brush.style.left = `${(100 * Math.max(0, min)) / width}%`;
    this.#brush.style.right = `${100 - (100 * Math.min(width, max)) / width}%`;
    const isWhole = min <= 0 && max >= width;
    this.#brush.hidden = isWhole;
    this.element.hidden = isWhole && (this.#layout?.gaps.length ?? 0) < many;
  }

  #drag({ clientX, pointerId, button }: PointerEvent): void {
    if (button !== 0 || this.#layout === undefined) {
      return;
    }
    const { left, width: pixels } = this.element.getBoundingClientRect();
    const { width } = this.#layout;
    const shown = this.#shown;
    this.element.setPointerCapture(pointerId);
    const follow = (event: PointerEvent) =>
      this.zoom(...windowAfter(shown, clientX - left, event.clientX - left, { width, pixels }));
    const end = () => {
      this.element.removeEventListener('pointermove', follow);
      this.element.removeEventListener('pointerup', end);
      this.element.removeEventListener('pointercancel', end);
    };
    this.element.addEventListener('pointermove', follow);
    this.element.addEventListener('pointerup', end);
    this.element.addEventListener('pointercancel', end);
  }
}

// Dragging a card with the mouse, a pen or a finger: a copy of it goes with the pointer, and a
// mark shows where it would go.

import { dropAt, type Layout, placeOf, type Slot } from './board-model';
import { element } from './page';

interface Board {
  layout: () => Layout;
  drop: (id: string, slot: Slot) => void;
  /** Called when a drag begins and when it ends. */
  changed: () => void;
}

const threshold = 5; // pixels, before a press is a drag
const edge = 48; // pixels, in which the board scrolls
const speed = 14; // pixels a frame

export class Drag {
  #held: { id: string; origin: HTMLElement; x: number; y: number } | undefined;
  #ghost: HTMLElement | undefined;
  #slot: Slot = { lane: 0, at: 0 };
  #pointer = { x: 0, y: 0 };
  readonly #mark = element('div', { class: 'mark' });

  constructor(
    private readonly list: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly board: Board,
  ) {
    window.addEventListener('pointermove', (event) => this.#move(event));
    window.addEventListener('pointerup', () => this.#end(true));
    window.addEventListener('pointercancel', () => this.#end(false));
    window.addEventListener('blur', () => this.#end(false));
  }

  begin(event: PointerEvent, id: string, origin: HTMLElement): void {
    this.#held = { id, origin, x: event.clientX, y: event.clientY };
  }

  cancel(): void {
    this.#end(false);
  }

  /** The id of the card that the pointer holds, dragged already or not yet. */
  get id(): string | undefined {
    return this.#held?.id;
  }

  get isDragging(): boolean {
    return this.#ghost !== undefined;
  }

  #move({ clientX, clientY, buttons }: PointerEvent): void {
    const held = this.#held;
    if (held === undefined) {
      return;
    }
    if (buttons === 0) {
      this.#end(false); // the button was let go outside the window
      return;
    }
    this.#pointer = { x: clientX, y: clientY };
    if (this.#ghost === undefined) {
      if (Math.hypot(clientX - held.x, clientY - held.y) < threshold) {
        return;
      }
      this.#ghost = held.origin.cloneNode(true) as HTMLElement;
      this.#ghost.removeAttribute('id');
      this.#ghost.classList.add('ghost');
      this.board.changed();
      document.body.append(this.#ghost);
      this.sheet.append(this.#mark);
      requestAnimationFrame(() => this.#scroll());
    }
    this.#place();
  }

  #place(): void {
    const box = this.sheet.getBoundingClientRect();
    const layout = this.board.layout();
    const { columns, cardWidth, cardHeight, stepX } = layout.grid;
    const { x, y } = this.#pointer;
    this.#ghost!.style.left = `${x + 8}px`;
    this.#ghost!.style.top = `${y + 8}px`;
    this.#slot = dropAt(layout, x - box.left, y - box.top);
    const across = columns === 1; // the mark lies between two rows
    const { lane, at } = this.#slot;
    // Behind the last card of a full row the mark stands at the end of that.
    const isAtEnd = !across && at > 0 && at % columns === 0 && at === layout.lanes[lane]!.count;
    const place = placeOf(layout, isAtEnd ? { lane, at: at - 1 } : this.#slot);
    const { left, top } = isAtEnd ? { ...place, left: place.left + stepX } : place;
    this.#mark.style.left = `${across ? left : left - 8}px`;
    this.#mark.style.top = `${across ? top - 8 : top}px`;
    this.#mark.style.width = across ? `${cardWidth}px` : '';
    this.#mark.style.height = across ? '' : `${cardHeight}px`;
  }

  /** Scrolls while the pointer is near an edge, held still or not. */
  #scroll(): void {
    if (this.#ghost === undefined) {
      return;
    }
    const { top, bottom } = this.list.getBoundingClientRect();
    const { y } = this.#pointer;
    const by = y < top + edge ? -speed : y > bottom - edge ? speed : 0;
    if (by !== 0) {
      this.list.scrollTop += by;
      this.#place();
    }
    requestAnimationFrame(() => this.#scroll());
  }

  #end(drop: boolean): void {
    const held = this.#held;
    const dragged = this.#ghost !== undefined;
    this.#held = undefined;
    this.#ghost?.remove();
    this.#ghost = undefined;
    this.#mark.remove();
    if (dragged) {
      this.board.changed();
    }
    if (drop && dragged && held !== undefined) {
      this.board.drop(held.id, this.#slot);
    }
  }
}

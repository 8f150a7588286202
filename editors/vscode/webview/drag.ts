// Drags a card or lane. A copy follows the pointer, and a mark shows where it would go.

import type { Mark } from './board-model';
import { element } from './page';

interface Board<Place> {
  /** Returns the place for a drop at a point of the sheet, and its mark. */
  aim: (key: string, x: number, y: number) => { place: Place; mark: Mark };
  drop: (key: string, place: Place) => void;
  /** Called when a drag begins and when it ends. */
  changed: () => void;
}

const threshold = 5; // pixels that the pointer must move to start a drag
const edge = 48; // pixels from the top or bottom within which the board scrolls
const speed = 14; // pixels per frame

export class Drag<Place> {
  #held: { key: string; origin: HTMLElement; x: number; y: number } | undefined;
  #ghost: HTMLElement | undefined;
  #place: Place | undefined;
  #pointer = { x: 0, y: 0 };
  readonly #mark = element('div', { class: 'mark' });

  constructor(
    private readonly list: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly board: Board<Place>,
  ) {
    window.addEventListener('pointermove', (event) => this.#move(event));
    window.addEventListener('pointerup', () => this.#end(true));
    window.addEventListener('pointercancel', () => this.#end(false));
    window.addEventListener('blur', () => this.#end(false));
  }

  begin(event: PointerEvent, key: string, origin: HTMLElement): void {
    this.#held = { key, origin, x: event.clientX, y: event.clientY };
  }

  cancel(): void {
    this.#end(false);
  }

  /** The key of the pressed card or lane, even before the drag starts. */
  get key(): string | undefined {
    return this.#held?.key;
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
      this.#end(false); // the button was released outside the window
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
    this.#aim();
  }

  #aim(): void {
    const box = this.sheet.getBoundingClientRect();
    const { x, y } = this.#pointer;
    this.#ghost!.style.left = `${x + 8}px`;
    this.#ghost!.style.top = `${y + 8}px`;
    const { place, mark } = this.board.aim(this.#held!.key, x - box.left, y - box.top);
    this.#place = place;
    for (const [side, pixels] of Object.entries(mark)) {
      this.#mark.style.setProperty(side, `${pixels}px`);
    }
  }

  /** Scrolls while the pointer is near an edge, even if it does not move. */
  #scroll(): void {
    if (this.#ghost === undefined) {
      return;
    }
    const { top, bottom } = this.list.getBoundingClientRect();
    const { y } = this.#pointer;
    const by = y < top + edge ? -speed : y > bottom - edge ? speed : 0;
    if (by !== 0) {
      this.list.scrollTop += by;
      this.#aim();
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
      this.board.drop(held.key, this.#place!);
    }
  }
}

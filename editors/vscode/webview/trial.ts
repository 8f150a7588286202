// Trying an order on the board before the text has it: the bar that says so, and its buttons.

import { count, t } from '../src/language';
import type { Arrangement, BoardState, FromBoard, Move } from '../src/messages';
import { element, memory } from './page';
import { arrangementOf, movedIn, movesTo, rearranged } from './plan';

/** Milliseconds in which the board comes anew when the text has changed. */
const patience = 2000;

/** What is remembered of an order that is tried, and of which board it is. */
interface Kept {
  board: string;
  moves: Move[];
  note: string;
}

export class Trial {
  /** Begins to try, and chooses among the orders that have been kept. */
  readonly buttons: HTMLElement[];
  /** What stands above the cards while an order is tried. */
  readonly bar: HTMLElement;
  readonly #said = element('span', { class: 'said' });
  readonly #apply: HTMLButtonElement;
  readonly #looks: HTMLButtonElement[];
  #moves: Move[] | undefined;
  #text: BoardState | undefined; // the board as the text has it
  #note = '';
  #isOver = false; // the text has got the order, and the board that shows it is on its way
  #was = new Map<string, number>();
  #told = ''; // what the extension was told last

  constructor(
    private readonly send: (message: FromBoard) => void,
    /** Called when another order is to be shown. */
    private readonly changed: () => void,
  ) {
    this.buttons = [
      this.#button(t('Try an Order'), () => this.begin()),
      this.#button(t('Kept Orders…'), () => this.send({ type: 'choose', uri: this.#uri })),
    ];
    this.#apply = this.#button(t('Apply'), () =>
      this.send({ type: 'move', moves: this.#moves ?? [] }),
    );
    this.#apply.classList.add('apply');
    this.#looks = [
      this.#button(t('Read It'), () =>
        this.send({ type: 'read', uri: this.#uri, moves: this.#moves ?? [] }),
      ),
      this.#button(t('What Would Change'), () => this.compare()),
    ];
    this.bar = element(
      'div',
      { class: 'trial', role: 'region', 'aria-label': t('An order that is tried'), hidden: true },
      this.#said,
      this.#apply,
      ...this.#looks,
      this.#button(t('Keep…'), () =>
        this.send({ type: 'keep', uri: this.#uri, lanes: arrangementOf(this.shown!) }),
      ),
      this.#button(t('Discard'), () => this.end()),
    );
  }

  get isOn(): boolean {
    return this.#moves !== undefined;
  }

  /** The board that is to be shown. */
  get shown(): BoardState | undefined {
    const text = this.#text;
    return text && this.#moves ? rearranged(text, this.#moves) : text;
  }

  /** The number that a card has in the text, if it stands elsewhere now. */
  was(key: string): number | undefined {
    return this.#was.get(key);
  }

  /** Takes the board as the text has it. */
  take(text: BoardState | undefined): void {
    if (this.#isOver) {
      this.#forget();
    } else if (boardOf(text) !== boardOf(this.#text)) {
      const kept = memory.recall<Kept>();
      const isOfIt = kept?.board === boardOf(text);
      this.#moves = isOfIt ? kept.moves : undefined;
      this.#note = isOfIt ? kept.note : '';
    }
    this.#text = text;
    this.#update();
  }

  begin(): void {
    this.#start([], '');
  }

  /** Shows what the order that is tried would change. */
  compare(): void {
    if (this.#moves !== undefined && this.#moves.length > 0) {
      this.send({ type: 'compare', moves: this.#moves });
    }
  }

  /** Tries an order that was kept. */
  load({ name, lanes }: Arrangement): void {
    if (this.#text !== undefined) {
      const { moves, missing } = movesTo(this.#text, lanes);
      const gone =
        missing > 0
          ? ` ${missing === 1 ? t('One card of it is no longer in the text.') : t('{0} of it are no longer in the text.', count(missing, 'card'))}`
          : '';
      this.#start(moves, `“${name}”.${gone}`);
    }
  }

  add(moves: readonly Move[]): void {
    this.#start([...(this.#moves ?? []), ...moves], this.#note);
  }

  /** Takes the last move back. */
  undo(): void {
    this.#start((this.#moves ?? []).slice(0, -1), this.#note);
  }

  /** The text has got the order that was tried. */
  settle(): void {
    this.#isOver = this.isOn;
    setTimeout(() => this.#isOver && this.end(), patience);
  }

  end(): void {
    this.#forget();
    this.#update();
    this.changed();
  }

  #start(moves: Move[], note: string): void {
    this.#moves = moves;
    this.#note = note;
    memory.keep({ board: boardOf(this.#text), moves, note } satisfies Kept);
    this.#update();
    this.changed();
  }

  #forget(): void {
    this.#isOver = false;
    this.#moves = undefined;
    this.#note = '';
    memory.keep(undefined);
  }

  #update(): void {
    const { shown } = this;
    this.#was = this.isOn && shown ? movedIn(this.#text!, shown) : new Map();
    this.bar.hidden = !this.isOn;
    this.buttons.forEach((button) => (button.hidden = this.isOn || this.#text === undefined));
    const moved = this.#was.size;
    const told = JSON.stringify([boardOf(this.#text), this.#moves, moved]);
    if (this.#told !== told && (this.isOn || this.#told !== '')) {
      this.#told = told;
      this.send({ type: 'trying', moves: this.#moves, moved });
    }
    this.#said.textContent = [
      this.#note,
      moved === 0
        ? t('Move cards and sections; the text stays as it is until you apply the order.')
        : t('{0} would move. The text has not changed yet.', count(moved, 'card')),
    ]
      .filter(Boolean)
      .join(' ');
    for (const button of [this.#apply, ...this.#looks]) {
      button.disabled = (this.#moves ?? []).length === 0;
    }
  }

  get #uri(): string {
    return this.#text?.lanes[0]?.uri ?? '';
  }

  #button(label: string, act: () => void): HTMLButtonElement {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', act);
    return button;
  }
}

/** What board it is: of which text, or of which work. */
function boardOf(text: BoardState | undefined): string {
  return text ? `${text.scope} ${text.lanes[0]?.uri}` : '';
}

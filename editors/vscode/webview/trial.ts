// Tries an order on the board before it is applied to the text: the bar above the cards and its buttons.

import { count, t } from '../src/language';
import type { Arrangement, BoardState, FromBoard, Move } from '../src/messages';
import { element, memory } from './page';
import { arrangementOf, type FormerPlace, movedIn, movesTo, rearranged } from './plan';

/** How long the new board may take to arrive after the text has changed, in milliseconds. */
const patience = 2000;

/** The stored state of a trial, with the board it belongs to. */
interface StoredTrial {
  board: string;
  moves: Move[];
  steps?: number[]; // missing if stored by an earlier version
  note: string;
}

export class Trial {
  /** The buttons that start a trial or choose a saved order. */
  readonly buttons: HTMLElement[];
  /** The bar above the cards while an order is being tried. */
  readonly bar: HTMLElement;
  readonly #said = element('span', { class: 'said' });
  readonly #apply: HTMLButtonElement;
  readonly #looks: HTMLButtonElement[];
  #moves: Move[] | undefined;
  #steps: number[] = []; // for each step that can be undone, the number of moves before it
  #text: BoardState | undefined; // the board of the text
  #shown: BoardState | undefined; // computed once: rearranging a long text takes time
  #note = '';
  #isOver = false; // whether the order has been applied, but the new board has not arrived
  #was = new Map<string, FormerPlace>();
  #sent = ''; // the state last sent to the extension

  constructor(
    private readonly send: (message: FromBoard) => void,
    /** Called when another order must be shown. */
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
      { class: 'trial', role: 'region', 'aria-label': t('A trial order'), hidden: true },
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

  /** The board to show. */
  get shown(): BoardState | undefined {
    return this.#shown;
  }

  /** Returns the place of a card in the text, if the order moves it. */
  was(key: string): FormerPlace | undefined {
    return this.#was.get(key);
  }

  /** Takes the board of a new version of the text. */
  take(text: BoardState | undefined): void {
    if (this.#isOver) {
      this.#forget();
    } else if (boardOf(text) !== boardOf(this.#text)) {
      const kept = memory.recall<StoredTrial>();
      const isOfIt = kept?.board === boardOf(text);
      this.#moves = isOfIt ? kept.moves : undefined;
      this.#steps = (isOfIt && (kept.steps ?? eachOf(kept.moves))) || [];
      this.#note = isOfIt ? kept.note : '';
    }
    this.#text = text;
    this.#update();
  }

  begin(): void {
    this.#start([], [], '');
  }

  /** Asks the extension to show what the order would change. */
  compare(): void {
    if (this.#moves !== undefined && this.#moves.length > 0) {
      this.send({ type: 'compare', moves: this.#moves });
    }
  }

  /** Tries a saved order. */
  load({ name, lanes }: Arrangement): void {
    if (this.#text !== undefined) {
      const { moves, missing } = movesTo(this.#text, lanes);
      const gone =
        missing > 0
          ? ` ${missing === 1 ? t('One of its cards is no longer in the text.') : t('{0} of its cards are no longer in the text.', missing)}`
          : '';
      this.#start(moves, eachOf(moves), `${t('“{0}”', name)}.${gone}`);
    }
  }

  add(moves: readonly Move[]): void {
    const before = this.#moves ?? [];
    this.#start([...before, ...moves], [...this.#steps, before.length], this.#note);
  }

  /** Undoes the last step: the moves that were added together. */
  undo(): void {
    const left = this.#moves?.slice(0, this.#steps.at(-1)) ?? [];
    this.#start(left, this.#steps.slice(0, -1), this.#note);
  }

  /** Called when the order has been applied: ends the trial when the new board arrives, or after a while. */
  settle(): void {
    this.#isOver = this.isOn;
    setTimeout(() => this.#isOver && this.end(), patience);
  }

  end(): void {
    this.#forget();
    this.#update();
    this.changed();
  }

  #start(moves: Move[], steps: number[], note: string): void {
    this.#moves = moves;
    this.#steps = steps;
    this.#note = note;
    memory.keep({ board: boardOf(this.#text), moves, steps, note } satisfies StoredTrial);
    this.#update();
    this.changed();
  }

  #forget(): void {
    this.#isOver = false;
    this.#moves = undefined;
    this.#steps = [];
    this.#note = '';
    memory.keep(undefined);
  }

  #update(): void {
    const text = this.#text;
    const shown = text && this.#moves ? rearranged(text, this.#moves) : text;
    this.#shown = shown;
    this.#was = this.isOn && shown ? movedIn(text!, shown) : new Map();
    // For the menus, which then offer nothing that changes the text at once.
    document.body.dataset.vscodeContext = JSON.stringify({ trying: this.isOn });
    this.bar.hidden = !this.isOn;
    this.buttons.forEach((button) => (button.hidden = this.isOn || this.#text === undefined));
    const moved = this.#was.size;
    const sent = JSON.stringify([boardOf(this.#text), this.#moves, moved]);
    if (this.#sent !== sent && (this.isOn || this.#sent !== '')) {
      this.#sent = sent;
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

/** Returns the steps of moves that are undone one by one. */
function eachOf(moves: readonly Move[]): number[] {
  return moves.map((_, before) => before);
}

/** Identifies the text or work of a board. */
function boardOf(text: BoardState | undefined): string {
  return text ? `${text.scope} ${text.lanes[0]?.uri}` : '';
}

// The text in an editor, with a line above each part: a fold button, its title, and a handle for dragging.

import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { codeFolding, foldedRanges, foldEffect, foldKeymap, foldService, unfoldEffect } from '@codemirror/language';
import { EditorState, type Range, StateEffect, StateField, Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, placeholder, WidgetType } from '@codemirror/view';
import { dropAt, type Mark, type Place } from './marks';

export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** The events of the sheet. */
export interface Listener {
  /** Called when the writer has changed the text. */
  typed(text: string, moved: (at: number) => number): void;
  /** Called when the caret has moved. */
  selected(): void;
  /** Reports whether a text may be pasted. */
  mayPaste(text: string): boolean;
  /** Called when a part has been dropped. */
  dropped(part: number, to: Place): void;
}

const setMarks = StateEffect.define<readonly Mark[]>({
  map: (marks, changes) => marks.map((mark) => ({ ...mark, from: changes.mapPos(mark.from, -1), to: changes.mapPos(mark.to) })),
});
const point = StateEffect.define<number>();
const drag = StateEffect.define<number>();

interface Shown {
  marks: readonly Mark[];
  /** The part under the pointer elsewhere on the page, or -1. */
  pointed: number;
  /** The part that is being dragged, or -1. */
  dragged: number;
  /** The starts of the folds. */
  folds: readonly number[];
  decorations: DecorationSet;
}

const shown = StateField.define<Shown>({
  create: () => ({ marks: [], pointed: -1, dragged: -1, folds: [], decorations: Decoration.none }),
  update(value, transaction) {
    let { marks, pointed, dragged, folds } = value;
    if (transaction.docChanged) {
      const { changes } = transaction;
      marks = marks.map((mark) => ({ ...mark, from: changes.mapPos(mark.from, -1), to: changes.mapPos(mark.to) }));
      folds = folds.map((at) => changes.mapPos(at, -1));
    }
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) {
        marks = effect.value;
      } else if (effect.is(point)) {
        pointed = effect.value;
      } else if (effect.is(drag)) {
        dragged = effect.value;
      } else if (effect.is(foldEffect)) {
        folds = [...folds, effect.value.from];
      } else if (effect.is(unfoldEffect)) {
        folds = folds.filter((at) => at !== effect.value.from);
      }
    }
    if (marks === value.marks && pointed === value.pointed && folds === value.folds) {
      return dragged === value.dragged ? value : { ...value, dragged };
    }
    return { marks, pointed, dragged, folds, decorations: decorate(transaction.state, marks, pointed, folds) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

function decorate({ doc }: EditorState, marks: readonly Mark[], pointed: number, folds: readonly number[]): DecorationSet {
  const list: Range<Decoration>[] = [];
  const taken = new Set<number>(); // two parts may begin on the same line after an edit
  marks.forEach((mark, i) => {
    const line = doc.lineAt(mark.from);
    if (!taken.has(line.from)) {
      taken.add(line.from);
      const widget = new Heading(mark, i, folds.includes(line.to));
      list.push(Decoration.widget({ widget, side: -1, block: true }).range(line.from));
    }
    if (i === pointed) {
      for (let n = line.number; n <= doc.lineAt(mark.to).number; n++) {
        list.push(Decoration.line({ class: 'pointed' }).range(doc.line(n).from));
      }
    }
  });
  return Decoration.set(list, true);
}

/** The line above a part. */
class Heading extends WidgetType {
  constructor(
    private readonly mark: Mark,
    private readonly part: number,
    private readonly isFolded: boolean,
  ) {
    super();
  }

  override eq(other: Heading): boolean {
    const [a, b] = [this.mark, other.mark];
    return (
      this.part === other.part &&
      this.isFolded === other.isFolded &&
      a.title === b.title &&
      a.about === b.about &&
      a.isSuggested === b.isSuggested
    );
  }

  toDOM(view: EditorView): HTMLElement {
    const line = element('div', `part${this.mark.isSuggested ? ' suggested' : ''}`);
    const fold = element('button', 'fold', this.isFolded ? '▸' : '▾');
    fold.setAttribute('aria-label', `Part ${this.part + 1}`);
    fold.setAttribute('aria-expanded', String(!this.isFolded));
    fold.addEventListener('click', () => toggle(view, this.part));
    const handle = element('span', 'handle', '⠿');
    handle.title = 'Drag this part to another place';
    handle.draggable = true;
    handle.addEventListener('dragstart', (event) => {
      event.dataTransfer?.setData('text/plain', this.mark.title);
      view.dispatch({ effects: drag.of(this.part) });
    });
    handle.addEventListener('dragend', () => view.dispatch({ effects: drag.of(-1) }));
    line.append(handle, fold, element('span', 'title', this.mark.title), element('span', 'about', this.mark.about));
    return line;
  }

  override ignoreEvent({ type }: Event): boolean {
    return type !== 'dragover' && type !== 'drop'; // another part can be dropped here
  }

  override get estimatedHeight(): number {
    return 32;
  }
}

function element<Name extends 'div' | 'span' | 'button'>(name: Name, className: string, text = ''): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  if (made instanceof HTMLButtonElement) {
    made.type = 'button';
  }
  return made;
}

/**
 * foldOf returns the range that folding a part hides: everything but its first line; null if it has one line.
 */
function foldOf(state: EditorState, mark: Mark): { from: number; to: number } | null {
  const from = state.doc.lineAt(mark.from).to;
  const to = Math.min(mark.to, state.doc.length);
  return from < to ? { from, to } : null;
}

function toggle(view: EditorView, part: number): void {
  const mark = view.state.field(shown).marks[part];
  const range = mark && foldOf(view.state, mark);
  if (!range) {
    return;
  }
  const folded: { from: number; to: number }[] = [];
  foldedRanges(view.state).between(range.from, range.from, (from, to) => void folded.push({ from, to }));
  view.dispatch({ effects: folded.length > 0 ? folded.map((fold) => unfoldEffect.of(fold)) : foldEffect.of(range) });
}

export class Sheet {
  readonly #view: EditorView;
  #isOwn = false; // whether the page, not the writer, changes the text

  constructor(
    parent: HTMLElement,
    private readonly listener: Listener,
  ) {
    this.#view = new EditorView({ parent, state: this.#state('') });
  }

  #state(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        history(),
        codeFolding({ placeholderText: ' …' }),
        foldService.of((state, from) => {
          const mark = state.field(shown).marks.find((m) => state.doc.lineAt(m.from).from === from);
          return mark ? foldOf(state, mark) : null;
        }),
        shown,
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
        placeholder('Paste a text of a few pages.'),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Your text', spellcheck: 'false' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.#isOwn) {
            this.listener.typed(this.text, (at) => update.changes.mapPos(at, -1));
          }
          if (update.selectionSet) {
            this.listener.selected();
          }
        }),
        EditorView.domEventHandlers({
          paste: (event) => {
            if (!this.listener.mayPaste(event.clipboardData?.getData('text/plain') ?? '')) {
              event.preventDefault();
              return true;
            }
            return false;
          },
          // A part dragged by its handle. Other drags, such as selected words, are left to CodeMirror.
          dragover: (event, view) => {
            const isPart = view.state.field(shown).dragged >= 0;
            if (isPart) {
              event.preventDefault();
            }
            return isPart;
          },
          drop: (event, view) => {
            const { dragged, marks } = view.state.field(shown);
            if (dragged < 0) {
              return event.dataTransfer !== null && event.dataTransfer.files.length > 0; // the page handles files
            }
            event.preventDefault();
            view.dispatch({ effects: drag.of(-1) });
            this.listener.dropped(dragged, dropAt(marks, view.posAtCoords({ x: event.clientX, y: event.clientY }, false)));
            return true;
          },
        }),
      ],
    });
  }

  /** The text, with line feeds as line endings. */
  get text(): string {
    return this.#view.state.doc.toString();
  }

  get caret(): number {
    return this.#view.state.selection.main.head;
  }

  /** Replaces the text and clears the undo history. */
  put(text: string): void {
    this.#view.setState(this.#state(text));
  }

  /** Changes the text in one undo step. The replacements are in the order of the text. */
  replace(replacements: readonly Replacement[]): void {
    this.#own(() =>
      this.#view.dispatch({
        changes: replacements.map(({ start, end, text }) => ({ from: start, to: end, insert: text })),
        annotations: Transaction.userEvent.of('move'),
      }),
    );
  }

  undo(): void {
    this.#own(() => undo(this.#view));
  }

  #own(change: () => void): void {
    this.#isOwn = true;
    try {
      change();
    } finally {
      this.#isOwn = false;
    }
  }

  /** Shows the parts of the current text. */
  mark(marks: readonly Mark[]): void {
    this.#view.dispatch({ effects: setMarks.of(marks) });
  }

  /** Highlights a part while the pointer is on it elsewhere on the page; none for -1. */
  point(part: number): void {
    this.#view.dispatch({ effects: point.of(part) });
  }

  /** Puts the caret at a position and scrolls to it, with the line above it. */
  goTo(at: number): void {
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 96 }) });
    this.#view.focus();
  }

  close(): void {
    this.#view.destroy();
  }
}

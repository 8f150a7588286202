// Commands that move the caret from fragment to fragment, and that dim all other fragments.

import {
  commands,
  type Disposable,
  type QuickPickItem,
  Range,
  Selection,
  TextEditorRevealType,
  window,
} from 'vscode';
import type { Fragment } from './answers';
import { cellAt, showCell } from './cells';
import type { Desk } from './desk';
import { isNotebook } from './documents';
import { count, t } from './language';
import { indexAt } from './places';

export function registerTravel(desk: Desk): Disposable[] {
  const spotlight = new Spotlight(desk);
  return [
    spotlight,
    commands.registerCommand('segls.nextFragment', () => step(desk, 1)),
    commands.registerCommand('segls.previousFragment', () => step(desk, -1)),
    commands.registerCommand('segls.nextScene', () => stepScene(desk, 1)),
    commands.registerCommand('segls.previousScene', () => stepScene(desk, -1)),
    commands.registerCommand('segls.goToFragment', () => goTo(desk)),
    commands.registerCommand('segls.editor.selectFragment', () => select(desk)),
    commands.registerCommand('segls.focusFragment', () => spotlight.toggle()),
  ];
}

/**
 * Moves to the start of the next fragment; or back to the start of this one, and from there to the previous
 * one.
 */
function step(desk: Desk, by: 1 | -1): void {
  stepAmong(desk, desk.draft?.answer.fragments ?? [], by);
}

/** Moves in the same way among the fragments that begin scenes. */
function stepScene(desk: Desk, by: 1 | -1): void {
  const { fragments = [], scenes = [] } = desk.draft?.answer ?? {};
  const first = new Set(scenes.map(({ id }) => id));
  const begin = fragments.filter(({ id }) => first.has(id));
  stepAmong(desk, begin, by);
}

function stepAmong(desk: Desk, fragments: readonly Fragment[], by: 1 | -1): void {
  const { caretLine: line } = desk;
  if (line === undefined) {
    return;
  }
  const at = indexAt(fragments, line);
  const isInside = line > (fragments[at]?.range.start.line ?? line);
  void show(desk, fragments[by > 0 || !isInside ? at + by : at]);
}

async function show({ draft, editor }: Desk, fragment: Fragment | undefined): Promise<void> {
  if (draft === undefined || fragment === undefined) {
    return;
  }
  const { line, character } = fragment.range.start;
  if (isNotebook(draft.document)) {
    await showCell(draft.document, cellAt(draft.answer.cells ?? [], line));
  } else if (editor !== undefined) {
    editor.selection = new Selection(line, character, line, character);
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** Asks for a fragment. The text scrolls to the active item, and back if nothing is chosen. */
async function goTo(desk: Desk): Promise<void> {
  const { draft, editor, caretLine } = desk;
  if (draft === undefined || (editor === undefined && !isNotebook(draft.document))) {
    return;
  }
  const { fragments, sections } = draft.answer;
  const before = editor?.selection;
  const top = editor?.visibleRanges[0];
  const pick = window.createQuickPick<QuickPickItem & { fragment: Fragment }>();
  pick.title = t('Go to Fragment');
  pick.placeholder = t('Words of its title or heading');
  pick.matchOnDescription = true;
  pick.items = fragments.map((fragment) => {
    const { title, words, terms, range } = fragment;
    const section = sections[indexAt(sections, range.start.line)]?.title;
    return {
      ...{ fragment, label: title || terms.join(', ') || t('(untitled)') },
      description: [count(words, 'word'), section].filter(Boolean).join(' · '),
    };
  });
  const current = pick.items[Math.max(0, indexAt(fragments, caretLine ?? 0))];
  pick.activeItems = current ? [current] : [];
  pick.onDidChangeActive(([item]) => {
    if (item !== undefined) {
      const { line } = item.fragment.range.start;
      editor?.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
    }
  });
  let chosen: Fragment | undefined;
  pick.onDidAccept(() => {
    chosen = pick.selectedItems[0]?.fragment;
    pick.hide();
  });
  pick.onDidHide(() => {
    pick.dispose();
    if (chosen !== undefined) {
      void show(desk, chosen);
    } else if (editor !== undefined && before !== undefined && top !== undefined) {
      editor.selection = before;
      editor.revealRange(top, TextEditorRevealType.AtTop);
    }
  });
  pick.show();
}

function select({ draft, editor, caretLine }: Desk): void {
  const fragments = draft?.answer.fragments ?? [];
  const fragment = fragments[Math.max(0, indexAt(fragments, caretLine ?? 0))];
  if (editor !== undefined && fragment !== undefined) {
    const { start, end } = fragment.range;
    editor.selection = new Selection(start.line, start.character, end.line, end.character);
  }
}

/** While on, dims everything but the fragment at the caret. */
class Spotlight implements Disposable {
  #isOn = false;
  readonly #dimmed = window.createTextEditorDecorationType({ opacity: '0.3', isWholeLine: true });
  readonly #listening: Disposable[];

  constructor(private readonly desk: Desk) {
    const update = () => this.#update();
    this.#listening = [
      desk.onDidChange(update),
      desk.onDidMoveCaret(update),
      window.onDidChangeVisibleTextEditors(update),
    ];
  }

  toggle(): void {
    this.#isOn = !this.#isOn;
    for (const editor of window.visibleTextEditors) {
      editor.setDecorations(this.#dimmed, []);
    }
    this.#update();
  }

  dispose(): void {
    this.#dimmed.dispose();
    this.#listening.forEach((one) => one.dispose());
  }

  #update(): void {
    const { draft, editor } = this.desk;
    if (!this.#isOn || draft === undefined || editor === undefined) {
      return;
    }
    const { fragments } = draft.answer;
    const fragment = fragments[Math.max(0, indexAt(fragments, editor.selection.active.line))];
    if (fragment !== undefined) {
      const { start, end } = fragment.range;
      const lines = editor.document.lineCount;
      editor.setDecorations(this.#dimmed, [
        ...(start.line > 0 ? [new Range(0, 0, start.line - 1, 0)] : []),
        ...(end.line + 1 < lines ? [new Range(end.line + 1, 0, lines - 1, 0)] : []),
      ]);
    }
  }
}

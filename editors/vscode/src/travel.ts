// Commands that move the caret from fragment to fragment, select the fragment at the caret, or dim all others.

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
import { showLine } from './cells';
import type { ActiveText } from './active-text';
import { isNotebook } from './documents';
import { count, t } from './language';
import { indexAt } from './places';

export function registerTravel(activeText: ActiveText): Disposable[] {
  const spotlight = new Spotlight(activeText);
  return [
    spotlight,
    commands.registerCommand('segls.nextFragment', () => step(activeText, 1)),
    commands.registerCommand('segls.previousFragment', () => step(activeText, -1)),
    commands.registerCommand('segls.nextScene', () => stepScene(activeText, 1)),
    commands.registerCommand('segls.previousScene', () => stepScene(activeText, -1)),
    commands.registerCommand('segls.goToFragment', () => goTo(activeText)),
    commands.registerCommand('segls.editor.selectFragment', () => select(activeText)),
    commands.registerCommand('segls.focusFragment', () => spotlight.toggle()),
  ];
}

/** Moves to the start of the next fragment or back to the start of this one; from there to the previous one. */
function step(activeText: ActiveText, by: 1 | -1): void {
  stepAmong(activeText, activeText.draft?.answer.fragments ?? [], by);
}

/** Moves in the same way among the fragments that begin scenes. */
function stepScene(activeText: ActiveText, by: 1 | -1): void {
  const { fragments = [], scenes = [] } = activeText.draft?.answer ?? {};
  const first = new Set(scenes.map(({ id }) => id));
  const begin = fragments.filter(({ id }) => first.has(id));
  stepAmong(activeText, begin, by);
}

function stepAmong(activeText: ActiveText, fragments: readonly Fragment[], by: 1 | -1): void {
  const { caretLine: line } = activeText;
  if (line === undefined) {
    return;
  }
  const at = indexAt(fragments, line);
  const isInside = line > (fragments[at]?.range.start.line ?? line);
  void show(activeText, fragments[by > 0 || !isInside ? at + by : at]);
}

async function show({ draft, editor }: ActiveText, fragment: Fragment | undefined): Promise<void> {
  if (draft === undefined || fragment === undefined) {
    return;
  }
  const { line, character } = fragment.range.start;
  if (isNotebook(draft.document)) {
    await showLine(draft.document, line);
  } else if (editor !== undefined) {
    editor.selection = new Selection(line, character, line, character);
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** Asks for a fragment. The text scrolls to the active item, and back if nothing is chosen. */
async function goTo(activeText: ActiveText): Promise<void> {
  const { draft, editor, caretLine } = activeText;
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
      void show(activeText, chosen);
    } else if (editor !== undefined && before !== undefined && top !== undefined) {
      editor.selection = before;
      editor.revealRange(top, TextEditorRevealType.AtTop);
    }
  });
  pick.show();
}

function select({ draft, editor, caretLine }: ActiveText): void {
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

  constructor(private readonly activeText: ActiveText) {
    const update = () => this.#update();
    this.#listening = [
      activeText.onDidChange(update),
      activeText.onDidMoveCaret(update),
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
    const { draft, editor } = this.activeText;
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

// Shows a preview of each folded fragment; VS Code has none.

import { type Disposable, Range, type TextEditor, ThemeColor, window } from 'vscode';
import { type ActiveText, editorOf } from './active-text';
import { closedFolds, previewLine } from './folds';
import { heading, indexAt } from './places';
import type { LensSwitch } from './toggle';

export function registerPreviews(activeText: ActiveText, lenses: LensSwitch): Disposable[] {
  const decoration = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorInlayHint.foreground'), margin: '0 0 0 1em' },
  });
  const update = (editor: TextEditor | undefined) =>
    editor?.setDecorations(decoration, lenses.hidden ? [] : previews(activeText, editor));
  const updateDraft = () => update(activeText.draft && editorOf(activeText.draft.document));
  return [
    decoration,
    activeText.onDidChange(updateDraft),
    lenses.onDidChange(updateDraft),
    window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => update(textEditor)),
  ];
}

/** Returns the decorations at the ends of the visible lines of folded fragments. */
function previews({ draft }: ActiveText, editor: TextEditor) {
  if (draft === undefined || draft.document !== editor.document || draft.answer.quiet) {
    return [];
  }
  const { fragments } = draft.answer;
  const lines = editor.document.lineCount;
  const folds = closedFolds(
    editor.visibleRanges.map(({ start, end }) => [start.line, end.line] as const),
    lines,
  );
  const textOf = (line: number) => (line < lines ? editor.document.lineAt(line).text : undefined);
  return folds.flatMap((fold) => {
    // The fold of a fragment begins on the blank line above it, if there is one.
    const fragment = fragments[indexAt(fragments, fold.head + 1)];
    // Ignore folds inside a fragment or of a heading.
    const start = fragment?.range.start.line ?? 0;
    const isAbove = fold.head < start && textOf(fold.head)?.trim() !== '';
    if (fragment === undefined || fold.head > start + 1 || isAbove) {
      return [];
    }
    const { end } = editor.document.lineAt(Math.min(previewLine(fold, textOf), lines - 1)).range;
    return [
      { range: new Range(end, end), renderOptions: { after: { contentText: heading(fragment) } } },
    ];
  });
}

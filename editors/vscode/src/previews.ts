// Fragments in the text itself: a preview of each fold, which VS Code does not show, and
// all of them in a peek.

import {
  commands,
  type Disposable,
  Location,
  Position,
  Range,
  type TextEditor,
  ThemeColor,
  window,
} from 'vscode';
import { type Desk, editorOf } from './desk';
import { closedFolds, previewLine } from './folds';
import { indexAt, summary } from './places';
import type { LensSwitch } from './toggle';

export function registerPreviews(desk: Desk, lenses: LensSwitch): Disposable[] {
  const decoration = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorInlayHint.foreground'), margin: '0 0 0 1em' },
  });
  const update = (editor: TextEditor | undefined) =>
    editor?.setDecorations(decoration, lenses.hidden ? [] : previews(desk, editor));
  const updateDraft = () => update(desk.draft && editorOf(desk.draft.document));
  return [
    decoration,
    desk.onDidChange(updateDraft),
    lenses.onDidChange(updateDraft),
    window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => update(textEditor)),
    commands.registerCommand('segls.peekFragments', () => peek(desk)),
  ];
}

/** What stands behind the first lines of those fragments that are folded. */
function previews({ draft }: Desk, editor: TextEditor) {
  if (draft === undefined || draft.document !== editor.document || draft.answer.quiet) {
    return [];
  }
  const { fragments } = draft.answer;
  const folds = closedFolds(
    editor.visibleRanges.map(({ start, end }) => [start.line, end.line] as const),
  );
  const lines = editor.document.lineCount;
  const textOf = (line: number) => (line < lines ? editor.document.lineAt(line).text : undefined);
  return folds.flatMap((fold) => {
    const fragment = fragments[indexAt(fragments, fold.head)];
    // A fold of something else inside a fragment is not ours.
    if (fragment === undefined || fold.head > fragment.range.start.line + 1) {
      return [];
    }
    const { end } = editor.document.lineAt(Math.min(previewLine(fold, textOf), lines - 1)).range;
    return [
      { range: new Range(end, end), renderOptions: { after: { contentText: summary(fragment) } } },
    ];
  });
}

/** Shows all fragments in a peek at the caret, beginning with the one there. */
async function peek({ draft, editor }: Desk): Promise<void> {
  if (draft === undefined || editor === undefined) {
    return;
  }
  const { uri } = draft.document;
  const caret = editor.selection.active;
  const locations = draft.answer.fragments.map(
    ({ range: { start, end } }) =>
      new Location(uri, new Range(start.line, start.character, end.line, end.character)),
  );
  await commands.executeCommand(
    'editor.action.peekLocations',
    uri,
    new Position(caret.line, caret.character),
    locations,
    'peek',
  );
}

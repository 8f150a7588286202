// A thin rule in the text above each suggested boundary, with what begins there in its hover.

import {
  type DecorationOptions,
  type Disposable,
  MarkdownString,
  OverviewRulerLane,
  Range,
  type TextEditor,
  ThemeColor,
  window,
} from 'vscode';
import { type Desk, editorOf } from './desk';
import { summary } from './places';
import type { LensSwitch } from './toggle';

export function showRules(desk: Desk, lenses: LensSwitch): Disposable[] {
  const color = new ThemeColor('editorIndentGuide.activeBackground1');
  const decoration = window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderColor: color,
    borderWidth: '0 0 1px 0',
    overviewRulerColor: color,
    overviewRulerLane: OverviewRulerLane.Right,
  });
  const update = () => {
    const editor = desk.draft && editorOf(desk.draft.document);
    editor?.setDecorations(decoration, lenses.hidden ? [] : rules(editor, desk));
  };
  return [
    decoration,
    desk.onDidChange(update),
    lenses.onDidChange(update),
    window.onDidChangeVisibleTextEditors(update),
  ];
}

/** The rules stand on the blank lines above: on a line of text that is wrapped, each row would have one. */
function rules({ document }: TextEditor, { draft }: Desk): DecorationOptions[] {
  const { answer } = draft!;
  if (answer.quiet || answer.version !== document.version) {
    return [];
  }
  return answer.fragments.flatMap((fragment) => {
    const line = fragment.range.start.line - 1;
    if (!fragment.suggested || line < 0 || !document.lineAt(line).isEmptyOrWhitespace) {
      return [];
    }
    const hover = new MarkdownString().appendText(`${fragment.title}\n${summary(fragment)}`);
    return [{ range: new Range(line, 0, line, 0), hoverMessage: hover }];
  });
}

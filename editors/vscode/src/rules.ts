// A thin rule in the text above each suggested boundary, with what begins there in its hover.

import {
  type Disposable,
  Hover,
  languages,
  MarkdownString,
  OverviewRulerLane,
  Range,
  type TextDocument,
  ThemeColor,
  window,
} from 'vscode';
import type { Fragment } from './answers';
import { type Desk, editorOf } from './desk';
import { selector } from './documents';
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
    const rules = lenses.hidden || !editor ? [] : ruled(editor.document, desk);
    editor?.setDecorations(decoration, rules.map(lineOf));
  };
  return [
    decoration,
    desk.onDidChange(update),
    lenses.onDidChange(update),
    window.onDidChangeVisibleTextEditors(update),
    // A hover at each rule would be read as Markdown by VS Code, all of them after every edit.
    languages.registerHoverProvider(selector(), {
      provideHover(document, { line }) {
        const fragments = lenses.hidden ? [] : ruled(document, desk);
        const fragment = fragments.find(({ range }) => range.start.line === line + 1);
        return fragment && new Hover(aboutOf(fragment), lineOf(fragment));
      },
    }),
  ];
}

/** The rules stand on the blank lines above: on a line of text that is wrapped, each row would have one. */
function ruled(document: TextDocument, { draft }: Desk): Fragment[] {
  if (draft?.document !== document || draft.answer.quiet) {
    return [];
  }
  const { version, fragments } = draft.answer;
  return version === document.version
    ? fragments.filter((fragment) => {
        const line = fragment.range.start.line - 1;
        return fragment.suggested && line >= 0 && document.lineAt(line).isEmptyOrWhitespace;
      })
    : [];
}

function lineOf({ range: { start } }: Fragment): Range {
  return new Range(start.line - 1, 0, start.line - 1, 0);
}

function aboutOf(fragment: Fragment): MarkdownString {
  return new MarkdownString().appendText(`${fragment.title}\n${summary(fragment)}`);
}

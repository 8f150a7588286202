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
import type { Desk } from './desk';
import { selector } from './documents';
import { Nearby } from './nearby';
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
  const nearby = new Nearby();
  const update = () => {
    for (const editor of window.visibleTextEditors) {
      const rules = lenses.hidden ? [] : ruled(editor.document, desk);
      if (rules !== undefined) {
        const near = nearby.of(editor.document, rules, ({ range }) => range.start.line);
        editor.setDecorations(decoration, near.map(lineOf));
      }
    }
  };
  return [
    decoration,
    desk.onDidChange(update),
    lenses.onDidChange(update),
    nearby.follow(update),
    window.onDidChangeVisibleTextEditors(update),
    // A hover at each rule would be read as Markdown by VS Code, all of them after every edit.
    languages.registerHoverProvider(selector(), {
      provideHover(document, { line }) {
        const fragments = lenses.hidden ? undefined : ruled(document, desk);
        const fragment = fragments?.find(({ range }) => range.start.line === line + 1);
        return fragment && new Hover(aboutOf(fragment), lineOf(fragment));
      },
    }),
  ];
}

/**
 * The rules stand on the blank lines above: on a line of text that is wrapped, each row would have one. While
 * an answer is older than the text there are none to give, and VS Code moves those that it has.
 */
function ruled(document: TextDocument, { draft }: Desk): Fragment[] | undefined {
  if (draft?.document !== document || draft.answer.version !== document.version) {
    return undefined;
  }
  const { quiet, fragments } = draft.answer;
  return fragments.filter(({ suggested, range }) => {
    const line = range.start.line - 1;
    return !quiet && suggested && line >= 0 && document.lineAt(line).isEmptyOrWhitespace;
  });
}

function lineOf({ range: { start } }: Fragment): Range {
  return new Range(start.line - 1, 0, start.line - 1, 0);
}

function aboutOf(fragment: Fragment): MarkdownString {
  return new MarkdownString().appendText(`${fragment.title}\n${summary(fragment)}`);
}

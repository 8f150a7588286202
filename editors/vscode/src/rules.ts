// Draws a thin line in the text at suggested boundaries. Its hover describes the fragment below.

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
import type { ActiveText } from './active-text';
import { selector } from './documents';
import { Nearby } from './nearby';
import { summary } from './places';
import type { LensSwitch } from './toggle';

export function showRules(activeText: ActiveText, lenses: LensSwitch): Disposable[] {
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
      const rules = lenses.hidden ? [] : ruled(editor.document, activeText);
      if (rules !== undefined) {
        const near = nearby.of(editor.document, rules, ({ range }) => range.start.line);
        editor.setDecorations(decoration, near.map(lineOf));
      }
    }
  };
  return [
    decoration,
    activeText.onDidChange(update),
    lenses.onDidChange(update),
    nearby.follow(update),
    window.onDidChangeVisibleTextEditors(update),
    // Not as hover messages of decorations: VS Code would parse all of these as Markdown after every edit.
    languages.registerHoverProvider(selector(), {
      provideHover(document, { line }) {
        const fragments = lenses.hidden ? undefined : ruled(document, activeText);
        const fragment = fragments?.find(({ range }) => range.start.line === line + 1);
        return fragment && new Hover(aboutOf(fragment), lineOf(fragment));
      },
    }),
  ];
}

/**
 * Returns the fragments that get a line above them, which must be blank: a wrapped line would get one in each row.
 * Undefined for an older answer; VS Code then moves the existing lines.
 */
function ruled(document: TextDocument, { draft }: ActiveText): Fragment[] | undefined {
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

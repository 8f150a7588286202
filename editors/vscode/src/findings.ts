// Marks paragraphs with findings in the gutter: the underlined word is easily overlooked.

import {
  DiagnosticSeverity,
  type Disposable,
  languages,
  Range,
  type TextEditor,
  Uri,
  window,
} from 'vscode';
import type { LensSwitch } from './toggle';

export function markFindings(lenses: LensSwitch, extension: Uri): Disposable[] {
  const decoration = window.createTextEditorDecorationType({
    gutterIconPath: Uri.joinPath(extension, 'paragraph.svg'),
    gutterIconSize: 'contain',
  });
  const shown = new WeakMap<TextEditor, string>();
  const update = () => {
    for (const editor of window.visibleTextEditors) {
      const found = lenses.hidden ? [] : languages.getDiagnostics(editor.document.uri);
      const marked = found.filter(
        ({ source, severity }) => source === 'segls' && severity === DiagnosticSeverity.Information,
      );
      // Update only on a change: VS Code parses each message as Markdown, and moves decorations with the text.
      const news = marked.map(({ range, message }) => `${range.start.line} ${message}`).join('\n');
      if (news === (shown.get(editor) ?? '')) {
        continue;
      }
      shown.set(editor, news);
      editor.setDecorations(
        decoration,
        marked.map(({ range: { start }, message }) => ({
          range: new Range(start, start),
          hoverMessage: message,
        })),
      );
    }
  };
  update();
  return [
    decoration,
    languages.onDidChangeDiagnostics(update),
    lenses.onDidChange(update),
    window.onDidChangeVisibleTextEditors(update),
  ];
}

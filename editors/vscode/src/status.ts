// The status bar item: the number and length of fragments, or what is wrong.

import {
  type Disposable,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from 'vscode';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { scheme } from './gathered';
import { count, t } from './language';
import { indexAt, whyQuiet } from './places';
import { percentOf, progressOf, sentenceOf } from './progress';
import { lengthInWords } from './tree';
import type { LensSwitch } from './toggle';
import type { OpenWork } from './work';

export function showStatus(
  connection: Connection,
  activeText: ActiveText,
  lenses: LensSwitch,
  work: OpenWork,
): Disposable[] {
  const item = window.createStatusBarItem('status', StatusBarAlignment.Right, 101);
  item.name = 'segls';
  const update = () => {
    const isOfPieces = window.activeTextEditor?.document.uri.scheme === scheme;
    const hasText = (activeText.draft !== undefined || activeText.isReading) && !isOfPieces;
    if (!hasText && connection.state === 'running') {
      item.hide();
      return;
    }
    tell(item, connection, activeText, lenses, work);
    item.show();
  };
  update();
  return [
    item,
    connection.onDidChangeState(update),
    activeText.onDidChange(update),
    work.onDidChange(update),
    window.onDidChangeActiveTextEditor(update),
    activeText.onDidMoveCaret(update),
    lenses.onDidChange(update),
  ];
}

function tell(
  item: StatusBarItem,
  { state }: Connection,
  activeText: ActiveText,
  lenses: LensSwitch,
  work: OpenWork,
): void {
  const isStopped = state === 'stopped';
  item.backgroundColor = isStopped ? new ThemeColor('statusBarItem.warningBackground') : undefined;
  item.command = isStopped ? 'segls.restart' : 'segls.outline.focus';
  if (isStopped) {
    item.text = `$(warning) ${t('segls is not running')}`;
    item.tooltip = t('Click to start it again.');
  } else if (activeText.draft === undefined || activeText.isReading) {
    item.text = `$(loading~spin) ${t('segls is reading the text')}`;
    item.tooltip = undefined;
  } else {
    const { quiet, fragments, words, scenes } = activeText.draft.answer;
    const uri = activeText.draft.document.uri.toString();
    const progress = progressOf(activeText.draft.answer, activeText.caretLine, work.answer, uri);
    const [first] = progress;
    item.text = [
      ...(quiet
        ? [lengthInWords(words, words, 0)]
        : [
            count(fragments.length, 'fragment'),
            fragments.length > 1
              ? t('{0} on average', count(Math.round(words / fragments.length), 'word'))
              : count(words, 'word'),
            scenes.length > 0 && count(scenes.length, 'scene'),
          ]),
      first && [first.name === t('This file') ? '' : first.name, percentOf(first)].join(' ').trim(),
    ]
      .filter(Boolean)
      .join(' · ');
    item.tooltip = tooltip(activeText, lenses, progress.map(sentenceOf));
  }
}

/** Returns the tooltip: the fragment and scene at the caret, the progress, and links to the views. */
function tooltip(
  { draft, caretLine }: ActiveText,
  lenses: LensSwitch,
  progress: string[],
): MarkdownString {
  const { quiet, fragments, settings, scenes, own } = draft!.answer;
  const at = caretLine === undefined ? -1 : indexAt(fragments, caretLine);
  const fragment = fragments[at];
  const text = new MarkdownString();
  if (quiet) {
    text.appendText(whyQuiet(draft!.answer));
  } else if (fragment !== undefined) {
    const most = Number(settings['max-words'] ?? 0);
    const length = count(fragment.words, 'word');
    text.appendText(
      `${t('Fragment {0} of {1}: {2}', at + 1, fragments.length, fragment.title)}\n` +
        (most > 0 ? t('{0} (limit: {1})', length, most) : length),
    );
  }
  const places = new Map(fragments.map(({ id }, i) => [id, i]));
  const scene = scenes.findLast(({ id }) => (places.get(id) ?? -1) <= at);
  if (!quiet && scene !== undefined && scene.of > 1 && at >= 0) {
    const length = lengthInWords(scene.words, scene.words, scene.wanted);
    text
      .appendMarkdown('\n\n')
      .appendText(t('Scene {0} of {1}: {2}', scene.number, scene.of, length));
  }
  for (const sentence of [...(own === '' ? [] : [own]), ...progress]) {
    text.appendMarkdown('\n\n').appendText(sentence);
  }
  const ways = { 'outline.focus': t('Fragments'), showBoard: t('Board'), showCurve: t('Curve') };
  text.isTrusted = {
    enabledCommands: [...Object.keys(ways), 'toggleLenses'].map((name) => `segls.${name}`),
  };
  const toggle = { toggleLenses: lenses.hidden ? t('Show Marks') : t('Hide Marks') };
  const links = Object.entries({ ...ways, ...toggle });
  text.appendMarkdown(
    `\n\n${links.map(([name, label]) => `[${label}](command:segls.${name})`).join(' · ')}`,
  );
  return text;
}

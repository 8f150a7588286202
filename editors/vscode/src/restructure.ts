// The commands that change the structure of the text at the caret, for the palette and for keys.

import { commands, type Disposable, Uri, window } from 'vscode';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { isNotebook } from './documents';
import { extract, type Extraction, extractions } from './extract';
import { indexAt } from './places';
import type { Target } from './protocol';
import { insertHeading, splitFile } from './rename';

// These IDs must differ from the server's commands, which the language client registers.
const prefix = 'segls.editor.';

const names = [
  'moveFragmentUp',
  'moveFragmentDown',
  'moveSceneUp',
  'moveSceneDown',
  'newScene',
  'moveSectionUp',
  'moveSectionDown',
  'promoteSection',
  'demoteSection',
  'splitParagraph',
  'mergeParagraph',
  'splitFragment',
  'mergeFragments',
  'insertHeading',
  'pinBoundary',
  'vetoBoundary',
  'extractFragment',
  'extractSection',
  'inlineFile',
  'release',
  'divideAnew',
  'writeOrder',
] as const;

export function registerRestructuring(
  connection: Connection,
  activeText: ActiveText,
): Disposable[] {
  connection.instead = (command, argument) => {
    const action = extractions.find((name) => command === `segls.${name}`);
    const { uri, ...target } = argument as Target & { uri: string };
    const title = titleOf(activeText, action, target);
    if (command === 'segls.insertHeading') {
      return insertHeading(connection, Uri.parse(uri), target, title);
    }
    if (command === 'segls.splitFile') {
      return splitFile(connection, uri, target, title);
    }
    return action && extract(connection, action, Uri.parse(uri), target, title);
  };
  const atCaret = names.map((name) =>
    commands.registerCommand(prefix + name, async () => {
      const place = caret(activeText);
      if (place !== undefined) {
        const { uri, line, character } = place;
        const target = { position: { line, character } };
        if (name === 'extractFragment' || name === 'extractSection') {
          await extract(connection, name, uri, target, titleOf(activeText, name, target));
        } else if (name === 'insertHeading') {
          await insertHeading(connection, uri, target, titleOf(activeText, undefined, target));
        } else {
          await connection.execute(`segls.${name}`, { uri }, target);
        }
      }
    }),
  );
  const releaseAll = commands.registerCommand(`${prefix}releaseAll`, async () => {
    const document = window.activeTextEditor?.document ?? activeText.draft?.document;
    if (document !== undefined) {
      await connection.execute('segls.release', document, { all: true });
    }
  });
  return [...atCaret, releaseAll];
}

/** Returns the caret in a text or a cell being edited, or else the selected cell of a notebook. */
function caret({ draft, caretLine }: ActiveText) {
  const editor = window.activeTextEditor;
  if (editor !== undefined) {
    const { line, character } = editor.selection.active;
    return { uri: editor.document.uri, line, character };
  }
  return draft && isNotebook(draft.document) && caretLine !== undefined
    ? { uri: draft.document.uri, line: caretLine, character: 0 }
    : undefined;
}

/** Returns the title of what a command is about: a section that is to be extracted, otherwise a fragment. */
function titleOf(
  { draft, caretLine = 0 }: ActiveText,
  action: Extraction | undefined,
  target: Target,
): string {
  const things = draft?.answer[action === 'extractSection' ? 'sections' : 'fragments'] ?? [];
  const wanted = 'id' in target ? things.find(({ id }) => id === target.id) : undefined;
  const thing = wanted ?? things[Math.max(0, indexAt(things, caretLine))];
  // A fragment without a title is named by its terms.
  const terms = thing && 'terms' in thing ? thing.terms.slice(0, 2).join(' ') : '';
  return thing?.title || terms;
}

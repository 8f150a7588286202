// The commands that change the structure of the text at the cursor. They are in the menu of code
// actions too; here they are for the palette and for keys. The server does all of it.

import { commands, type Disposable, window } from 'vscode';
import type { Connection } from './connection';

// The server's own ids are registered by the language client: these must differ.
const prefix = 'segls.editor.';

const names = [
  'moveFragmentUp',
  'moveFragmentDown',
  'moveSectionUp',
  'moveSectionDown',
  'promoteSection',
  'demoteSection',
  'splitParagraph',
  'mergeParagraph',
  'mergeFragments',
  'insertHeading',
  'pinBoundary',
  'vetoBoundary',
  'extractFragment',
  'extractSection',
  'inlineFile',
  'release',
];

export function registerRestructuring(connection: Connection): Disposable[] {
  const atCaret = names.map((name) =>
    commands.registerCommand(prefix + name, async () => {
      const editor = window.activeTextEditor;
      if (editor !== undefined) {
        const { line, character } = editor.selection.active;
        await connection.execute(`segls.${name}`, editor.document, {
          position: { line, character },
        });
      }
    }),
  );
  const releaseAll = commands.registerCommand(`${prefix}releaseAll`, async () => {
    const document = window.activeTextEditor?.document;
    if (document !== undefined) {
      await connection.execute('segls.release', document, { all: true });
    }
  });
  return [...atCaret, releaseAll];
}

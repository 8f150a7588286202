// The commands that change the structure of the text at the cursor. They are code
// actions too; here they are for the palette and for keys. The server makes every edit.

import { commands, type Disposable, window } from 'vscode';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { extract } from './extract';
import { indexAt } from './places';

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
] as const;

export function registerRestructuring(connection: Connection, desk: Desk): Disposable[] {
  const atCaret = names.map((name) =>
    commands.registerCommand(prefix + name, async () => {
      const editor = window.activeTextEditor;
      if (editor !== undefined) {
        const { line, character } = editor.selection.active;
        const { uri } = editor.document;
        const target = { position: { line, character } };
        if (name === 'extractFragment' || name === 'extractSection') {
          await extract(connection, name, uri, target, titleAt(desk, name, line));
        } else {
          await connection.execute(`segls.${name}`, { uri }, target);
        }
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

/** The title of what stands at a line. */
function titleAt({ draft }: Desk, action: 'extractFragment' | 'extractSection', line: number) {
  const things = draft?.answer[action === 'extractFragment' ? 'fragments' : 'sections'] ?? [];
  return things[Math.max(0, indexAt(things, line))]?.title ?? '';
}

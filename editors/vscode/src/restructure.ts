// The commands that change the structure of the text at the cursor. They are in the menu of code
// actions too; here they are for the palette and for keys.

import { commands, type Disposable, window } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';

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
];

/** registerRestructuring registers the commands for whatever client runs when one is called. */
export function registerRestructuring(running: () => LanguageClient | undefined): Disposable[] {
  return names.map((name) => commands.registerCommand(prefix + name, () => act(running(), name)));
}

/** Has the server change the text. What cannot be done it says, in words for the writer. */
async function act(client: LanguageClient | undefined, name: string): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined || client === undefined || !client.isRunning()) {
    return;
  }
  const argument = {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
  try {
    await client.sendRequest(ExecuteCommandRequest.type, {
      command: `segls.${name}`,
      arguments: [argument],
    });
  } catch (error) {
    void window.showInformationMessage(`segls: ${error instanceof Error ? error.message : error}`);
  }
}

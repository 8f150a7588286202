// The language client: which documents go to the server, and how settings do.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type LogOutputChannel, Uri, workspace } from 'vscode';
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type LanguageClientOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import { section, settingsThatAreSet } from './config';

const languages = ['markdown', 'plaintext'];

// Views of other kinds (a revision in git, a chat, an output) are nobody's draft.
const schemes = ['file', 'untitled'];

/** newClient makes a client, not yet started, of the server program at path. */
export function newClient(path: string, log: LogOutputChannel): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: schemes.flatMap((scheme) =>
      languages.map((language) => ({ scheme, language })),
    ),
    outputChannel: log,
    stdioOptions: { stdout: logLines, stderr: logLines },
    initializationOptions: () => settingsThatAreSet(),
    middleware: {
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) {
            return answers;
          }
          return params.items.map((item, i) =>
            item.section === section ? settingsThatAreSet(scopeOf(item.scopeUri)) : answers[i],
          );
        },
        // The client would send defaults too; tellSettings takes its place.
        didChangeConfiguration: async () => {},
      },
    },
  };
  return new LanguageClient(
    'segls',
    { command: path, args: ['serve'], transport: TransportKind.stdio },
    options,
  );
}

/** tellSettings tells the server that settings have changed, and to what. */
export async function tellSettings(client: LanguageClient): Promise<void> {
  await client.sendNotification(DidChangeConfigurationNotification.type, {
    settings: { [section]: settingsThatAreSet() },
  });
}

/** The open document at uri, whose language has settings of its own too, else the place alone. */
function scopeOf(uri: string | undefined) {
  if (uri === undefined) {
    return undefined;
  }
  const place = Uri.parse(uri);
  return workspace.textDocuments.find((d) => d.uri.toString() === place.toString()) ?? place;
}

/** The server writes its log to standard error; by itself the client would call every line an error. */
function logLines(stream: Readable, log: LogOutputChannel): void {
  createInterface({ input: stream }).on('line', (line) => log.info(line));
}

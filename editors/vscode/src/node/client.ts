// The server as a program of this machine.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LogOutputChannel } from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  TransportKind,
} from 'vscode-languageclient/node';

/** clientOf makes a client, not yet started, of the server program at path. */
export function clientOf(path: string, log: LogOutputChannel, options: LanguageClientOptions) {
  const logLines = (stream: Readable) => logLinesOf(stream, log);
  return new LanguageClient(
    'segls',
    'segls',
    { command: path, args: ['serve'], transport: TransportKind.stdio },
    { ...options, stdioOptions: { stdout: logLines, stderr: logLines } },
  );
}

/** The server logs to standard error; on its own the client would call every line an error. */
function logLinesOf(stream: Readable, log: LogOutputChannel): void {
  createInterface({ input: stream }).on('line', (line) => log.info(line));
}

// The server as a program of this machine.

import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LogOutputChannel } from 'vscode';
import { LanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient/node';

/** How long a server that is to stop may take, in milliseconds. */
const patience = 2000;

/** clientOf makes a client, not yet started, of the server program at path. */
export function clientOf(path: string, log: LogOutputChannel, options: LanguageClientOptions) {
  const logLines = (stream: Readable) => logLinesOf(stream, log);
  const client = new LanguageClient(
    'segls',
    'segls',
    async () => {
      const server = await start(path);
      server.on('exit', (code, signal) => log.info(`The server has ended: ${signal ?? code}`));
      const stopping = client.onDidChangeState(({ newState }) => {
        if (newState === State.Stopped) {
          stopping.dispose();
          setTimeout(() => server.kill('SIGKILL'), patience).unref();
        }
      });
      return server;
    },
    { ...options, stdioOptions: { stdout: logLines, stderr: logLines } },
  );
  return client;
}

/**
 * start starts the server at once. The client by itself would first look at the folder to start it in, and
 * while a window opens, each turn of the extension host takes long.
 */
function start(path: string): Promise<ChildProcess> {
  const server = spawn(path, ['serve', '--stdio'], { cwd: dirname(path) });
  return server.pid === undefined
    ? new Promise((_, reject) => server.once('error', reject))
    : Promise.resolve(server);
}

/** The server logs to standard error; on its own the client would call every line an error. */
function logLinesOf(stream: Readable, log: LogOutputChannel): void {
  createInterface({ input: stream }).on('line', (line) => log.info(line));
}

// Runs the server as a program on this machine.

import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LogOutputChannel } from 'vscode';
import { LanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient/node';

/** How long a server may take to stop, in milliseconds. */
const patience = 2000;

/** clientOf returns a client, not yet started, for the server program at path. */
export function clientOf(path: string, log: LogOutputChannel, options: LanguageClientOptions) {
  const logLines = (stream: Readable) => logLinesOf(stream, log);
  const client = new LanguageClient(
    'segls',
    'segls',
    async () => {
      const server = await start(path);
      server.on('exit', (code, signal) => log.info(`The server has exited: ${signal ?? code}`));
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

/** start spawns the server at once. The client would first check the folder, which takes long while a window opens. */
function start(path: string): Promise<ChildProcess> {
  const server = spawn(path, ['serve', '--stdio'], { cwd: dirname(path) });
  return server.pid === undefined
    ? new Promise((_, reject) => server.once('error', reject))
    : Promise.resolve(server);
}

/** Logs the server's standard error. By default the client would log every line as an error. */
function logLinesOf(stream: Readable, log: LogOutputChannel): void {
  createInterface({ input: stream }).on('line', (line) => log.info(line));
}

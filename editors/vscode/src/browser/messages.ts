// Messages, other than LSP, between the extension and the worker that runs the server.

/** The first message to the worker: the server, compressed with gzip, and the port for later non-LSP messages. */
export interface StartMessage {
  program: Uint8Array;
  files: MessagePort;
}

/** The attributes of a file or folder. */
export interface About {
  isFolder: boolean;
  isReadOnly: boolean;
  /** Whether a workspace folder is inside it. Some file systems do not list such a folder. */
  isAbove?: boolean;
  size: number;
  /** Milliseconds since the epoch. */
  changed: number;
}

/** Access to the files of the window. Paths are those that the server uses. */
export interface Files {
  stat(path: string): Promise<About>;
  list(path: string): Promise<string[]>;
  read(path: string): Promise<Uint8Array>;
}

/** A message from the worker: a file request, a line for the log, or why the server has ended. */
export type FromWorker =
  { id: number; ask: keyof Files; path: string } | { log: string } | { ended: string };

/** The response to a request: a result or a Node error code. */
export type Answer = { id: number } & ({ answer: unknown } | { error: string });

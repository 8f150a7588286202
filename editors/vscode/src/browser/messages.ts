// Messages between the extension and the worker that runs the server, other than LSP.

/** What the worker needs to begin: the program, packed by gzip, and the way to the files. */
export interface Begin {
  program: Uint8Array;
  files: MessagePort;
}

/** The attributes of a file or folder. */
export interface About {
  isFolder: boolean;
  isReadOnly: boolean;
  size: number;
  /** In milliseconds, as of Date. */
  changed: number;
}

/** What can be asked of the files of the window, by the paths that the server has for them. */
export interface Files {
  stat(path: string): Promise<About>;
  list(path: string): Promise<string[]>;
  read(path: string): Promise<Uint8Array>;
}

/** What the worker says: it asks something of a file, has something for the log, or has ended. */
export type Said =
  { id: number; ask: keyof Files; path: string } | { log: string } | { ended: string };

/** The response to a request: an answer, or the name of an error as in Node. */
export type Answer = { id: number } & ({ answer: unknown } | { error: string });

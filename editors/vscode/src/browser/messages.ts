// What the extension and the worker that runs the server say to each other beside LSP.

/** What the worker needs to begin: the program, packed by gzip, and the way to the files. */
export interface Begin {
  program: Uint8Array;
  files: MessagePort;
}

/** What is known of a file or folder. */
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

/** What comes of a question: an answer, or the name of an error as Node has it. */
export type Answer = { id: number } & ({ answer: unknown } | { error: string });

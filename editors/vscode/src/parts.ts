// Extends undo and redo of a text to the files extracted from it, which VS Code's own undo may not reach. A file that
// has been edited since stays.

import { t } from './language';

/** A document change of an edit: the URI of a created file or of an edited text. */
export interface Change {
  created?: string;
  edited?: string;
}

/** Access to the files and open documents of the window, by URI. */
export interface Files {
  /** Returns the text of an open document, or else of the file; undefined if there is neither. */
  read(uri: string): Promise<string | undefined>;
  /** Deletes a file and closes its tabs. Returns whether it succeeded. */
  remove(uri: string): Promise<boolean>;
  /** Creates a file. Returns whether it succeeded. */
  create(uri: string, text: string): Promise<boolean>;
  /** Returns the parent folders of a file that do not exist. */
  missing(uri: string): Promise<string[]>;
  /** Deletes the folders that are empty. */
  clear(folders: readonly string[]): Promise<void>;
  /** Shows a message to the writer. */
  tell(said: string): void;
}

/** An extraction from a text: the text before and after it, and the files it created. */
interface Division {
  before: string;
  after: string;
  parts: Map<string, string>; // the contents of the created files, by URI
  folders: string[]; // created for the files, the innermost first
  isUndone: boolean;
}

export class Parts {
  readonly #divisions = new Map<string, Division[]>(); // by the URI of the text
  #goes: string | undefined; // the file that an edit of a text also deletes
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly files: Files) {}

  /** Applies an edit of the server. If it creates files and edits a text, both are recorded as an extraction. */
  async apply<R>(changes: Change[], next: () => PromiseLike<R>): Promise<R> {
    const fresh: string[] = [];
    const folders = new Set<string>();
    let text: string | undefined;
    for (const { created, edited } of changes) {
      if (created !== undefined && (await this.files.read(created)) === undefined) {
        fresh.push(created);
        (await this.files.missing(created)).forEach((folder) => folders.add(folder));
      } else if (edited !== undefined && !fresh.includes(edited)) {
        text = edited;
      }
    }
    const before = text && (await this.files.read(text));
    const result = await next();
    const isApplied = (result as { applied?: boolean }).applied === true;
    if (!isApplied || fresh.length === 0 || text === undefined || before === undefined) {
      return result;
    }
    const after = await this.files.read(text);
    if (after !== undefined) {
      const parts = new Map<string, string>();
      for (const uri of fresh) {
        parts.set(uri, (await this.files.read(uri)) ?? '');
      }
      const division = { before, after, parts, folders: [...folders], isUndone: false };
      this.#divisions.set(text, [...(this.#divisions.get(text) ?? []), division]);
    }
    return result;
  }

  /** Handles an undo or redo of a text. */
  follow(uri: string, text: string): Promise<void> {
    const before = this.#last.catch(() => {}); // a failed undo must not stop later ones
    return (this.#last = before.then(async () => {
      for (const division of this.#divisions.get(uri) ?? []) {
        const isBack = !division.isUndone && text === division.before;
        if (isBack || (division.isUndone && text === division.after)) {
          division.isUndone = isBack;
          await (isBack ? this.#remove(division) : this.#restore(division));
        }
      }
    }));
  }

  /** Runs an action. If the server edits a text during it, the edit also deletes the file, as one undo step. */
  async takingAway<R>(file: string, action: () => Promise<R>): Promise<R> {
    this.#goes = file;
    try {
      return await action();
    } finally {
      this.#goes = undefined;
    }
  }

  /** Returns the file that an edit with these changes must delete; undefined if there is none. */
  goingWith(changes: readonly Change[]): string | undefined {
    return changes.some(({ edited }) => edited !== undefined) ? this.#goes : undefined;
  }

  /** Whether files have been extracted from a text. */
  has(uri: string): boolean {
    return this.#divisions.has(uri);
  }

  forget(uri: string): void {
    this.#divisions.delete(uri);
  }

  async #remove({ parts, folders }: Division): Promise<void> {
    const left: string[] = [];
    for (const [uri, text] of parts) {
      const now = await this.files.read(uri);
      // A file that was never saved is empty.
      const isUntouched = now === '' || (now !== undefined && plain(now) === plain(text));
      const isGone = now === undefined || (isUntouched && (await this.files.remove(uri)));
      // VS Code's own undo may have deleted it already.
      if (!isGone && (await this.files.read(uri)) !== undefined) {
        left.push(nameOf(uri));
      }
    }
    await this.files.clear(folders);
    this.#tell(left, (name) => t('segls: {0} has been changed, so undo leaves it there.', name));
  }

  async #restore({ parts }: Division): Promise<void> {
    const missing: string[] = [];
    for (const [uri, text] of parts) {
      const now = await this.files.read(uri);
      const isThere =
        now === undefined ? await this.files.create(uri, text) : plain(now) === plain(text);
      if (!isThere) {
        missing.push(nameOf(uri));
      }
    }
    this.#tell(missing, (name) => t('segls: {0} cannot be created again.', name));
  }

  #tell(names: string[], sentence: (name: string) => string): void {
    for (const name of names) {
      this.files.tell(sentence(name));
    }
  }
}

/** Returns a text with LF line endings. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

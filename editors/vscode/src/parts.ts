// The files that were extracted from a text. When an undo takes the text back to what it was before,
// they are removed, and a redo brings them back. A file that somebody has changed stays, and the writer
// is told: undo in one text does not reach into another.

import { t } from './language';

/** A change of an edit by the server: the file that it creates, or the text that it edits, by URI. */
export interface Change {
  created?: string;
  edited?: string;
}

/** The files and texts of the window, by URI. */
export interface Files {
  /** The text of a document that is open, else of the file; undefined if there is neither. */
  read(uri: string): Promise<string | undefined>;
  /** Tells whether the file is gone, from the window too. */
  remove(uri: string): Promise<boolean>;
  /** Tells whether there is such a file now. */
  create(uri: string, text: string): Promise<boolean>;
  /** The folders of a file that are not there. */
  missing(uri: string): Promise<string[]>;
  /** Removes folders that are empty. */
  clear(folders: readonly string[]): Promise<void>;
  /** Tells the writer that a file is not as it should be. */
  tell(said: string): void;
}

/** What became of a text at one time. */
interface Division {
  before: string;
  after: string;
  parts: Map<string, string>; // what the server wrote, by URI
  folders: string[]; // made for them, the innermost first
  isUndone: boolean;
}

export class Parts {
  readonly #divisions = new Map<string, Division[]>(); // by the text that the parts came from
  #made = new Map<string, string>(); // since the last edit of the text
  #folders: string[] = []; // made for these
  #goes: string | undefined; // the file that goes with the next edit
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly files: Files) {}

  /**
   * Applies an edit by the server, and notes the files that it creates and the text that they come from. The
   * server creates a file before it removes the text: the edit of the text comes next.
   */
  async apply<R>(changes: Change[], next: () => PromiseLike<R>): Promise<R> {
    const fresh: string[] = [];
    let text: string | undefined;
    for (const { created, edited } of changes) {
      if (created !== undefined && (await this.files.read(created)) === undefined) {
        fresh.push(created);
        this.#folders.push(...(await this.files.missing(created)));
      } else if (edited !== undefined && !fresh.includes(edited) && !this.#made.has(edited)) {
        text = edited;
      }
    }
    const before = text && (await this.files.read(text));
    const result = await next();
    const isApplied = (result as { applied?: boolean }).applied === true;
    if (isApplied) {
      for (const uri of fresh) {
        this.#made.set(uri, (await this.files.read(uri)) ?? '');
      }
    }
    if (text !== undefined && before !== undefined && this.#made.size > 0) {
      const after = await this.files.read(text);
      if (isApplied && after !== undefined) {
        const [parts, folders] = [this.#made, [...new Set(this.#folders)]];
        const division = { before, after, parts, folders, isUndone: false };
        this.#divisions.set(text, [...(this.#divisions.get(text) ?? []), division]);
      }
      this.#made = new Map();
      this.#folders = [];
    }
    return result;
  }

  /** Follows an undo or a redo of a text to the parts that were made of it. */
  follow(uri: string, text: string): Promise<void> {
    const before = this.#last.catch(() => {}); // a failure stops nothing else
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

  /** Has the next edit of a text take away a file too, in one step, while an action runs. */
  async takingAway<R>(file: string, action: () => Promise<R>): Promise<R> {
    this.#goes = file;
    try {
      return await action();
    } finally {
      this.#goes = undefined;
    }
  }

  /** The file that goes with an edit of these changes. */
  goingWith(changes: readonly Change[]): string | undefined {
    return changes.some(({ edited }) => edited !== undefined) ? this.#goes : undefined;
  }

  /** Whether parts have been made of a text. */
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
      const isUntouched = now === '' || (now !== undefined && plain(now) === plain(text)); // empty if never saved
      const isGone = now === undefined || (isUntouched && (await this.files.remove(uri)));
      // The editor's own undo may have been faster.
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
    this.#tell(missing, (name) => t('segls: {0} cannot be made again.', name));
  }

  #tell(names: string[], sentence: (name: string) => string): void {
    for (const name of names) {
      this.files.tell(sentence(name));
    }
  }
}

/** A text whatever its line endings. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

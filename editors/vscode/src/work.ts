// The work that the draft belongs to, and the contents of its files.

import { type Disposable, EventEmitter, Uri, window } from 'vscode';
import type { Entry, Fragments, Work, WorkHint } from './answers';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { t } from './language';
import { fragmentsRequest, workHintRequest, workRequest } from './protocol';

/** The views that show the contents of files. */
export type Viewer = 'tree' | 'board';

/** The number of files to request at a time. */
const batchSize = 8;

/** The time between updates while files are being read, in milliseconds. */
const pause = 300;

export class OpenWork implements Disposable {
  #of = ''; // the URI of the draft in the last request
  #answer: Work | undefined;
  #hint: WorkHint | undefined;
  readonly #contents = new Map<string, Fragments | undefined>(); // by URI; undefined if it cannot be read
  readonly #outdated = new Set<string>(); // the URIs of contents that may be stale
  readonly #viewed: Record<Viewer, Set<string>> = { tree: new Set(), board: new Set() };
  readonly #changed = new EventEmitter<void>();
  readonly #disposables: Disposable[];

  /** Fires when the work or the contents of its files change. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
  ) {
    this.#disposables = [
      this.#changed,
      connection.onDidUpdateWork(() => this.#refresh()),
      connection.onDidChangeState(() => this.#refresh()),
      connection.onDidUpdate(async ({ uri }) => {
        const plain = plainUri(uri);
        if (this.#isViewed(plain) && plain !== this.#of) {
          await this.#read([plain]);
          this.#changed.fire();
        }
      }),
      activeText.onDidChange(() => {
        if (this.#draft !== this.#of) {
          void this.#refresh();
        }
      }),
    ];
  }

  /** The work, with URIs in VS Code's form; undefined if the draft belongs to none. */
  get answer(): Work | undefined {
    return this.#answer;
  }

  /** A hint for a draft that is in no work; undefined if there is none. */
  get hint(): WorkHint | undefined {
    return this.#hint;
  }

  /** Returns the contents of a file, if they have been read; for the tree, only if the tree shows them. */
  contentOf(uri: string, viewer: Viewer): Fragments | undefined {
    return viewer === 'board' || this.#viewed[viewer].has(uri)
      ? this.#contents.get(uri)
      : undefined;
  }

  /** Whether a file has been read, or could not be read. */
  hasRead(uri: string): boolean {
    return this.#contents.has(uri);
  }

  /** Reads a file for the tree, and keeps it up to date from then on. */
  async read(uri: string): Promise<Fragments | undefined> {
    this.#viewed.tree.add(uri);
    await this.#read([uri]);
    return this.#contents.get(uri);
  }

  /** Stops updating a file for the tree. */
  forget(uri: string): void {
    this.#viewed.tree.delete(uri);
  }

  /** Reads the files that the board shows, and keeps these and no others up to date for it. */
  async show(uris: readonly string[]): Promise<void> {
    const viewed = (this.#viewed.board = new Set(uris));
    const unknown = uris.filter((uri) => !this.#contents.has(uri) || this.#outdated.has(uri));
    let updated = 0;
    for (let i = 0; i < unknown.length && viewed === this.#viewed.board; i += batchSize) {
      await this.#read(unknown.slice(i, i + batchSize));
      // Drawing takes longer than reading, so do not draw after each batch.
      if (Date.now() - updated > pause || i + batchSize >= unknown.length) {
        this.#changed.fire();
        updated = Date.now();
      }
    }
  }

  /** Requests the present contents of a file. */
  look(uri: string): Promise<Fragments | undefined> {
    return this.connection.ask(fragmentsRequest, { uri: Uri.parse(uri) }, {});
  }

  async #read(uris: readonly string[]): Promise<void> {
    const contents = await Promise.all(uris.map((uri) => this.look(uri)));
    contents.forEach((content, i) => {
      this.#outdated.delete(uris[i]!);
      this.#contents.set(uris[i]!, content);
    });
  }

  #isViewed(uri: string): boolean {
    return this.#viewed.tree.has(uri) || this.#viewed.board.has(uri);
  }

  dispose(): void {
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  get #draft(): string {
    return this.activeText.draft?.document.uri.toString() ?? '';
  }

  /** Whether the order file has the focus. The work stays while it is being edited. */
  get #isAtOrder(): boolean {
    const order = this.#answer?.order ?? undefined;
    return order !== undefined && window.activeTextEditor?.document.uri.toString() === order;
  }

  readonly #refresh = coalesced(async () => {
    const uri =
      this.activeText.draft?.document.uri ?? (this.#isAtOrder ? Uri.parse(this.#of) : undefined);
    const asked = uri && (await this.connection.ask(workRequest, { uri }, {}));
    const answer = asked && plain(asked);
    if (answer === undefined && this.#isAtOrder && this.connection.state === 'running') {
      return;
    }
    this.#of = uri?.toString() ?? '';
    if (answer?.folder !== this.#answer?.folder) {
      this.#contents.clear();
      this.#viewed.tree.clear();
      this.#viewed.board.clear();
    }
    this.#answer = answer;
    this.#hint =
      uri && answer === undefined
        ? ((await this.connection.ask(workHintRequest, { uri }, {})) ?? undefined)
        : undefined;
    const { tree, board } = this.#viewed;
    this.#contents.forEach((_, uri) => this.#outdated.add(uri));
    await this.#read([...new Set([...tree, ...board])]);
    this.#changed.fire();
  });
}

/** Returns the work with the URIs of its files in VS Code's form, so that they can be compared. */
function plain(work: Work): Work {
  const entry = ({ uri, entries, ...rest }: Entry): Entry => ({
    ...rest,
    uri: uri && plainUri(uri),
    entries: entries.map(entry),
  });
  return {
    ...work,
    order: work.order && plainUri(work.order),
    entries: work.entries.map(entry),
    orphans: work.orphans.map(entry),
    problems: work.problems.map((problem) => ({ ...problem, uri: plainUri(problem.uri) })),
  };
}

/** workName returns the title of a work, or else the name of its folder. */
export function workName({ title, folder }: Pick<Work, 'title' | 'folder'>): string {
  return title || Uri.parse(folder).path.split('/').findLast(Boolean) || t('The whole work');
}

/** plainUri returns a URI in VS Code's form. */
export function plainUri(uri: string): string {
  return Uri.parse(uri).toString();
}

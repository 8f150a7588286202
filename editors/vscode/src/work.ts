// The work that the draft belongs to, and what was read of its other files.

import { type Disposable, EventEmitter, Uri, window } from 'vscode';
import type { Entry, Fragments, Work, WorkHint } from './answers';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { t } from './language';
import { fragmentsRequest, workHintRequest, workRequest } from './protocol';

/** The views that look into files. */
export type Viewer = 'tree' | 'board';

/** How many files are read at a time. */
const together = 8;

/** Milliseconds after which what has been read is shown, while more is being read. */
const pause = 300;

export class OpenWork implements Disposable {
  #of = ''; // the draft it was asked about
  #answer: Work | undefined;
  #hint: WorkHint | undefined;
  readonly #contents = new Map<string, Fragments>(); // of files that have been looked into, by URI
  readonly #outdated = new Set<string>(); // those of them that may say something else now
  readonly #viewed: Record<Viewer, Set<string>> = { tree: new Set(), board: new Set() };
  readonly #changed = new EventEmitter<void>();
  readonly #disposables: Disposable[];

  /** Fires when there is another work, or news about it. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly desk: Desk,
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
      desk.onDidChange(() => {
        if (this.#draft !== this.#of) {
          void this.#refresh();
        }
      }),
    ];
  }

  /** With addresses as VS Code writes them; undefined if the draft is of no work. */
  get answer(): Work | undefined {
    return this.#answer;
  }

  /** What would make a work of the draft's folder; undefined where it is of one, or in no folder. */
  get hint(): WorkHint | undefined {
    return this.#hint;
  }

  /** What is in a file that a viewer has looked into. */
  contentOf(uri: string, viewer: Viewer): Fragments | undefined {
    return viewer === 'board' || this.#viewed[viewer].has(uri)
      ? this.#contents.get(uri)
      : undefined;
  }

  /** Reads what is in a file for the tree, and follows it from then on. */
  async read(uri: string): Promise<Fragments | undefined> {
    this.#viewed.tree.add(uri);
    await this.#read([uri]);
    return this.#contents.get(uri);
  }

  /** Follows a file no more for the tree. */
  forget(uri: string): void {
    this.#viewed.tree.delete(uri);
  }

  /** Reads what is in the files that the board shows, and follows these and no others for it. */
  async show(uris: readonly string[]): Promise<void> {
    const viewed = (this.#viewed.board = new Set(uris));
    const unknown = uris.filter((uri) => !this.#contents.has(uri) || this.#outdated.has(uri));
    let told = 0;
    for (let i = 0; i < unknown.length && viewed === this.#viewed.board; i += together) {
      await this.#read(unknown.slice(i, i + together));
      // Drawing takes longer than reading.
      if (Date.now() - told > pause || i + together >= unknown.length) {
        this.#changed.fire();
        told = Date.now();
      }
    }
  }

  /** What is in a file now. */
  look(uri: string): Promise<Fragments | undefined> {
    return this.connection.ask(fragmentsRequest, { uri: Uri.parse(uri) }, {});
  }

  async #read(uris: readonly string[]): Promise<void> {
    const contents = await Promise.all(uris.map((uri) => this.look(uri)));
    contents.forEach((content, i) => {
      this.#outdated.delete(uris[i]!);
      if (content === undefined) {
        this.#contents.delete(uris[i]!);
      } else {
        this.#contents.set(uris[i]!, content);
      }
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
    return this.desk.draft?.document.uri.toString() ?? '';
  }

  /** While the file that says the order is before the writer, the work stays. */
  get #isAtOrder(): boolean {
    const order = this.#answer?.order ?? undefined;
    return order !== undefined && window.activeTextEditor?.document.uri.toString() === order;
  }

  readonly #refresh = coalesced(async () => {
    const uri =
      this.desk.draft?.document.uri ?? (this.#isAtOrder ? Uri.parse(this.#of) : undefined);
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

/** The work with its addresses as VS Code writes them, by which they can be compared. */
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

/** What a work is called: its title, or else its folder. */
export function workName({ title, folder }: Pick<Work, 'title' | 'folder'>): string {
  return title || Uri.parse(folder).path.split('/').findLast(Boolean) || t('The whole work');
}

/** An address as VS Code writes it. */
export function plainUri(uri: string): string {
  return Uri.parse(uri).toString();
}

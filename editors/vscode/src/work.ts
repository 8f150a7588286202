// The work that the draft belongs to, and what was read of its other files.

import { type Disposable, EventEmitter, Uri, window } from 'vscode';
import type { Entry, Fragments, Work } from './answers';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { fragmentsRequest, workRequest } from './protocol';

export class OpenWork implements Disposable {
  #of = ''; // the draft it was asked about
  #answer: Work | undefined;
  readonly #contents = new Map<string, Fragments>(); // of files that are looked into, by URI
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
        if (this.#contents.has(plain) && plain !== this.#of) {
          await this.read(plain);
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

  /** What is in a file that has been read. */
  contentOf(uri: string): Fragments | undefined {
    return this.#contents.get(uri);
  }

  /** Reads what is in a file, and follows it from then on. */
  async read(uri: string): Promise<Fragments | undefined> {
    const content = await this.look(uri);
    if (content !== undefined) {
      this.#contents.set(uri, content);
    }
    return content;
  }

  /** What is in a file now. */
  look(uri: string): Promise<Fragments | undefined> {
    return this.connection.ask(fragmentsRequest, { uri: Uri.parse(uri) }, {});
  }

  /** Follows a file no more. */
  forget(uri: string): void {
    this.#contents.delete(uri);
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
    const document = this.desk.draft?.document;
    const asked = document && (await this.connection.ask(workRequest, document, {}));
    const answer = asked && plain(asked);
    if (answer === undefined && this.#isAtOrder && this.connection.state === 'running') {
      return;
    }
    this.#of = document?.uri.toString() ?? '';
    if (answer?.folder !== this.#answer?.folder) {
      this.#contents.clear();
    }
    this.#answer = answer;
    await Promise.all([...this.#contents.keys()].map((uri) => this.read(uri)));
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

function plainUri(uri: string): string {
  return Uri.parse(uri).toString();
}

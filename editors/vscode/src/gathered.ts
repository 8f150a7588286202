// Several pieces as one text: documents of a file system of their own. The server makes the text and puts an edited one
// back into the files; here it is kept until then, over a restart of the window too.

import {
  commands,
  type Disposable,
  DocumentLink,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  languages,
  type Memento,
  Range as Stretch,
  TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Range } from 'vscode-languageserver-types';
import type { Gathered } from './answers';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import type { Desk } from './desk';
import { count, t } from './language';
import { gatherRequest, scatterRequest } from './protocol';
import type { OpenWork } from './work';

export const scheme = 'segls-pieces';

/** The name of a place in memory. */
const memoryKey = 'gathered';

/** Texts that are kept for edits of one document, the last of them as the files are now. */
const mostVersions = 8;

/** What is to be gathered: places in their order, or what a work has. */
export type Selection =
  | { places: { uri: string; range: Range }[] }
  | { textDocument: { uri: string }; label: string }
  | { textDocument: { uri: string }; whole: true };

/** A document, as it was read by the editor and as the files have it. */
interface Kept {
  versions: Pick<Gathered, 'text' | 'places'>[];
  /**
   * Decreases. VS Code writes no file that is newer than what it has read; which text an edit is one of is seen by the key in
   * its marks instead.
   */
  mtime: number;
}

export class GatheredTexts implements FileSystemProvider, Disposable {
  readonly #kept: Record<string, Kept>;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #listening: Disposable[];

  constructor(
    private readonly connection: Connection,
    private readonly memory: Memento,
  ) {
    this.#kept = { ...memory.get<Record<string, Kept>>(memoryKey, {}) };
    const lookAgain = coalesced(() => this.#lookAgain());
    this.#listening = [
      this.#changed,
      workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      languages.registerDocumentLinkProvider(
        { scheme },
        { provideDocumentLinks: (document) => this.#links(document) },
      ),
      connection.onDidUpdate(({ uri }) => this.#isOf(uri) && void lookAgain()),
      connection.onDidUpdateWork(() => void lookAgain()),
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        const gone = closed.flatMap(({ input }) =>
          input instanceof TabInputText && input.uri.scheme === scheme ? [input.uri] : [],
        );
        gone.forEach((uri) => this.#forget(uri));
      }),
    ];
  }

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
  }

  /** Gathers a selection, and shows it. Why that cannot be the writer is told. */
  async open(name: string, selection: Selection): Promise<void> {
    const outcome = await this.connection.outcome(gatherRequest, selection);
    if ('refusal' in outcome) {
      void window.showInformationMessage(`segls: ${outcome.refusal}`);
      return;
    }
    const { text, places } = outcome.answer;
    const path = `/${scheme}/${Date.now().toString(36)}/${name.replaceAll(/[/\\\n\r]+/g, ' ')}`;
    const uri = Uri.from({ scheme, path });
    this.#kept[path] = { versions: [{ text, places }], mtime: Date.now() };
    await this.#keep();
    await window.showTextDocument(uri, { preview: false });
  }

  stat(uri: Uri): FileStat {
    const { versions, mtime } = this.#at(uri);
    const { length } = new TextEncoder().encode(versions.at(-1)!.text);
    return { type: FileType.File, ctime: 0, mtime, size: length };
  }

  readFile(uri: Uri): Uint8Array {
    return new TextEncoder().encode(this.#at(uri).versions.at(-1)!.text);
  }

  /** Puts the text into the files of its pieces, or fails with the reason. */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const kept = this.#at(uri);
    const edited = new TextDecoder().decode(content);
    const key = keyOf(
      edited,
      kept.versions.map(({ text }) => keyIn(text)),
    );
    const from = kept.versions.findLast(({ text }) => keyIn(text) === key) ?? kept.versions.at(-1)!;
    const outcome = await this.connection.outcome(scatterRequest, { ...from, edited });
    if ('refusal' in outcome) {
      throw Object.assign(new Error(outcome.refusal), { name: 'segls' }); // VS Code shows both
    }
    const { text, places, notes } = outcome.answer;
    this.#put(uri, kept, { text, places }, text !== edited);
    await this.#keep();
    if (notes.length > 0) {
      void window.showInformationMessage(`segls: ${notes.join(' ')}`);
    }
  }

  watch(): Disposable {
    return { dispose: () => {} };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  #at(uri: Uri): Kept {
    const kept = this.#kept[uri.path];
    if (kept === undefined) {
      throw FileSystemError.FileNotFound(uri);
    }
    return kept;
  }

  /** Replaces the newest text. Its editor reads it if it shows another. */
  #put(uri: Uri, kept: Kept, version: Kept['versions'][number], isOther: boolean): void {
    const others = kept.versions.filter(({ text }) => text !== version.text);
    kept.versions = [...others, version].slice(-mostVersions);
    kept.mtime--;
    if (isOther) {
      this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
    }
  }

  /** Gathers again what is shown and not edited, after a change of the files. */
  async #lookAgain(): Promise<void> {
    const shown = workspace.textDocuments.filter(
      ({ uri, isClosed }) =>
        uri.scheme === scheme && !isClosed && this.#kept[uri.path] !== undefined,
    );
    for (const document of shown) {
      const kept = this.#at(document.uri);
      const { text } = kept.versions.at(-1)!;
      if (document.isDirty) {
        continue;
      }
      const next = await this.#again(kept);
      const isSame = kept.versions.at(-1)!.text === text && !document.isDirty;
      if (next !== undefined && isSame) {
        this.#put(document.uri, kept, next, next.text !== text);
        await this.#keep();
      }
    }
  }

  /**
   * The pieces as they are now. Where undo has taken a move back, an older text knows where the piece was; what is nowhere the
   * writer is told on saving.
   */
  async #again({ versions }: Kept): Promise<Kept['versions'][number] | undefined> {
    for (const { text, places } of versions.toReversed()) {
      const outcome = await this.connection.outcome(gatherRequest, { text, places });
      if ('answer' in outcome) {
        return { text: outcome.answer.text, places: outcome.answer.places };
      }
    }
    return undefined;
  }

  #isOf(uri: string): boolean {
    const plain = Uri.parse(uri).toString();
    return Object.values(this.#kept).some(({ versions }) =>
      versions.at(-1)!.places.some((place) => Uri.parse(place.uri).toString() === plain),
    );
  }

  /** A mark leads to the piece in its file. */
  #links(document: TextDocument): DocumentLink[] {
    const { text, places } = this.#at(document.uri).versions.at(-1)!;
    const lines = text.split('\n');
    const links = new Map(places.map(({ uri, range, line }) => [lines[line]!, { uri, range }]));
    return document
      .getText()
      .split(/\r\n|\n/)
      .flatMap((line, i) => {
        const place = links.get(line);
        if (place === undefined) {
          return [];
        }
        const fragment = `L${place.range.start.line + 1}`;
        const target = Uri.parse(place.uri).with({ fragment });
        return [new DocumentLink(new Stretch(i, 0, i, line.length), target)];
      });
  }

  #forget(uri: Uri): void {
    const isShown = window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => input instanceof TabInputText && `${input.uri}` === `${uri}`),
    );
    if (!isShown && this.#kept[uri.path] !== undefined) {
      delete this.#kept[uri.path];
      void this.#keep();
    }
  }

  async #keep(): Promise<void> {
    const entries = Object.entries(this.#kept).map(([path, { versions, mtime }]) => [
      path,
      { versions: versions.slice(-2), mtime }, // an edit that is not saved is of one of these
    ]);
    await this.memory.update(memoryKey, Object.fromEntries(entries));
  }
}

/** The commands that gather. Those of views are given their rows or cards. */
export function registerGathering(
  texts: GatheredTexts,
  connection: Connection,
  desk: Desk,
  work: OpenWork,
) {
  const on = (name: string, run: (...args: any[]) => unknown) =>
    commands.registerCommand(`segls.${name}`, run);
  return [
    on('gather.work', async () => {
      const document = desk.draft?.document;
      if (document !== undefined) {
        const textDocument = { uri: connection.uriOf(document) };
        await texts.open(t('Work'), { textDocument, whole: true });
      }
    }),
    on('gather.label', async (said?: string) => {
      const document = desk.draft?.document;
      const label = document && (said ?? (await askLabel(work, connection.uriOf(document))));
      if (document !== undefined && label) {
        await texts.open(label, { textDocument: { uri: connection.uriOf(document) }, label });
      }
    }),
  ];
}

/** Asks for one of the labels in the work of a text, each with the number of its fragments. */
async function askLabel(work: OpenWork, uri: string): Promise<string | undefined> {
  const uris = work.answer?.entries.flatMap((entry) => entry.uri ?? []) ?? [uri];
  const contents = await Promise.all(uris.map((one) => work.look(one)));
  const counts = new Map<string, number>();
  for (const { label } of contents.flatMap((content) => content?.fragments ?? [])) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  counts.delete('');
  const items = [...counts].map(([label, n]) => ({
    label,
    description: count(n, 'fragment'),
  }));
  if (items.length === 0) {
    void window.showInformationMessage(
      t(
        'segls: no fragment has a label with words. Press L on a card of the board to give it one.',
      ),
    );
    return undefined;
  }
  const title = t('Edit Passages With a Label as One Text');
  return (await window.showQuickPick(items, { title }))?.label;
}

/** The key in the marks of a text that was gathered. */
function keyIn(text: string): string {
  return /^━━━ \d+ · .* · (\w+) ━━━$/m.exec(text)?.[1] ?? '';
}

/** The key that is in the marks of an edited text. */
function keyOf(edited: string, keys: readonly string[]): string | undefined {
  return keys.findLast((key) => edited.includes(`· ${key} ━━━`));
}

// Passages gathered into one text, as documents of a file system that survive a restart of the window. The server makes
// the text, and writes an edited text back to the files.

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
import type { Entry, Gathered } from './answers';
import { coalesced } from './coalesced';
import type { Connection, Outcome } from './connection';
import type { ActiveText } from './active-text';
import { count, t } from './language';
import { gatherRequest, type Scatter, scatterRequest } from './protocol';
import { allMade, saveAll } from './saved';
import type { OpenWork } from './work';

export const scheme = 'segls-pieces';

/** The folder of all documents. VS Code shows it above a text, and package.json sets their language by it. */
const folder = '/segls: several pieces/';

/** The key in the workspace state. */
const memoryKey = 'gathered';

/** The maximum number of versions kept of a document. */
const mostVersions = 8;

/** What to gather: places in order, the fragments of a work with a label, or a whole work. */
export type Selection =
  | { places: { uri: string; range: Range }[] }
  | { textDocument: { uri: string }; label: string }
  | { textDocument: { uri: string }; whole: true };

/** The versions of a gathered document that an editor may have read. The last one matches the files. */
interface KeptDocument {
  versions: Pick<Gathered, 'text' | 'places'>[];
  /**
   * Decreases with each version, because VS Code refuses to save a file that is newer than the one it has read. The
   * markers in the text say which version an edit is based on.
   */
  mtime: number;
}

export class GatheredTexts implements FileSystemProvider, Disposable {
  readonly #kept: Record<string, KeptDocument>;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #listening: Disposable[];

  constructor(
    private readonly connection: Connection,
    private readonly memory: Memento,
  ) {
    this.#kept = { ...memory.get<Record<string, KeptDocument>>(memoryKey, {}) };
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
      // After a save or an undo of all edits: VS Code does not reload a document while it has edits.
      workspace.onDidChangeTextDocument(
        ({ document: { uri, isDirty } }) => uri.scheme === scheme && !isDirty && void lookAgain(),
      ),
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

  /** Gathers a selection and shows it. The name is the title, by default the number of passages. */
  async open(name: string | undefined, selection: Selection): Promise<void> {
    const outcome = await this.connection.outcome(gatherRequest, selection);
    if ('refusal' in outcome) {
      void window.showInformationMessage(`segls: ${outcome.refusal}`);
      return;
    }
    const { text, places } = outcome.answer;
    const uri = Uri.from({
      scheme,
      authority: Date.now().toString(36),
      path: folder + (name ?? count(places.length, 'passage')).replaceAll(/[/\\\n\r]+/g, ' '),
    });
    this.#kept[`${uri}`] = { versions: [{ text, places }], mtime: Date.now() };
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

  /** Writes the passages back to their files, or throws an error with the reason. */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const kept = this.#at(uri);
    const edited = new TextDecoder().decode(content);
    const key = keyOf(
      edited,
      kept.versions.map(({ text }) => keyIn(text)),
    );
    const from = kept.versions.findLast(({ text }) => keyIn(text) === key) ?? kept.versions.at(-1)!;
    const outcome = await this.#scatter({ text: from.text, places: from.places, edited });
    if ('refusal' in outcome) {
      throw refused(outcome.refusal);
    }
    const { text, places, notes } = outcome.answer;
    this.#put(kept, { text: edited, places }); // the writer may have typed meanwhile, or may undo back to this text
    this.#put(kept, { text, places });
    await this.#keep();
    // If the extension ended during an earlier save, the documents may have the change, but not the files.
    const failure = await saveAll(places.map((place) => Uri.parse(place.uri).toString()));
    if (failure !== undefined) {
      throw refused(failure);
    }
    if (notes.length > 0) {
      void window.showInformationMessage(`segls: ${notes.join(' ')}`);
    }
  }

  /** Sends an edited text to the server, which writes it into the files. */
  async #scatter(edit: Scatter): Promise<Outcome<Gathered>> {
    const outcome = await this.connection.outcome(scatterRequest, edit);
    if (!('hasEnded' in outcome)) {
      return outcome;
    }
    await allMade();
    // The server may have changed none, some or all of the files. The restarted server completes the change.
    const again =
      (await this.connection.runsAgain()) && (await this.connection.outcome(scatterRequest, edit));
    return again && !('hasEnded' in again)
      ? again
      : {
          refusal: t(
            'The server stopped before it answered, so some files may not be saved. Your text is still here: save it again when the server is running.',
          ),
        };
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

  #at(uri: Uri): KeptDocument {
    const kept = this.#kept[`${uri}`];
    if (kept === undefined) {
      throw FileSystemError.FileNotFound(uri);
    }
    return kept;
  }

  /** Makes a version the newest one. */
  #put(kept: KeptDocument, version: KeptDocument['versions'][number]): void {
    const others = kept.versions.filter(({ text }) => text !== version.text);
    kept.versions = [...others, version].slice(-mostVersions);
    kept.mtime--;
  }

  /** Regathers the open documents that have no unsaved edits, after files have changed. */
  async #lookAgain(): Promise<void> {
    const shown = workspace.textDocuments.filter(
      ({ uri, isClosed }) => uri.scheme === scheme && !isClosed,
    );
    for (const document of shown) {
      const kept = this.#kept[`${document.uri}`]; // missing if its tab has been closed meanwhile
      if (kept === undefined || document.isDirty) {
        continue;
      }
      const { text } = kept.versions.at(-1)!;
      const next = await this.#again(kept);
      const isSame = kept.versions.at(-1)!.text === text && !document.isDirty;
      if (next === undefined || !isSame) {
        continue;
      }
      this.#put(kept, next);
      await this.#keep();
      if (wordsIn(document.getText()) !== wordsIn(next.text)) {
        this.#changed.fire([{ type: FileChangeType.Changed, uri: document.uri }]);
      }
    }
  }

  /** Gathers the passages again, if need be by the places of older versions: an undo in a file restores old places. */
  async #again({ versions }: KeptDocument): Promise<KeptDocument['versions'][number] | undefined> {
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

  /** Links the markers to the passages in the files. */
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
    if (!isShown && this.#kept[`${uri}`] !== undefined) {
      delete this.#kept[`${uri}`];
      void this.#keep();
    }
  }

  async #keep(): Promise<void> {
    const entries = Object.entries(this.#kept).map(([path, { versions, mtime }]) => [
      path,
      { versions: versions.slice(-2), mtime }, // an unsaved edit is based on one of these
    ]);
    await this.memory.update(memoryKey, Object.fromEntries(entries));
  }
}

/** Registers the commands that gather the work of the draft, or its fragments with a label. */
export function registerGathering(
  texts: GatheredTexts,
  connection: Connection,
  activeText: ActiveText,
  work: OpenWork,
) {
  const on = (name: string, run: (...args: any[]) => unknown) =>
    commands.registerCommand(`segls.${name}`, run);
  return [
    on('gather.work', async () => {
      const document = activeText.draft?.document;
      if (document !== undefined) {
        const textDocument = { uri: connection.uriOf(document) };
        await texts.open(t('Work'), { textDocument, whole: true });
      }
    }),
    on('gather.label', async (said?: string) => {
      const document = activeText.draft?.document;
      const label = document && (said ?? (await askLabel(work, connection.uriOf(document))));
      if (document !== undefined && label) {
        await texts.open(label, { textDocument: { uri: connection.uriOf(document) }, label });
      }
    }),
  ];
}

/** Asks for one of the labels in a work, each shown with the number of its fragments. */
async function askLabel(work: OpenWork, uri: string): Promise<string | undefined> {
  const uris = work.answer ? filesOf(work.answer.entries) : [uri];
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
  const title = t('Edit Fragments With a Label as One Text');
  return (await window.showQuickPick(items, { title }))?.label;
}

/** Returns the files of entries and of those below them. */
function filesOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ uri, entries: below }) => [...(uri ? [uri] : []), ...filesOf(below)]);
}

/** Returns an error for VS Code, which shows its name and message. */
function refused(why: string): Error {
  return Object.assign(new Error(why), { name: 'segls' });
}

/** Returns a text without the blank lines around its passages, where the writer may be about to type. */
function wordsIn(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/^(━━━ .* ━━━)$/m)
    .map((part) => part.replaceAll(/^\s*\n|\s+$/g, ''))
    .join('\n');
}

/** Returns the key in the markers of a gathered text. */
function keyIn(text: string): string {
  return /^━━━ \d+ · .* · (\w+) ━━━$/m.exec(text)?.[1] ?? '';
}

/** Returns the last of the keys that is in a marker of an edited text; undefined if none is. */
function keyOf(edited: string, keys: readonly string[]): string | undefined {
  return keys.findLast((key) => edited.includes(`· ${key} ━━━`));
}

// The trays of texts: passages cut for later, each in a file, which is saved so that no text is lost.

import {
  commands,
  type Disposable,
  EventEmitter,
  FileType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { notebookAt } from './cells';
import type { Connection } from './connection';
import { fragmentAtCaret } from './at-caret';
import type { ActiveText } from './active-text';
import { endingOf } from './file-name';
import { t } from './language';
import type { Card, Goal, PartRef } from './messages';
import { opening, readable } from './opening';
import type { Parts } from './parts';
import { indexAt } from './places';
import { fragmentsRequest } from './protocol';
import { save } from './saved';
import { shown } from './shown';
import { pathFrom, trayOf } from './tray-path';
import type { Node } from './tree';
import { files } from './undo';

export class Tray implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable[];
  readonly #known = new Map<string, Promise<Piece[]>>(); // by tray; only for trays in the workspace: they are watched
  /** Fires when a tray may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly parts: Parts,
  ) {
    const fire = () => this.#fire();
    const watcher = workspace.createFileSystemWatcher('**/tray/*');
    this.#listening = [
      watcher,
      watcher.onDidCreate(fire),
      watcher.onDidChange(fire),
      watcher.onDidDelete(fire),
      // On a busy machine the watcher misses a file that is created and deleted at once.
      workspace.onDidCreateFiles(fire),
      workspace.onDidDeleteFiles(fire),
    ];
  }

  dispose(): void {
    this.#changed.dispose();
    this.#listening.forEach((one) => one.dispose());
  }

  /** Registers the commands of the palette, the outline and the board. */
  register(activeText: ActiveText, selected: () => readonly Node[]): Disposable[] {
    return [
      commands.registerCommand('segls.editor.setAside', () => {
        const fragment = fragmentAtCaret(activeText);
        return fragment && this.setAside(fragment);
      }),
      commands.registerCommand('segls.outline.setAside', (node?: Node, nodes?: Node[]) => {
        const all = nodes ?? (node ? [node] : selected());
        if (all.some(({ kind }) => kind !== 'fragment')) {
          void window.showInformationMessage(
            t(
              'segls: only fragments can be set aside in the tray. Select those that should go there.',
            ),
          );
          return undefined;
        }
        return this.setAllAside(all);
      }),
      // Called from the context menu of a card, with its data-vscode-context.
      commands.registerCommand('segls.board.setAside', (card: PartRef & { chosen?: PartRef[] }) =>
        this.setAllAside(card.chosen ?? [card]),
      ),
    ];
  }

  /** Returns the passages in the trays of texts, as cards of a lane. Only files with the extension of a text count. */
  async cards(texts: readonly string[], lane: number): Promise<Card[]> {
    const endings = new Set(texts.map(endingOf));
    const trays = [...new Set(texts.map(trayOf))];
    const pieces = await Promise.all(trays.map((tray) => this.#piecesIn(tray)));
    return pieces
      .flat()
      .filter(({ uri }) => endings.has(endingOf(uri)))
      .map((piece) => ({ ...piece, lane }));
  }

  #piecesIn(tray: string): Promise<Piece[]> {
    const known = this.#known.get(tray);
    if (known !== undefined) {
      return known;
    }
    const place = Uri.parse(tray);
    const pieces = readPieces(place);
    if (workspace.getWorkspaceFolder(place) !== undefined) {
      this.#known.set(tray, pieces);
    }
    return pieces;
  }

  #fire(): void {
    this.#known.clear();
    this.#changed.fire();
  }

  /** Moves fragments to the tray, up to the first that cannot be moved. onMoved is called for each that was. */
  async setAllAside(parts: readonly PartRef[], onMoved?: (part: PartRef) => void): Promise<void> {
    for (const part of parts) {
      if (!(await this.setAside(part))) {
        return;
      }
      onMoved?.(part);
    }
  }

  /** Moves a fragment from its text to the tray. Returns whether it succeeded. */
  async setAside({ uri, id }: PartRef): Promise<boolean> {
    const address = await shown(uri);
    const isDone = await this.connection.keepingFocus(() =>
      this.connection.execute('segls.setAside', { uri: address }, { id }),
    );
    // An unsaved file would be lost when the window closes.
    const made = workspace.textDocuments.filter(
      (document) => document.isDirty && document.uri.toString().startsWith(`${trayOf(uri)}/`),
    );
    await Promise.all(made.map((document) => document.save()));
    this.#fire();
    return isDone;
  }

  /** Moves a passage from the tray into a text and deletes its file. Returns the new fragment; undefined on failure. */
  async putIn(
    { uri: file }: PartRef,
    { uri, before, after, under }: Goal,
  ): Promise<PartRef | undefined> {
    const address = await shown(uri);
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
    const text = () => document?.getText() ?? ''; // empty for a notebook
    const was = text();
    const toId = before ?? after ?? under;
    // A single edit, so that one undo restores the file.
    const isDone = await this.parts.takingAway(file, () =>
      this.connection.keepingFocus(() =>
        this.connection.execute(
          'segls.putIn',
          { uri: address },
          { position: { line: 0, character: 0 } },
          { file: pathFrom(uri, file), ...(toId && { toId }), ...(after && { side: 'after' }) },
        ),
      ),
    );
    if (!isDone) {
      return undefined;
    }
    const written = document ?? notebookAt(uri);
    const isSaved = written !== undefined && (await save(written));
    const is = text();
    if (isSaved && document === undefined) {
      await files.remove(file); // the edit of a notebook does not delete it
    }
    this.#fire();
    const content = document && (await this.connection.ask(fragmentsRequest, document, {}));
    const fragments = content?.fragments ?? [];
    return { uri, id: fragments[indexAt(fragments, lineOfChange(was, is))]?.id ?? '' };
  }

  async open({ uri }: PartRef): Promise<void> {
    await window.showTextDocument(Uri.parse(uri), { viewColumn: ViewColumn.One });
  }
}

/** A card without its lane. */
type Piece = Omit<Card, 'lane'>;

async function readPieces(tray: Uri): Promise<Piece[]> {
  const entries = await workspace.fs.readDirectory(tray).then(undefined, () => []);
  const names = entries.filter(([, type]) => type === FileType.File).map(([name]) => name);
  const read = async (name: string): Promise<Piece> => {
    const uri = Uri.joinPath(tray, name);
    const bytes = await workspace.fs.readFile(uri).then(undefined, () => new Uint8Array());
    return { ...cardOf(name, new TextDecoder().decode(bytes)), uri: uri.toString() };
  };
  return Promise.all(names.sort().map(read));
}

/** Returns the number of the first line of an insertion that is not blank. */
function lineOfChange(was: string, is: string): number {
  let at = 0;
  while (at < was.length && was[at] === is[at]) {
    at++;
  }
  const blank = /^\s*/.exec(is.slice(at))![0];
  return is.slice(0, at + blank.length).split(/\r\n|\r|\n/).length - 1;
}

/**
 * Returns the card of a passage. Its title is the heading of the passage or, if there is none, the name of the file.
 */
function cardOf(name: string, text: string): Omit<Piece, 'uri'> {
  const lines = readable(text.replaceAll(/^\W*segls: .*$/gm, ''))
    .trim()
    .split(/\r\n|\r|\n/);
  const [first = '', second = ''] = lines;
  const isUnderlined = /^([^\p{L}\p{N}\s])\1+\s*$/u.test(second);
  const isHeading = isUnderlined || /^([#=*]+\s|\\\w+\*?\{.*\}\s*$)/.test(first);
  const title = isHeading ? first.replace(/^[#=*\s]+|\\\w+\*?\{|\}.*$/g, '').trim() : '';
  const body = plainOf(lines.slice(isUnderlined ? 2 : Number(isHeading)).join('\n'));
  return {
    ...{ id: '', title: title || name.replace(/\.\w+$/, '') },
    ...{ opening: opening(body), words: body.split(/\s+/).filter(Boolean).length },
    ...{ terms: [], section: t('Tray'), suggested: false, held: false },
    ...{ synopsis: '', label: '', color: '', status: '', scene: 0, beginsScene: false, loose: [] },
    goal: undefined,
  };
}

/** Returns a text without LaTeX commands that have arguments. Most of the arguments stay. */
function plainOf(text: string): string {
  return text
    .replaceAll(/~?\\(?:\w*cite\w*|\w*ref|label|footnote|index)\*?(?:\[[^\]]*\])*\{[^}]*\}/g, '')
    .replaceAll(/\\\w+\*?(?:\[[^\]]*\])*\{([^}]*)\}/g, '$1')
    .trim();
}

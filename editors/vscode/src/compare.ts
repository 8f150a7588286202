// The page that compares two orders: before and now, or now and as tried on the board.

import { type Disposable, type ExtensionContext, Uri, ViewColumn, workspace } from 'vscode';
import type { Change, ChangedPlace, Changes, ComparedPiece } from './answers';
import { notebookAt, showNotebook } from './cells';
import type { ChangesView } from './changes';
import { t } from './language';
import type { ComparedCard, FromCompare, Lines, ToCompare } from './messages';
import { Panel } from './panel';
import { plainUri } from './work';

export class ComparePanel extends Panel<ToCompare, FromCompare> {
  #tried: Changes | undefined; // the changes that the order on the board would make
  readonly #listening: Disposable;

  constructor(
    context: ExtensionContext,
    private readonly changes: ChangesView,
  ) {
    super(context, 'compare', t('Two Orders'), { keyboard: true });
    this.#listening = changes.onDidChangeTreeData(() => this.#refresh());
  }

  /** Shows the changes of the draft. */
  showChanges(): void {
    this.#tried = undefined;
    this.show();
    this.#refresh();
  }

  /** Shows the changes that an order would make. A new page opens in the first column, beside the board. */
  showTried(changes: Changes): void {
    this.#tried = changes;
    this.show(ViewColumn.One);
    this.#refresh();
  }

  override dispose(): void {
    super.dispose();
    this.#listening.dispose();
  }

  protected async receive(message: FromCompare): Promise<void> {
    if (message.type === 'ready') {
      return this.#refresh();
    }
    if (this.#tried !== undefined) {
      return this.#revealTried(message.id);
    }
    const change = this.changes.changeWith(message.id);
    switch (message.type) {
      case 'reveal':
        return this.changes.reveal(change);
      case 'peek':
        return this.changes.peek(change);
      case 'putBack':
        return this.changes.putBack(change);
    }
  }

  /** Reveals the text that an order would change. */
  async #revealTried(id: string): Promise<void> {
    const change = all(this.#tried?.changes ?? []).find((one) => one.id === id);
    const [at] = change?.from ?? [];
    const notebook = at && notebookAt(plainUri(at.uri));
    if (notebook !== undefined) {
      await showNotebook(notebook);
    } else {
      await this.changes.reveal(change && { ...change, to: change.from });
    }
  }

  #refresh(): void {
    if (!this.isVisible) {
      return;
    }
    const { answer } = this.changes;
    if (this.#tried !== undefined) {
      const { changes, old, new: now } = this.#tried;
      this.#post(undefined, old, now, all(changes));
    } else if (answer !== undefined) {
      const { old, new: now, changes } = answer.changes;
      const own = answer.document.uri.toString();
      const isOwn = ({ uri }: ComparedPiece) => plainUri(uri) === own;
      this.#post(answer.since, old.filter(isOwn), now.filter(isOwn), all(changes));
    } else {
      this.post({ type: 'empty' });
    }
  }

  #post(
    since: string | undefined,
    before: ComparedPiece[],
    now: ComparedPiece[],
    changes: Change[],
  ): void {
    const files = new Set([...before, ...now].map(({ uri }) => uri));
    const card = ({ title, words, uri, range }: ComparedPiece): ComparedCard => ({
      ...{ title: title || t('(untitled)'), words, ...linesOf({ uri, range }) },
      file: files.size > 1 ? workspace.asRelativePath(Uri.parse(uri), false) : '',
    });
    // The page shows only places in these files.
    const lines = (places: ChangedPlace[]) =>
      places.filter(({ uri }) => files.has(uri)).map(linesOf);
    this.post({
      ...{ type: 'compared', since, before: before.map(card), now: now.map(card) },
      changes: changes.map(({ id, kind, here, message, from, to, before: was }) => ({
        ...{ id, kind, here, message, from: lines(from), to: lines(to) },
        canGoBack: since !== undefined && (was !== '' || from.length > 0),
      })),
    });
  }
}

/** Returns changes together with their inner changes. */
function all(changes: readonly Change[]): Change[] {
  return changes.flatMap((change) => [change, ...change.inside]);
}

/** Returns the lines of a range. A range that ends at the start of a line does not include it. */
function linesOf({ uri, range: { start, end } }: Pick<ChangedPlace, 'uri' | 'range'>): Lines {
  const to = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { uri, from: start.line, to };
}

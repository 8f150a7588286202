// The page on which two arrangements stand beside each other: the text as it was, and as it is.

import type { Disposable, ExtensionContext } from 'vscode';
import type { Change, ChangedPlace } from './answers';
import type { ChangesView } from './changes';
import type { Desk } from './desk';
import { t } from './language';
import type { ComparedCard, FromCompare, Lines, ToCompare } from './messages';
import { Panel } from './panel';

export class ComparePanel extends Panel<ToCompare, FromCompare> {
  readonly #listening: Disposable;

  constructor(
    context: ExtensionContext,
    private readonly desk: Desk,
    private readonly changes: ChangesView,
  ) {
    super(context, 'compare', t('Two Orders'), true);
    this.#listening = changes.onDidChangeTreeData(() => this.#refresh());
  }

  override dispose(): void {
    super.dispose();
    this.#listening.dispose();
  }

  protected async receive(message: FromCompare): Promise<void> {
    if (message.type === 'ready') {
      return this.#refresh();
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

  #refresh(): void {
    const { answer } = this.changes;
    if (!this.isVisible) {
      return;
    }
    if (answer === undefined) {
      this.post({ type: 'empty' });
      return;
    }
    const { document, since, changes } = answer;
    const now = this.desk.draft?.document === document ? this.desk.draft.answer.fragments : [];
    const [own] = changes.old.map(({ uri }) => uri);
    this.post({
      type: 'compared',
      since,
      before: changes.old.filter(({ uri }) => uri === own).map(card),
      now: now.map(card),
      changes: changes.changes.flatMap(({ inside, ...change }) => [
        told(change, own),
        ...inside.map((one) => told(one, own)),
      ]),
    });
  }
}

function card({ title, words, range }: Pick<ChangedPlace, 'title' | 'range'> & { words: number }) {
  const card: ComparedCard = { title: title || t('(untitled)'), words, ...linesOf(range) };
  return card;
}

/** Of places in other texts the page shows nothing. */
function told({ id, kind, here, message, from, to, before }: Omit<Change, 'inside'>, own?: string) {
  const lines = (places: ChangedPlace[]) =>
    places.filter(({ uri }) => uri === own).map(({ range }) => linesOf(range));
  const canGoBack = before !== '' || from.length > 0;
  return { ...{ id, kind, here, message, canGoBack }, from: lines(from), to: lines(to) };
}

/** The lines of a range; one that ends where a line begins does not hold that. */
function linesOf({ start, end }: ChangedPlace['range']): Lines {
  const to = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { from: start.line, to };
}

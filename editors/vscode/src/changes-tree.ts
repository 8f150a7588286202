// The rows of the Changes view: orders of the board, then the changes of the text.

import {
  commands,
  type Disposable,
  EventEmitter,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
} from 'vscode';
import type { Change } from './answers';
import { type ChangesView, widest } from './changes';
import type { Connection } from './connection';
import type { ActiveText } from './active-text';
import { count, t } from './language';
import type { Arrangement } from './messages';
import { changedBy } from './moving';
import { opening } from './opening';
import type { Orders, TrialOrder } from './orders';
import type { OpenWork } from './work';

/** An order that has been saved for a text or work, or the one that is being tried on the board. */
export type OrderRow = { of: string; kept: Arrangement } | { of: string; tried: TrialOrder };

export type Row = Change | OrderRow;

export function isChange(row: Row): row is Change {
  return !('of' in row);
}

export class ChangesTree implements TreeDataProvider<Row>, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable[];
  readonly #tried = new WeakSet<Change>(); // the changes that the order being tried would make
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
    private readonly work: OpenWork,
    private readonly changes: ChangesView,
    private readonly orders: Orders,
  ) {
    const fire = () => this.#changed.fire();
    const listen = [changes.onDidChangeTreeData, orders.onDidChange, work.onDidChange] as const;
    this.#listening = [this.#changed, ...listen.map((event) => event(fire))];
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row === undefined) {
      return [...this.#orderRows(), ...this.changes.getChildren()];
    }
    if (isChange(row)) {
      return row.inside;
    }
    const outcome = 'tried' in row ? await changedBy(this.connection, row.tried.moves) : undefined;
    const changes = outcome && 'answer' in outcome ? (outcome.answer?.changes ?? []) : [];
    changes.flatMap((change) => [change, ...change.inside]).forEach((one) => this.#tried.add(one));
    return changes;
  }

  getTreeItem(row: Row): TreeItem {
    if (isChange(row)) {
      const item = this.changes.getTreeItem(row);
      if (this.#tried.has(row)) {
        item.id = `tried ${row.id}`;
        item.contextValue = 'would';
        item.command = {
          command: 'segls.changes.reveal',
          title: 'Reveal',
          arguments: [{ ...row, to: row.from }],
        };
      }
      return item;
    }
    const isTried = 'tried' in row;
    const item = new TreeItem(
      isTried ? t('Trying an order') : opening(row.kept.name, widest),
      isTried && row.tried.moves.length > 0
        ? TreeItemCollapsibleState.Collapsed
        : TreeItemCollapsibleState.None,
    );
    item.id = `order ${row.of} ${isTried ? '' : row.kept.name}`;
    item.iconPath = new ThemeIcon(isTried ? 'beaker' : 'list-ordered');
    item.contextValue = isTried ? 'tried' : 'kept';
    item.description = isTried
      ? t('{0} would move', count(row.tried.moved, 'card'))
      : t('kept, {0}', count(cardsIn(row.kept), 'card'));
    item.tooltip = isTried ? t('The text has not changed yet.') : t('Try this order on the board.');
    item.command = { command: 'segls.changes.tryOrder', title: 'Try', arguments: [row] };
    return item;
  }

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
  }

  /** The orders of the draft and of its work. */
  #orderRows(): OrderRow[] {
    const draft = this.activeText.draft?.document.uri.toString();
    const known = [this.work.answer?.folder, draft].filter((one) => one !== undefined);
    return known.flatMap((of) => {
      const tried = this.orders.triedOf(of);
      const kept = this.orders.of(of).map((order) => ({ of, kept: order }));
      return [...(tried ? [{ of, tried }] : []), ...kept];
    });
  }
}

/** Registers the commands on orders. The board executes them, except for deleting a saved order. */
export function registerOrders(
  orders: Orders,
  board: {
    tryOrder: (of: string, kept: Arrangement | undefined, isCompared: boolean) => Promise<void>;
    discard: () => void;
  },
): Disposable[] {
  const run = (isCompared: boolean) => (row?: OrderRow) =>
    row && board.tryOrder(row.of, 'kept' in row ? row.kept : undefined, isCompared);
  return [
    commands.registerCommand('segls.changes.tryOrder', run(false)),
    commands.registerCommand('segls.changes.compareOrder', run(true)),
    commands.registerCommand('segls.changes.removeOrder', (row?: OrderRow) =>
      row && 'kept' in row ? orders.remove(row.of, row.kept) : board.discard(),
    ),
  ];
}

function cardsIn({ lanes }: Arrangement): number {
  return lanes.reduce((sum, { cards }) => sum + cards.length, 0);
}

// The orders of cards that the writer has saved, and a preview of a text in the order being tried.

import {
  type Disposable,
  EventEmitter,
  InputBoxValidationSeverity,
  type Memento,
  type QuickPickItem,
  ThemeIcon,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { count, t } from './language';
import type { Arrangement, Move } from './messages';

/** The scheme of documents that preview an order. */
const scheme = 'segls-order';

/** An order that is on the board and not yet in the text. */
export interface TrialOrder {
  moves: Move[];
  /** The number of cards that it moves. */
  moved: number;
}

export class Orders implements Disposable {
  #text = '';
  #tried: { of: string; tried: TrialOrder } | undefined;
  readonly #news = new EventEmitter<void>();
  /** Fires when the saved orders or the order being tried change. */
  readonly onDidChange = this.#news.event;
  readonly #changed = new EventEmitter<Uri>();
  readonly #provider: Disposable;

  /** memory is the workspace state. */
  constructor(private readonly memory: Memento) {
    this.#provider = workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  /** Asks for a name and saves an order of a text or work. */
  async keep(uri: string, lanes: Arrangement['lanes']): Promise<void> {
    const known = this.of(uri);
    const names = new Set(known.map((one) => one.name));
    let number = known.length + 1;
    while (names.has(t('Order {0}', number))) {
      number++;
    }
    const name = await window.showInputBox({
      title: t('Keep This Order'),
      prompt: t('A name for it. The text stays as it is.'),
      value: t('Order {0}', number),
      ignoreFocusOut: true, // the page takes the focus back
      validateInput: (said) => {
        if (said.trim() === '') {
          return t('An order needs a name.');
        }
        const message = t('This replaces the order “{0}”.', said.trim());
        const { Warning: severity } = InputBoxValidationSeverity;
        return names.has(said.trim()) ? { message, severity } : undefined;
      },
    });
    if (name !== undefined) {
      const others = known.filter((one) => one.name !== name.trim());
      await this.#remember(uri, [...others, { name: name.trim(), lanes }]);
      void window.showInformationMessage(t('segls: the order “{0}” is kept.', name.trim()));
    }
  }

  /** Lets the writer choose a saved order. */
  async choose(uri: string): Promise<Arrangement | undefined> {
    const known = this.of(uri);
    if (known.length === 0) {
      void window.showInformationMessage(
        t(
          'segls: no order of this text has been kept. Choose “Try an Order”, move some cards, and choose “Keep…”.',
        ),
      );
      return undefined;
    }
    const remove = { iconPath: new ThemeIcon('trash'), tooltip: t('Remove') };
    const pick = window.createQuickPick<QuickPickItem & { order: Arrangement }>();
    pick.title = t('Kept Orders');
    pick.placeholder = t('Which order do you want to try? The text stays as it is.');
    pick.ignoreFocusOut = true;
    const show = () =>
      (pick.items = this.of(uri).map((order) => ({
        ...{ label: order.name, order, buttons: [remove] },
        description: count(
          order.lanes.reduce((sum, { cards }) => sum + cards.length, 0),
          'card',
        ),
      })));
    show();
    return new Promise((resolve) => {
      pick.onDidTriggerItemButton(async ({ item }) => {
        await this.remove(uri, item.order);
        show();
      });
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.order);
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
    });
  }

  /** Deletes a saved order. */
  async remove(uri: string, { name }: Arrangement): Promise<void> {
    await this.#remember(
      uri,
      this.of(uri).filter((one) => one.name !== name),
    );
  }

  /** Sets the order being tried on the board of a text or work. */
  trying(of: string, tried: TrialOrder | undefined): void {
    this.#tried = tried && { of, tried };
    this.#news.fire();
  }

  triedOf(uri: string): TrialOrder | undefined {
    return this.#tried?.of === uri ? this.#tried.tried : undefined;
  }

  /** Returns the saved orders of a text or work. */
  of(uri: string): Arrangement[] {
    return this.memory.get<Arrangement[]>(keyOf(uri), []);
  }

  /** Previews a text. The name keeps the extension of the file. */
  async read(of: string, text: string): Promise<void> {
    this.#text = text;
    const [, name, ending = ''] = /([^/]*?)(\.[^./]*)?$/.exec(of)!;
    const shown = Uri.from({ scheme, path: `/${t('{0} (in this order)', name!)}${ending}` });
    this.#changed.fire(shown);
    await window.showTextDocument(shown, { viewColumn: ViewColumn.One, preview: true });
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
    this.#news.dispose();
  }

  async #remember(uri: string, orders: Arrangement[]): Promise<void> {
    await this.memory.update(keyOf(uri), orders.length > 0 ? orders : undefined);
    this.#news.fire();
  }
}

function keyOf(uri: string): string {
  return `orders ${uri}`;
}

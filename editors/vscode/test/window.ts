// What the tests of the extension share: a window with a text in it, and a server that answers as it is told to.

import type { LogOutputChannel, Memento } from 'vscode';
import type { Fragment, Fragments, Section } from '../src/answers';
import { Connection } from '../src/connection';
import { Desk } from '../src/desk';
import { OpenWork } from '../src/work';
import { Parts } from '../src/parts';
import { LensSwitch } from '../src/toggle';
import { files } from '../src/undo';
import {
  EventEmitter,
  fake,
  Range,
  TextEdit,
  type TextEditor,
  Uri,
  window,
  WorkspaceEdit,
} from './vscode';

/** The text of most tests: a title, three fragments, the last of them in a section of its own. */
export const text = `# Salt

Salt is a rock.
It is dug out of hills.

Mules carry it.
They drink little.

## Wells

A well is deep.
`;

export const address = 'file:///book/salt.md';

const range = (first: number, last: number) => ({
  start: { line: first, character: 0 },
  end: { line: last, character: 5 },
});

export const fragment = (
  id: string,
  first: number,
  last: number,
  more: Partial<Fragment> = {},
): Fragment => ({
  ...{
    id,
    title: id,
    range: range(first, last),
    paragraphs: 1,
    words: 40,
    terms: ['salt', 'rock'],
    opening: `${id} begins.`,
  },
  ...{
    suggested: false,
    sureness: '',
    pinned: false,
    held: false,
    synopsis: '',
    label: '',
    color: '',
    status: '',
    scene: 0,
  },
  ...more,
});

export const section = (id: string, level: number, first: number, last: number): Section => ({
  ...{ id, title: id, level, range: range(first, last), words: 40, total: 120, wanted: 0 },
});

/** What the server answers about that text. */
export const answer = (more: Partial<Fragments> = {}): Fragments => ({
  ...{
    version: 1,
    words: 120,
    wanted: 0,
    target: 50,
    own: '',
    quiet: false,
    settings: { headings: 'hard' },
  },
  fragments: [
    fragment('Rock', 2, 3),
    fragment('Mules', 5, 6, { suggested: true, sureness: 'sure' }),
    fragment('Well', 10, 10),
  ],
  sections: [section('Salt', 1, 0, 10), section('Wells', 2, 8, 10)],
  scenes: [],
  ...more,
});

type Told = { request: string; params: any };

/** A server that runs, and answers each request with what a test has put there. */
export class Server extends Connection {
  /** By request; a command by its name. Functions are given the parameters. */
  readonly answers: Record<string, unknown> = {};
  /** All that was asked. */
  readonly asked: Told[] = [];
  readonly news = new EventEmitter<{ uri: string; version: number }>();
  readonly workNews = new EventEmitter<void>();
  readonly states = new EventEmitter<'starting' | 'running' | 'stopped'>();
  override state: 'starting' | 'running' | 'stopped' = 'running';
  override readonly onDidUpdate = this.news.event as never;
  override readonly onDidUpdateWork = this.workNews.event as never;
  override readonly onDidChangeState = this.states.event as never;
  isThere = true;

  constructor(
    readonly lensSwitch = new LensSwitch(),
    readonly made = new Parts(files),
  ) {
    super(window.createOutputChannel() as unknown as LogOutputChannel, lensSwitch, made);
  }

  override get client() {
    const sendRequest = async (request: string, params: any) => {
      this.asked.push({ request, params: JSON.parse(JSON.stringify(params)) }); // as it is sent
      const found = this.answers[params.command ?? request];
      const answered =
        typeof found === 'function' ? await found(params.arguments?.[0] ?? params) : found;
      if (answered instanceof Error) {
        throw answered;
      }
      return answered ?? null;
    };
    const getFeature = () => ({
      getProvider: () => ({
        onDidChangeCodeLensEmitter: { fire: () => fake.done.push(['lenses']) },
        onDidChangeInlayHints: { fire: () => fake.done.push(['hints']) },
      }),
    });
    const protocol2CodeConverter = {
      asLocation: (place: any) => place,
      asPosition: (place: any) => place,
      asWorkspaceEdit: async ({ documentChanges }: any) => {
        const edit = new WorkspaceEdit();
        for (const { textDocument, edits } of documentChanges) {
          const texts = edits.map((one: any) => {
            const { start, end } = one.range;
            const range = new Range(start.line, start.character, end.line, end.character);
            return [new TextEdit(range, one.newText), undefined];
          });
          edit.set(Uri.parse(textDocument.uri), texts);
        }
        return edit;
      },
    };
    return (
      this.isThere ? { sendRequest, getFeature, protocol2CodeConverter } : undefined
    ) as never;
  }

  become(state: 'starting' | 'running' | 'stopped'): void {
    this.state = state;
    this.states.fire(state);
  }

  /** What a command of the server was asked for last. */
  argument(command: string): any {
    const told = this.asked.findLast(({ params }) => params.command === command);
    return told?.params.arguments[0];
  }

  /** What a request was made with last. */
  told(request: string): any {
    return this.asked.findLast((one) => one.request === request)?.params;
  }
}

/** Waits until all that has been begun has come to rest. */
export const settled = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
};

/** Waits until something holds. */
export async function until(holds: () => unknown): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What outlives the window. */
export const memory = (kept: Record<string, unknown> = {}) =>
  ({
    kept,
    keys: () => Object.keys(kept),
    get: (key: string, otherwise?: unknown) => kept[key] ?? otherwise,
    update: async (key: string, value: unknown) => void (kept[key] = value),
  }) as unknown as Memento & { kept: Record<string, unknown> };

/** Opens a text in a window with a server, and waits for the answer about it. */
export async function opened(
  said: Partial<Fragments> = {},
  { at = address, of = text }: { at?: string; of?: string } = {},
) {
  // A clock that stands still: however slow the machine is, nothing rests because something took long.
  Date.now = () => 1e12;
  const server = new Server();
  server.answers['segls/fragments'] = answer(said);
  const editor: TextEditor = fake.open(at, of);
  const desk = new Desk(server);
  const work = new OpenWork(server, desk);
  await settled();
  /** Has the server answer otherwise about the text, after a change of it. */
  const news = async (more: Partial<Fragments>) => {
    server.answers['segls/fragments'] = answer({ version: editor.document.version, ...more });
    server.news.fire({ uri: at, version: editor.document.version });
    await settled();
  };
  return { server, desk, work, editor, news, document: editor.document };
}

/** Empties the window between two tests. */
export function leave(): void {
  window.activeTextEditor = window.activeNotebookEditor = undefined;
  window.visibleTextEditors.length = 0;
  window.visibleNotebookEditors.length = 0;
  fake.registered.clear();
  fake.files.clear();
  fake.settings = {};
  fake.own = {};
  for (const list of [
    fake.done,
    fake.answers,
    fake.panels,
    fake.picks,
    fake.hovers,
    fake.diagnostics,
  ]) {
    list.length = 0;
  }
}

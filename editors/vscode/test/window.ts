// Shared by the tests: a window with a text, and a server whose answers a test sets.

import type { LogOutputChannel, Memento } from 'vscode';
import type { Fragment, Fragments, Section } from '../src/answers';
import { Connection } from '../src/connection';
import { ActiveText } from '../src/active-text';
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

/** The text of most tests: a title and three fragments, the last in another section. */
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

/** Returns the server's answer about this text. */
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

type Request = { request: string; params: any };

/** A running server that answers each request with what the test has set. */
export class Server extends Connection {
  /** Answers by request or command. A function gets the parameters of the request, or the argument of the command. */
  readonly answers: Record<string, unknown> = {};
  /** All requests so far. */
  readonly asked: Request[] = [];
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
      this.asked.push({ request, params: JSON.parse(JSON.stringify(params)) }); // a copy, as JSON
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

  /** Returns the argument of the last call of a command. */
  argument(command: string): any {
    const request = this.asked.findLast(({ params }) => params.command === command);
    return request?.params.arguments[0];
  }

  /** Returns the parameters of the last call of a request. */
  params(request: string): any {
    return this.asked.findLast((one) => one.request === request)?.params;
  }
}

/** Waits a few turns of the event loop, so that pending work can finish. */
export const settled = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
};

export async function until(holds: () => unknown): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns a workspace state. */
export const memory = (kept: Record<string, unknown> = {}) =>
  ({
    kept,
    keys: () => Object.keys(kept),
    get: (key: string, otherwise?: unknown) => kept[key] ?? otherwise,
    update: async (key: string, value: unknown) => void (kept[key] = value),
  }) as unknown as Memento & { kept: Record<string, unknown> };

/** opened opens a text in a window with a server, and waits for the first answer. */
export async function opened(
  said: Partial<Fragments> = {},
  { at = address, of = text }: { at?: string; of?: string } = {},
) {
  // Stop the clock, so that coalesced actions do not pause on a slow machine.
  Date.now = () => 1e12;
  const server = new Server();
  server.answers['segls/fragments'] = answer(said);
  const editor: TextEditor = fake.open(at, of);
  const activeText = new ActiveText(server);
  const work = new OpenWork(server, activeText);
  await settled();
  /** Changes the server's answer and reports a new analysis. */
  const news = async (more: Partial<Fragments>) => {
    server.answers['segls/fragments'] = answer({ version: editor.document.version, ...more });
    server.news.fire({ uri: at, version: editor.document.version });
    await settled();
  };
  return { server, activeText, work, editor, news, document: editor.document };
}

/** Empties the window that all tests of a file share. */
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

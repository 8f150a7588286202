// The engine and its texts, wherever it runs.

import type {
  Change,
  CurveAnswer,
  ExplainAnswer,
  FragmentAnswer,
  Method,
  Setting,
  SettingValues,
} from './answers.js';
import type { Call } from './start.js';

export interface Options {
  /** What the text is called: its ending decides the format, and answers repeat it. */
  path?: string;
  /** Settings of an analysis. They are stronger than directives in the text. */
  settings?: SettingValues;
}

/**
 * Loads the engine into a worker that runs the module `segls/worker`. When the worker cannot go on,
 * whatever was asked of it fails.
 */
export async function connect(worker: Worker, source: string | URL | BufferSource): Promise<Engine> {
  const waiting = new Map<number, { resolve: (json: string) => void; reject: (e: Error) => void }>();
  let last = 0;
  const fail = (reason: string) => {
    waiting.forEach(({ reject }) => reject(new Error(reason)));
    waiting.clear();
  };
  worker.addEventListener('error', (event) => fail(event.message || 'The worker did not start.'));
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error !== undefined) {
      asked?.reject(new Error(data.error));
    } else {
      asked?.resolve(data.json);
    }
    if (data.stopped) {
      fail(data.error ?? '');
    }
  });
  const ask = (message: object) =>
    new Promise<string>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message });
    });
  await ask({ source: source instanceof URL ? source.href : source });
  return new Engine((method, params, text) => ask({ method, params, text }));
}

/** What a worker says. */
export type Reply = { id: number; stopped?: boolean } & (
  | { json: string; error?: undefined }
  | { error: string }
);

/** The engine. Whatever it is asked, a refusal is an Error whose message is a sentence. */
export class Engine {
  /** @internal */
  constructor(
    private readonly call: (...asked: Parameters<Call>) => Promise<string>,
  ) {}

  /** Opens a text; close it when you need it no more. */
  async open(text: string, options: Options = {}): Promise<Text> {
    return new Text(this, await this.ask<number>('open', options, text));
  }

  /** The fragments of a text. */
  async fragment(text: string, options: Options = {}): Promise<FragmentAnswer> {
    return this.#once(text, options, (opened) => opened.fragment());
  }

  /** The curve of a text. */
  async curve(text: string, options: Options & { compare?: string[] } = {}): Promise<CurveAnswer> {
    return this.#once(text, options, (opened) => opened.curve(options.compare));
  }

  /** Why a text is divided where it is. */
  async explain(text: string, options: Options = {}): Promise<ExplainAnswer> {
    return this.#once(text, options, (opened) => opened.explain());
  }

  /** The methods by which a text can be divided. */
  methods(): Promise<Method[]> {
    return this.ask('methods', {});
  }

  /** The settings of an analysis. */
  settings(): Promise<Setting[]> {
    return this.ask('settings', {});
  }

  /** @internal */
  async ask<Answer>(method: string, params: object, text?: string): Promise<Answer> {
    const json = await this.call(method, JSON.stringify(params), text);
    return (json === '' ? undefined : JSON.parse(json)) as Answer;
  }

  async #once<A>(text: string, { path, settings }: Options, ask: (opened: Text) => Promise<A>) {
    const opened = await this.open(text, { path, settings });
    try {
      return await ask(opened);
    } finally {
      await opened.close();
    }
  }
}

/** An open text. Its methods run in the order in which they are called. */
export class Text {
  /** @internal */
  constructor(
    private readonly engine: Engine,
    private readonly id: number,
  ) {}

  /** Replaces what stands between two indexes of the string. Only what that touches is divided again. */
  edit(start: number, end: number, text: string): Promise<void> {
    return this.engine.ask('edit', { id: this.id, start, end }, text);
  }

  /** Divides the whole text again, keeping boundaries where it can: call it when the writer pauses. */
  rest(): Promise<void> {
    return this.#ask('rest');
  }

  /** Gives the text these settings, and no others. */
  set(settings: SettingValues): Promise<void> {
    return this.#ask('set', { settings });
  }

  fragment(): Promise<FragmentAnswer> {
    return this.#ask('fragment');
  }

  /** The curve, beside those under other settings, each like `method=paper,window-paragraphs=2`. */
  curve(compare: string[] = []): Promise<CurveAnswer> {
    return this.#ask('curve', { compare });
  }

  /** Why there is a boundary after so many paragraphs, or none; without numbers, of all gaps. */
  explain(...after: number[]): Promise<ExplainAnswer> {
    return this.#ask('explain', after.length > 0 ? { gaps: after } : {});
  }

  /** The text as it is now. */
  text(): Promise<string> {
    return this.#ask('text');
  }

  /** Where the offsets of answers, in bytes, stand in the string. */
  indexes(offsets: number[]): Promise<number[]> {
    return this.#ask('indexes', { offsets });
  }

  /** Moves a fragment right before another, or to the end if before is the number of fragments. */
  moveFragment(fragment: number, before: number): Promise<Change> {
    return this.#act('move-fragment', fragment, { before });
  }

  /** Joins a fragment with the next one. */
  mergeFragments(fragment: number): Promise<Change> {
    return this.#act('merge-fragments', fragment);
  }

  /** Writes a heading above a fragment. */
  insertHeading(fragment: number): Promise<Change> {
    return this.#act('insert-heading', fragment);
  }

  /** Divides a paragraph at its weakest sentence boundaries. */
  splitParagraph(paragraph: number): Promise<Change> {
    return this.#act('split-paragraph', paragraph);
  }

  /** Joins a paragraph with a neighbour. */
  mergeParagraph(paragraph: number): Promise<Change> {
    return this.#act('merge-paragraph', paragraph);
  }

  close(): Promise<void> {
    return this.#ask('close');
  }

  #act(action: string, at: number, more: object = {}): Promise<Change> {
    return this.#ask('act', { action, at, ...more });
  }

  #ask<Answer>(method: string, params: object = {}): Promise<Answer> {
    return this.engine.ask(method, { id: this.id, ...params });
  }
}

// The engine and its texts, in any environment.

import { argument, check, type Rules, shown } from './arguments.js';
import type {
  Change,
  Chunk,
  CurveAnswer,
  DiffAnswer,
  ExplainAnswer,
  FragmentAnswer,
  Hit,
  Method,
  Setting,
  SettingValues,
  StatsAnswer,
} from './answers.js';
import type { Call } from './start.js';

export interface Options {
  /** The name of the text: its extension determines the format, and answers contain it. */
  path?: string;
  /** Settings of the analysis. They override directives in the text. */
  settings?: SettingValues;
}

/** The lengths and the content of chunks. A limit of 0 means no limit. */
export interface ChunkOptions extends Options {
  /** The settings `max-words`, `min-words` and `preferred-words`. */
  maxWords?: number;
  minWords?: number;
  preferredWords?: number;
  /** Lengths in Unicode code points. */
  maxChars?: number;
  minChars?: number;
  maxTokens?: number;
  minTokens?: number;
  /** How many words of the previous chunk a chunk may repeat, in whole sentences. */
  overlap?: number;
  overlapTokens?: number;
  /** Whether to put the headings above a chunk before its text; they count towards the limits. */
  withHeadings?: boolean;
  /** Whether to leave out the text of sections without prose, such as tables and code. */
  proseOnly?: boolean;
  /** Counts the tokens of a text, such as `(text) => encoder.encode(text).length`. Required for limits in tokens. */
  tokens?: (text: string) => number | Promise<number>;
}

/** A text to search with others. */
export interface NamedText {
  /** Its name, whose extension determines the format; by default its index in the array. */
  path?: string;
  text: string;
}

export interface FindOptions {
  settings?: SettingValues;
  /** The maximum number of passages; 10 by default. */
  top?: number;
  /** The minimum score of a passage; 0 by default. Scores are comparable only within one query. */
  minScore?: number;
  /** The lengths of passages; by default 20 to 60 words for a few words, and 60 to 150 for a question. */
  minWords?: number;
  maxWords?: number;
  preferredWords?: number;
  maxChars?: number;
}

export interface StatsOptions extends Options {
  /** The reading speeds; 238 and, for reading aloud, 183 by default. */
  wordsPerMinute?: number;
  wordsPerMinuteAloud?: number;
}

const options: Rules = { path: 'string', settings: 'settings' };
const lengths: Rules = {
  maxWords: 'count',
  minWords: 'count',
  preferredWords: 'positive',
  maxChars: 'count',
};
const chunkOptions: Rules = {
  ...options,
  ...lengths,
  minChars: 'count',
  maxTokens: 'count',
  minTokens: 'count',
  overlap: 'count',
  overlapTokens: 'count',
  withHeadings: 'boolean',
  proseOnly: 'boolean',
  tokens: 'function',
};

/** Loads the engine into a worker that runs the module `segls/worker`. If the worker fails, so do all pending calls. */
export async function connect(worker: Worker, source: string | URL | BufferSource): Promise<Engine> {
  argument('connect', 'worker', 'worker', worker);
  argument('connect', 'source', 'sent', source);
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
      asked?.reject(new (data.argument ? TypeError : Error)(data.error));
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

/** A message from the worker. */
export type Reply = { id: number; stopped?: boolean } & (
  | { json: string; error?: undefined }
  | { error: string; argument?: boolean }
);

/** The engine. If it refuses a call, it throws an Error whose message is a sentence. */
export class Engine {
  /** @internal */
  constructor(
    private readonly call: (...asked: Parameters<Call>) => Promise<string>,
  ) {}

  /** Opens a text. Close it when you no longer need it. */
  async open(text: string, given: Options = {}): Promise<Text> {
    argument('open', 'text', 'string', text);
    const { path, settings } = check('open', options, given);
    return new Text(this, await this.ask<number>('open', { path, settings }, text));
  }

  /** Returns the fragments of a text. */
  async fragment(text: string, given: Options = {}): Promise<FragmentAnswer> {
    argument('fragment', 'text', 'string', text);
    return this.#once(text, check('fragment', options, given), (opened) => opened.fragment());
  }

  /**
   * Returns the chunks of a text for a search index, as in `segls fragment --format jsonl`: the fragments, divided or
   * joined where the limits demand it. The upper limits always hold. Left out is what has no meaning by itself, such as
   * headings and comments, what a directive turns off, and what proseOnly excludes.
   */
  async chunk(text: string, given: ChunkOptions = {}): Promise<Chunk[]> {
    argument('chunk', 'text', 'string', text);
    const { path, settings, maxWords, minWords, preferredWords, tokens, ...limits } = check(
      'chunk',
      chunkOptions,
      given,
    );
    const inTokens = limits.maxTokens || limits.minTokens || limits.overlapTokens;
    if (inTokens && tokens === undefined) {
      throw new TypeError('For a limit in tokens, chunk needs the option tokens, a function that counts the tokens of a text.');
    }
    if (tokens !== undefined && !inTokens) {
      throw new TypeError('chunk needs a limit for the option tokens: maxTokens, minTokens or overlapTokens.');
    }
    const words = Object.entries({ maxWords, minWords, preferredWords }).filter(([, value]) => value !== undefined);
    const all = { ...settings, ...(Object.fromEntries(words) as SettingValues) };
    const hasMinimum = [minWords, limits.minChars, limits.minTokens].some((value) => value !== undefined);
    return this.#once(text, { path, settings: all }, (opened) => opened.chunks({ ...limits, hasMinimum }, tokens));
  }

  /** Returns the passages of some texts that match words or a question, the best first. */
  async find(query: string, texts: (string | NamedText)[], given: FindOptions = {}): Promise<Hit[]> {
    argument('find', 'query', 'string', query);
    if (query.trim() === '') {
      throw new TypeError('find needs a query: words or a question.');
    }
    if (!Array.isArray(texts)) {
      throw new TypeError('find needs an array of texts: strings, or objects with path and text.');
    }
    const named = texts.map((text) =>
      typeof text === 'string' ? { text } : check('find', { path: 'string', text: 'string' }, text, 'a text'),
    );
    if (named.some(({ text }) => text === undefined)) {
      throw new TypeError('find needs a text in each object of texts.');
    }
    const rules: Rules = { ...lengths, settings: 'settings', top: 'positive', minScore: 'number' };
    const { settings, top, minScore, ...length } = check('find', rules, given);
    return this.ask('find', { query, texts: named, settings, top, minScore, length });
  }

  /** Returns the changes between two versions of a text, such as what was moved, split or rewritten. */
  async diff(before: string, after: string, given: Options = {}): Promise<DiffAnswer> {
    argument('diff', 'text before', 'string', before);
    argument('diff', 'text after', 'string', after);
    return this.ask('diff', { ...check('diff', options, given), old: before, new: after });
  }

  /** Returns the reading time and the sections of a text, and how many words, paragraphs, fragments and scenes it has. */
  async stats(text: string, given: StatsOptions = {}): Promise<StatsAnswer> {
    argument('stats', 'text', 'string', text);
    const { path, settings, ...speeds } = check(
      'stats',
      { ...options, wordsPerMinute: 'positive', wordsPerMinuteAloud: 'positive' },
      given,
    );
    return this.#once(text, { path, settings }, (opened) => opened.stats(speeds));
  }

  /** Returns the curve of a text, and those with the settings to compare, as Text.curve does. */
  async curve(text: string, given: Options & { compare?: string[] } = {}): Promise<CurveAnswer> {
    argument('curve', 'text', 'string', text);
    const { compare, ...others } = check('curve', { ...options, compare: 'strings' }, given);
    return this.#once(text, others, (opened) => opened.curve(compare));
  }

  /** Explains, for each gap of a text, why a fragment begins after it or not. */
  async explain(text: string, given: Options = {}): Promise<ExplainAnswer> {
    argument('explain', 'text', 'string', text);
    return this.#once(text, check('explain', options, given), (opened) => opened.explain());
  }

  /** Returns the methods that divide a text. */
  methods(): Promise<Method[]> {
    return this.ask('methods', {});
  }

  /** Returns the settings of an analysis. */
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

/** The state of a division into chunks: texts whose tokens it needs, or its result. */
interface Progress {
  run?: number;
  texts?: string[];
  chunks?: Chunk[];
}

async function counted(texts: string[], tokens: ChunkOptions['tokens']): Promise<number[]> {
  const counts = [];
  for (const text of texts) {
    const count = await tokens?.(text);
    if (!Number.isSafeInteger(count) || Number(count) < 0) {
      throw new TypeError(`The function tokens returned ${shown(count)} instead of a whole number from 0 up.`);
    }
    counts.push(Number(count));
  }
  return counts;
}

/** An open text. Its methods run in the order of the calls. */
export class Text {
  /** @internal */
  constructor(
    private readonly engine: Engine,
    private readonly id: number,
  ) {}

  /** Replaces the text between two indexes of the string. Only the affected part is divided again. */
  async edit(start: number, end: number, text: string): Promise<void> {
    argument('edit', 'start', 'count', start);
    argument('edit', 'end', 'count', end);
    argument('edit', 'text', 'string', text);
    return this.engine.ask('edit', { id: this.id, start, end }, text);
  }

  /** Divides the whole text again, keeping boundaries where possible: call it when the writer pauses. */
  rest(): Promise<void> {
    return this.#ask('rest');
  }

  /** Replaces all settings of the text. */
  async set(settings: SettingValues): Promise<void> {
    argument('set', 'settings', 'settings', settings);
    return this.#ask('set', { settings });
  }

  fragment(): Promise<FragmentAnswer> {
    return this.#ask('fragment');
  }

  /** Returns the curve, and those with other settings, each like `method=paper,window-paragraphs=2`. */
  async curve(compare: string[] = []): Promise<CurveAnswer> {
    argument('curve', 'compare', 'strings', compare);
    return this.#ask('curve', { compare });
  }

  /** Explains the gaps after the given numbers of paragraphs, or without numbers all gaps. */
  async explain(...after: number[]): Promise<ExplainAnswer> {
    argument('explain', 'after', 'counts', after);
    return this.#ask('explain', after.length > 0 ? { gaps: after } : {});
  }

  /** @internal */
  async chunks(limits: object, tokens: ChunkOptions['tokens']): Promise<Chunk[]> {
    let said = await this.#ask<Progress>('chunk', { limits });
    while (said.run !== undefined) {
      const { run, texts = [] } = said;
      let counts: number[] | undefined;
      try {
        counts = await counted(texts, tokens);
      } finally {
        if (counts === undefined) {
          await this.engine.ask('counted', { id: run }).catch(() => undefined); // ends the run
        }
      }
      said = await this.engine.ask<Progress>('counted', { id: run, counts });
    }
    return said.chunks ?? [];
  }

  /** @internal */
  stats(speeds: object): Promise<StatsAnswer> {
    return this.#ask('stats', speeds);
  }

  /** Returns the current text. */
  text(): Promise<string> {
    return this.#ask('text');
  }

  /** Converts byte offsets in answers to indexes into the string. */
  async indexes(offsets: number[]): Promise<number[]> {
    argument('indexes', 'offsets', 'counts', offsets);
    return this.#ask('indexes', { offsets });
  }

  /**
   * Moves a fragment before or after another. As a place, the number of fragments is the end of the text. A place after
   * the last fragment of a scene is in that scene; one before the first fragment of the next scene is in the next.
   */
  async moveFragment(fragment: number, to: number | { after: number }): Promise<Change> {
    argument('moveFragment', 'to', 'place', to);
    const place = typeof to === 'number' ? { before: to } : check('moveFragment', { after: 'count' }, to, 'to');
    argument('moveFragment', 'to.after', 'count', Object.values(place)[0]);
    return this.#act('moveFragment', 'move-fragment', fragment, place);
  }

  /** Moves a fragment one step up, as editors do. Moving past a break or a heading is a step of its own. */
  moveFragmentUp(fragment: number): Promise<Change> {
    return this.#act('moveFragmentUp', 'move-fragment-up', fragment);
  }

  /** Moves a fragment one step down. */
  moveFragmentDown(fragment: number): Promise<Change> {
    return this.#act('moveFragmentDown', 'move-fragment-down', fragment);
  }

  /** Merges a fragment with the next one. */
  mergeFragments(fragment: number): Promise<Change> {
    return this.#act('mergeFragments', 'merge-fragments', fragment);
  }

  /** Inserts a heading above a fragment. */
  insertHeading(fragment: number): Promise<Change> {
    return this.#act('insertHeading', 'insert-heading', fragment);
  }

  /** Splits a paragraph at its weakest sentence boundaries. */
  splitParagraph(paragraph: number): Promise<Change> {
    return this.#act('splitParagraph', 'split-paragraph', paragraph);
  }

  /** Merges a paragraph with the more similar of its neighbours. */
  mergeParagraph(paragraph: number): Promise<Change> {
    return this.#act('mergeParagraph', 'merge-paragraph', paragraph);
  }

  close(): Promise<void> {
    return this.#ask('close');
  }

  async #act(called: string, action: string, at: number, more: object = {}): Promise<Change> {
    argument(called, action.endsWith('paragraph') ? 'paragraph' : 'fragment', 'count', at);
    return this.#ask('act', { action, at, ...more });
  }

  #ask<Answer>(method: string, params: object = {}): Promise<Answer> {
    return this.engine.ask(method, { id: this.id, ...params });
  }
}

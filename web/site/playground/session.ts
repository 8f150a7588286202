// The text of the page in the engine. Only the latest request is answered; outdated ones are dropped.

import { connect, type Engine, type Text } from '../../npm/dist/engine.js';
import type { Change, ExplainAnswer, FragmentAnswer, SettingValues } from '../../npm/dist/answers.js';
import { editOf } from './difference';
import type { Place } from './marks';

declare const __ENGINE__: string;

/** The text and settings to show. */
export interface Draft {
  path: string;
  text: string;
  settings: SettingValues;
}

/** The answer about a draft, with the indexes in its string where fragments begin and end, and paragraphs begin. */
export interface Found extends Draft {
  answer: FragmentAnswer;
  starts: number[];
  ends: number[];
  paragraphs: number[];
}

/** How long the writer must pause before the whole text is divided again, in milliseconds. */
const pause = 700;

/** Starts a worker with an engine. */
export async function newEngine(): Promise<{ engine: Engine; worker: Worker }> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const address = new URL(`${import.meta.env.BASE_URL}${__ENGINE__}`, location.href);
  return { engine: await connect(worker, address), worker };
}

export class Session {
  #engine: Promise<Engine> | undefined;
  #worker: Worker | undefined;
  #opened: Text | undefined;
  #held: Draft | undefined; // the draft in the engine
  #wanted: Draft | undefined;
  #isBusy = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly found: (found: Found) => void,
    private readonly failed: (sentence: string) => void,
  ) {}

  /** Returns the engine, loading it on first use. */
  engine(): Promise<Engine> {
    this.#engine ??= newEngine().then(
      ({ engine, worker }) => {
        this.#worker = worker;
        return engine;
      },
      (error) => {
        this.#engine = undefined; // the next call tries again
        throw error;
      },
    );
    return this.#engine;
  }

  /** Shows a draft as soon as the engine is ready. If several are pending, only the last is shown. */
  async show(draft: Draft): Promise<void> {
    this.#wanted = draft;
    clearTimeout(this.#resting);
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    try {
      while (this.#wanted !== undefined) {
        const next: Draft = this.#wanted;
        this.#wanted = undefined;
        await this.#take(next);
        if (this.#wanted === undefined) {
          await this.#tell();
        }
      }
      this.#resting = setTimeout(() => void this.#rest(), pause);
    } catch (error) {
      this.#stop(error);
    } finally {
      this.#isBusy = false;
    }
    if (this.#wanted !== undefined) {
      await this.show(this.#wanted); // typed before the failure
    }
  }

  /** Explains the gap after a number of paragraphs; undefined if the engine is busy or has no such gap. */
  async explain(after: number): Promise<ExplainAnswer | undefined> {
    try {
      return this.#isBusy ? undefined : await this.#opened?.explain(after);
    } catch {
      return undefined; // the text has become shorter
    }
  }

  /** Moves a fragment. Throws if the engine refuses. Returns undefined if it is busy, or has no text or a newer one. */
  async move(fragment: number, to: Place): Promise<Change | undefined> {
    const opened = this.#opened;
    if (this.#isBusy || opened === undefined || this.#held === undefined) {
      return undefined;
    }
    this.#isBusy = true;
    try {
      const change = await (to === 'up'
        ? opened.moveFragmentUp(fragment)
        : to === 'down'
          ? opened.moveFragmentDown(fragment)
          : opened.moveFragment(fragment, to));
      let { text } = this.#held;
      for (const { start, end, text: by } of change.replacements.toReversed()) {
        text = text.slice(0, start) + by + text.slice(end);
      }
      this.#held = { ...this.#held, text };
      await this.#tell();
      return this.#wanted === undefined ? change : undefined;
    } finally {
      this.#isBusy = false;
      if (this.#wanted !== undefined) {
        void this.show(this.#wanted);
      }
    }
  }

  close(): void {
    clearTimeout(this.#resting);
    this.#worker?.terminate();
  }

  async #take(next: Draft): Promise<void> {
    const engine = await this.engine();
    const held = this.#held;
    if (held === undefined || this.#opened === undefined || held.path !== next.path) {
      await this.#opened?.close();
      this.#opened = undefined;
      this.#opened = await engine.open(next.text, { path: next.path, settings: next.settings });
    } else {
      if (held.text !== next.text) {
        const { start, end, text } = editOf(held.text, next.text);
        await this.#opened.edit(start, end, text);
      }
      if (held.settings !== next.settings) {
        await this.#opened.set(next.settings);
      }
    }
    this.#held = next;
  }

  async #tell(): Promise<void> {
    const [held, opened] = [this.#held!, this.#opened!];
    const answer = await opened.fragment();
    const { fragments, paragraphs } = answer;
    const starts = await opened.indexes(fragments.map(({ start }) => start));
    const ends = await opened.indexes(fragments.map(({ end }) => end));
    const begins = await opened.indexes(paragraphs.map(({ start }) => start));
    if (this.#wanted === undefined) {
      this.found({ ...held, answer, starts, ends, paragraphs: begins });
    }
  }

  async #rest(): Promise<void> {
    if (this.#isBusy || this.#opened === undefined) {
      return;
    }
    this.#isBusy = true;
    try {
      await this.#opened.rest();
      await this.#tell();
    } catch (error) {
      this.#stop(error);
    } finally {
      this.#isBusy = false;
    }
    if (this.#wanted !== undefined) {
      await this.show(this.#wanted);
    }
  }

  /** After a failure, the next draft starts a new worker. */
  #stop(error: unknown): void {
    this.#worker?.terminate();
    this.#engine = this.#opened = this.#held = undefined;
    this.failed(error instanceof Error ? error.message : String(error));
  }
}

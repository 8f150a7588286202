// segls for JavaScript: load the engine, open a text, and ask for its fragments.

import { argument } from './arguments.js';
import { Engine } from './engine.js';
import { type Source, start } from './start.js';

export type * from './answers.js';
export {
  type ChunkOptions,
  connect,
  Engine,
  type FindOptions,
  type NamedText,
  type Options,
  type StatsOptions,
  Text,
} from './engine.js';
export type { Source } from './start.js';

/**
 * Loads the engine, by default from the file beside this module, into this thread. On a page use connect instead,
 * because a long text blocks the thread.
 */
export async function load(
  source: Source = new URL('./segls.wasm', import.meta.url),
): Promise<Engine> {
  argument('load', 'source', 'source', source);
  const call = await start(source);
  return new Engine(async (method, params, text) => call(method, params, text));
}

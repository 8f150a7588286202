// The engine in a worker. The first message contains its source; each later one is a call.

import type { Reply } from './engine.js';
import { type Call, start, Stopped } from './start.js';

type Message = { id: number } & (
  | { source: string | BufferSource }
  | { source?: undefined; method: string; params: string; text?: string }
);

let call: Call | undefined;
const reply = (said: Reply) => postMessage(said);

addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  const { id } = data;
  try {
    if (data.source !== undefined) {
      call = await start(data.source);
      reply({ id, json: '' });
    } else if (call === undefined) {
      throw new Error('The engine has not been loaded.');
    } else {
      reply({ id, json: call(data.method, data.params, data.text) });
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    reply({ id, stopped: error instanceof Stopped, error: said, argument: error instanceof TypeError });
  }
});

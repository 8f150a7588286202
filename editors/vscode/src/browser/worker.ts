// The worker that runs the server. LSP messages go through the worker itself, all else through the port in the first
// message. Go's wasm_exec.js is bundled with it.

import type { About, Answer, StartMessage, Files, FromWorker } from './messages';
import { remembering } from './remembering';
import { System } from './system';

interface Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Returns the files that the extension serves over a port. */
function filesBehind(port: MessagePort): Files {
  const waiting = new Map<number, [(answer: any) => void, (error: Error) => void]>();
  let last = 0;
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    const [resolve, reject] = waiting.get(data.id)!;
    waiting.delete(data.id);
    if ('error' in data) {
      reject(new Error(data.error));
    } else {
      resolve(data.answer);
    }
  };
  const asking =
    <A>(ask: keyof Files) =>
    (path: string) =>
      new Promise<A>((resolve, reject) => {
        waiting.set(++last, [resolve, reject]);
        port.postMessage({ id: last, ask, path } satisfies FromWorker);
      });
  return { stat: asking<About>('stat'), list: asking('list'), read: asking('read') };
}

async function run({ program, files }: StartMessage): Promise<void> {
  const say = (said: FromWorker) => files.postMessage(said);
  const known = remembering(filesBehind(files));
  const system = new System(
    known.files,
    (message) => postMessage(message),
    (log) => say({ log }),
  );
  onmessage = ({ data }) => {
    known.forget();
    system.receive(data);
  };
  Object.assign(globalThis, { fs: system });
  const go = new (globalThis as unknown as { Go: new () => Go }).Go();
  let ended = 'The server has exited.';
  try {
    const unpacked = new Response(
      new Blob([program as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip')),
    );
    const { instance } = await WebAssembly.instantiate(
      await unpacked.arrayBuffer(),
      go.importObject,
    );
    await go.run(instance);
  } catch (error) {
    ended = String(error);
  }
  say({ ended });
}

onmessage = ({ data }: MessageEvent<StartMessage>) => void run(data);

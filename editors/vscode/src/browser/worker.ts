// The worker that runs the server. LSP messages go through the worker itself; everything else goes through
// the port in the first message. Go's wasm_exec.js is bundled with it.

import type { About, Answer, Begin, Files, Said } from './messages';
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
        port.postMessage({ id: last, ask, path } satisfies Said);
      });
  return { stat: asking<About>('stat'), list: asking('list'), read: asking('read') };
}

/**
 * Caches answers for a second, or until the editor sends a message: Go stats the same folders again and
 * again, and each request goes through the extension.
 */
function remembering(files: Files): { files: Files; forget: () => void } {
  const known = new Map<string, Promise<any>>();
  const forget = () => known.clear();
  const remembered =
    <A>(ask: keyof Files, question: (path: string) => Promise<A>) =>
    (path: string): Promise<A> => {
      const key = `${ask} ${path}`;
      if (known.size === 0) {
        setTimeout(forget, 1000);
      }
      const answer = known.get(key) ?? question(path);
      known.set(key, answer);
      return answer;
    };
  return {
    files: { ...files, stat: remembered('stat', files.stat), list: remembered('list', files.list) },
    forget,
  };
}

async function run({ program, files }: Begin): Promise<void> {
  const say = (said: Said) => files.postMessage(said);
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

onmessage = ({ data }: MessageEvent<Begin>) => void run(data);

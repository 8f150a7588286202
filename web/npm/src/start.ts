// Fetches and compiles the program, and waits until it can be called.

import './wasm_exec.js';

/** The source of the engine: its URL, a response with it, its bytes, or the compiled module. */
export type Source = string | URL | BufferSource | Response | WebAssembly.Module;

/** Calls the engine. Throws if it refuses. */
export type Call = (method: string, params: string, text?: string) => string;

interface Program {
  argv: string[];
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

let started = 0;

/** The engine has stopped; its memory may be full. */
export class Stopped extends Error {
  constructor() {
    super('The engine has stopped; perhaps the text is too long for it.');
  }
}

/** Runs the engine, and returns the function that calls it. */
export async function start(source: Source): Promise<Call> {
  const { Go } = globalThis as unknown as { Go: new () => Program };
  const program = new Go();
  const instance = await instantiate(source, program.importObject);
  const name = `segls engine ${++started}`;
  program.argv = ['segls', name];
  let isRunning = true;
  const ready = new Promise<RawCall>((resolve) => {
    (globalThis as Record<string, unknown>)[name] = resolve;
  });
  void program.run(instance);
  const call = await ready;
  delete (globalThis as Record<string, unknown>)[name];
  return (method, params, text) => {
    let said;
    try {
      said = isRunning ? call(method, params, text) : undefined;
    } catch {
      // A trap: the Go program has ended.
    }
    if (said === undefined) {
      isRunning = false;
      throw new Stopped();
    }
    if (said.error !== undefined) {
      throw new (said.argument ? TypeError : Error)(said.error);
    }
    return said.json;
  };
}

type RawCall = (
  method: string,
  params: string,
  text?: string,
) => { json: string; error?: undefined } | { error: string; argument?: boolean } | undefined;

async function instantiate(source: Source, imports: WebAssembly.Imports) {
  if (source instanceof WebAssembly.Module) {
    return WebAssembly.instantiate(source, imports);
  }
  const bytes =
    typeof source === 'string' || source instanceof URL
      ? await open(source)
      : source instanceof Response
        ? await read(source)
        : source;
  return (await WebAssembly.instantiate(bytes, imports)).instance;
}

async function open(address: string | URL): Promise<BufferSource> {
  if (address instanceof URL && address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(address);
  }
  return read(await fetch(address));
}

/** Returns the bytes of a response. Decompresses a gzip file, which is for hosts that do not compress by themselves. */
async function read(response: Response): Promise<BufferSource> {
  if (!response.ok) {
    throw new Error(`The engine could not be loaded: ${response.status} ${response.statusText}`);
  }
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first !== 0x1f || second !== 0x8b) {
    return bytes;
  }
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}

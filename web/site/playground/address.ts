// Stores a text and its settings in the URL fragment (after #), which browsers do not send to the server.

import type { SettingValues } from '../../npm/dist/answers.js';

export interface Held {
  path: string;
  text: string;
  settings: SettingValues;
}

const prefix = '#1.';

async function through(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream) {
  const stream = new Blob([bytes]).stream().pipeThrough(by);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** write returns the URL fragment for a text, with #. */
export async function write(held: Held): Promise<string> {
  const packed = await through(
    new TextEncoder().encode(JSON.stringify(held)),
    new CompressionStream('deflate-raw'),
  );
  let binary = '';
  for (let at = 0; at < packed.length; at += 0x8000) {
    binary += String.fromCharCode(...packed.subarray(at, at + 0x8000));
  }
  return prefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** read returns the text in a URL fragment, if any. If it is damaged, it throws an Error; its message is a sentence. */
export async function read(hash: string): Promise<Held | undefined> {
  if (!hash.startsWith(prefix)) {
    return undefined;
  }
  try {
    const binary = atob(hash.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    const held = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Held>;
    if (typeof held.text === 'string') {
      return { path: String(held.path ?? 'text.txt'), text: held.text, settings: { ...held.settings } };
    }
  } catch {
    // It was cut short, or was never valid.
  }
  throw new Error('The text in this address is damaged: the address may have been cut short.');
}

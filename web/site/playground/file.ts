// Reads a file that was dropped or opened: determines its encoding, and refuses binary files.

/** The maximum length of a text: bytes of a file, or UTF-16 code units of a pasted text. */
export const largest = 4_000_000;

export const tooLong = (bytes: number) =>
  `This text has ${Math.ceil(bytes / 1e5) / 10} MB, and the playground takes up to ${largest / 1e6} MB. The program segls reads up to 256 MB.`;

/** readText returns the text of a file. If it is too long or not a text, it throws an Error with a sentence. */
export async function readText(file: Blob): Promise<string> {
  if (file.size > largest) {
    throw new Error(tooLong(file.size));
  }
  return decode(new Uint8Array(await file.arrayBuffer()));
}

/**
 * decode decodes bytes as UTF-16 if they begin with its byte order mark; else as UTF-8 or, if invalid, as Windows-1252.
 * It throws an Error for a binary file.
 */
export function decode(bytes: Uint8Array): string {
  const label = mark(bytes);
  if (label === undefined && bytes.includes(0)) {
    throw new Error('This file is not a text. segls reads Markdown, plain text, LaTeX, HTML and the like.');
  }
  try {
    return new TextDecoder(label ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(label ?? 'windows-1252').decode(bytes);
  }
}

function mark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

// Prints the size of a file: node size.mjs FILE MOST fails if it has more than MOST bytes with Brotli.

import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [file, most] = process.argv.slice(2);
const bytes = readFileSync(file);
const brotli = brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
}).length;
console.log(`${file}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip, ${brotli} with Brotli`);
if (brotli > Number(most)) {
  console.error(`that is more than ${most}`);
  process.exit(1);
}

// Builds the site into dist/site in the repository: the pages of this folder, the documents, the examples,
// the engine, and a service worker for use without a network.

import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { gzip } from 'node:zlib';
import { build } from 'vitepress';
import { moveAnywhere, placeholder } from './anywhere.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = join(here, '../..');
const pages = join(here, '.pages');
const out = join(repository, 'dist/site');

await rm(pages, { recursive: true, force: true });
await rm(out, { recursive: true, force: true });
await mkdir(join(pages, 'public/examples'), { recursive: true });
await cp(join(here, 'pages'), pages, { recursive: true });
await cp(join(repository, 'docs'), join(pages, 'docs'), { recursive: true });
await cp(join(repository, 'README.md'), join(pages, 'README.md'));
await cp(join(repository, 'editors/vscode/icon.png'), join(pages, 'public/icon.png'));
for (const { file } of JSON.parse(await readFile(join(here, 'playground/examples.json'), 'utf8'))) {
  await cp(join(repository, 'testdata', file), join(pages, 'public/examples', file.replace(/.*\//, '')));
}

// Compressed here, because not every host does it, and named by a hash of the content.
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);
const engine = await readFile(join(here, '../npm/dist/segls.wasm'));
process.env.ENGINE = `engine-${hash(engine)}.gz`;
await writeFile(join(pages, 'public', process.env.ENGINE), await promisify(gzip)(engine, { level: 9 }));

process.env.SITE_BASE = placeholder;
await build(here);

const files = [];
for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && entry.name !== 'sw.js') {
    files.push(join(entry.parentPath, entry.name));
  }
}
files.sort();
for (const file of files) {
  await moveAnywhere(out, file);
}
const all = createHash('sha256');
for (const file of files) {
  all.update(await readFile(file));
}
const kept = files.map((file) => relative(out, file).replaceAll('\\', '/')).filter((file) => !/\.(png|lean\.js|map)$|^THIRD-PARTY/.test(file));
const worker = await readFile(join(here, 'playground/sw.js'), 'utf8');
await writeFile(join(out, 'sw.js'), worker.replace('__VERSION__', all.digest('hex').slice(0, 10)).replace("['__FILES__']", JSON.stringify(kept)));

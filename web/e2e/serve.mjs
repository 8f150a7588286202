// Serves a folder as a web host does, below a path.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** serve serves the files of a folder below the path `base`. It returns the URL and a function that stops it. */
export async function serve(folder, base, headers = {}) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = normalize(decodeURIComponent(pathname));
    try {
      if (!path.startsWith(base)) {
        throw new Error('elsewhere');
      }
      const file = join(folder, path.slice(base.length), path.endsWith('/') ? 'index.html' : '');
      const content = await readFile(file);
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...headers });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() };
}

// Bundles the extension and its pages into out/, together with the licences of the bundled packages. If `make
// vsix-web` has built the server for browsers, it also bundles the worker that runs it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { licences } from './licences.mjs';

const common = { bundle: true, minify: true, metafile: true, outdir: 'out', logLevel: 'warning' };
const extension = { ...common, external: ['vscode'], format: 'cjs' };
const page = { ...common, format: 'iife', platform: 'browser', target: 'es2023' };
const builds = [
  build({ ...extension, entryPoints: ['src/main.ts'], platform: 'node', target: 'node20' }),
  build({
    ...extension,
    entryPoints: { browser: 'src/main.ts' },
    platform: 'browser',
    target: 'es2023',
  }),
  build({
    ...page,
    entryPoints: ['curve', 'board', 'compare'].flatMap((name) => [
      `webview/${name}.ts`,
      `webview/${name}.css`,
    ]),
  }),
];
if (existsSync('bin/segls.wasm.gz')) {
  const banner = { js: readFileSync('out/wasm_exec.js', 'utf8') };
  builds.push(build({ ...page, entryPoints: ['src/browser/worker.ts'], outdir: 'bin', banner }));
}
const results = await Promise.all(builds);
const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync('out/THIRD-PARTY.txt', licences(inputs));

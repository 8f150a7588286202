// Bundles the extension and its pages into out/, with the licences of what is in the bundles.

import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { licences } from './licences.mjs';

const common = { bundle: true, minify: true, metafile: true, outdir: 'out', logLevel: 'warning' };
const results = await Promise.all([
  build({
    ...common,
    entryPoints: ['src/main.ts'],
    external: ['vscode'],
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  }),
  build({
    ...common,
    entryPoints: ['curve.ts', 'curve.css', 'board.ts', 'board.css'].map(
      (file) => `webview/${file}`,
    ),
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
  }),
]);
const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync('out/THIRD-PARTY.txt', licences(inputs));

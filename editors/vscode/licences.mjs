// Writes out/THIRD-PARTY.txt: the licences of the packages inside the bundle,
// which their authors ask to be passed on with it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bundle = JSON.parse(readFileSync('out/bundle.json', 'utf8'));
const packages = new Set(
  Object.keys(bundle.inputs)
    .map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
    .filter((folder) => folder !== undefined),
);
const texts = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) {
    throw new Error(`${name} has no licence file`);
  }
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
});
writeFileSync('out/THIRD-PARTY.txt', texts.join(`\n${'-'.repeat(72)}\n\n`));

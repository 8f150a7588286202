// Collects the licences of the bundled packages, which must be distributed with them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** licences returns the licences of the packages that files come from. */
export function licences(files) {
  const packages = new Set(
    files
      .map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
      .filter((folder) => folder !== undefined),
  );
  const texts = [...packages].sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version, license } = manifest;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) {
      throw new Error(`${name} has no licence file`);
    }
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}

// Compiles MDX texts and renders them. It reads texts, each as its length on a line and its bytes, and prints
// a line for each: the rendered words in alphabetical order, or "!" and the error. Imported components show
// their children.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const from = createRequire(join(process.argv[2], 'index.js'));
const { evaluate } = await import(pathToFileURL(from.resolve('@mdx-js/mdx')));

const Fragment = 'fragment';
const said = (node) => (Array.isArray(node) ? node.map(said).join('') : node === null || node === undefined || typeof node === 'boolean' ? '' : String(node));
function jsx(type, { children, ...rest }) {
  if (typeof type === 'function') return said(type({ children, ...rest }));
  return ` ${said(children)} `;
}

// Modules cannot be loaded here: replace imports by components that show their children.
function withoutImports(text) {
  const names = (list) =>
    list
      .replace(/[{}]/g, ',')
      .split(',')
      .map((name) => name.trim().split(/\s+as\s+/).pop())
      .filter(Boolean);
  return text.replace(/^import\s+([^'"]+?)\s+from\s+['"][^'"\n]+['"];?/gm, (_, list) =>
    names(list)
      .map((name) => `export const ${name} = (props) => props.children ?? null`)
      .join('\n'),
  );
}

async function read(text) {
  try {
    const { default: Content } = await evaluate(withoutImports(text), { jsx, jsxs: jsx, Fragment });
    return said(Content({})).split(/\s+/).filter(Boolean).sort().join(' ');
  } catch (error) {
    return `!${String(error.message ?? error).split('\n')[0]}`;
  }
}

let pending = Buffer.alloc(0);
for await (const part of process.stdin) {
  pending = Buffer.concat([pending, part]);
  for (;;) {
    const end = pending.indexOf(10);
    if (end < 0) break;
    const length = Number(pending.subarray(0, end).toString());
    if (pending.length < end + 1 + length) break;
    const text = pending.subarray(end + 1, end + 1 + length).toString();
    pending = pending.subarray(end + 1 + length);
    process.stdout.write(`${await read(text)}\n`);
  }
}

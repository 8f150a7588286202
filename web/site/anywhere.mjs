// VitePress builds a site for one path of a host. This makes it work below any path: pages and styles get
// relative addresses, and scripts find the path from their own address.

import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseAst } from 'rollup/parseAst';

/** The path that the site is built for. It must not occur in the text of a page. */
export const placeholder = '/__segls__/';

/** Rewrites a file of the site in place. */
export async function moveAnywhere(out, file) {
  const up = '../'.repeat(relative(out, file).split(/[\\/]/).length - 1) || './';
  const rewrite = { html: page, css: (text) => text.replaceAll(placeholder, up), js: script }[file.replace(/.*\./, '')];
  if (rewrite === undefined) {
    return;
  }
  const text = await readFile(file, 'utf8');
  if (text.includes(placeholder)) {
    await writeFile(file, rewrite(text, up));
  }
}

/**
 * Rewrites a page. A script in it makes its addresses absolute again before the application starts, because the
 * application keeps them when it goes to another page.
 */
function page(text, up) {
  const inline = text.replaceAll(/<script>(.*?)<\/script>/gs, (all, code) =>
    code.includes(placeholder) ? `<script>{const base=new URL("${up}",location.href).pathname;${code.replaceAll(placeholder, '"+base+"')}}</script>` : all,
  );
  const absolute =
    '<script>for(const name of ["href","src"])for(const e of document.querySelectorAll(`[${name}^="."]`)){const u=new URL(e.getAttribute(name),location.href);e.setAttribute(name,u.pathname+u.hash)}</script>';
  return inline.replaceAll(placeholder, up).replace('</body>', `${absolute}</body>`);
}

function script(code, up) {
  const base = `new URL("${up}",import.meta.url).pathname`;
  const edits = [];
  const walk = (node, parent) => {
    if (node === null || typeof node !== 'object') {
      return;
    }
    if (Array.isArray(node)) {
      node.forEach((one) => walk(one, parent));
      return;
    }
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(placeholder)) {
      const parts = node.value.split(placeholder).map((part) => JSON.stringify(part));
      const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed;
      edits.push({ node, text: isKey ? `[${parts.join(`+${base}+`)}]` : `(${parts.join(`+${base}+`)})` });
    } else if (node.type === 'TemplateElement' && node.value.raw.includes(placeholder)) {
      edits.push({ node, text: node.value.raw.replaceAll(placeholder, `\${${base}}`) });
    }
    for (const [name, value] of Object.entries(node)) {
      if (name !== 'value' || node.type !== 'TemplateElement') {
        walk(value, node);
      }
    }
  };
  walk(parseAst(code).body);
  for (const { node, text } of edits.sort((a, b) => b.node.start - a.node.start)) {
    code = code.slice(0, node.start) + text + code.slice(node.end);
  }
  if (code.includes(placeholder)) {
    throw new Error('a script contains the path of the site in an unknown form');
  }
  return code;
}

// The site: the pages of this folder, the documents, and the playground.

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitepress';
import { licences } from '../../../editors/vscode/licences.mjs';
import { sidebar } from './sidebar';

const source = 'https://github.com/segls/segls';

/** Returns where a link in a document leads on the site: to a page, or else to the file in the repository. */
function elsewhere(href: string, page: string): string {
  if (/^([a-z]+:|#|\/)/.test(href)) {
    return href;
  }
  const [path, hash = ''] = href.split(/(?=#)/);
  const at = new URL(path!, `file:///${page}`).pathname.slice(1);
  if (at === 'README.md') {
    return `/${hash}`;
  }
  return /^docs\/.*\.md$/.test(at) ? href : `${source}/blob/main/${at}${hash}`;
}

/** The licences of the packages in the pages, which must be distributed with them. */
const thirdParty: Plugin = {
  name: 'third-party',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.entries(part.modules) : []));
    const used = ids.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id.replaceAll(/\0|\?.*/g, ''));
    const source = licences(used);
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source });
  },
};

// build.mjs replaces this by relative addresses.
const base = process.env.SITE_BASE ?? '/';

export default defineConfig({
  srcDir: '.pages',
  srcExclude: ['README.md', 'public/**'],
  outDir: '../../dist/site',
  base,
  title: 'segls',
  description: 'See where one topic ends and the next begins in a long text.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: `${base}icon.png` }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // For the elements in the page of the playground. In the documents, what looks like one is an example in code.
    html: true,
    config(md) {
      md.core.ruler.push('elsewhere', ({ tokens, env }) => {
        for (const { children } of tokens) {
          for (const token of children ?? []) {
            if (token.type === 'code_inline') {
              token.attrSet('v-pre', ''); // otherwise Vue would interpret {{#include pans.md}}
            }
            const href = token.type === 'link_open' ? token.attrGet('href') : null;
            if (href !== null) {
              token.attrSet('href', elsewhere(href, env.relativePath ?? ''));
            }
          }
        }
      });
    },
  },
  themeConfig: {
    logo: '/icon.png',
    nav: [
      { text: 'Playground', link: '/playground' },
      { text: 'Tutorial', link: '/docs/tutorial' },
      { text: 'Documents', link: '/docs/actions' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: source }],
    footer: {
      message: `MIT licence, with <a href="${base}THIRD-PARTY.txt">the work of others</a>. Nothing you write here leaves your machine.`,
    },
  },
  vite: {
    plugins: [thirdParty],
    define: { __ENGINE__: JSON.stringify(process.env.ENGINE) },
    resolve: {
      // For the chart, which is in the VS Code extension.
      alias: { uplot: fileURLToPath(new URL('../node_modules/uplot', import.meta.url)) },
    },
    worker: { format: 'es' },
    build: { chunkSizeWarningLimit: 1000 },
  },
});

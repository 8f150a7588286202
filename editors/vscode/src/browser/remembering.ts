// Spares the server most of its file requests: each goes through the extension and the window.

import type { Files } from './messages';

/**
 * remembering caches answers for up to a second, because Go stats the same folders again and again. It uses the lists
 * of folders to avoid requests about missing names: the search for the order of a work tries hundreds of them.
 */
export function remembering(files: Files): { files: Files; forget: () => void } {
  const known = new Map<string, Promise<any>>();
  const forget = () => known.clear();
  const remembered =
    <A>(ask: string, question: (path: string) => Promise<A>) =>
    (path: string): Promise<A> => {
      const key = `${ask} ${path}`;
      if (known.size === 0) {
        setTimeout(forget, 1000);
      }
      const answer = known.get(key) ?? question(path);
      known.set(key, answer);
      return answer;
    };
  const list = remembered('list', files.list);
  const stat = remembered('stat', files.stat);
  /** Reports whether a name in the path is missing from the list of its folder. */
  const isUnlisted = remembered('unlisted', async (path): Promise<boolean> => {
    const [, folder = '', name = ''] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
    if (folder === '') {
      return false;
    }
    if (await isUnlisted(folder)) {
      return true;
    }
    const about = await stat(folder).catch(() => undefined);
    if (!about?.isFolder || about.isAbove) {
      return false;
    }
    const names = await list(folder).catch(() => [name]);
    return !names.some((one) => alike(one) === alike(name));
  });
  return {
    files: {
      read: files.read,
      list,
      stat: async (path) => {
        if (await isUnlisted(path)) {
          throw new Error('ENOENT');
        }
        return stat(path);
      },
    },
    forget,
  };
}

/** Returns the same string for two names that are one file on some systems. */
function alike(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

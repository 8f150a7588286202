import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembering } from '../src/browser/remembering';

/** Returns cached files of a workspace, and the requests that they made. */
function workspace(folders: Record<string, string[]>) {
  const asked: string[] = [];
  const isFolder = (path: string) => path in folders;
  const isThere = (path: string) =>
    isFolder(path) ||
    Object.entries(folders).some(([folder, names]) =>
      names.some((name) => `${folder}/${name}`.toLowerCase() === path.toLowerCase()),
    );
  const answer = async <A>(ask: string, path: string, found: boolean, about: A) => {
    asked.push(`${ask} ${path}`);
    if (!found) {
      throw new Error('ENOENT');
    }
    return about;
  };
  const { files, forget } = remembering({
    stat: (path) =>
      answer('stat', path, isThere(path), {
        ...{ isFolder: isFolder(path), isAbove: '/disk:/book'.startsWith(`${path}/`) },
        ...{ isReadOnly: false, size: 0, changed: 0 },
      }),
    list: (path) => answer('list', path, isFolder(path), folders[path]!),
    read: async () => new Uint8Array(),
  });
  const isFound = (path: string) =>
    files.stat(path).then(
      () => true,
      ({ message }: Error) => message !== 'ENOENT',
    );
  return { asked, folders, forget, isFound };
}

test('a name that its folder does not list is not asked for', async () => {
  const { asked, isFound } = workspace({
    '/disk:': [], // cannot be listed
    '/disk:/book': ['src', 'README.md'],
    '/disk:/book/src': ['one.md'],
  });
  assert.equal(await isFound('/disk:/book/src/one.md'), true);
  assert.equal(await isFound('/disk:/book/readme.md'), true);
  const before = asked.length;
  for (const name of ['mkdocs.yml', 'conf.py', 'tray/index.md', 'a/b/c/Book.txt', 'src/one.mdx']) {
    assert.equal(await isFound(`/disk:/book/${name}`), false, name);
  }
  assert.deepEqual(asked.slice(before), []);
});

test('a new file is found once the answers are forgotten', async () => {
  const { folders, forget, isFound } = workspace({ '/disk:': [], '/disk:/book': ['one.md'] });
  assert.equal(await isFound('/disk:/book/two.md'), false);
  folders['/disk:/book']!.push('two.md');
  forget();
  assert.equal(await isFound('/disk:/book/two.md'), true);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { briefly, count, speak, t } from '../src/language';

// The tests run in the extension's folder.
const read = (path: string) => readFileSync(path, 'utf8');
const dictionary = (path: string) => JSON.parse(read(path)) as Record<string, string>;
const languages = readdirSync('l10n').map((name) => name.split('.')[2]!);
const sources = ['src', 'src/node', 'src/browser', 'webview'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

/** The messages in the code, each with its file. */
const said = new Map(
  sources.flatMap((path) =>
    [
      ...read(path).matchAll(
        /(?<![\w.])t\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|(message: string)|)/g,
      ),
    ]
      .filter(([, , , declaration]) => declaration === undefined)
      .map(([, single, double]) => [(single ?? double)?.replaceAll("\\'", "'"), path] as const),
  ),
);
const placesIn = (message: string) => [...message.matchAll(/\{\d\}/g)].map(String).sort();

test('every message is a string literal, so that it can be extracted', () => {
  assert.equal(said.get(undefined), undefined);
});

test('package.json contains no messages, only keys of package.nls.json', () => {
  const said = /"(?:title|markdownDescription|description|contents)": "(?!%[\w.-]+%")[^"]*"/g;
  assert.deepEqual(read('package.json').match(said) ?? [], []);
});

for (const language of languages) {
  test(`all messages and no others are translated into ${language}, with the same values`, () => {
    const words = dictionary(`l10n/bundle.l10n.${language}.json`);
    assert.deepEqual(Object.keys(words).sort(), [...said.keys()].sort());
    for (const [message, translated] of Object.entries(words)) {
      assert.deepEqual(placesIn(translated), placesIn(message), message);
    }
  });

  test(`all texts of package.json are translated into ${language}`, () => {
    const english = dictionary('package.nls.json');
    const used = [...read('package.json').matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(english).sort());
    const translated = dictionary(`package.nls.${language}.json`);
    assert.deepEqual(Object.keys(translated).sort(), Object.keys(english).sort());
    const commands = (text: string) => [...text.matchAll(/\(command:[^)]*\)|`[^`]*`/g)].map(String);
    for (const [key, text] of Object.entries(english)) {
      assert.deepEqual(commands(translated[key]!), commands(text), key);
    }
  });

  test(`each page of the walkthrough is translated into ${language}`, () => {
    const pages = readdirSync('walkthrough').filter((name) => /^\w+\.md$/.test(name));
    for (const page of pages) {
      const images = (path: string) =>
        [...read(path).matchAll(/\]\((\w+\.png)\)/g)].map(([, name]) => name);
      const translated = `walkthrough/${page.replace(/\.md$/, `.nls.${language}.md`)}`;
      assert.deepEqual(images(translated), images(`walkthrough/${page}`));
    }
  });
}

test('values go to their places in the translation, with numbers in the format of the language', () => {
  assert.equal(t('{0} of {1}', 1234, 'salt'), '1,234 of salt');
  assert.equal(count(1, 'word'), '1 word');
  assert.equal(count(12_000, 'word'), '12,000 words');
  assert.deepEqual([6000, 12_000, 9_000_000].map(briefly), ['6,000', '12K', '9M']);
  speak({ code: 'de', words: dictionary('l10n/bundle.l10n.de.json') });
  assert.equal(count(12_000, 'word'), '12.000 Wörter');
  assert.equal(t('no such message'), 'no such message');
  speak({ code: 'en', words: {} });
});

// The splitters return the chunks of the engine, with all words. Skipped if the packages are not installed:
// npm --prefix examples/splitters ci, after make engine.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const packages = ['segls', '@langchain/textsplitters', '@llamaindex/core/node-parser'];
const missing = (await Promise.allSettled(packages.map((name) => import(name)))).findIndex(({ status }) => status === 'rejected');
if (missing >= 0 && process.env.CI) {
  throw new Error(`${packages[missing]} is not installed`);
}
const skip = missing >= 0 && `${packages[missing]} is not installed`;

const text = await readFile(new URL('../../testdata/samples/salt.md', import.meta.url), 'utf8');
const options = { maxChars: 1200 };
const engine = async () => (await import('segls')).load();

test('LangChain', { skip }, async () => {
  const { Document } = await import('@langchain/core/documents');
  const { TopicTextSplitter } = await import('./langchain.mjs');
  const segls = await engine();
  const want = await segls.chunk(text, { ...options, path: 'salt.md' });
  const document = new Document({ pageContent: text, metadata: { source: 'salt.md' } });
  const told = await new TopicTextSplitter(segls, options).transformDocuments([document, document]);
  assert.deepEqual(
    told.map(({ pageContent }) => pageContent),
    [...want, ...want].map((chunk) => chunk.text),
  );
  assert.equal(told[0].metadata.loc.lines.from, want[0]['start-line']);
  const plain = await new TopicTextSplitter(segls, options).splitText(text);
  assert(plain.length > 3 && plain.every((part) => text.includes(part)));
});

test('LlamaIndex', { skip }, async () => {
  const { Document } = await import('@llamaindex/core/schema');
  const { TopicNodeParser } = await import('./llamaindex.mjs');
  const segls = await engine();
  const want = await segls.chunk(text, { ...options, path: 'salt.md' });
  const document = new Document({ text, id_: 'salt', metadata: { file_name: 'salt.md' } });
  const told = await new TopicNodeParser(segls, options).getNodesFromDocuments([document]);
  assert.deepEqual(
    told.map((node) => node.text),
    want.map((chunk) => chunk.text),
  );
  assert.deepEqual(
    told.map((node) => node.metadata.title),
    want.map(({ title }) => title),
  );
  assert(told.every((node) => node.metadata.file_name === 'salt.md' && node.sourceNode.nodeId === 'salt'));
});

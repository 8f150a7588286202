// Cuts the corpora of the benchmark with other splitters and prints the chunks: by splitter, limit and
// corpus, the range [from, to) of each chunk in code points. `make chunks` runs it in a folder where their
// packages are installed:
//
//     node splitters.mjs CORPORA LIMIT... >spans.json
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import { RecursiveChunker, SentenceChunker } from "@chonkiejs/core";

const [folder, ...caps] = process.argv.slice(2);

const splitters = {
  "LangChain": (cap) => langchain(new RecursiveCharacterTextSplitter({ chunkSize: cap, chunkOverlap: 0 })),
  "chonkie": async (cap) => chonkie(await RecursiveChunker.create({ chunkSize: cap })),
  "chonkie, sentences": async (cap) => chonkie(await SentenceChunker.create({ chunkSize: cap, chunkOverlap: 0 })),
};

const langchain = (splitter) => async (text) => spans(text, await splitter.splitText(text));

// chonkie reports the positions of its chunks, with the white space around them. Its texts may differ by a
// character.
const chonkie = (chunker) => async (text) => {
  const points = pointsOf(text);
  return (await chunker.chunk(text)).flatMap(({ startIndex, endIndex }) => {
    const own = text.slice(startIndex, endIndex);
    if (own.trim() === "") return [];
    return [[points[startIndex + own.length - own.trimStart().length], points[endIndex - own.length + own.trimEnd().length]]];
  });
};

// pointsOf returns the number of code points before each code unit.
function pointsOf(text) {
  const points = [0];
  for (let i = 0; i < text.length; i++) points.push(points[i] + (text.charCodeAt(i) >> 10 === 0x37 ? 0 : 1));
  return points;
}

// spans finds consecutive chunks in a text, ignoring white space.
function spans(text, chunks) {
  const points = pointsOf(text);
  const bare = (s) => s.replace(/\s/g, "");
  const places = []; // of the characters that are not white space
  for (let i = 0; i < text.length; i++) if (/\S/.test(text[i])) places.push(i);
  const all = bare(text);
  const found = [];
  let at = 0;
  for (const chunk of chunks) {
    const own = bare(chunk);
    if (own === "") continue;
    const start = all.indexOf(own, at);
    if (start < 0) throw new Error(`not in the text: ${JSON.stringify(chunk.slice(0, 80))}`);
    at = start + own.length;
    found.push([points[places[start]], points[places[at - 1] + 1]]);
  }
  return found;
}

const all = {};
for (const [name, make] of Object.entries(splitters)) {
  all[name] = {};
  for (const cap of caps) {
    all[name][cap] = {};
    const split = await make(Number(cap));
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), "utf8");
      all[name][cap][basename(file, ".md")] = await split(text);
    }
  }
}
process.stdout.write(JSON.stringify(all));

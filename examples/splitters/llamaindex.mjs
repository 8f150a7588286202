// A node parser for LlamaIndex that cuts where the topic turns.

import { NodeParser } from '@llamaindex/core/node-parser';
import { buildNodeFromSplits, MetadataMode } from '@llamaindex/core/schema';

export class TopicNodeParser extends NodeParser {
  /** The engine is what segls.load answers, the options those of its chunk. */
  constructor(engine, options = {}) {
    super();
    this.chunks = (text, path) => engine.chunk(text, { path, ...options });
  }

  /** Each node knows its title and the headings above it. */
  async parseNodes(nodes) {
    const parts = nodes.map(async (node) => {
      const chunks = await this.chunks(node.getContent(MetadataMode.NONE), node.metadata.file_name);
      const made = buildNodeFromSplits(
        chunks.map(({ text }) => text),
        node,
      );
      made.forEach((part, i) => {
        const { title, section } = chunks[i];
        part.metadata = { ...node.metadata, title, section: section.join(' > ') };
      });
      return made;
    });
    return (await Promise.all(parts)).flat();
  }
}

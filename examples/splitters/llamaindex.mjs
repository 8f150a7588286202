// A node parser for LlamaIndex that splits where the topic changes.

import { NodeParser } from '@llamaindex/core/node-parser';
import { buildNodeFromSplits, MetadataMode } from '@llamaindex/core/schema';

export class TopicNodeParser extends NodeParser {
  /** The engine is the result of segls.load; the options are those of its chunk method. */
  constructor(engine, options = {}) {
    super();
    this.chunks = (text, path) => engine.chunk(text, { path, ...options });
  }

  /** Each node has its title and the headings above it as metadata. */
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

// A text splitter for LangChain that splits where the topic changes.

import { Document } from '@langchain/core/documents';
import { TextSplitter } from '@langchain/textsplitters';

export class TopicTextSplitter extends TextSplitter {
  /** The engine is the result of segls.load; the options are those of its chunk method. */
  constructor(engine, options = {}) {
    super();
    this.chunks = (text, path) => engine.chunk(text, { path, ...options });
  }

  async splitText(text) {
    return (await this.chunks(text)).map((chunk) => chunk.text);
  }

  /** Each chunk has its title, the headings above it, and its lines as metadata. */
  async splitDocuments(documents) {
    const parts = documents.map(async ({ pageContent, metadata }) => {
      const chunks = await this.chunks(pageContent, metadata.source);
      return chunks.map(({ text, title, section, 'start-line': from, 'end-line': to }) => {
        const loc = { lines: { from, to } };
        return new Document({ pageContent: text, metadata: { ...metadata, title, section, loc } });
      });
    });
    return (await Promise.all(parts)).flat();
  }
}

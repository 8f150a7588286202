// The kinds of passages in the Connections view. The server finds the passages.

import { type Command, Uri, workspace } from 'vscode';
import type { Range } from 'vscode-languageserver-types';
import type { Copy, Hit, Loose } from './answers';
import type { Connection } from './connection';
import type { TextOrNotebook } from './documents';
import { find, type Search } from './find';
import { t } from './language';
import { looseIn } from './loose';
import { opening } from './opening';
import { duplicatesRequest, relatedRequest } from './protocol';

/** A passage and its places. */
export interface Passage {
  kind: Kind;
  /** The first words of the passage, or for a search the matching sentence. */
  text: string;
  /** The ranges [from, to) of text that match a search. */
  marked: [from: number, to: number][];
  /** Why it is listed. */
  reason: string;
  tooltip: string;
  /** The place of the passage. A repeated one also has that of its copy, a loose paragraph that of its new heading. */
  places: [Place, ...Place[]];
  /** Set for a repeated passage. */
  id?: string;
  /** Set for a loose paragraph. */
  loose?: Loose;
}

export interface Place {
  uri: string;
  range: Range;
  /** The name of the file, without folders, and the section. */
  name: string;
  /** The folder of the file. */
  folder?: string;
  /** The whole passage, if range begins at a matched word in it. */
  whole?: Range;
}

/** A kind of passages, shown as a group in the view. */
export interface Kind {
  name: 'found' | 'related' | 'duplicates' | 'misplaced';
  title: () => string;
  icon: string;
  /** The message shown if there are none. */
  none: string;
  /** The action offered if there are none. */
  help?(): Command;
  /** Whether the kind needs no open text. */
  isOfFolders?: boolean;
  /**
   * Requests passages of a text or, with `whole`, of all texts of its folder or work. Returns undefined on failure, and
   * only the number of passages if they are listed on request.
   */
  ask(
    connection: Connection,
    document: TextOrNotebook | undefined,
    line: number,
    whole: boolean,
    isAll: boolean,
  ): Promise<Passage[] | number | undefined>;
}

/** Returns the action that searches for other words. */
function findOthers(): Command {
  return { title: t('Find Passages…'), command: 'segls.findPassages' };
}

/** The results of the last search. */
export class Found implements Kind {
  readonly name = 'found';
  readonly icon = 'search';
  readonly none = t('No passage matches that.');
  readonly isOfFolders = true;
  search: Search = { query: '', hits: [] };

  readonly title = () => t('Found: {0}', opening(this.search.query, 20));
  readonly help = findOthers;

  /** Returns the results that came with the search; later calls search again. */
  async ask(connection: Connection): Promise<Passage[] | undefined> {
    const { query } = this.search;
    const hits = this.search.hits ?? (await find(connection, query, false));
    this.search = { query, hits: undefined };
    return hits?.map((hit) => ({
      kind: this,
      ...sentenceOf(hit.answer),
      reason: scored(hit.score, 1, t('{0} words', String(hit.words))),
      tooltip: [
        `${inFull(placeName(hit))}:${hit.at.start.line + 1}`,
        ...hit.also.map(({ path, line }) => t('Also in {0}', `${path}:${line + 1}`)),
      ].join('\n'),
      places: [placeOf(hit)],
    }));
  }
}

/** placeOf returns the place of a search result, from its first matched word on. */
export function placeOf(hit: Hit): Place {
  const range = { start: hit.at.start, end: hit.range.end };
  return { uri: hit.uri, range, ...placeName(hit), whole: hit.range };
}

export const related: Kind = {
  name: 'related',
  title: () => t('Related'),
  icon: 'references',
  none: t('Nothing in the other texts is clearly about that.'),
  help: findOthers,
  async ask(connection, document, line) {
    const position = { line, character: 0 };
    const answer = await connection.ask(relatedRequest, document, { position, top: 20 });
    return answer?.related.map((passage) => ({
      kind: related,
      ...{
        text: passage.opening,
        marked: [],
        reason: scored(passage.score, 1, passage.shared.join(', ')),
      },
      tooltip: `${passage.opening}\n\n${t('Both have: {0}', passage.shared.join(', '))}`,
      places: [{ uri: passage.uri, range: passage.range, ...placeName(passage) }],
    }));
  },
};

export const duplicates: Kind = {
  name: 'duplicates',
  title: () => t('Repeated'),
  icon: 'copy',
  none: t('No passage is repeated.'),
  async ask(connection, document, _, whole) {
    const answer = await connection.ask(duplicatesRequest, document, { whole });
    const at = ({ uri, range, path, section }: Copy) => {
      const { file, folder } = fileIn(path);
      const name = [`${file}:${range.start.line + 1}`, ...section].join(' › ');
      return { uri, range, name, folder };
    };
    return answer?.pairs.map(({ id, score, here, there, message }) => ({
      kind: duplicates,
      ...{ id, text: here.opening, marked: [], reason: scored(score, 0, '') },
      tooltip: `${here.opening}\n\n${message}`,
      places: [at(here), at(there)],
    }));
  },
};

export const misplaced: Kind = {
  name: 'misplaced',
  title: () => t('Loose Paragraphs'),
  icon: 'question',
  none: t('Every paragraph seems to belong where it is.'),
  async ask(connection, document, _, whole, isAll) {
    const answer = document && (await looseIn(connection, document, whole, isAll));
    if (answer !== undefined && !isAll && answer.unlisted > 0) {
      return answer.unlisted;
    }
    const at = (uri: string, range: Range, section: string) => {
      const { file, folder } = fileIn(workspace.asRelativePath(Uri.parse(uri), false));
      return { uri, range, name: `${file}:${range.start.line + 1} › ${section}`, folder };
    };
    return answer?.misplaced.map((loose) => ({
      kind: misplaced,
      ...{
        loose,
        text: loose.opening,
        marked: [],
        reason: scored(loose.score, 1, loose.there.shared.join(', ')),
      },
      tooltip: `${loose.opening}\n\n${loose.message}`,
      places: [
        at(loose.uri, loose.range, loose.section),
        at(loose.there.uri, loose.at, loose.there.title),
      ],
    }));
  },
};

/** Formats a score and the reason for it as the program does. */
function scored(score: number, digits: number, reason: string): string {
  return `${score.toFixed(digits)}  ${reason}`.trim();
}

/** Returns the names of the file and sections of a passage. Without a section the title is used. */
function placeName(passage: { path: string; section: string[]; title: string }) {
  const { path, section, title } = passage;
  const { file, folder } = fileIn(path);
  return { name: [file, ...(section.length > 0 ? section : [title])].join(' › '), folder };
}

/** Splits a path into file and folder. Common names such as index.md keep their last folder. */
function fileIn(path: string): { file: string; folder: string } {
  const names = path.split('/');
  const own = /^(index|readme|_index)\./i.test(names.at(-1)!) ? 2 : 1;
  return { file: names.slice(-own).join('/'), folder: names.slice(0, -own).join('/') };
}

/** inFull returns the name of a place with its folder. */
export function inFull({ name, folder = '' }: Pick<Place, 'name' | 'folder'>): string {
  return [folder, name].filter(Boolean).join('/');
}

/** chosenPassages returns the passages whose visible text contains all words of a query. */
export function chosenPassages(passages: readonly Passage[], query: string): Passage[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return passages.filter(({ text, reason, places }) => {
    const all = [text, reason, ...places.map(inFull)].join('\n').toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Joins the parts of a sentence. Every second part is a match. */
function sentenceOf(parts: string[]): Pick<Passage, 'text' | 'marked'> {
  const marked: Passage['marked'] = [];
  let text = '';
  parts.forEach((part, i) => {
    if (i % 2 === 1) {
      marked.push([text.length, text.length + part.length]);
    }
    text += part;
  });
  return { text, marked };
}

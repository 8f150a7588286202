// The lanes of the board: one for each heading, and one for the text before the first. A work has those of all files.

import type { Entry, Fragments, Work } from './answers';
import { t } from './language';
import type { BoardLane } from './messages';
import { indexAt, precedes } from './places';
import { isInTray, trayOf } from './tray-path';
import { lengthInWords } from './tree';

/** Lanes in order, and for each fragment the index of its lane. */
export interface Lanes {
  lanes: BoardLane[];
  laneOf: number[];
}

/** lanesOf returns the lanes of a text: a single untitled one if it has no headings, or if `headings` is not hard. */
export function lanesOf(uri: string, { fragments, sections, settings }: Fragments): Lanes {
  const heads = settings.headings === 'hard' ? sections : [];
  const under = fragments.map(({ range }) => indexAt(heads, range.start.line));
  const first = fragments[0]?.range.start;
  const hasStart = heads[0] === undefined || (first && precedes(first, heads[0].range.start));
  const lanes = heads.map(({ id, title, level, total, wanted }) => ({
    ...lane(uri, id, title || t('(untitled)'), level),
    ...{ words: total, wanted },
  }));
  return hasStart
    ? { lanes: [lane(uri, '', ''), ...lanes], laneOf: under.map((lane) => lane + 1) }
    : { lanes, laneOf: under };
}

/** The lanes of a file in a work. */
export interface FileLanes extends Lanes {
  uri: string;
  /** Undefined if the file has not been read. */
  content: Fragments | undefined;
}

/** workLanesOf returns the lanes of a work by file. Those missing from the order are last; the tray's are left out. */
export function workLanesOf(
  { entries, orphans }: Work,
  contentOf: (uri: string) => Fragments | undefined,
): FileLanes[] {
  const files: FileLanes[] = [];
  const add = (list: Entry[], above: string[], isOrphan: boolean, depth = 1) => {
    for (const { uri, path, own, wanted, entries: below, ...entry } of list) {
      const title = entry.title || path;
      if (uri !== null) {
        const content = contentOf(uri);
        const words = own?.words ?? content?.words ?? 0;
        const file = {
          ...lane(uri, '', title),
          ...{ kind: 'file' as const, above: above.join(' › '), isOrphan },
          length: lengthInWords(words, words, wanted),
          ...{ words, wanted },
          unread: content === undefined ? (own?.fragments ?? 1) : 0,
        };
        files.push({ uri, content, ...inFile(file, content, depth) });
      }
      const here = uri === null ? depth : files.at(-1)!.lanes[0]!.depth;
      add(below, [...above, title], isOrphan, here + 1);
    }
  };
  add(entries, [], false);
  add(
    orphans.filter(({ uri }) => uri === null || !isInTray(uri)),
    [t('Not in the order')],
    true,
  );
  return files;
}

/**
 * Returns the lanes of a file. Its first lane is that of the file itself, which also has the text below a first heading
 * that repeats the file's title, if nothing precedes it.
 */
function inFile(file: BoardLane, content: Fragments | undefined, depth: number): Lanes {
  const { lanes, laneOf } = content ? lanesOf(file.uri, content) : { lanes: [], laneOf: [] };
  const [first] = lanes;
  return first !== undefined && (first.id === '' || first.title === file.title)
    ? {
        lanes: [{ ...file, id: first.id, level: first.level, depth: first.level || depth }].concat(
          lanes.slice(1),
        ),
        laneOf,
      }
    : { lanes: [{ ...file, depth }, ...lanes], laneOf: laneOf.map((lane) => lane + 1) };
}

function lane(uri: string, id: string, title: string, level = 0): BoardLane {
  return {
    ...{ kind: 'section', uri, id, title, level, depth: Math.max(1, level) },
    ...{ above: '', length: '', unread: 0, isOrphan: false, words: 0, wanted: 0 },
  };
}

/** Returns the lane of the tray. Its URI is that of the first text's tray. */
export function trayLane([first = '']: readonly string[]): BoardLane {
  return { ...lane(trayOf(first), '', t('Tray')), kind: 'tray' };
}

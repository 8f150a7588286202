// Paragraphs that fit another place better, and the command that moves one there.

import type { Loose, Misplaced } from './answers';
import type { Connection } from './connection';
import type { TextOrNotebook } from './documents';
import { t } from './language';
import type { PartRef } from './messages';
import { misplacedRequest } from './protocol';
import { changeWork } from './rework';

/**
 * looseIn requests the loose paragraphs of a text or, with `whole`, of its work. By default it gets only their number,
 * because few are worth moving.
 */
export async function looseIn(
  connection: Connection,
  document: TextOrNotebook,
  whole: boolean,
  isAll: boolean,
): Promise<Misplaced | undefined> {
  const minScore = isAll ? { minScore: 0 } : {};
  return (await connection.ask(misplacedRequest, document, { whole, ...minScore })) ?? undefined;
}

/** moveLoose moves a paragraph to where it fits. Returns what is now in another file; undefined if it did not move. */
export function moveLoose(
  connection: Connection,
  { uri, version, range, there }: Loose,
): Promise<PartRef[] | undefined> {
  const argument = {
    ...{ uri, version, position: range.start, end: range.end, toUri: there.uri },
    ...(there.id === '' ? {} : { toId: there.id, side: 'under' }),
  };
  return changeWork(connection, 'segls.moveFragmentTo', argument, t('Move Anyway'));
}

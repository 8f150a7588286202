// Changes over several files. The server makes each one whole or not at all; where links would break it
// lists them, changes nothing, and lets the writer decide.

import { Uri, window } from 'vscode';
import type { Arrivals, Unmended } from './answers';
import type { Connection, Outcome } from './connection';
import { t } from './language';
import type { Thing } from './messages';
import { commandRequest, workRequest } from './protocol';
import { isUnmended, wantsAnyway } from './unmended';
import { plainUri } from './work';

/** What the server answers to a change; null is that nothing has gone to another file. */
type Answer = Arrivals | Unmended | null;

/**
 * changeWork makes a change and returns the fragments that it has moved to other files; undefined if it was
 * not made, which the writer is told. anyway is what the button says that makes it all the same.
 */
export async function changeWork(
  connection: Connection,
  command: string,
  argument: { uri?: string; title?: string; isRetried?: boolean },
  anyway: string,
): Promise<Thing[] | undefined> {
  const outcome = await deciding(anyway, (more) =>
    connection.keepingFocus(() =>
      connection.outcome(commandRequest, { command, arguments: [{ ...argument, ...more }] }),
    ),
  );
  if ('answer' in outcome) {
    return outcome.answer;
  }
  if (outcome.refusal === '') {
    return undefined;
  }
  const more = await ordered(connection, command, argument, outcome.refusal);
  return more && changeWork(connection, command, { ...argument, ...more, isRetried: true }, anyway);
}

/**
 * ordered says why a change was refused. Where files do not move because their names are the order, it offers to write the order
 * down or to renumber the files, and returns what more to ask for; undefined for nothing.
 */
async function ordered(
  connection: Connection,
  command: string,
  argument: { uri?: string; isRetried?: boolean },
  refusal: string,
): Promise<{ renumber?: boolean } | undefined> {
  const uri = argument.uri === undefined ? undefined : Uri.parse(argument.uri);
  const isByNames =
    command === 'segls.moveFile' &&
    argument.isRetried !== true &&
    uri !== undefined &&
    (await connection.ask(workRequest, { uri }, {}))?.order === null;
  if (!isByNames) {
    void window.showInformationMessage(`segls: ${refusal}`);
    return undefined;
  }
  const write = t('Write the Order');
  const renumber = t('Renumber the Files');
  const chosen = await window.showInformationMessage(`segls: ${refusal}`, write, renumber);
  if (chosen === renumber) {
    return { renumber: true };
  }
  return chosen === write && (await connection.execute('segls.writeOrder', { uri }, { all: true }))
    ? {}
    : undefined;
}

/** deciding is the same for a change that make makes. The refusal is empty if it is the writer's. */
export async function deciding(
  anyway: string,
  make: (more: object) => Promise<Outcome<unknown>>,
): Promise<Outcome<Thing[]>> {
  const first = await make({});
  if (!('answer' in first) || !isUnmended(first.answer)) {
    return movedBy(first);
  }
  return (await wantsAnyway(first.answer, anyway))
    ? movedBy(await make({ force: true }))
    : { refusal: '' };
}

function movedBy(outcome: Outcome<unknown>): Outcome<Thing[]> {
  if ('refusal' in outcome) {
    return outcome;
  }
  const answer = outcome.answer as Answer;
  const moved = answer && 'moved' in answer ? answer.moved : [];
  return { answer: moved.map(({ uri, id }) => ({ uri: plainUri(uri), id })) };
}

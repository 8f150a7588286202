// Changes of several files, made completely or not at all. If links would break, the writer decides.

import { Uri, window } from 'vscode';
import type { Arrivals, Unmended } from './answers';
import type { Connection, Outcome } from './connection';
import { t } from './language';
import type { PartRef } from './messages';
import { commandRequest, workRequest } from './protocol';
import { isUnmended, wantsAnyway } from './unmended';
import { plainUri } from './work';

/** The server's answer to a change; null if nothing moved to another file. */
type Answer = Arrivals | Unmended | null;

/**
 * changeWork makes a change, with the label `anyway` on the button that makes it although links would break. It returns
 * the fragments moved to other files; undefined if it was not made, which the writer then knows.
 */
export async function changeWork(
  connection: Connection,
  command: string,
  argument: { uri?: string; title?: string; isRetried?: boolean },
  anyway: string,
): Promise<PartRef[] | undefined> {
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
 * Shows why a change was refused. If file names set the order, offers to write an order file or to renumber the files.
 * Returns arguments to try again with; undefined to give up.
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

/** deciding calls `make`, and again if links would break and the writer agrees. If not, the refusal is empty. */
export async function deciding(
  anyway: string,
  make: (more: object) => Promise<Outcome<unknown>>,
): Promise<Outcome<PartRef[]>> {
  const first = await make({});
  if (!('answer' in first) || !isUnmended(first.answer)) {
    return movedBy(first);
  }
  return (await wantsAnyway(first.answer, anyway))
    ? movedBy(await make({ force: true }))
    : { refusal: '' };
}

function movedBy(outcome: Outcome<unknown>): Outcome<PartRef[]> {
  if ('refusal' in outcome) {
    return outcome;
  }
  const answer = outcome.answer as Answer;
  const moved = answer && 'moved' in answer ? answer.moved : [];
  return { answer: moved.map(({ uri, id }) => ({ uri: plainUri(uri), id })) };
}

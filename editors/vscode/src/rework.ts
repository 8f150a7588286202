// Changes over several files. The server makes each one whole or not at all; where links would break it
// lists them, changes nothing, and lets the writer decide.

import { window } from 'vscode';
import type { Unmended } from './answers';
import type { Connection } from './connection';
import { commandRequest } from './protocol';
import { detailOf } from './unmended';

/** changeWork makes a change and returns whether it was made. anyway is what the button says that makes it all the same. */
export async function changeWork(
  connection: Connection,
  command: string,
  argument: object,
  anyway: string,
): Promise<boolean> {
  const make = async (more: object) => {
    const params = { command, arguments: [{ ...argument, ...more }] };
    const outcome = await connection.keepingFocus(() => connection.outcome(commandRequest, params));
    if ('refusal' in outcome) {
      void window.showInformationMessage(`segls: ${outcome.refusal}`);
      return undefined;
    }
    return { left: outcome.answer as Unmended | null };
  };
  const first = await make({});
  if (first === undefined || first.left === null) {
    return first !== undefined;
  }
  const detail = detailOf(first.left);
  const question = 'Some links cannot be mended. Nothing has been changed yet.';
  const chosen = await window.showWarningMessage(question, { modal: true, detail }, anyway);
  return chosen === anyway && (await make({ force: true })) !== undefined;
}

// Changes over several files. The server makes them whole or not at all; where links would break it
// says which and has done nothing, and the writer decides.

import { window } from 'vscode';
import type { Unmended } from './answers';
import type { Connection } from './connection';
import { commandRequest } from './protocol';

const most = 12; // lines that a message shows

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

/** detailOf lists the links that cannot be mended, and the rest that is to be known. */
export function detailOf({ unmended, notes }: Unmended): string {
  const links = unmended.map(({ uri, line, message }) => `${nameOf(uri)}:${line + 1}: ${message}`);
  const lines = [...links.slice(0, most)];
  if (links.length > most) {
    lines.push(`… and ${links.length - most} more`);
  }
  return [...lines, ...notes].join('\n');
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

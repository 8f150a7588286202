// What the writer is asked about places that a change may break.

import { type InputBoxValidationMessage, InputBoxValidationSeverity, window } from 'vscode';
import type { Unmended } from './answers';
import { t } from './language';

const most = 12; // lines in a message

/** wantsAnyway asks whether to make a change all the same; anyway is what the button says. */
export async function wantsAnyway(left: Unmended, anyway: string): Promise<boolean> {
  const question = t(
    'These places may lead nowhere after the change. Nothing has been changed yet.',
  );
  const detail = detailOf(left);
  return (await window.showWarningMessage(question, { modal: true, detail }, anyway)) === anyway;
}

/** warningOf says below a name that is typed what the change may break; undefined if that is nothing. */
export function warningOf(left: Unmended | undefined): InputBoxValidationMessage | undefined {
  if (left === undefined || left.unmended.length === 0) {
    return undefined;
  }
  const message = t('These places may lead nowhere after the change: {0}', detailOf(left));
  return { message, severity: InputBoxValidationSeverity.Warning };
}

/** isUnmended tells whether an answer lists what a change would break. */
export function isUnmended(answer: unknown): answer is Unmended {
  return typeof answer === 'object' && answer !== null && 'unmended' in answer;
}

/** detailOf lists the places that may break, and the rest that is to be known. */
export function detailOf({ unmended, notes }: Unmended): string {
  const links = unmended.map(({ uri, line, message }) => `${nameOf(uri)}:${line + 1}: ${message}`);
  const lines = [...links.slice(0, most)];
  if (links.length > most) {
    lines.push(t('… and {0} more', links.length - most));
  }
  return [...lines, ...notes].join('\n');
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

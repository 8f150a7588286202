// Asks the writer about links that a change would break.

import { type InputBoxValidationMessage, InputBoxValidationSeverity, window } from 'vscode';
import type { Unmended } from './answers';
import { t } from './language';

const most = 12; // lines in a message

/**
 * wantsAnyway asks whether to make a change although links would break; anyway is the label of the button.
 */
export async function wantsAnyway(left: Unmended, anyway: string): Promise<boolean> {
  const question = t('These places may be wrong after the change. Nothing has been changed yet.');
  const detail = detailOf(left);
  return (await window.showWarningMessage(question, { modal: true, detail }, anyway)) === anyway;
}

/** warningOf returns a warning for an input box about links that would break; undefined if there are none. */
export function warningOf(left: Unmended | undefined): InputBoxValidationMessage | undefined {
  if (left === undefined || left.unmended.length === 0) {
    return undefined;
  }
  const message = t('These places may be wrong after the change: {0}', detailOf(left));
  return { message, severity: InputBoxValidationSeverity.Warning };
}

/** isUnmended reports whether an answer lists links that would break. */
export function isUnmended(answer: unknown): answer is Unmended {
  return typeof answer === 'object' && answer !== null && 'unmended' in answer;
}

/** detailOf lists the links that would break, then the notes. */
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

// There is no `segls doctor` in a browser.

import type { Uri } from 'vscode';
import { t } from '../language';
import type { Section } from '../node/doctor';

export type { Section };

export async function askDoctor(
  _extension: Uri,
  _about: string | undefined,
): Promise<{ sections: Section[] } | { why: string }> {
  return { why: t('segls: this is not available in the browser; “Show Log” says what happened.') };
}

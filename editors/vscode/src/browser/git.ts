// There is no git in a browser.

import type { Uri } from 'vscode';
import { t } from '../language';

export async function textInGit(_uri: Uri, _revision: string): Promise<{ why: string }> {
  return {
    why: t(
      'git is not available in the browser. Compare with a file, or with the text as it was when the window was opened.',
    ),
  };
}

// The message about links that a change would break.

import type { Unmended } from './answers';
import { t } from './language';

const most = 12; // lines in a message

/** detailOf lists the links that cannot be mended, and the rest that is to be known. */
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

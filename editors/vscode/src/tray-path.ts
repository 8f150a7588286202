// The paths of trays: what is cut from a text for later is in the folder “tray” beside it.

const folder = 'tray';

/** trayOf returns the URI of the tray of a text. */
export function trayOf(text: string): string {
  return `${text.slice(0, text.lastIndexOf('/'))}/${folder}`;
}

/** isTray reports whether a URI is that of a tray. */
export function isTray(uri: string): boolean {
  return uri.endsWith(`/${folder}`);
}

/** isInTray reports whether a file is in a tray. */
export function isInTray(uri: string): boolean {
  return isTray(uri.slice(0, uri.lastIndexOf('/')));
}

/** pathFrom returns the path of a file relative to the folder of a text. */
export function pathFrom(text: string, file: string): string {
  const from = text.split('/').slice(0, -1);
  const to = file.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) {
    shared++;
  }
  const names = to.slice(shared).map(decodeURIComponent);
  return [...from.slice(shared).map(() => '..'), ...names].join('/');
}

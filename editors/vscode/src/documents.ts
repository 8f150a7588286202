// Which documents go to the server.

import type { TextDocument } from 'vscode';
import { activationEvents } from '../package.json';

/** The languages for which the extension is started: those of the server's formats. */
export const languages = activationEvents.flatMap((event) => event.split('onLanguage:')[1] ?? []);

// Other kinds of views (a git revision, a chat, an output channel) are not drafts.
const schemes = ['file', 'untitled'];

/** The documents that go to the server. */
export const selector = schemes.flatMap((scheme) =>
  languages.map((language) => ({ scheme, language })),
);

/** isProse reports whether a document goes to the server. */
export function isProse(document: TextDocument): boolean {
  return schemes.includes(document.uri.scheme) && languages.includes(document.languageId);
}

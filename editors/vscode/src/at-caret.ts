// Finds the fragment at the caret.

import type { Fragment } from './answers';
import type { ActiveText } from './active-text';
import { indexAt } from './places';

export function fragmentAtCaret({
  draft,
  caretLine,
}: ActiveText): (Fragment & { uri: string }) | undefined {
  const fragments = draft?.answer.fragments ?? [];
  const fragment =
    caretLine === undefined ? undefined : fragments[Math.max(0, indexAt(fragments, caretLine))];
  return draft && fragment && { ...fragment, uri: draft.document.uri.toString() };
}

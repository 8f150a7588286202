// The rows that are selected in a view.

import type { TreeView } from 'vscode';

/**
 * selectedIn returns a function that returns a view's selected rows, for commands run by a key. While VS Code reads
 * rows again there is no selection; the last one then counts, so that no key is lost.
 */
export function selectedIn<Row>(tree: TreeView<Row>): () => readonly Row[] {
  let last: readonly Row[] = [];
  tree.onDidChangeSelection(({ selection }) => (last = selection));
  return () => (tree.selection.length > 0 ? tree.selection : last);
}

// The rows that are selected in a view.

import type { TreeView } from 'vscode';

/**
 * selectedIn returns a function that returns the rows selected in a view, for commands that are run by a key.
 * While VS Code reads the rows again after a change, the view has no selection; the function then returns the
 * last one, so that no key is lost.
 */
export function selectedIn<Row>(tree: TreeView<Row>): () => readonly Row[] {
  let last: readonly Row[] = [];
  tree.onDidChangeSelection(({ selection }) => (last = selection));
  return () => (tree.selection.length > 0 ? tree.selection : last);
}

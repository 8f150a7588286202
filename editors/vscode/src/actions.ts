// The menu at the caret offers the few actions that a writer needs most often. All of them are in
// “Refactor…”, in the menu “segls” of the editor, and in the palette.

import type { CodeAction, Command } from 'vscode';

/** The server's commands that are shown, in this order. */
const wanted = [
  'pinBoundary',
  'vetoBoundary',
  'release',
  'mergeFragments',
  'moveFragmentUp',
  'moveFragmentDown',
  'insertHeading',
  'extractFragment',
  'splitParagraphHere',
  'moveSectionUp',
  'moveSectionDown',
  'extractSection',
];

const most = 8;

/** What corrects a finding: mend it, allow it in the file or the project, ignore it here or in the file. */
const mostFixes = 5;

/** fewest are what corrects a finding, and the first few of the others. */
export function fewest(actions: (CodeAction | Command)[]): (CodeAction | Command)[] {
  const fixes = actions.filter(isFix).slice(0, mostFixes);
  const rest = actions
    .map((action) => ({ action, at: wanted.indexOf(commandOf(action)) }))
    .filter(({ action, at }) => at >= 0 && !isFix(action))
    .sort((a, b) => a.at - b.at)
    .map(({ action }) => action);
  if (rest.length === 0) {
    return fixes;
  }
  const moveTo = { title: 'Move to…', command: 'segls.editor.moveTo' };
  return [...fixes, ...rest.slice(0, most - 1 - fixes.length), moveTo];
}

function isFix(action: CodeAction | Command): boolean {
  return 'kind' in action && action.kind?.value === 'quickfix';
}

/** What is only inserted comes with its command as data, to be resolved. */
function commandOf(action: CodeAction | Command): string {
  const { command, data } = action as { command?: string | Command; data?: { command?: string } };
  const name = typeof command === 'string' ? command : (command?.command ?? data?.command);
  return name?.replace('segls.', '') ?? '';
}

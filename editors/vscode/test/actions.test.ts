import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeAction } from 'vscode';
import { fewest } from '../src/actions';

const action = (title: string, kind: string, command?: string, data?: string) =>
  ({
    ...{ title, kind: { value: kind } },
    ...(command && { command: { title, command: `segls.${command}` } }),
    ...(data && { data: { command: `segls.${data}` } }),
  }) as unknown as CodeAction;

const fix = action('Allow', 'quickfix', 'setTarget');
const titles = (actions: CodeAction[]) => fewest(actions).map(({ title }) => title);

test('the menu has what mends a finding, then a few actions in their order, then “Move to…”', () => {
  assert.deepEqual(
    titles([
      action('Swap', 'refactor.move', 'swapFragments'),
      action('Up', 'refactor.move', 'moveFragmentUp'),
      action('Heading', 'refactor.rewrite', undefined, 'insertHeading'),
      action('Merge', 'refactor.rewrite', 'mergeFragments'),
      fix,
    ]),
    ['Allow', 'Merge', 'Up', 'Heading', 'Move to…'],
  );
  assert.deepEqual(titles([]), []);
});

test('the menu has at most eight entries', () => {
  const names = ['mergeFragments', 'moveFragmentUp', 'moveFragmentDown', 'moveSectionUp'];
  const moves = [...names, 'moveSectionDown', 'extractFragment', 'extractSection', 'release'].map(
    (name) => action(name, 'refactor', name),
  );
  assert.equal(fewest(moves).length, 8);
  assert.equal(fewest([...moves, fix, fix, fix, fix, fix]).length, 8);
});

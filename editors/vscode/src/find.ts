// “Find Passages”: a quick pick that searches while the writer types, and can list the results in a view.

import {
  commands,
  type Disposable,
  type QuickInputButton,
  type QuickPickItem,
  ThemeIcon,
  window,
} from 'vscode';
import type { Hit } from './answers';
import { coalesced } from './coalesced';
import type { Connection } from './connection';
import { t } from './language';
import { findRequest } from './protocol';

/** The number of passages to request. */
const most = 20;

/** A passage, or a message if there are none. */
type Item = QuickPickItem & { hit?: Hit };

/** A query and its results; undefined if there is no folder to search. */
export interface Search {
  query: string;
  hits: Hit[] | undefined;
}

/** registerFind registers the search. It opens the passage that the writer picks, or lists all of them. */
export function registerFind(
  connection: Connection,
  open: (hit: Hit) => unknown,
  list: (search: Search) => unknown,
): Disposable[] {
  let last = ''; // the last query
  return [
    commands.registerCommand('segls.findPassages', async (query?: string) => {
      const search = await choose(connection, query ?? last, list);
      last = search.query;
      if (search.hit !== undefined) {
        await open(search.hit);
      }
    }),
  ];
}

/** find searches the workspace folders. */
export async function find(
  connection: Connection,
  query: string,
  isTyping: boolean,
): Promise<Hit[] | undefined> {
  const answer = await connection.ask(findRequest, undefined, { query, isTyping, top: most });
  return answer?.hits;
}

/** Asks for a query. Items are always shown: the server has already filtered them. */
function choose(
  connection: Connection,
  query: string,
  list: (search: Search) => unknown,
): Promise<{ query: string; hit?: Hit }> {
  const asList: QuickInputButton = {
    iconPath: new ThemeIcon('list-flat'),
    tooltip: t('Show All in a List'),
  };
  const pick = window.createQuickPick<Item>();
  pick.placeholder = t('Words or a question, "a phrase", -without');
  const asText: QuickInputButton = {
    iconPath: new ThemeIcon('combine'),
    tooltip: t('Edit All as One Text'),
  };
  pick.buttons = [asList, asText];
  pick.value = query;
  let hits: Hit[] | undefined;
  const ask = coalesced(async () => {
    const { value } = pick;
    if (value.trim() === '') {
      pick.items = [];
      return;
    }
    pick.busy = true;
    hits = await find(connection, value, true);
    if (pick.value === value) {
      pick.busy = false;
      pick.items = itemsOf(hits);
    }
  });
  return new Promise((resolve) => {
    pick.onDidChangeValue(() => void ask());
    pick.onDidTriggerButton(async (button) => {
      const { value } = pick;
      pick.hide();
      const found = await find(connection, value, false);
      await (button === asText
        ? commands.executeCommand('segls.passages.gather', {
            passages: found?.map(passageOf) ?? [],
          })
        : list({ query: value, hits: found }));
    });
    pick.onDidTriggerItemButton(({ item: { hit } }) => {
      return hit && commands.executeCommand('segls.passages.collect', passageOf(hit));
    });
    pick.onDidAccept(() => {
      const hit = pick.activeItems[0]?.hit;
      resolve(hit === undefined ? { query: pick.value } : { query: pick.value, hit });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve({ query: pick.value });
      pick.dispose();
    });
    pick.show();
    void ask();
  });
}

/** Returns a result as a passage, for the commands on passages. */
function passageOf({ uri, range }: Hit) {
  return { places: [{ uri, range }] };
}

function itemsOf(hits: Hit[] | undefined): Item[] {
  if (hits === undefined) {
    return [{ label: t('Open a folder whose texts can be read.'), alwaysShow: true }];
  }
  if (hits.length === 0) {
    return [{ label: t('No passage answers that.'), alwaysShow: true }];
  }
  return hits.map((hit) => ({
    label: hit.title,
    description: `${hit.path}:${hit.at.start.line + 1} · ${t('{0} words', String(hit.words))}`,
    detail: hit.answer.join(''),
    alwaysShow: true,
    buttons: [{ iconPath: new ThemeIcon('add'), tooltip: t('Collect') }],
    hit,
  }));
}

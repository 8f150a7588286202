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

/** A passage, a message if there are none, or the last query. */
type Item = QuickPickItem & { hit?: Hit; query?: string };

export interface Search {
  query: string;
  /** Undefined if the search failed, for example because no folder is open. */
  hits: Hit[] | undefined;
}

/** registerFind registers the search. It opens the passage that the writer picks, or lists all of them. */
export function registerFind(
  connection: Connection,
  open: (hit: Hit) => unknown,
  list: (search: Search) => unknown,
): Disposable[] {
  let last = ''; // the query of the last search
  return [
    commands.registerCommand('segls.findPassages', async (query?: string) => {
      const search = await choose(connection, query ?? '', last, list);
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

/**
 * Asks for a query. The last query is an item rather than the initial value, to which VS Code would append what is
 * typed. Items have alwaysShow because the server has already filtered them.
 */
function choose(
  connection: Connection,
  query: string,
  last: string,
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
  const wanted = () => (pick.value.trim() === '' ? last : pick.value);
  const ask = coalesced(async () => {
    const { value } = pick;
    const isLast = value.trim() === '';
    if (wanted() === '') {
      pick.busy = false; // what was asked before has been dropped
      pick.items = [];
      return;
    }
    pick.busy = true;
    const hits = await find(connection, wanted(), true);
    if (pick.value === value) {
      pick.busy = false;
      pick.items = isLast ? [again(last), ...itemsOf(hits)] : itemsOf(hits);
    }
  });
  return new Promise((resolve) => {
    pick.onDidChangeValue(() => void ask());
    pick.onDidTriggerButton(async (button) => {
      const asked = wanted();
      pick.hide();
      const found = await find(connection, asked, false);
      await (button === asText
        ? commands.executeCommand('segls.passages.gather', {
            passages: found?.map(passageOf) ?? [],
          })
        : list({ query: asked, hits: found }));
    });
    pick.onDidTriggerItemButton(({ item: { hit } }) => {
      return hit && commands.executeCommand('segls.passages.collect', passageOf(hit));
    });
    pick.onDidAccept(() => {
      const { hit, query } = pick.activeItems[0] ?? {};
      if (query !== undefined) {
        pick.value = query;
        void ask();
        return;
      }
      resolve(hit === undefined ? { query: wanted() } : { query: wanted(), hit });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve({ query: wanted() });
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

/** Returns the item that searches for the last query again, and lets the writer edit it. */
function again(query: string): Item {
  return {
    label: query,
    description: t('the last search'),
    iconPath: new ThemeIcon('history'),
    query,
  };
}

function itemsOf(hits: Hit[] | undefined): Item[] {
  if (hits === undefined) {
    return [{ label: t('Open a folder to search its texts.'), alwaysShow: true }];
  }
  if (hits.length === 0) {
    return [{ label: t('No passage matches that.'), alwaysShow: true }];
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

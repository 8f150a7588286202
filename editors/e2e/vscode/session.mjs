// What the scenarios share: a folder of texts, the window on it, and the settings that hold there.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sleep } from "./code-server.mjs";
import { soon, until } from "./workbench.mjs";

/**
 * newSession gives a scenario a folder of its own, so that none sees what another one has left.
 * page is Playwright's, code the workbench in it, sample the text of a Markdown document with
 * several suggested boundaries.
 */
export function newSession({ page, code, server, folder, sample }) {
  const path = (name) => join(folder, name);
  const content = (name) =>
    existsSync(path(name)) ? readFileSync(path(name), "utf8") : "";
  const write = (name, text) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };

  /** Opens a file with a text in a window that is loaded anew. */
  const open = async (name, text = sample) => {
    write(name, text);
    await code.open(server.urlOf(folder, path(name)), name);
  };

  /** The same, and waits for its lenses. */
  const openWithLenses = async (name, text) => {
    await open(name, text);
    await code.waitForLenses();
  };

  /**
   * Writes a file that VS Code watches, until what comes of it is seen: a window that was opened a
   * moment ago may not watch yet.
   */
  const change = (name, text, seen, what) =>
    until(async () => {
      write(name, text);
      return soon(seen, 15_000);
    }, what);

  /** The same for the settings of the folder. */
  const configure = (settings, seen, what) =>
    change(
      ".vscode/settings.json",
      JSON.stringify(settings, null, 2),
      seen,
      what,
    );

  /** What the file in the editor says, saved by a key as a person would. */
  const saved = async (name) => {
    await code.focus();
    await page.keyboard.press("Control+s");
    await sleep(300);
    return content(name);
  };

  /** Waits until the file in the editor is saved with the right text. */
  const says = async (name, isRight, what) => {
    let text;
    await until(
      async () => isRight((text = await saved(name))),
      () => `${what}, where ${name} says:\n${text.slice(0, 2000)}`,
    );
  };

  /** The page inside VS Code's frames that holds something on the screen, if there is one. */
  const pageWith = async (selector) => {
    for (const frame of page.frames()) {
      try {
        if (await frame.locator(selector).first().isVisible()) {
          return frame;
        }
      } catch {
        // A frame that is being replaced.
      }
    }
    return undefined;
  };

  const showCurve = () =>
    code.show("segls: Show Curve", () => pageWith(".plot canvas"));
  const showBoard = () =>
    code.show("segls: Show Board", () => pageWith(".board .card"));

  return {
    ...{ page, code, server, folder, sample },
    ...{ path, content, write, open, openWithLenses },
    ...{ change, configure, saved, says, pageWith, showCurve, showBoard },
  };
}

/** Whether text is another order of the same signs, whatever the white space. */
export function isReordered(text, sample) {
  const signs = (of) => [...of.replaceAll(/\s/g, "")].sort().join("");
  return text !== sample && signs(text) === signs(sample);
}

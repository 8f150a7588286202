// Shared by the scenarios: a folder of texts, its window, and its settings.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { rest, soon, until } from "./workbench.mjs";

/**
 * newSession returns the session of a scenario whose files are in `folder`: `root`, the folder of the window, or a
 * subfolder. `shown` records the folder that the window shows. `page` is Playwright's, `code` the workbench in it,
 * and `sample` a Markdown text with several suggested boundaries.
 */
export function newSession({ page, code, server, root, folder, shown, sample }) {
  const path = (name) => join(folder, name);
  const content = (name) =>
    existsSync(path(name)) ? readFileSync(path(name), "utf8") : "";
  const write = (name, text) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };

  const settingsFile = join(relative(folder, root), ".vscode/settings.json");
  const writeSettings = (settings) =>
    write(settingsFile, JSON.stringify({ ...server.folderSettings, ...settings }, null, 2));

  /** Shows a file in the window of the folder, which is loaded if necessary. */
  const show = async (name) => {
    if (shown.root === root) {
      return code.openFile(server, path(name));
    }
    if (server.folderSettings !== undefined && content(settingsFile) === "") {
      writeSettings({});
    }
    await server.load(path(name), () =>
      code.open(server.urlOf(root, path(name)), name.split("/").at(-1)),
    );
    shown.root = root;
  };

  /** Opens a file with a text. */
  const open = async (name, text = sample) => {
    write(name, text);
    await show(name);
  };

  /** Opens a file with a text, and waits for its lenses. */
  const openWithLenses = async (name, text) => {
    await open(name, text);
    await code.waitForLenses();
  };

  /** Writes a file again and again until the effect is visible: a new window may not watch it yet. */
  const change = (name, text, seen, what) => changeBy(() => write(name, text), seen, what);
  const changeBy = (body, seen, what) =>
    until(async () => {
      body();
      return soon(seen, 15_000);
    }, what);

  /** Writes the settings of the window's folder again and again until the effect is visible. */
  const configure = (settings, seen, what) => changeBy(() => writeSettings(settings), seen, what);

  /** Saves the file in the editor by a key, and any other changed ones by a command, and returns its text. */
  const saved = async (name) => {
    const dirty = page.locator(`.tab.active.dirty[data-resource-name="${basename(name)}"]`);
    await until(async () => {
      const before = await code.unsaved();
      if (before === 0) {
        return true;
      }
      if (await dirty.isVisible()) {
        await page.keyboard.press("Control+1"); // a page may have taken the focus again
        await page.keyboard.press("Control+s");
      } else {
        await code.command("File: Save All Files");
      }
      await soon(async () => (await code.unsaved()) < before, 5_000);
      return false; // another file may be unsaved, or there is a new change
    }, `${name} saved`);
    // A file that is being written may be read in part.
    const { text } = await rest(() => ({ text: content(name) }), `${name} at rest`);
    return text;
  };

  /** Waits until the saved file in the editor has the right text. */
  const says = async (name, isRight, what) => {
    let text;
    await until(
      async () => isRight((text = await saved(name))),
      () => `${what}, where ${name} says:\n${text.slice(0, 2000)}`,
    );
  };

  /** Returns the frame inside VS Code that shows an element, if there is one. */
  const pageWith = async (selector) => {
    for (const frame of page.frames()) {
      try {
        if (await frame.locator(selector).first().isVisible()) {
          return frame;
        }
      } catch {
        // The frame is being replaced.
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
    ...{ path, content, write, show, open, openWithLenses },
    ...{ change, configure, saved, says, pageWith, showCurve, showBoard },
  };
}

/** Reports whether a text has the same characters as the sample in another order, ignoring white space. */
export function isReordered(text, sample) {
  const signs = (of) => [...of.replaceAll(/\s/g, "")].sort().join("");
  return text !== sample && signs(text) === signs(sample);
}

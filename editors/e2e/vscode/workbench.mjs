// Reads VS Code's window and acts in it as a user does, through the page's DOM.

import { basename, join } from "node:path";
import { sleep } from "./code-server.mjs";

export class Workbench {
  #pictures = 0;

  /** page is Playwright's, screens the folder for screenshots. */
  constructor(page, screens) {
    this.page = page;
    this.screens = screens;
  }

  /** Opens url and waits until the editor shows text; with name, the text of that file. */
  async open(url, name = "") {
    await this.page.goto(url);
    if (name !== "") {
      await this.waitForTab(name);
    }
    const cells = ".notebook-editor .cell-list-container";
    await this.page.locator(`${editor} .view-line, ${cells}`).first().waitFor();
  }

  /** Opens a file in the present window. */
  async openFile(server, path) {
    await server.openFile(path);
    await this.page.locator(`.tab.active[data-resource-name="${basename(path)}"]`).waitFor();
  }

  /**
   * Returns the number of unsaved files, with or without a tab, from the badge of the explorer. A file counts
   * until VS Code has noticed that it is on disk.
   */
  async unsaved() {
    const badge = this.page.locator('.activitybar .action-item:has([aria-label^="Explorer"]) .badge-content:visible');
    return Number((await badge.allTextContents())[0] ?? 0);
  }

  /** Waits until no file in the window is unsaved. */
  async waitForSaved() {
    await until(async () => (await this.unsaved()) === 0, "all saved");
  }

  /**
   * Saves all files. VS Code's own command saves only files with a tab; a file changed without one gets a tab about a
   * second later, which may be after the command. So the command runs until nothing is unsaved.
   */
  async saveAll() {
    const tabs = this.page.locator(".tab.dirty");
    await until(async () => {
      await until(
        async () => (await tabs.count()) >= (await this.unsaved()),
        "a tab for each file that is not saved",
      );
      await this.command("File: Save All Files");
      return soon(async () => (await this.unsaved()) === 0, 5_000);
    }, "all saved");
  }

  /** Closes everything that a scenario has left open. */
  async clear() {
    if ((await this.notifications()).length > 0) {
      await this.command("Notifications: Clear All Notifications");
    }
    if ((await this.unsaved()) > 0) {
      await this.saveAll(); // otherwise VS Code asks
    }
    const tabs = this.page.locator(".tabs-container .tab");
    await act(
      () => this.command("View: Close All Editors"),
      async () => (await tabs.count()) === 0,
      "a window without editors",
    );
  }

  /** The input of a question or the palette. */
  get input() {
    return this.page.locator(".quick-input-widget:visible .quick-input-box input").first();
  }

  /** Waits until the active text is that of a file whose name begins with `name`. */
  async waitForTab(name) {
    await this.page
      .locator(`.tab.active[data-resource-name^="${name}"]`)
      .waitFor();
  }

  /** Runs the command of the palette with exactly this title. */
  async command(title) {
    const palette = this.page.locator(".quick-input-widget:visible");
    const { input } = this;
    const focused = palette.locator(
      ".quick-input-list .monaco-list-row.focused .label-name",
    );
    let label;
    const isFocused = async () => {
      [label] = (await focused.allInnerTexts()).map(plain);
      if (label !== undefined && label !== title) {
        await this.page.keyboard.press("ArrowDown");
      }
      return label === title;
    };
    // The palette lists the commands that are enabled when it opens, so it is closed and opened again until it lists
    // this one.
    await until(
      async () => {
        await act(
          () => this.page.keyboard.press("F1"),
          () => input.isVisible(),
          `the palette for ${title}`,
          5_000,
        );
        await input.fill(`>${title}`, { timeout: 5_000 }).catch(() => {});
        if (await soon(isFocused, 15_000)) {
          return true;
        }
        await this.page.keyboard.press("Escape");
        return false;
      },
      () => `the command ${title}, where there was ${label}`,
    );
    await this.page.keyboard.press("Enter");
    // The command may ask a question in the same place.
    await until(
      async () =>
        !(await palette
          .locator("input")
          .evaluateAll((inputs) =>
            inputs.some(({ value }) => value.startsWith(">")),
          )),
      `the palette closed after ${title}`,
    );
  }

  /**
   * Runs a command until its result is visible, and returns it. In a new window the command may not be ready.
   */
  show(title, seen) {
    return act(() => this.command(title), seen, `what is shown by ${title}`, 30_000);
  }

  /** Returns a view of the extension, such as Book. */
  view(name) {
    return this.page.locator(".pane", {
      has: this.page.locator(`.pane-header[aria-label^="${name}"]`),
    });
  }

  /** Returns the rows of a view's tree. */
  rowsOf(name) {
    return this.view(name).locator(".monaco-list-row");
  }

  /** Shows the Book view, waits for a number of rows, and returns them. */
  async showBook(count = 1) {
    const header = this.view("Book").locator(".pane-header");
    const tab = this.page.locator('.activitybar .action-label[aria-label^="segls"]');
    await until(() => tab.isVisible(), "the extension");
    // A click on the icon of a visible view hides it.
    if (!(await header.isVisible())) {
      await act(
        () => tab.click(),
        () => header.isVisible(),
        "the views of the extension",
        5_000,
      );
    }
    if ((await header.getAttribute("aria-expanded")) === "false") {
      await header.click();
    }
    // Only visible rows are in the page: Book gets the place of Connections.
    const below = this.view("Connections").locator(".pane-header");
    if ((await below.getAttribute("aria-expanded")) === "true") {
      await below.click();
    }
    const rows = this.rowsOf("Book");
    await until(async () => (await rows.count()) >= count, "the whole tree");
    return rows;
  }

  /** Puts the caret on a line and scrolls to it. */
  async goToLine(line, column = 1) {
    const { input } = this;
    await act(
      async () => {
        await this.focus();
        await this.page.keyboard.press("Control+Home");
        await act(
          () => this.page.keyboard.press("Control+g"),
          () => input.isVisible(),
          `a place to type line ${line}`,
          5_000,
        );
        await input.fill(`:${line}:${column}`);
        await this.page.keyboard.press("Enter");
      },
      async () =>
        (await this.caret()).startsWith(`Ln ${line},`) && !(await input.isVisible()),
      `caret on line ${line}`,
    );
  }

  /** Returns line, column and selection size from the status bar. */
  async caret() {
    const item = this.page.locator('[id="status.editor.selection"]');
    return (await item.allInnerTexts())[0] ?? "";
  }

  /** Returns the visible rows that begin a line: its number and position. */
  lines() {
    return this.page.evaluate((editor) => {
      const rows = [...document.querySelectorAll(`${editor} .view-line`)].map(
        (row) => ({
          box: row.getBoundingClientRect().toJSON(),
        }),
      );
      return [...document.querySelectorAll(`${editor} .margin .line-numbers`)]
        .map((margin) => ({
          number: Number(margin.textContent),
          row: rows.find(
            (row) => row.box.top === margin.getBoundingClientRect().top,
          ),
        }))
        .filter(({ number, row }) => number > 0 && row !== undefined)
        .map(({ number, row }) => ({ number, box: row.box }))
        .sort((a, b) => a.number - b.number);
    }, editor);
  }

  /** Returns the texts of all lenses of the document, visible or not, in any order. */
  async lensTexts() {
    return (
      await this.page
        .locator(`${editor} .codelens-decoration`)
        .allTextContents()
    )
      .filter((text) => text !== "")
      .map(plain);
  }

  /** Waits until the document has lenses, or has none. */
  async waitForLenses(some = true) {
    const what = some ? "lenses" : "no lenses";
    await until(async () => (await this.lensTexts()).length > 0 === some, what);
  }

  /** Returns the visible lenses, each with the number of the line below it. */
  async lenses() {
    const lines = await this.lines();
    const lenses = await this.page.evaluate(
      (editor) =>
        [...document.querySelectorAll(`${editor} .codelens-decoration`)]
          // Lenses outside the view are hidden, not removed.
          .filter((lens) => lens.checkVisibility({ visibilityProperty: true }))
          .map((lens) => ({
            text: lens.textContent,
            top: lens.getBoundingClientRect().top,
          })),
      editor,
    );
    return lenses
      .filter(({ text }) => text !== "")
      .map(({ text, top }) => ({
        text: plain(text),
        line: lines.find(({ box }) => box.top > top)?.number,
      }))
      .filter(({ line }) => line !== undefined)
      .sort((a, b) => a.line - b.line);
  }

  /** Returns all lenses of the document, read in a very tall window. */
  async allLenses() {
    await this.focus();
    return this.within(this.page.viewportSize().width, 8000, () =>
      until(async () => {
        const found = await this.#leaf();
        // Invisible lenses are in the DOM too.
        return found.length === (await this.lensTexts()).length && found;
      }, "every lens on some screen"),
    );
  }

  /** Runs a function in a window of another size. */
  async within(width, height, body) {
    const usual = this.page.viewportSize();
    try {
      await this.#resize(width, height);
      return await body();
    } finally {
      await this.#resize(usual.width, usual.height);
    }
  }

  /** Scrolls through the document, returns the lenses seen, and goes back to its start. */
  async #leaf() {
    const found = new Map();
    await this.page.keyboard.press("Control+Home");
    for (let last = 0; ;) {
      const lenses = await rest(
        () => this.lenses(),
        "a screen that holds still",
      );
      for (const { line, text } of lenses) {
        found.set(line, text);
      }
      const bottom = (await this.lines()).at(-1)?.number;
      if (bottom === last) {
        break;
      }
      last = bottom;
      await this.page.keyboard.press("PageDown");
    }
    await this.page.keyboard.press("Control+Home");
    return [...found]
      .map(([line, text]) => ({ line, text }))
      .sort((a, b) => a.line - b.line);
  }

  /** Scrolls to the document's first suggested boundary and puts the caret on it. */
  async firstTopic() {
    const topic = await until(
      async () => (await this.allLenses()).find(isTopic),
      "a suggested boundary in the document",
    );
    await this.goToLine(topic.line);
    const box = await rest(async () => {
      const shown = (await this.lenses()).some(
        ({ line }) => line === topic.line,
      );
      const row = (await this.lines()).find(
        ({ number }) => number === topic.line,
      );
      return shown && row?.box;
    }, `the lens of line ${topic.line} on the screen`);
    return { line: topic.line, box };
  }

  /** Resizes the window and waits until the editor has followed. */
  async #resize(width, height) {
    let nudge = 0;
    await until(async () => {
      // The page sometimes misses a resize, so resize again.
      await this.page.setViewportSize({
        width,
        height: height + (nudge++ % 2),
      });
      await sleep(500);
      const box = await this.page.locator(editor).first().boundingBox();
      return nudge % 2 && box?.height < height && box?.height > height / 3;
    }, `an editor in ${height} pixels`);
  }

  /** Returns the lenses of the document after three seconds without a change. */
  async settledLenses() {
    let texts;
    let since;
    await until(async () => {
      const now = (await this.lensTexts()).sort().join("\n");
      if (now !== texts) {
        texts = now;
        since = Date.now();
      }
      return texts !== "" && Date.now() - since > 3000;
    }, "lenses that hold still");
    return this.allLenses();
  }

  async focus() {
    await act(
      () => this.page.keyboard.press("Control+1"),
      () => this.page.evaluate((e) => document.activeElement?.closest(e) !== null, editor),
      "focus in the editor",
      5_000,
    );
  }

  /** Returns the notifications as text. */
  notifications() {
    return this.page
      .locator(".notifications-toasts .notification-list-item")
      .allInnerTexts();
  }

  /** Saves a picture of the window or a part of it, numbered in order. */
  async picture(name, clip) {
    await this.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const number = String(++this.#pictures).padStart(2, "0");
    await this.page.screenshot({
      path: join(this.screens, `vscode-${number}-${name}.png`),
      clip,
    });
  }
}

/** The selector of the text editor, not of those in panels. */
export const editor = ".part.editor .monaco-editor";

/** Replaces the no-break spaces that VS Code draws. */
export const plain = (text) => text.replaceAll("\u00a0", " ");

/** Returns the accessible labels of the rows of a tree, in order; the DOM has them in any order. */
export function labelsOf(rows) {
  return rows.evaluateAll((all) =>
    all
      .sort((a, b) => a.dataset.index - b.dataset.index)
      .map((row) => row.ariaLabel),
  );
}

/** Reports whether a lens is that of a suggested boundary. */
export const isTopic = ({ text }) => /new topic/i.test(text);

/** The usual timeout, in milliseconds: the machine may be busy. */
export const patience = 90_000;

/** Calls `question` until the answer is true, and returns it; after the timeout, returns the last answer. */
export async function soon(question, timeout) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await question();
    if (answer || Date.now() > end) {
      return answer;
    }
    await sleep(100);
  }
}

/**
 * Calls `question` until the answer is true, and returns it. `what` is a description for the message on failure,
 * or a function that returns one with the last state.
 */
export async function until(question, what, timeout = patience) {
  const answer = await soon(question, timeout);
  if (!answer) {
    throw new Error(`timeout after ${timeout / 1000} s: ${await saidOf(what)}`);
  }
  return answer;
}

const saidOf = (what) => (typeof what === "function" ? what() : what);

/**
 * Calls `body`, waits until `seen` returns something true, and returns that. After `timeout` milliseconds it prints a
 * line and calls `body` again, as a user would try again in a busy window; but never in smoke.
 */
export async function act(body, seen, what, timeout = 15_000) {
  if (process.env.SMOKE) {
    await body();
    return until(seen, what);
  }
  let isFirst = true;
  return until(
    async () => {
      if (!isFirst) {
        console.log(`again   ${await saidOf(what)}`);
      }
      isFirst = false;
      await body();
      return soon(seen, timeout);
    },
    what,
    Math.max(patience, 3 * timeout),
  );
}

/** Calls `question` until the answer is true and the same three times in a row, and returns it. */
export function rest(question, what) {
  let last;
  let times = 0;
  return until(async () => {
    const answer = await question();
    const told = JSON.stringify(answer);
    times = told === last ? times + 1 : 1;
    last = told;
    return times >= 3 && answer;
  }, what);
}

/** Fails with a message unless a condition holds. */
export function check(holds, what) {
  if (!holds) {
    throw new Error(what);
  }
}

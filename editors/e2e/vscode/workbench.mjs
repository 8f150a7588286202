// What a person sees and does in VS Code's window, through the page's DOM.

import { join } from "node:path";
import { sleep } from "./code-server.mjs";

export class Workbench {
  #pictures = 0;

  /** page is Playwright's, screens the folder for screenshots. */
  constructor(page, screens) {
    this.page = page;
    this.screens = screens;
  }

  /** Opens url and waits until the editor shows text. */
  async open(url) {
    await this.page.goto(url);
    await this.page.locator(`${editor} .view-line`).first().waitFor();
  }

  /** Runs the command of the palette that has exactly this title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page
      .locator(".quick-input-widget:visible input")
      .first();
    await input.fill(`>${title}`);
    const label = ".quick-input-list .monaco-list-row .label-name";
    await until(
      async () =>
        (await this.page.locator(label).allInnerTexts())
          .map(plain)
          .includes(title),
      `the command ${title}`,
    );
    const focused = this.page.locator(
      ".quick-input-list .monaco-list-row.focused .label-name",
    );
    while (plain(await focused.innerText()) !== title) {
      await this.page.keyboard.press("ArrowDown");
    }
    await this.page.keyboard.press("Enter");
    // A command may go on to ask something in the same place.
    const asked = this.page.locator(".quick-input-widget:visible input");
    await until(
      async () =>
        !(await asked.evaluateAll((inputs) =>
          inputs.some(({ value }) => value.startsWith(">")),
        )),
      `the palette closed after ${title}`,
    );
  }

  /** Puts the caret on a line and the line on the screen. */
  async goToLine(line, column = 1) {
    await this.focus();
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.press("Control+g");
    await this.page
      .locator(".quick-input-widget:visible input")
      .first()
      .fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await until(
      async () => (await this.caret()).startsWith(`Ln ${line},`),
      `caret on line ${line}`,
    );
  }

  /** The status bar's line, column and size of the selection. */
  async caret() {
    const item = this.page.locator('[id="status.editor.selection"]');
    return (await item.count()) ? await item.innerText() : "";
  }

  /** The rows on the screen that begin a line: its number and where it stands. */
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

  /** The texts of the document's lenses, on the screen or off it, in no certain order. */
  async lensTexts() {
    return (
      await this.page
        .locator(`${editor} .codelens-decoration`)
        .allTextContents()
    )
      .filter((text) => text !== "")
      .map(plain);
  }

  /** Waits until the document has lenses, or until it has none. */
  async waitForLenses(some = true) {
    const what = some ? "lenses" : "no lenses";
    await until(async () => (await this.lensTexts()).length > 0 === some, what);
  }

  /** The lenses on the screen, each with the number of the line below it. */
  async lenses() {
    const lines = await this.lines();
    const lenses = await this.page.evaluate(
      (editor) =>
        [...document.querySelectorAll(`${editor} .codelens-decoration`)]
          // Those that were scrolled away are hidden, not removed.
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

  /** The lenses of the whole document, read in a window as high as a wall. */
  async allLenses() {
    const { width, height } = this.page.viewportSize();
    const found = new Map();
    await this.focus();
    await this.page.keyboard.press("Control+Home");
    try {
      await this.#resize(width, 8000);
      for (let last = 0; ;) {
        await sleep(600);
        for (const { line, text } of await this.lenses()) {
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
    } finally {
      await this.#resize(width, height);
    }
    return [...found]
      .map(([line, text]) => ({ line, text }))
      .sort((a, b) => a.line - b.line);
  }

  /** Resizes the window and waits until the editor has followed. */
  async #resize(width, height) {
    let nudge = 0;
    await until(async () => {
      // Now and then the page misses a change of its size: then another one follows.
      await this.page.setViewportSize({
        width,
        height: height + (nudge++ % 2),
      });
      await sleep(500);
      const box = await this.page.locator(editor).boundingBox();
      return nudge % 2 && box.height < height && box.height > height / 3;
    }, `an editor in ${height} pixels`);
  }

  /** The lenses of the whole document once they have held still for three seconds. */
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

  /** Puts the keyboard into the editor. */
  async focus() {
    await until(async () => {
      // More than once, as a person would: something else may take it at the same moment.
      await this.page.keyboard.press("Control+1");
      await sleep(100);
      return this.page.evaluate(
        (e) => document.activeElement?.closest(e) !== null,
        editor,
      );
    }, "focus in the editor");
  }

  /** Messages in the corner, as text. */
  notifications() {
    return this.page
      .locator(".notifications-toasts .notification-list-item")
      .allInnerTexts();
  }

  /** Leaves a picture, numbered in the order of the run. */
  async picture(name) {
    await sleep(300);
    const number = String(++this.#pictures).padStart(2, "0");
    await this.page.screenshot({
      path: join(this.screens, `vscode-${number}-${name}.png`),
    });
  }
}

/** The selector of the text editor, not of the ones in panels. */
export const editor = ".part.editor .monaco-editor";

/** VS Code draws spaces as no-break spaces. */
export const plain = (text) => text.replaceAll("\u00a0", " ");

/** How long anything is waited for, in milliseconds: the machine may be busy. */
export const patience = 90_000;

/**
 * Asks again and again until the answer is true, and returns it. what is waited for, said when it
 * was in vain, may be a function: it can tell what was seen last.
 */
export async function until(question, what, timeout = patience) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await question();
    if (answer) {
      return answer;
    }
    if (Date.now() > end) {
      const missed = typeof what === "function" ? what() : what;
      throw new Error(`waited ${timeout / 1000} s in vain: ${missed}`);
    }
    await sleep(100);
  }
}

/** Fails with what is wrong unless something holds. */
export function check(holds, what) {
  if (!holds) {
    throw new Error(what);
  }
}

// Two windows on one work: changes in one are followed or refused in the other, and no text is lost.

import { sleep } from "../code-server.mjs";
import { act, check, until, Workbench } from "../workbench.mjs";
import { book, openBook } from "./work.mjs";

export default function windows(test) {
  test("a section moved in one window has moved in the other too", async (session) => {
    const { content } = session;
    const { row } = await openBook(session);
    await withSecond(session, "pans.md", async (second) => {
      await moveCarts(session, row);
      const text = () => second.text();
      await until(
        async () => (await text()).includes("Carts"),
        async () => `the section in the other window: ${await text()}`,
      );
      await second.picture("windows-followed");

      // And back: each window changes text that the other one has changed.
      await second.page.bringToFront();
      await second.goToLine(lineOf(content("src/pans.md"), "## Carts"));
      await second.command("segls: Move Section Down");
      await until(
        () =>
          !content("src/pans.md").includes("Carts") &&
          content("src/road.md").includes("## Carts"),
        () => content("src/pans.md") + content("src/road.md"),
      );
      await session.code.picture("windows-back");
      keepsAll(content);
    });
  }, { fresh: true });

  test("text that is unsaved in one window is not lost by a move in the other", async (session) => {
    const { content } = session;
    const { row } = await openBook(session);
    await withSecond(session, "pans.md", async (second) => {
      await second.page.bringToFront();
      await second.goToLine(3);
      await second.page.keyboard.type("Mine, not saved. ");
      await until(
        async () => (await second.text()).includes("Mine, not saved."),
        "what was typed",
      );
      check(
        !content("src/pans.md").includes("Mine"),
        "it has been saved by itself",
      );
      await session.page.bringToFront();
      await moveCarts(session, row);
      await second.page.bringToFront();
      await sleep(2_000); // time for the other window to notice
      check(
        (await second.text()).includes("Mine, not saved."),
        "what was typed is gone",
      );
      keepsAll(content);
      // A save in the other window shows a question, because the file has changed.
      await second.focus();
      await second.page.keyboard.press("Control+s");
      await until(
        async () => (await second.notifications()).join().includes("pans.md"),
        async () => `a question: ${await second.notifications()}`,
      );
      await second.picture("windows-conflict");
      keepsAll(content);
    });
  }, { fresh: true });
}

/** Opens the folder in a second window while a function runs. */
async function withSecond({ page, code, server, folder, path }, name, body) {
  const other = await page.context().newPage();
  other.setDefaultTimeout(90_000);
  const second = new Second(other, code.screens);
  try {
    await second.open(server.urlOf(folder, path(`src/${name}`)), name);
    await second.waitForWork();
    await page.bringToFront();
    await body(second);
  } finally {
    await other.close();
  }
}

class Second extends Workbench {
  /** Waits until the outline has the files of the work. */
  async waitForWork() {
    await this.showBook();
    const rows = this.rowsOf("Book").and(this.page.locator('[aria-label^="file"]'));
    await until(
      async () => (await rows.count()) > 0,
      "the tree of the work in the other window",
    );
  }

  /** Returns the visible text. */
  async text() {
    const lines = await this.page
      .locator(".part.editor .monaco-editor .view-line")
      .allInnerTexts();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }
}

/** Moves the section on carts to the previous file, by its menu in the outline. */
function moveCarts({ page, code, content }, row) {
  const menu = page.locator(".context-view .monaco-menu");
  return act(
    async () => {
      await act(
        () => row("section Carts").click({ button: "right" }),
        () => menu.isVisible(),
        "the menu of the section",
        5_000,
      );
      await sleep(300); // a menu ignores clicks in its first tenth of a second
      await menu.getByText("Move Section Up", { exact: true }).click();
      await code.picture("windows-moving");
    },
    () => content("src/pans.md").includes("Carts"),
    "the section in the other file",
  );
}

/** Fails unless each part of the book is in some file on disk. */
function keepsAll(content) {
  const all = Object.keys(book).map(content).join("\n");
  for (const thing of ["salt", "brine", "water", "wind", "dust", "axle", "mule", "bread", "rope"]) {
    check(
      all.includes(`The ${thing} comes down`),
      `the piece about ${thing} is in no file`,
    );
  }
}

function lineOf(text, start) {
  return text.slice(0, text.indexOf(start)).split("\n").length;
}

// The basic functions, tested in one window before every merge. Nothing here waits for a fixed time.

import { cellsIn, openNotebook, textsOf } from "./notebooks.mjs";
import { isReordered } from "../session.mjs";
import { act, check, editor, isTopic, plain, rest, until } from "../workbench.mjs";
import { hasMovedTo, openBook, undoAll } from "./work.mjs";

export default function smoke(test) {
  test("lenses are above suggested boundaries", async ({
    page,
    code,
    openWithLenses,
  }) => {
    await openWithLenses("first.md", crossing);
    const [{ line }] = await rest(async () => {
      const lenses = await code.lenses();
      return lenses.length === 1 && isTopic(lenses[0]) && lenses;
    }, "the lens of the one suggested boundary");
    check(line === bees, `a lens above line ${line}, not ${bees}`);

    // The lens follows typing, and a click on it selects the fragment.
    await code.goToLine(bees);
    await page.keyboard.type("Wax 🐝 here. ");
    await until(
      async () => (await code.lensTexts()).some((text) => text.includes("Wax 🐝 here")),
      "a lens that shows what was typed",
    );
    const lens = page.locator(`${editor} .codelens-decoration:visible a`).first();
    await act(
      () => lens.click(),
      async () => /\(\d{2,} selected\)/.test(await code.caret()),
      "a selection in the status bar",
    );
  }, { basis: true });

  test("hovering over the first line explains the boundary", async ({
    page,
    code,
    sample,
    openWithLenses,
  }) => {
    await openWithLenses("hovered.md");
    const line = sample.split("\n").findIndex((text) => text.startsWith("Most animals solve")) + 1;
    await code.goToLine(line);
    const { box } = await rest(async () => {
      const isShown = (await code.lenses()).some((lens) => lens.line === line);
      return isShown && (await code.lines()).find(({ number }) => number === line);
    }, "the lens of the boundary on the screen");
    const hovers = page.locator(".monaco-hover:visible .hover-contents");
    let said;
    await act(
      async () => {
        await page.mouse.move(0, 500);
        await page.mouse.move(box.left + 60, box.top + box.height / 2, {
          steps: 5,
        });
      },
      async () => {
        said = plain((await hovers.allInnerTexts()).join());
        return said.includes("The words change here");
      },
      () => `why there is a boundary, in a hover: ${said}`,
    );
    const around = { x: 352, y: 30, width: 928, height: 680 };
    await code.picture("hover", around);
  });

  test("a fragment moves by a key, and one undo reverts it", async ({
    page,
    code,
    openWithLenses,
    says,
  }) => {
    await openWithLenses("moved.md", crossing);
    await code.goToLine(bees);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Alt+ArrowUp");
    await says("moved.md", (text) => /honey[^]*ferry/.test(text), "the fragment before the other");
    await code.focus();
    await page.keyboard.press("Control+z");
    await says("moved.md", (text) => text === crossing, "the text as it was");
  });

  test("a drag on the board reorders the text, and undo restores it", async ({
    page,
    code,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("board.md");
    const board = await showBoard();
    const list = board.locator(".board");
    const titles = async () => (await board.locator(".card h2").allInnerTexts()).join();
    const before = await rest(titles, "a board at rest");
    await code.picture("board");

    const cards = [board.locator("#card-2"), board.locator("#card-0")];
    await act(async () => {
      const [a, b] = await rest(
        () => Promise.all(cards.map((card) => card.boundingBox())),
        "cards at rest",
      );
      await page.mouse.move(a.x + a.width / 2, a.y + 20);
      await page.mouse.down();
      await page.mouse.move(a.x + a.width / 2 - 20, a.y + 10, { steps: 4 });
      await page.mouse.move(b.x + 15, b.y + 30, { steps: 8 });
      await code.picture("board-dragging");
      await page.mouse.up();
    }, async () => (await titles()) !== before, "a card moved by dragging");
    await says("board.md", (text) => isReordered(text, sample), "another order of the text");

    await list.press("Control+z");
    await until(async () => (await titles()) === before, "the order after the undo");
    await until(() => board.evaluate(() => document.hasFocus()), "the keyboard on the board");
    await says("board.md", (text) => text === sample, "the text as it was");
  });

  test("a section moves below a heading of another file, and undo reverts both files", async (session) => {
    const { code, page } = session;
    await openBook(session);
    const picks = page.locator(".quick-input-list .monaco-list-row:visible");
    await code.goToLine(5);
    await code.command("segls: Move to…");
    await until(
      async () => (await picks.allInnerTexts()).join().includes("Wind"),
      "the headings of the work",
    );
    const around = { x: 0, y: 30, width: 960, height: 480 };
    await code.picture("work-move-to", around);
    await code.input.fill("wind");
    await until(async () => (await picks.count()) === 1, "the heading that was typed");
    await page.keyboard.press("Enter");
    await hasMovedTo(session, /## Wind[^]*### Carts/);
    await undoAll(session);
  });

  test("a notebook is divided as one text", async (session) => {
    const { page, code, content } = session;
    const rows = await openNotebook(session, "sea.ipynb");
    await rest(async () => {
      const names = await rows.allInnerTexts();
      return names.some((name) => /A small cube/.test(name)) && names;
    }, "the fragments of the notebook");
    await code.picture("notebook-outline");

    // A lens is in the cell where a topic begins, visible while the cell is edited. The notebook is an
    // overlay over the editor area.
    const notebook = page.locator(".notebookOverlay");
    const cell = notebook.locator(".monaco-list-row.focused");
    const place = async () => (await cell.evaluateAll((cells) => cells.map((one) => one.dataset.index))).join();
    const wanted = cellsIn(content("sea.ipynb")).findIndex(({ source }) => source.join("").includes("Most animals"));
    await rows.filter({ hasText: "Animals" }).first().click();
    await until(async () => (await place()) === `${wanted}`, "the cell in front");
    await act(
      () => page.keyboard.press("Control+1"),
      () => page.evaluate(() => document.activeElement?.closest(".notebookOverlay") !== null),
      "the keyboard in the notebook",
    );
    await page.keyboard.press("Enter");
    const lenses = notebook.locator(".codelens-decoration");
    await until(
      async () => (await lenses.allTextContents()).some((text) => isTopic({ text: plain(text) })),
      "a lens in the cell",
    );
    await code.picture("notebook-cell");

    // A change within a cell.
    const before = content("sea.ipynb");
    await code.command("segls: Split Paragraph at Its Weakest Point");
    await until(async () => (await code.unsaved()) > 0, "a change that is not saved");
    await code.saveAll();
    const after = await until(() => {
      const now = content("sea.ipynb");
      const cells = now !== before && cellsIn(now);
      return cells && textsOf(cells);
    }, "a change of the cell");
    const was = textsOf(JSON.parse(before).cells);
    const changed = after.filter((text, i) => text !== was[i]);
    check(
      after.length === was.length &&
        changed.length === 1 &&
        changed[0].split("\n\n").length === 3,
      `changed:\n${changed.join("\n----\n")}`,
    );
  });
}

/** A text with one suggested boundary, above the line `bees`. */
const crossing = `<!-- segls: preferred-words = 20 -->
<!-- segls: scaling = 1 -->

# Crossings 🌊

A ferry crosses the river on long ropes. The ferry carries mules, and the ropes of the ferry are wet.

Bees build wax cells for honey. The bees feed on honey, and the wax of the bees is for candles.
`;
const bees = 8;

// The board: touch, the tray, undo by a key, the outline.

import { existsSync, readdirSync } from "node:fs";
import { sleep } from "../code-server.mjs";
import { isReordered } from "../session.mjs";
import { check, editor, rest, until } from "../workbench.mjs";
import { drag } from "./work.mjs";

export default function board(test) {
  test("a finger on a card scrolls the board and does not move the card", async ({
    page,
    sample,
    openWithLenses,
    saved,
    showBoard,
  }) => {
    await openWithLenses("touched.md");
    const board = await showBoard();
    const top = () =>
      board.locator(".board").evaluate((list) => list.scrollTop);
    const card = board.locator(".card").nth(1);
    const { x, y } = await rest(() => card.boundingBox(), "a card at rest");
    const finger = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map((up) => ({ x: x + 60, y: y + 60 - up })),
      });
    await touch("touchStart", 0);
    for (let up = 10; up <= 120; up += 10) {
      await touch("touchMove", up);
      await sleep(16);
    }
    await touch("touchEnd");
    await until(async () => (await top()) > 50, "a board that has scrolled");
    check((await saved("touched.md")) === sample, "a card has been moved");
    await finger.detach();
  });

  test("a card goes into the tray and back, and undo loses nothing", async ({
    page,
    code,
    content,
    path,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("cut.md");
    const board = await showBoard();
    const list = board.locator(".board");
    for (let i = 0; i < 3; i++) {
      await list.press("-");
    }
    const files = () =>
      existsSync(path("tray")) ? readdirSync(path("tray")) : [];
    const inTray = board.locator('.card[data-key*="/tray/"]');
    const undo = async () => {
      await list.press("Control+z");
      // The board takes the focus, which would close the palette.
      await rest(() => board.evaluate(() => document.hasFocus()), "the keyboard on the board");
    };
    await list.press("Home");
    await list.press("ArrowRight");
    await list.press("Delete");
    await until(async () => (await inTray.count()) === 1, "a card in the tray");
    await code.picture("board-tray");
    const [name] = files();
    check(files().length === 1, `in the tray: ${files()}`);
    await says(
      "cut.md",
      (text) => text.length < sample.length - 1000,
      "a shorter text",
    );
    check(
      content(`tray/${name}`).includes("Look at table salt"),
      `the piece is in no file: ${content(`tray/${name}`)}`,
    );
    await undo();
    await says("cut.md", (text) => text === sample, "the text as it was");
    await until(() => files().length === 0, "an empty tray");
    await until(
      async () =>
        (await inTray.count()) === 0 &&
        (await board.locator(".card").count()) === 9,
      "the board as it was",
    );
    await code.picture("board-tray-undone");
    check(
      (await code.notifications()).length === 0,
      `after undo: ${await code.notifications()}`,
    );
    await rest(
      () => board.locator(".card h2").allInnerTexts(),
      "a board at rest",
    );

    await list.press("Home");
    await list.press("ArrowRight");
    await list.press("Delete");
    await until(
      async () => (await inTray.count()) === 1,
      "the card in the tray again",
    );
    await board.getByRole("button", { name: "Tray (1)" }).click();
    await drag(
      { page, code },
      inTray,
      { thing: board.locator("#card-2"), x: 10, y: 30 },
      "board-from-the-tray",
      async () => (await inTray.count()) === 0,
    );
    const order = ["Most animals", "Look at table salt", "On the Atlantic coast"];
    await says(
      "cut.md",
      (text) => {
        const at = order.map((words) => text.indexOf(words));
        return at[0] < at[1] && at[1] < at[2] && isReordered(text, sample);
      },
      "the piece before another one",
    );
    await until(() => files().length === 0, "an empty tray");
    await undo();
    await until(
      () =>
        files().length === 1 &&
        content(`tray/${files()[0]}`).includes("Look at table salt"),
      "the piece in the tray again",
    );
    await says(
      "cut.md",
      (text) => text.length < sample.length - 1000,
      "the text without it",
    );
    await code.picture("board-tray-again");
    await undo();
    await says("cut.md", (text) => text === sample, "the whole text again");
    await until(() => files().length === 0, "an empty tray at the end");
    await rest(
      () => board.locator(".card h2").allInnerTexts(),
      "the board at rest again",
    );
    await code.picture("board-tray-undone-twice");
    check(
      (await code.notifications()).length === 0,
      `after all was undone: ${await code.notifications()}`,
    );
  });

  test("a key undoes once, even right after the focus has moved to the board", async ({
    page,
    code,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("once.md");
    const board = await showBoard();
    const list = board.locator(".board");
    for (let i = 0; i < 3; i++) {
      await list.press("-");
    }
    const text = async () => {
      let now;
      await says("once.md", (text) => (now = text), "a text");
      return now;
    };
    const moveOne = async (from) => {
      await list.press("Home");
      await list.press("ArrowRight");
      await list.press("Alt+ArrowRight");
      await until(async () => (await text()) !== from, "a card moved");
      return text();
    };
    const once = await moveOne(sample);
    const twice = await moveOne(once);
    await list.press("Enter"); // opens the text, and the board beside it
    await code.waitForTab("once.md");
    await showBoard();
    await code.command("View: Move Editor into Next Group");
    const box = await page.locator(editor).first().boundingBox();
    const toText = () => page.mouse.click(box.x + 200, box.y + 300);
    const card = board.locator(".card").first();
    for (let i = 0; i < 5; i++) {
      await toText();
      await card.click();
      await page.keyboard.press("Control+z");
      await sleep(1_000); // time for a second undo
      await says("once.md", (text) => text === once, "the text before the last move");
      await card.click();
      await toText();
      await page.keyboard.press("Control+y");
      await sleep(1_000);
      await says("once.md", (text) => text === twice, "the text after it");
    }
  });

  test("the outline is edited in place, reordered by a key, and sorted without changing the text", async ({
    page,
    code,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("rows.md");
    const board = await showBoard();
    const list = board.locator(".board");
    await board.getByRole("button", { name: "Outline" }).click();
    await list.press("Home");
    await list.press("ArrowDown");
    const field = board.locator(".edit");
    const fill = async (key, words, written) => {
      await list.press(key);
      await field.fill(words);
      await field.press("Enter");
      await says("rows.md", (text) => text.includes(written), written);
    };
    // With Tab from cell to cell, without pauses.
    await list.press("s");
    await page.keyboard.type("What the grains are");
    await page.keyboard.press("Tab");
    await page.keyboard.type("orange to check", { delay: 100 });
    await page.keyboard.press("Enter");
    const both = ["synopsis What the grains are", "label orange to check"];
    await says("rows.md", (text) => both.every((one) => text.includes(`<!-- segls: ${one} -->`)), `${both}`);
    await fill("g", "1,500", "## A small cube\n\n<!-- segls: target 1500 -->");
    await fill("Shift+F2", "A small grain", "## A small grain");
    await until(
      async () => /83%/.test(await board.locator(".lane.row", { hasText: "A small grain" }).innerText()),
      "how much of the target there is",
    );
    await code.picture("outline-filled");
    const titles = async () => (await board.locator(".card.row").allInnerTexts()).join();
    const before = await rest(titles, "an outline at rest");
    await list.press("Alt+ArrowDown");
    await until(async () => (await titles()) !== before, "a row moved");
    await list.press("Control+z");
    await until(async () => (await titles()) === before, "the row in its former place");
    await until(() => board.evaluate(() => document.hasFocus()), "the keyboard on the board");
    await code.saveAll();
    for (let i = 0; i < 4; i++) {
      await code.waitForSaved();
      await list.press("Control+z");
      await until(async () => (await code.unsaved()) > 0, "unsaved changes after the undo");
      await until(() => board.evaluate(() => document.hasFocus()), "the keyboard on the board");
      await code.saveAll();
    }
    await says("rows.md", (text) => text === sample, "the text as it was");
    await board.locator(".lane.row").last().click();
    await list.press("Delete");
    await until(
      async () => (await board.locator(".notice").innerText()).includes("Only fragments"),
      "why no section is cut",
    );
    await board.getByRole("columnheader", { name: "Words" }).getByRole("button").click();
    await list.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await until(
      async () => (await board.locator(".notice").innerText()).includes("To move anything"),
      "why nothing moves",
    );
    await code.picture("outline-sorted");
    await says("rows.md", (text) => text === sample, "the text as it is");
  });
}

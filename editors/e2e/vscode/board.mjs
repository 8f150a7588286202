// What one does on the board beyond moving one card: notes, several cards, orders that are tried.

import { existsSync, readdirSync } from "node:fs";
import { sleep } from "./code-server.mjs";
import { isReordered } from "./session.mjs";
import { check, editor, rest, soon, until } from "./workbench.mjs";

export function board(test) {
  test("a card has a synopsis and a label, which stand in the text", async ({
    page,
    code,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("noted.md");
    const board = await showBoard();
    const list = board.locator(".board");
    const input = page.locator(".quick-input-widget:visible .quick-input-box input").first();
    await list.press("Home");
    await list.press("ArrowRight");
    const key = await board.locator(".card.current").getAttribute("data-key");
    const current = board.locator(`[data-key="${key}"]`);
    /** Answers what is asked after a key on the board. */
    const ask = async (pressed, ...answers) => {
      await until(async () => {
        await list.press(pressed);
        return soon(() => input.isVisible(), 5_000);
      }, `what ${pressed} asks for`);
      for (const said of answers) {
        await until(() => input.isVisible(), "a question");
        await input.fill(said);
        await page.keyboard.press("Enter");
        await sleep(500); // another question may follow in the same place
      }
    };
    await ask("s", "Why the body needs so much of it.");
    await until(
      async () =>
        (await current.locator(".synopsis").allInnerTexts())[0] ===
        "Why the body needs so much of it.",
      "the synopsis on the card",
    );
    await ask("l", "Orange", "to be checked");
    await until(
      async () => (await current.locator(".label").count()) === 1,
      "the label on the card",
    );
    check(
      await current.evaluate((card) => card.classList.contains("orange")),
      "no colour",
    );
    await code.picture("board-notes");
    await says(
      "noted.md",
      (text) =>
        text.includes(
          "<!-- segls: synopsis Why the body needs so much of it. -->",
        ) && text.includes("<!-- segls: label orange to be checked -->"),
      "the notes in the text",
    );
    await ask("s", "");
    await ask("l", "Remove");
    await says("noted.md", (text) => text === sample, "a text without notes");
  });

  test("several cards move at once, and one undo takes them back", async ({
    code,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("several.md");
    const board = await showBoard();
    const list = board.locator(".board");
    const keys = () =>
      board.locator(".card").evaluateAll((cards) =>
        cards.map((card) => card.dataset.key),
      );
    for (let i = 0; i < 3; i++) {
      await list.press("-");
    }
    const before = await rest(keys, "a board at rest");
    await list.press("Home");
    await list.press("ArrowRight");
    await list.press("Shift+ArrowRight");
    await until(
      async () =>
        (await board.locator('.card[aria-selected="true"]').count()) === 2,
      "two cards selected",
    );
    check(
      /2 selected/.test(await board.locator(".count").innerText()),
      "no count of them",
    );
    await list.press("Alt+ArrowRight");
    await until(
      async () => (await keys()).slice(0, 4).join() !== before.slice(0, 4).join(),
      "cards moved by a key",
    );
    await code.picture("board-several");
    const after = await rest(keys, "a board at rest");
    check(
      after.indexOf(before[2]) === after.indexOf(before[1]) + 1 &&
        after.indexOf(before[1]) > 1,
      `${before.slice(0, 5).join(" | ")} became ${after.slice(0, 5).join(" | ")}`,
    );
    await says(
      "several.md",
      (text) => isReordered(text, sample),
      "another order of the text",
    );
    await list.press("Control+z");
    await says("several.md", (text) => text === sample, "the text as it was");
  });

  test("a finger on a card scrolls the board, and moves nothing", async ({
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

  test("a card goes into the tray, and comes back, and undo loses nothing", async ({
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
    const undo = () => list.press("Control+z");
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
    const [from, to] = await rest(
      () =>
        Promise.all([
          inTray.boundingBox(),
          board.locator("#card-0").boundingBox(),
        ]),
      "cards at rest",
    );
    await page.mouse.move(from.x + from.width / 2, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y - 30, { steps: 4 });
    await page.mouse.move(to.x + 10, to.y + 30, { steps: 8 });
    await code.picture("board-from-the-tray");
    await page.mouse.up();
    await says(
      "cut.md",
      (text) =>
        text.indexOf("Look at table salt") <
          text.indexOf("There is a rock that people eat") &&
        isReordered(text, sample),
      "the piece before the first one",
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
    await until(() => files().length === 0, "an empty tray after all");
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

  test("a key undoes once, right after the keyboard has come to the board", async ({
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
    const box = await page.locator(editor).first().boundingBox();
    const toText = () => page.mouse.click(box.x + 200, box.y + 300);
    const card = board.locator(".card").first();
    for (let i = 0; i < 5; i++) {
      await toText();
      await card.click();
      await page.keyboard.press("Control+z");
      await sleep(1_000); // in which a second undo would come
      await says("once.md", (text) => text === once, "the text before the last move");
      await card.click();
      await toText();
      await page.keyboard.press("Control+y");
      await sleep(1_000);
      await says("once.md", (text) => text === twice, "the text after it");
    }
  });

  test("an order is tried, read, kept, and made in one step", async ({
    page,
    code,
    content,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    await openWithLenses("tried.md");
    const board = await showBoard();
    const list = board.locator(".board");
    const button = (name) => board.getByRole("button", { name, exact: true });
    const bar = board.locator(".trial");
    const input = page.locator(".quick-input-widget:visible .quick-input-box input").first();
    for (let i = 0; i < 2; i++) {
      await list.press("-");
    }
    await button("Try an Order").click();
    await until(() => bar.isVisible(), "the bar");
    await list.press("Home");
    await list.press("Alt+ArrowRight");
    await list.press("Home");
    await list.press("End");
    await list.press("Alt+Shift+ArrowUp");
    await until(
      async () => (await board.locator(".card .was").count()) >= 1,
      "cards marked as moved",
    );
    await code.picture("board-trying");
    check(content("tried.md") === sample, "the text has changed already");

    await button("Keep…").click();
    await until(() => input.isVisible(), "a question for its name");
    await input.fill("From the end");
    await page.keyboard.press("Enter");
    await button("Read It").click();
    await until(
      () =>
        page
          .locator('.tab.active[data-resource-name*="in this order"]')
          .isVisible(),
      "the text in that order",
    );
    await code.picture("board-reading");
    await button("Discard").click();
    await until(async () => !(await bar.isVisible()), "no bar");
    check(content("tried.md") === sample, "the text has changed");

    await until(async () => {
      await button("Kept Orders…").click();
      return soon(() => input.isVisible(), 5_000);
    }, "the orders");
    await page.keyboard.press("Enter");
    await until(
      async () => /“From the end”/.test(await bar.innerText()),
      "the order that was kept",
    );
    await code.picture("board-kept");
    await button("Apply").click();
    await until(async () => !(await bar.isVisible()), "the order applied");
    await code.picture("board-applied");
    await page.locator('.tab[data-resource-name="tried.md"]').click();
    await says(
      "tried.md",
      (text) => isReordered(text, sample),
      "another order of the text",
    );
    await code.focus();
    await page.keyboard.press("Control+z");
    await says("tried.md", (text) => text === sample, "the text as it was");
  });
}

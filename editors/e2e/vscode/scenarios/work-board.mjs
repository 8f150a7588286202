// The board of a work: moving cards between files, and one tray for all files.

import { existsSync, readdirSync } from "node:fs";
import { examine } from "./access.mjs";
import { check, plain, rest, until } from "../workbench.mjs";
import { book, drag, openBook } from "./work.mjs";

/** The book with its inn in another folder. */
const far = {
  ...book,
  "src/SUMMARY.md": book["src/SUMMARY.md"].replace("(inn.md)", "(far/inn.md)"),
  "src/far/inn.md": book["src/inn.md"],
};
delete far["src/inn.md"];

export default function workBoard(test) {
  test("a card moved to another file on the board is selected there, and one key undoes the move", async (session) => {
    const { content, code } = session;
    const { board, list, card, current, undo, isBack } = await openBoard(session);
    const axle = card("axle comes down");
    const wind = card("wind comes down");
    const box = await rest(() => wind.boundingBox(), "the card at rest");
    await drag(
      session,
      axle,
      { thing: wind, x: box.width - 8, y: 30 },
      "work-card-dragged",
      () => content("src/pans.md").includes("axle"),
    );
    await isCurrent(board, current, "axle comes down");
    await code.picture("work-card-selected");
    await undo(["src/pans.md", "src/road.md"]);
    await isBack();

    // By keys: the first card of a file moves up, into the previous file.
    await card("dust comes down").click();
    await list.press("Alt+ArrowLeft");
    await until(
      () => content("src/pans.md").includes("dust"),
      () => content("src/pans.md"),
    );
    await isCurrent(board, current, "dust comes down");
    await undo(["src/pans.md", "src/road.md"]);
    await isBack();

    // A section, by keys.
    await card("axle comes down").click();
    await list.press("Alt+Shift+ArrowUp");
    await until(
      () => content("src/pans.md").includes("## Carts"),
      () => content("src/pans.md"),
    );
    await isCurrent(board, current, "axle comes down");
    await code.picture("work-section-selected");
    await undo(["src/pans.md", "src/road.md"]);
  });

  test("an order of several files is tried, read, and applied in one step", async (session) => {
    const { content, code, page } = session;
    const { board, list, card, current, undo } = await openBoard(session);
    const button = (name) => board.getByRole("button", { name, exact: true });
    const bar = board.locator(".trial");
    const names = ["src/pans.md", "src/road.md", "src/foreword.md"];
    await button("Try an Order").click();
    await until(() => bar.isVisible(), "the bar");
    // A card of the next file moves up into this one, then a section does, and then a card of that section moves.
    await card("dust comes down").click();
    await list.press("Alt+ArrowLeft");
    await until(
      async () => (await board.locator(".card .was").count()) >= 1,
      "a card marked as moved",
    );
    const target = board.locator(".lane", { hasText: "Sluices" });
    const carts = board.locator(".lane", { hasText: "Carts" });
    await drag(
      session,
      carts,
      { thing: target, x: 60, y: 2 },
      "work-trying",
      async () => (await board.locator(".card .was").count()) >= 2,
    );
    await card("axle comes down").click();
    await list.press("Alt+ArrowLeft");
    await code.picture("work-tried");
    await isAsBefore(session, names);
    await button("Read It").click();
    await until(
      () =>
        page
          .locator('.tab.active[data-resource-name*="in this order"]')
          .isVisible(),
      "the work in that order",
    );
    await code.picture("work-reading");
    await page.locator('.tab[aria-label^="Board"]').click();
    const order = await rest(
      () => board.locator(".card h2").allInnerTexts(),
      "a board at rest",
    );
    await list.press("Delete");
    const notice = board.locator(".notice");
    await until(async () => /discard it first/.test(await notice.innerText()), "why nothing is cut");
    await button("Discard").click();
    await until(async () => !(await bar.isVisible()), "no bar");
    await until(async () => (await notice.innerText()) === "", "no message");
    await isAsBefore(session, names);
    check(
      (await board.locator(".card .was").count()) === 0,
      "cards are still marked",
    );
    check(order.length > 0, "no cards");

    await button("Try an Order").click();
    await card("dust comes down").click();
    await list.press("Alt+ArrowLeft");
    await drag(
      session,
      carts,
      { thing: target, x: 60, y: 2 },
      "work-trying-again",
      async () => (await board.locator(".card .was").count()) >= 2,
    );
    await button("Apply").click();
    await until(async () => !(await bar.isVisible()), "the order applied");
    await until(
      () =>
        /## Carts[^]*axle[^]*## Sluices/.test(content("src/pans.md")) &&
        content("src/pans.md").includes("dust") &&
        !/Carts|dust/.test(content("src/road.md")) &&
        content("src/pans.md").includes("[carts](#carts)"),
      () => content("src/pans.md") + content("src/road.md"),
    );
    await isCurrent(board, current, "dust comes down");
    await code.picture("work-applied");
    await undo(names);
    await code.picture("work-order-undone");
  });

  test("an order is compared with the present one, and survives its tab", async (session) => {
    const { code, page, pageWith } = session;
    const { board, list, card } = await openBoard(session);
    const names = ["src/pans.md", "src/road.md"];
    await board.getByRole("button", { name: "Try an Order" }).click();
    await card("dust comes down").click();
    await list.press("Alt+ArrowLeft");
    await card("axle comes down").click();
    await list.press("Alt+Shift+ArrowDown");
    await until(
      async () => (await board.locator(".card .was").count()) >= 2,
      "cards marked as moved",
    );
    await board.getByRole("button", { name: "What Would Change" }).click();
    let both;
    await until(
      async () => (both = await pageWith(".columns .card")),
      "both orders",
    );
    await until(
      async () => (await both.locator("svg path.moved").count()) === 2,
      "a band for each that would move",
    );
    const said = plain(await both.locator("#main").innerText());
    check(
      /What Would Change/.test(said) &&
        /As it is[^]*src\/pans\.md[^]*src\/road\.md[^]*In this order/.test(said) &&
        !/inn\.md|Put back/.test(said),
      said,
    );
    await code.picture("work-would-change");
    await examine(both, "the page of what would change");
    await both
      .getByRole("button", { name: /^moved here from “The road”/ })
      .first()
      .click();
    await code.waitForTab("road.md");
    await isAsBefore(session, names);

    // The text covers the board, and the order is still there when the board is shown again.
    await page.locator('.tab[aria-label^="Board"]').click();
    let again;
    await until(
      async () => (again = await pageWith(".board .card .was")),
      "the order that is tried, again",
    );
    await code.picture("work-still-tried");
    await again.getByRole("button", { name: "Discard" }).click();
    await until(
      async () => (await again.locator(".card .was").count()) === 0,
      "the order as it is",
    );
    await isAsBefore(session, names);
  });

  test("the board of a work has a tray, whose cards go into any file", async (session) => {
    const { content, code, path } = session;
    const { board, list, card, lane, current, undo } = await openBoard(session, far);
    const files = () =>
      existsSync(path("src/tray")) ? readdirSync(path("src/tray")) : [];
    const inTray = board.locator('.card[data-key*="/tray/"]');
    const isCut = async () => {
      await card("axle comes down").click();
      await list.press("Delete");
      await until(() => files().length === 1, "a file in the tray");
      await onDisk(
        session,
        () =>
          content(`src/tray/${files()[0]}`).includes("axle") &&
          !content("src/road.md").includes("axle"),
        () => content(`src/tray/${files()[0]}`) + content("src/road.md"),
      );
      await list.press("End");
      await until(
        async () => (await inTray.count()) === 1,
        "a card in the tray",
      );
      await list.press("End"); // the tray may have been updated after the first End
    };
    await isCut();
    await code.picture("work-tray");
    check(
      (await lane("tray/").count()) === 0,
      "the lane of the tray is also shown as a file outside the work",
    );
    check(
      content("src/SUMMARY.md") === far["src/SUMMARY.md"],
      content("src/SUMMARY.md"),
    );
    await undo(["src/road.md"]);
    await until(() => files().length === 0, "an empty tray");
    await until(
      async () => (await inTray.count()) === 0 && (await card("axle comes down").count()) === 1,
      "the card where it was, and none in the tray",
    );

    await isCut();
    const bread = card("bread comes down");
    await bread.waitFor();
    await drag(
      session,
      inTray,
      { thing: bread, x: 8, y: 30 },
      "work-from-the-tray",
      async () => (await inTray.count()) === 0,
    );
    await onDisk(
      session,
      () =>
        /axle[^]*bread/.test(content("src/far/inn.md")) &&
        content("src/far/inn.md").includes("[wind](../pans.md#wind)"),
      () => content("src/far/inn.md"),
    );
    await until(() => files().length === 0, "an empty tray");
    await isCurrent(board, current, "axle comes down");
    await code.picture("work-out-of-the-tray");
    await undo(["src/far/inn.md"]);
    await until(
      () =>
        files().length === 1 &&
        content(`src/tray/${files()[0]}`).includes("axle"),
      "the piece in the tray again",
    );
    await undo(["src/road.md"]);
    await until(() => files().length === 0, "an empty tray again");
    await code.picture("work-tray-undone");
    check(
      (await code.notifications()).length === 0,
      `after all was undone: ${await code.notifications()}`,
    );
  });

  test("the outline of a work is edited in place, and rows are dragged between files", async (session) => {
    const { content, code } = session;
    const { board, list, card, undo } = await openBoard(session);
    await board.getByRole("button", { name: "Outline", exact: true }).click();
    await card("Wind").first().waitFor();
    await rest(() => board.locator(".row").allInnerTexts(), "an outline at rest");
    await code.picture("work-outline");
    const row = (words) => board.locator(".card.row", { hasText: words });
    const wind = row("wind").first();
    await wind.click();
    await list.press("t");
    await board.locator(".edit").fill("first draft");
    await board.locator(".edit").press("Enter");
    await onDisk(
      session,
      () => content("src/pans.md").includes("<!-- segls: status first draft -->"),
      () => content("src/pans.md"),
    );
    await until(async () => /first draft/.test(await wind.innerText()), "the status in its row");
    await code.picture("work-outline-status");
    await undo(["src/pans.md"]);
    await until(async () => !/first draft/.test(await wind.innerText()), "the row without the status");

    await drag(
      session,
      row("axle").first(),
      { thing: wind, x: 60, y: 2 },
      "work-outline-dragged",
      () => content("src/pans.md").includes("axle"),
    );
    await code.picture("work-outline-moved");
    await undo(["src/pans.md", "src/road.md"]);
  });
}

/** Opens the board of the whole book with small cards, so that several files are visible. */
export async function openBoard(session, files = book) {
  await openBook(session, files);
  const board = await session.showBoard();
  const list = board.locator(".board");
  await board.getByRole("button", { name: "The Whole Work" }).click();
  for (let i = 0; i < 3; i++) {
    await list.press("-");
  }
  const card = (words) => board.locator(".card", { hasText: words });
  const lane = (words) => board.locator(".lane", { hasText: words });
  await until(
    async () =>
      (await lane("being read").count()) === 0 &&
      (await card("wind comes down").isVisible()) &&
      (await card("axle comes down").isVisible()),
    "the cards of both files",
  );
  // Two files with all their cards are visible.
  const scroll = () => list.evaluate((it) => (it.scrollTop = 300));
  await scroll();
  const titles = async () => (await board.locator(".card h2").allInnerTexts()).join();
  const before = await rest(titles, "a board at rest");
  const current = board.locator(".card.current");
  /** Undoes a change by a key on the board, and waits until files on disk are as before. */
  const undo = async (names) => {
    await session.code.waitForSaved(); // see undoAll
    await list.press("Control+z");
    await until(async () => (await session.code.unsaved()) > 0, "unsaved changes after the undo");
    await until(() => board.evaluate(() => document.hasFocus()), "the keyboard on the board");
    await isAsBefore(session, names, files);
  };
  /** Waits until the board shows the original work: until then, it refuses moves. */
  const isBack = async () => {
    await scroll();
    await until(async () => (await titles()) === before, "the original board");
  };
  return { board, list, card, lane, current, undo, isBack };
}

/** Waits until a card has the focus and is visible. */
async function isCurrent(board, current, words) {
  const seen = () =>
    board.evaluate(() => ({
      focus: document.activeElement?.className,
      current: document.querySelector(".card.current")?.textContent ?? "",
    }));
  await until(
    async () => (await current.allTextContents()).join().includes(words),
    () => `the card “${words}” selected`,
  );
  const now = await rest(seen, "a board at rest");
  check(now.current.includes(words), `the current card is ${now.current}`);
  check(now.focus === "board", `the focus is in ${now.focus}`);
  let card, list;
  await until(
    async () => {
      [card, list] = await Promise.all([
        current.boundingBox(),
        board.locator(".board").boundingBox(),
      ]);
      return card !== null && list !== null; // missing during a redraw
    },
    () => "the card has no place",
  );
  check(
    card.y >= list.y - 1 && card.y + card.height <= list.y + list.height + 1,
    "it is not on the screen",
  );
}

/** Waits until the files on disk are right, saving unsaved ones. */
function onDisk({ code }, isRight, what) {
  return until(async () => {
    if ((await code.unsaved()) > 0) {
      await code.saveAll();
    }
    return isRight();
  }, what);
}

/** Waits until files on disk are as before. */
async function isAsBefore(session, names, files = book) {
  const { content, page } = session;
  const isSame = (name) => content(name) === files[name];
  await onDisk(
    session,
    () => names.every(isSame),
    () => `files as before, not: ${names.filter((name) => !isSame(name)).map(content)}`,
  );
  check(
    (await page.locator(".monaco-dialog-box:visible").count()) === 0,
    "undo asks something",
  );
}

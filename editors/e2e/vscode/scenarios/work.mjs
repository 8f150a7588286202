// A work: the outline shows all its files, and text moves from file to file.

import { sleep } from "../code-server.mjs";
import { act, check, rest, until } from "../workbench.mjs";

export const prose = (thing) =>
  [
    `The ${thing} comes down from the hills in the first week of autumn, and everybody in the valley hears of it.`,
    `Whoever wants a part of the ${thing} rises before the sun does, and walks to the gate with a basket and a lamp.`,
    `By noon the ${thing} is shared out, and the keeper writes the names of all who came into the long book.`,
  ].join(" ");

export const book = {
  "book.toml": '[book]\ntitle = "The Salt Road"\n',
  "src/SUMMARY.md": `# Summary

[Foreword](foreword.md)

# The way

- [The pans](pans.md)
- [The road](road.md)
  - [The inn](inn.md)
`,
  "src/foreword.md": `# Foreword\n\n${prose("salt")}\n`,
  "src/pans.md": `# The pans\n\n${prose("brine")}\n\n## Sluices\n\n${prose("water")} See [carts](road.md#carts).\n\n## Wind\n\n${prose("wind")}\n`,
  "src/road.md": `# The road\n\n${prose("dust")}\n\n## Carts\n\n${prose("axle")} Go on to [wind](pans.md#wind).\n\n## Mules\n\n${prose("mule")}\n`,
  "src/inn.md": `# The inn\n\n${prose("bread")}\n`,
  "src/cut.md": `# Cut for now\n\n${prose("rope")}\n`,
};

export default function work(test) {
  test("a work is shown with all its files, and their contents are read", async (session) => {
    const { code } = session;
    const { rows, labels, row, unfold } = await openBook(session);
    let shown;
    await until(
      async () => {
        shown = (await labels()).join("\n");
        return (
          shown.replaceAll(/, [\d,/ ]+ words?/g, "") ===
          [
            "file Foreword",
            "part The way",
            "file The pans",
            "file The road",
            "section Carts",
            "section Mules",
            "file The inn",
            "part Not in the order",
          ].join("\n")
        );
      },
      () => `the whole work, not\n${shown}`,
    );
    await code.picture("work-tree");
    await unfold("file The pans", "section Wind");
    await unfold("part Not in the order", "file cut.md");
    await code.within(960, 480, () => code.picture("work-unfolded"));
    await row("section Wind").click();
    await code.waitForTab("pans.md");
    await until(
      async () => (await code.caret()).startsWith("Ln 9,"),
      "the caret at the heading",
    );
    await until(
      async () =>
        (await rows.and(code.page.locator(".selected")).allInnerTexts())
          .join()
          .includes("Wind"),
      "the tree at the caret",
    );
    await row("file The inn").click();
    await code.waitForTab("inn.md");
  });

  test("a section becomes a file, and files exchange places", async (session) => {
    const { code, content } = session;
    const { row, labels } = await openBook(session);
    const choose = chooser(session, row);
    await choose("section Carts", "Make It a File of Its Own", () =>
      content("src/carts.md").includes("axle"),
    );
    await until(
      () =>
        !content("src/road.md").includes("axle") &&
        content("src/SUMMARY.md").includes("(carts.md)") &&
        content("src/pans.md").includes("(carts.md"),
      () => content("src/pans.md") + content("src/SUMMARY.md"),
    );
    await until(() => row("file Carts").isVisible(), "the file in the tree");
    await code.picture("work-new-file");
    await undoAll(session, ["src/road.md", "src/pans.md", "src/SUMMARY.md"]);
    check(content("src/carts.md") === "", "the file is still there");

    await choose("file The pans", "Move Down", async () =>
      /road\.md[^]*pans\.md/.test(content("src/SUMMARY.md")),
    );
    await until(
      async () => (await labels()).join().search(/The road.*The pans/) > 0,
      "the files in their new order",
    );
    await code.picture("work-reordered");
  });

  test("the board shows the whole work, and cards, sections and files move on it", async (session) => {
    const { code, content, showBoard } = session;
    await openBook(session);
    const board = await showBoard();
    const list = board.locator(".board");
    const undo = () => list.press("Control+z");
    const card = (words) => board.locator(".card", { hasText: words });
    const lane = (words) => board.locator(".lane", { hasText: words });
    await board.getByRole("button", { name: "The Whole Work" }).click();
    await until(
      async () =>
        (await lane("being read").count()) === 0 &&
        (await card("brine comes down").isVisible()),
      "the cards of another file",
    );
    await code.picture("work-board");
    await list.press("-"); // small cards, so that both files are visible
    await list.press("-");
    const scrollTo = (top) =>
      list.evaluate((it, to) => (it.scrollTop = to), top);
    await scrollTo(300);
    await card("axle comes down").waitFor();
    await card("wind comes down").waitFor();
    const lanes = async () =>
      (await board.locator(".lane").allInnerTexts()).sort().join();
    const before = await rest(lanes, "the lanes");
    const restored = () =>
      until(async () => {
        await scrollTo(300);
        return (await lanes()) === before;
      }, "the board as before the move");

    let wind; // missing while the board is redrawn after scrolling
    await until(async () => {
      wind = await card("wind comes down").boundingBox();
      return wind !== null;
    }, "the card at rest");
    await drag(
      session,
      card("axle comes down"),
      { thing: card("wind comes down"), x: wind.width - 8, y: 30 },
      "work-board-dragging",
      () => content("src/pans.md").includes("axle"),
      { x: 352, y: 30, width: 928, height: 930 }, // the board
    );
    await until(
      () =>
        /wind[^]*axle/.test(content("src/pans.md")) &&
        !content("src/road.md").includes("axle"),
      () => content("src/pans.md") + content("src/road.md"),
    );
    await until(
      async () => (await card("axle comes down").count()) === 1,
      "the card, once",
    );
    await until(
      async () =>
        (await board.locator(".card.current").allTextContents())
          .join()
          .includes("axle comes down"),
      "the selection on the card that was dropped",
    );
    await code.picture("work-board-dropped");
    await undoAll(session, undefined, undo, board);
    await restored(); // the files are, before the board is drawn again

    await drag(
      session,
      lane("Mules"),
      { thing: lane("Wind"), x: 60, y: 2 }, // away from the edge, where the board scrolls
      "work-board-section",
      () => content("src/pans.md").includes("Mules"),
    );
    await until(
      () => /## Mules[^]*## Wind/.test(content("src/pans.md")),
      () => content("src/pans.md"),
    );
    await undoAll(session, undefined, undo, board);
    await restored();

    await scrollTo(0);
    await drag(
      session,
      lane("Foreword"),
      { thing: lane("The road").first(), x: 60, y: 4 },
      "work-board-file",
      () => /pans[^]*foreword/.test(content("src/SUMMARY.md")),
    );
    await until(
      async () =>
        (await board.locator(".lane.file").allInnerTexts())
          .join()
          .search(/The pans.*Foreword.*The road/s) >= 0,
      "the files in their new order",
    );
    await code.picture("work-board-reordered");

    await scrollTo(600);
    await card("mule comes down").click();
    await list.press("Alt+Shift+PageUp");
    await until(
      () => /road[^]*foreword/.test(content("src/SUMMARY.md")),
      () => content("src/SUMMARY.md"),
    );
    await board.locator("#filter").fill("mule comes");
    await until(
      async () => (await board.locator(".card").count()) === 1,
      "what the filter finds in all files",
    );
    await code.picture("work-board-filtered");
    await board.locator("#filter").fill("");
    await board.getByRole("button", { name: "This File" }).click();
    await until(
      async () => (await board.locator(".lane.file").count()) === 0,
      "the board of the file",
    );
  });

  test("the curve shows the whole work, and leads into its files", async (session) => {
    const { code, page, showCurve } = session;
    await openBook(session);
    const curve = await showCurve();
    await curve.getByRole("button", { name: "The Whole Work" }).click();
    const summary = curve.locator(".summary");
    await until(
      async () => (await summary.innerText()).includes("of 4 files"),
      "the curve of the work",
    );
    const beside = { x: 352, y: 30, width: 928, height: 420 };
    await code.picture("work-curve", beside);
    await curve.locator(".plot").focus();
    await page.keyboard.press("End");
    await until(
      async () =>
        (await curve.locator(".explanation h2").innerText()).includes(
          "The inn",
        ),
      "the last gap",
    );
    await page.keyboard.press("Enter");
    await code.waitForTab("inn.md");
    await until(
      async () => (await summary.innerText()).includes("of 4 files"),
      "the curve of the work beside another file",
    );
    await code.picture("work-curve-elsewhere");
    await curve.getByRole("button", { name: "This File" }).click();
    await until(
      async () => !(await summary.innerText()).includes("files"),
      "the curve of the file",
    );
  });
}

/** Drags an element of a page to a place in another, and waits for the result. */
export function drag({ page, code }, from, to, picture, seen, clip) {
  return act(async () => {
    const [a, b] = await rest(
      () => Promise.all([from.boundingBox(), to.thing.boundingBox()]),
      "things at rest",
    );
    await page.mouse.move(a.x + 40, a.y + a.height - 10);
    await page.mouse.down();
    await page.mouse.move(a.x + 50, a.y + a.height - 16, { steps: 4 });
    await page.mouse.move(b.x + to.x, b.y + to.y, { steps: 8 });
    await code.picture(picture, clip);
    await page.mouse.up();
  }, seen, picture);
}

/** Chooses from the menu of a row of the outline, and waits for the result. */
function chooser({ page, code }, row) {
  const menu = page.locator(".context-view .monaco-menu");
  return (label, item, seen) =>
    act(async () => {
      if (await menu.isVisible()) {
        await page.keyboard.press("Escape"); // a menu that has ignored a click covers the rows
        await menu.waitFor({ state: "hidden" });
      }
      await act(
        () => row(label).click({ button: "right" }),
        () => menu.isVisible(),
        `the menu of ${label}`,
        5_000,
      );
      await sleep(300); // a menu ignores clicks in its first tenth of a second
      await code.picture("work-menu");
      // If the view reloads its rows, the menu closes; then it is opened again.
      await menu.getByText(item, { exact: true }).click({ timeout: 5_000 }).catch(() => {});
    }, seen, item);
}

/** Waits until the section on carts is in the other file on disk, with correct links to and from it. */
export async function hasMovedTo({ content }, order) {
  await until(
    () =>
      order.test(content("src/pans.md")) &&
      !/Carts/.test(content("src/road.md")) &&
      content("src/pans.md").includes("[carts](#carts)") &&
      content("src/pans.md").includes("[wind](#wind)"),
    () => `both files on disk, where they say:
${content("src/road.md")}
${content("src/pans.md")}`,
  );
}

/**
 * Undoes a change by one key, and waits until files on disk are as before. It first waits until all files are
 * saved: if a text is undone during a save, VS Code marks it as saved.
 */
export async function undoAll(
  { code, content, page },
  names = ["src/road.md", "src/pans.md"],
  press = () => code.focus().then(() => page.keyboard.press("Control+z")),
  board,
) {
  await code.waitForSaved();
  await press();
  await until(async () => (await code.unsaved()) > 0, "unsaved changes after the undo");
  if (board) {
    // The board takes the focus, which would close the palette.
    await until(() => board.evaluate(() => document.hasFocus()), "the keyboard on the board");
  }
  await code.saveAll();
  await until(
    () => names.every((name) => content(name) === book[name]),
    () => `files as they were, where they say:
${names.map(content).join("\n")}`,
  );
  await code.picture("work-undone");
}

let books = 0;

/** Opens a chapter of the book with the outline of the work. */
export async function openBook(session, files = book, first = "src/road.md") {
  const { code, page, show, write } = session;
  for (const [name, text] of Object.entries(files)) {
    write(name, text);
  }
  // The window shows the rows of an earlier scenario's book until it has this one's. They differ in one length.
  books++;
  const foreword = `# Foreword\n\n${prose("salt")}${" Et cetera.".repeat(books)}\n`;
  write("src/foreword.md", (files["src/foreword.md"] = foreword));
  const words = foreword.match(/\w+/g).length - 1; // without the heading
  await show(first);
  const rows = await code.showBook();
  const row = (label) =>
    rows.and(page.locator(`[aria-label^="${label}"]`)).first();
  await until(() => row(`file Foreword, ${words} words`).isVisible(), "this book");
  await until(() => row("section Carts").isVisible(), "its sections");
  const labels = () =>
    rest(
      () =>
        rows.evaluateAll((all) =>
          all
            .sort((a, b) => a.dataset.index - b.dataset.index)
            .map((one) => one.ariaLabel),
        ),
      "a tree at rest",
    );
  const unfold = (label, seen) =>
    act(
      () => row(label).locator(".monaco-tl-twistie").click(),
      () => row(seen).isVisible(),
      `${seen} in ${label}`,
    );
  return { rows, row, labels, unfold };
}

// Lists of passages: what is related, what is said twice, and paragraphs that fit another place better.

import { sleep } from "./code-server.mjs";
import { check, plain, soon, until } from "./workbench.mjs";

const pans =
  "The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until crusts of salt stand on the clay.";
const draft = `# Draft\n\nCamels cross the desert.\n\n${pans.replace("shallow", "wide")}\n`;
const salt = `# Salt\n\n## Pans\n\n${pans}\n\n## Camels\n\nCamels took the slabs through the desert to the market.\n`;

export function passages(test) {
  test("related passages are listed and opened beside the text", async (session) => {
    const { code, page } = session;
    session.write("salt.md", salt);
    await session.open("draft.md", draft);
    await code.goToLine(3, 1);
    const rows = await show(session, "Show Related Passages", "Related");
    await until(
      async () => (await rows())[0]?.startsWith("Camels. "),
      async () => `the passage about camels: ${await rows()}`,
    );
    await code.within(960, 460, () => code.picture("related"));
    await page
      .locator('.pane:has([aria-label^="Related"]) .monaco-list-row')
      .first()
      .click();
    await until(
      () => page.locator('.tab[aria-label*="salt.md"]').first().isVisible(),
      "the passage",
    );
  });

  test("what is said twice is listed, and made alike", async (session) => {
    const { code, page, content } = session;
    session.write("salt.md", salt);
    await session.open("draft.md", draft);
    const rows = await show(session, "Show What Is Said Twice", "Said Twice");
    await until(
      async () =>
        /Also in salt\.md:5, where 1 word differs: wide → shallow/.test(
          (await rows())[0],
        ),
      async () => `what is said twice: ${await rows()}`,
    );
    const row = page
      .locator('.pane:has([aria-label^="Said Twice"]) .monaco-list-row')
      .first();
    await row.hover();
    await code.picture("said-twice");
    await row
      .locator('.action-label[aria-label^="Write as in the Other Place"]')
      .click();
    await until(
      async () => (await rows())[0]?.includes("in the same words"),
      async () => `the same words: ${await rows()} ${content("draft.md")}`,
    );
  });

  test("what is said twice is put into one file, which both places include", async (session) => {
    const { code, page, content } = session;
    const alike = salt.replace("# Salt", "# Pans again");
    await openChapters(session, { "salt.md": salt, "again.md": alike });
    const rows = await show(session, "Show What Is Said Twice", "Said Twice");
    await until(
      async () => (await rows())[0]?.includes("in the same words"),
      async () => `what is said twice: ${await rows()}`,
    );
    const row = page
      .locator('.pane:has([aria-label^="Said Twice"]) .monaco-list-row')
      .first();
    const menu = page.locator(".context-view .monaco-menu");
    const include = /\{\{#include ([\w-]+\.md)\}\}/;
    await until(async () => {
      await row.click({ button: "right" });
      if (!(await soon(() => menu.isVisible(), 5_000))) {
        return false;
      }
      await sleep(300); // a menu takes no click in its first tenth of a second
      await code.picture("said-twice-menu");
      await menu.getByText("Put Into One File", { exact: true }).click();
      return soon(() => include.test(content("src/again.md")), 15_000);
    }, "a passage put into one file");
    const [, name] = include.exec(content("src/again.md"));
    await until(
      () => content("src/salt.md").includes(`{{#include ${name}}}`),
      () => content("src/salt.md"),
    );
    check(
      content(`src/${name}`).trim().length > 40 &&
        salt.includes(content(`src/${name}`).trim()),
      `${name} says: ${content(`src/${name}`)}`,
    );
    await code.picture("said-once");
    await code.focus();
    await page.keyboard.press("Control+z");
    await until(
      async () => {
        await code.command("File: Save All Files");
        return soon(
          () =>
            content("src/salt.md") === salt &&
            content("src/again.md") === alike,
          5_000,
        );
      },
      () => content("src/salt.md") + content("src/again.md"),
    );
  });

  test("a loose paragraph is listed, and moved to where it fits better", async (session) => {
    const { code, page, saved } = session;
    const pans = `# Pans\n\n${shore} ${shore}\n`;
    const caravans = `# Caravans\n\n${desert} ${desert}\n`;
    await session.open("both.md", `${pans}\n${stray}\n\n${caravans}`);
    const rows = await show(
      session,
      "Show Loose Paragraphs",
      "Loose Paragraphs",
    );
    await until(
      async () => (await rows())[0]?.includes("fits “Caravans” better"),
      async () => `the loose paragraph: ${await rows()}`,
    );
    const row = page
      .locator('.pane:has([aria-label^="Loose Paragraphs"]) .monaco-list-row')
      .first();
    await row.hover();
    await code.picture("loose-paragraphs");
    await row.locator('.action-label[aria-label^="Move There"]').click();
    await until(
      async () =>
        (await saved("both.md")) === `${pans}\n${caravans}\n${stray}\n`,
      async () => `the paragraph where it belongs: ${await saved("both.md")}`,
    );
  });

  test("the board shows the cards with loose paragraphs, and a key moves one", async (session) => {
    const { code, page, says, showBoard } = session;
    const pans = `# Pans\n\n${shore} ${shore}\n`;
    const caravans = `# Caravans\n\n${desert} ${desert}\n`;
    await session.open("loose.md", `${pans}\n${stray}\n\n${caravans}`);
    await until(
      () => page.locator('.pane-header[aria-label^="Fragments"]').isVisible(),
      "the extension",
    );
    const board = await showBoard();
    const list = board.locator(".board");
    const all = await board.locator(".card").count();
    await board.getByRole("button", { name: "Loose Paragraphs" }).click();
    const said = board.locator(".card .loose");
    await until(
      async () =>
        /^“A driver who has lost his camels in the…” fits “Caravans” better: camels, /.test(
          (await said.allInnerTexts()).join(),
        ),
      "why on the card",
    );
    check((await board.locator(".card").count()) === 1, "other cards too");
    check(
      /1 paragraph may fit/.test(await board.locator(".notice").innerText()),
      "no word of how many",
    );
    for (let i = 0; i < 3; i++) {
      await list.press("-");
    }
    check(
      await board
        .locator(".card")
        .evaluate((card) => card.scrollHeight <= card.clientHeight),
      "a card is too small for why its paragraph is loose",
    );
    await code.picture("board-loose");
    await list.press("Home");
    await list.press("m");
    await says(
      "loose.md",
      (text) => text === `${pans}\n${caravans}\n${stray}\n`,
      "the paragraph where it belongs",
    );
    await until(
      async () =>
        (await board.locator(".card").count()) >= all &&
        /stand where it belongs/.test(
          await board.locator(".notice").innerText(),
        ),
      "all cards again",
    );
    await code.picture("board-none-loose");
  });
}

/** Opens the first of several chapters of a book. */
async function openChapters(
  { code, page, server, folder, path, write },
  chapters,
) {
  const names = Object.keys(chapters);
  const order = names.map((name) => `- [${name}](${name})`).join("\n");
  write("book.toml", '[book]\ntitle = "Salt"\n');
  write("src/SUMMARY.md", `# Summary\n\n${order}\n`);
  for (const [name, text] of Object.entries(chapters)) {
    write(`src/${name}`, text);
  }
  await code.open(server.urlOf(folder, path(`src/${names[0]}`)), names[0]);
  await until(
    () => page.locator('.pane-header[aria-label^="Fragments"]').isVisible(),
    "the extension",
  );
}

export const shore =
  "The sun dries the brine until crusts of salt stand on the clay of the pans, which men with rakes gather into heaps.";
export const desert =
  "Camels carry slabs through the desert. A caravan has four hundred camels and thirty drivers, who know each well.";
export const stray =
  "A driver who has lost his camels in the desert waits at the well for the next caravan, whose drivers take him along. The driver pays with half of what his camels bring at the market.";

/** Shows a list, and returns what reads its rows. */
async function show({ code, page }, command, view) {
  await until(
    () => page.locator('.pane-header[aria-label^="Fragments"]').isVisible(),
    "the extension",
  );
  await code.command(`segls: ${command}`);
  const rows = page.locator(
    `.pane:has([aria-label^="${view}"]) .monaco-list-row`,
  );
  return async () =>
    (
      await rows.evaluateAll((all) =>
        all.map((one) => one.getAttribute("aria-label")),
      )
    ).map((label) => plain(label ?? ""));
}

// Search results are collected and become a document.

import { act, check, plain, until } from "../workbench.mjs";

const pans =
  "Brine runs into the shallow pans in spring, and the sun dries it until crusts of salt stand on the clay.[^1]";
const caravans =
  "Caravans of camels took the slabs of salt through the desert to the market of the river town, see [the pans](pans.md#boiling).";

export default function collection(test) {
  test("search results are collected, ordered and become a document", async (session) => {
    const { code, page } = session;
    session.write("pans.md", `# Pans\n\n## Boiling\n\n${pans}\n\n[^1]: So the old books say.\n`);
    session.write("roads/caravans.md", `# Roads\n\n## Caravans\n\n${caravans.replace("pans.md", "../pans.md")}\n`);
    await session.open("draft.md", "# Draft\n\nSalt has a long way behind it.\n");
    await code.showBook();
    await code.command("segls: Find Passages…");
    await code.input.fill("salt pans caravans");
    const hits = page.locator(".quick-input-widget:visible .monaco-list-row");
    for (const title of ["Boiling", "Caravans"]) {
      const hit = hits.filter({ hasText: title }).first();
      await until(() => hit.isVisible(), `the passage ${title}`);
      await hit.hover();
      await hit.locator('.action-label[aria-label="Collect"]').click();
    }
    await code.within(1100, 600, () => code.picture("collect"));
    await page.keyboard.press("Escape");
    const rows = code.rowsOf("Collection");
    const labels = () => rows.evaluateAll((all) => all.map((one) => one.ariaLabel));
    const header = code.view("Collection").locator(".pane-header");
    await act(
      () => header.click(),
      async () => (await rows.count()) === 2,
      "the view Collection",
    );
    check(/^Boiling, \d+ words, .*pans\.md/.test(plain((await labels())[0])), (await labels()).join("\n"));
    await rows.last().click();
    await page.keyboard.press("Alt+ArrowUp");
    await until(async () => (await labels())[0].startsWith("Caravans"), "the other order");
    await code.command("segls: Set Target of the Collection…");
    await code.input.fill("3000");
    await page.keyboard.press("Enter");
    await until(
      async () => /of 3,000 words/.test(plain(await header.innerText())),
      async () => `the target: ${await header.innerText()}`,
    );
    await code.within(1100, 600, () => code.picture("collection"));
    await code.command("segls: Make a Document of the Collection…");
    await code.input.fill("salt.md");
    await page.keyboard.press("Enter");
    await code.waitForTab("salt.md");
    await until(() => session.content("salt.md") !== "", "the file");
    const made = session.content("salt.md");
    check(/## Caravans[^]*\[the pans\]\(#boiling\)[^]*## Boiling[^]*\[\^1\]: So the old books say\./.test(made), made);
    await code.within(1100, 600, () => code.picture("collected"));
  }, { fresh: true });
}

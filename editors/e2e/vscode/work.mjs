// A work of many files: the tree shows all of them, and what is moved goes from file to file.

import { sleep } from "./code-server.mjs";
import { check, rest, soon, until } from "./workbench.mjs";

const prose = (thing) =>
  [
    `The ${thing} comes down from the hills in the first week of autumn, and everybody in the valley hears of it.`,
    `Whoever wants a part of the ${thing} rises before the sun does, and walks to the gate with a basket and a lamp.`,
    `By noon the ${thing} is shared out, and the keeper writes the names of all who came into the long book.`,
  ].join(" ");

const book = {
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

export function work(test) {
  test("a work is shown with all its files, and these are looked into", async (session) => {
    const { code } = session;
    const { rows, labels, row, unfold } = await openBook(session);
    check(
      (await labels()).join("\n").replaceAll(/, [\d,/ ]+ words?/g, "") ===
        [
          "file Foreword",
          "part The way",
          "file The pans",
          "file The road",
          "section Carts",
          "section Mules",
          "file The inn",
          "part Not in the order",
        ].join("\n"),
      (await labels()).join("\n"),
    );
    await code.picture("work-tree");
    await unfold("file The pans", "section Wind");
    await unfold("part Not in the order", "file src/cut.md");
    await code.picture("work-unfolded");
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
}

/** Opens a chapter of the book and its tree in a view of its own. */
async function openBook(session) {
  const { code, page, path, server, folder, write } = session;
  for (const [name, text] of Object.entries(book)) {
    write(name, text);
  }
  await code.open(server.urlOf(folder, path("src/road.md")), "road.md");
  const rows = page
    .locator(".pane", { hasText: "Fragments" })
    .locator(".monaco-list-row");
  const row = (label) =>
    rows.and(page.locator(`[aria-label^="${label}"]`)).first();
  const header = page.locator(".pane-header", { hasText: "Fragments" });
  await until(async () => {
    await header.click();
    return soon(async () => (await rows.count()) > 0, 10_000);
  }, "the view opened");
  await page.locator(".pane-header", { hasText: "draft" }).click(); // room for the tree
  await until(() => row("section Mules").isVisible(), "the tree of the work");
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
    until(async () => {
      await row(label).locator(".monaco-tl-twistie").click();
      return soon(() => row(seen).isVisible(), 10_000);
    }, `${seen} in ${label}`);
  return { rows, row, labels, unfold };
}

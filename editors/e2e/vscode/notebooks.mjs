// Notebooks, whose cells are one text, and Typst, which VS Code does not know by itself.

import { isReordered } from "./session.mjs";
import { check, isTopic, plain, rest, soon, until } from "./workbench.mjs";

export function notebooks(test) {
  test("a notebook is divided as one text", async (session) => {
    const { page, code, content } = session;
    const rows = await openNotebook(session, "sea.ipynb");
    const names = await rest(async () => {
      const said = await rows.allInnerTexts();
      return said.length > 4 && said;
    }, "a Fragments view of the notebook");
    await code.picture("notebook-outline");
    check(
      names.some((name) => /A small cube/.test(name)),
      `the outline says:\n${names.join("\n")}`,
    );

    // A lens stands in the cell where a topic begins, seen while that is edited.
    await rows.filter({ hasText: "Sodium and sea" }).first().click();
    await code.command("Notebook: Edit Cell");
    // A notebook lies over the part of the window that has editors.
    const lenses = page.locator(".notebookOverlay .codelens-decoration");
    await until(
      async () =>
        (await lenses.allTextContents()).some((text) =>
          isTopic({ text: plain(text) }),
        ),
      "a lens in the cell",
    );
    await code.picture("notebook-cell");

    // What stays in a cell is changed there.
    const before = content("sea.ipynb");
    await code.command("segls: Split Paragraph at Its Weakest Point");
    const after = await until(async () => {
      await code.command("File: Save");
      const now = content("sea.ipynb");
      return now !== before && textsOf(JSON.parse(now).cells);
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

  test("fragments of a notebook move with their code", async (session) => {
    const { code, content, showBoard, showCurve } = session;
    await openNotebook(session, "moved.ipynb");
    const before = JSON.parse(content("moved.ipynb")).cells;
    const board = await showBoard();
    const list = board.locator(".board");
    const keys = () =>
      board
        .locator(".card")
        .evaluateAll((cards) => cards.map((card) => card.dataset.key));
    const first = await rest(keys, "a board at rest");
    await code.picture("notebook-board");
    await list.press("Home");
    await list.press("ArrowRight");
    await list.press("Alt+ArrowRight");
    await until(
      async () => (await keys()).join() !== first.join(),
      "a card that has moved",
    );
    await code.command("File: Save All Files").catch(() => {});
    const after = await until(() => {
      const { cells } = JSON.parse(content("moved.ipynb"));
      return textsOf(cells).join() !== textsOf(before).join() && cells;
    }, "cells in another order");
    check(
      isReordered(textsOf(after).join(""), textsOf(before).join("")),
      "not the same words in another order",
    );
    check(
      outputsOf(after) === outputsOf(before),
      `outputs that were ${outputsOf(before)} are ${outputsOf(after)}`,
    );
    await code.picture("notebook-moved");
    await showCurve();
  });

  test("Typst, without an extension for it", async ({
    code,
    sample,
    openWithLenses,
    says,
    showBoard,
  }) => {
    const typst = sample
      .replaceAll(/^(#+) /gm, (_, level) => `${"=".repeat(level.length)} `)
      .replaceAll(/\*([^*\n]+)\*/g, "_$1_");
    await openWithLenses("salt.typ", typst);
    const { line } = await code.firstTopic();
    await code.picture("typst-lenses");
    await code.goToLine(line);
    await code.command("segls: Move Fragment Down");
    await says(
      "salt.typ",
      (text) => text !== typst && text.length === typst.length,
      "a fragment moved",
    );
    await showBoard();
  });
}

/** Opens a notebook made of the sample, with code after each second cell, and returns the rows of its outline. */
async function openNotebook(
  { page, code, server, folder, path, sample, write },
  name,
) {
  const paragraphs = sample.split(/\n\n+/).slice(0, 34);
  const cells = [];
  const isHeading = (paragraph) => paragraph?.startsWith("#") ?? true;
  while (paragraphs.length > 0) {
    const count = isHeading(paragraphs[0]) || isHeading(paragraphs[1]) ? 1 : 2;
    const text = paragraphs.splice(0, count).join("\n\n");
    cells.push({ cell_type: "markdown", metadata: {}, source: lines(text) });
    if (cells.length % 4 === 0 && !isHeading(text)) {
      cells.push({
        cell_type: "code",
        execution_count: cells.length,
        metadata: {},
        outputs: [
          {
            output_type: "stream",
            name: "stdout",
            text: [`${cells.length} g\n`],
          },
        ],
        source: [`grams(${cells.length})`],
      });
    }
  }
  const metadata = { language_info: { name: "python" } };
  const notebook = { cells, metadata, nbformat: 4, nbformat_minor: 5 };
  write(name, JSON.stringify(notebook, null, 1));
  const list = page.locator(".notebook-editor .cell-list-container").first();
  await until(async () => {
    // A VS Code that has just been installed does not know yet what opens notebooks.
    await page.goto(server.urlOf(folder, path(name)));
    await code.waitForTab(name);
    return soon(() => list.isVisible(), 20_000);
  }, "a notebook");
  const rows = page
    .locator(".pane", { hasText: "Fragments" })
    .locator(".monaco-list-row");
  await code.show("Explorer: Focus on Fragments View", () =>
    rows.first().isVisible(),
  );
  await page.locator(".pane-header", { hasText: "draft" }).click(); // room for the tree
  return rows;
}

const lines = (text) => text.split(/(?<=\n)/);

const textsOf = (cells) => cells.map(({ source }) => [source].flat().join(""));

const outputsOf = (cells) =>
  JSON.stringify(
    cells
      .filter((cell) => cell.cell_type === "code")
      .map(({ source, outputs }) => [source, outputs.map(({ text }) => text)])
      .sort(),
  );

// Notebooks, whose cells form one text.

import { isReordered } from "../session.mjs";
import { check, rest, until } from "../workbench.mjs";

export default function notebooks(test) {
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
    await until(async () => (await code.unsaved()) > 0, "an unsaved notebook");
    await code.saveAll();
    const after = await until(() => {
      const cells = cellsIn(content("moved.ipynb"));
      return cells && textsOf(cells).join() !== textsOf(before).join() && cells;
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
}

/**
 * Opens a notebook with the first paragraphs of the sample, and code cells between some of them. Returns the rows of
 * its outline.
 */
export async function openNotebook({ page, code, show, sample, write }, name) {
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
  // Until a new window has started its extensions, VS Code opens a notebook as text. The outline of first.md has
  // other rows than the notebook, so a test that waits for a row of the notebook sees no stale one.
  write("first.md", "# Before the notebook\n\nOne paragraph.\n");
  await show("first.md");
  await page.locator('.activitybar [aria-label^="segls"]').first().waitFor();
  await show(name);
  await list.waitFor();
  return code.showBook();
}

const lines = (text) => text.split(/(?<=\n)/);

/** Returns the cells of a notebook; undefined if the file is just being written. */
export function cellsIn(text) {
  try {
    return JSON.parse(text).cells;
  } catch {
    return undefined;
  }
}

export const textsOf = (cells) => cells.map(({ source }) => [source].flat().join(""));

const outputsOf = (cells) =>
  JSON.stringify(
    cells
      .filter((cell) => cell.cell_type === "code")
      .map(({ source, outputs }) => [source, outputs.map(({ text }) => text)])
      .sort(),
  );

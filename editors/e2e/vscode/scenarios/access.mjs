// Accessibility: axe-core on the board and the curve, in four themes and in a narrow window, and the keyboard.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { act, check, until } from "../workbench.mjs";

const extension = new URL("../../../vscode/", import.meta.url).pathname;
const axe = readFileSync(
  createRequire(join(extension, "package.json")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Runs axe in a frame, and fails with its findings. */
export async function examine(frame, what) {
  await frame.evaluate(axe);
  const found = await frame.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document.body, {
      rules: { region: { enabled: false } }, // the page is inside VS Code's own
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join("\n  ")}`,
    );
  });
  check(found.length === 0, `${what}:\n${found.join("\n")}`);
}

export default function access(test) {
  test(
    "axe finds nothing on the board and the curve",
    async ({ page, code, openWithLenses, configure, showCurve, showBoard }) => {
      await openWithLenses("access.md");
      const found = [];
      const look = async (frame, what) =>
        examine(frame, what).catch(({ message }) => found.push(message));
      for (const [theme, className] of [
        ["Default Light Modern", "vs"],
        ["Default Dark Modern", "vs-dark"],
        ["Default High Contrast", "hc-black"],
        ["Default High Contrast Light", "hc-light"],
      ]) {
        await configure(
          { "workbench.colorTheme": theme },
          () => page.locator(`.monaco-workbench.${className}`).isVisible(),
          `the theme ${theme}`,
        );
        await look(await showCurve(), `the curve in ${theme}`);
        const board = await showBoard();
        await board.getByRole("button", { name: "Try an Order" }).click();
        await board.locator(".board").press("Home");
        await board.locator(".board").press("Alt+ArrowRight");
        await look(board, `the board in ${theme}`);
        await code.picture(`board-${className}`);
        await board.getByRole("button", { name: "Discard" }).click();
        await board.getByRole("button", { name: "Outline" }).click();
        await look(board, `the outline in ${theme}`);
        await code.picture(`outline-${className}`);
        await board.getByRole("button", { name: "Cards" }).click();
      }
      const { width, height } = page.viewportSize();
      try {
        await page.setViewportSize({ width: 700, height });
        for (const [name, show] of Object.entries({
          board: showBoard,
          curve: showCurve,
        })) {
          const frame = await show();
          await look(frame, `the ${name} at 700 pixels`);
          const wide = await frame.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          check(wide <= 0, `the ${name} is ${wide} pixels too wide`);
          await code.picture(`${name}-narrow`);
        }
      } finally {
        await page.setViewportSize({ width, height });
      }
      check(found.length === 0, found.join("\n\n"));
    },
    { fresh: true },
  );

  test("a chapter is restructured by keyboard alone", async ({
    page,
    code,
    openWithLenses,
    pageWith,
    says,
  }) => {
    await openWithLenses("keys.md");
    await code.goToLine(1);
    /**
     * Presses keys until something is visible: the window may be busy and ignore the first key of a chord.
     */
    const press = (keys, seen, what) =>
      act(
        async () => {
          for (const key of keys) {
            await page.keyboard.press(key);
          }
        },
        seen,
        what,
      );
    const { input } = code;

    // In the text: go to a fragment, give it a title in a comment, and move it down.
    let line = await code.caret();
    await press(
      ["Control+k", "Alt+PageDown"],
      async () => (await code.caret()) !== line,
      "the next fragment",
    );
    await code.command("segls: Rename Fragment…");
    await until(() => input.isVisible(), "a question for the title");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Cubes by keys");
    await page.keyboard.press("Enter");
    const places = page.locator(".quick-input-list .monaco-list-row:visible");
    const comment = places.and(page.locator('.focused[aria-label^="Comment"]'));
    await until(
      async () => (await places.count()) === 2,
      "a question for the place",
    );
    await page.keyboard.press("ArrowDown");
    await until(() => comment.isVisible(), "the comment to be chosen");
    await page.keyboard.press("Enter");
    await says(
      "keys.md",
      (text) => text.includes("segls: title Cubes by keys"),
      "the title in the text",
    );
    line = await code.caret();
    await press(
      ["Control+k", "Alt+ArrowDown"],
      async () => (await code.caret()) !== line,
      "the fragment farther down",
    );

    // On the board: a label, and an order that is tried and applied.
    await press(
      ["Control+k", "Alt+b"],
      () => pageWith(".board .card.current"),
      "the board",
    );
    const board = await pageWith(".board .card.current");
    await until(
      () => board.evaluate(() => document.activeElement?.className === "board"),
      "the keyboard on the cards",
    );
    await page.keyboard.press("Home");
    await press(["l"], () => input.isVisible(), "a question for the label");
    await page.keyboard.type("red opening");
    await page.keyboard.press("Enter");
    await until(
      async () => (await board.locator(".card .label").count()) === 1,
      "the label on its card",
    );
    await page.keyboard.press("Shift+Tab"); // from the cards to the buttons above
    await until(
      () =>
        board.evaluate(() =>
          document.activeElement?.textContent?.startsWith("Tray"),
        ),
      "the buttons above the cards",
    );
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await until(() => board.locator(".trial").isVisible(), "a trial");
    await page.keyboard.press("Home");
    await page.keyboard.press("Alt+ArrowRight");
    await until(
      async () => (await board.locator(".card .was").count()) >= 1,
      "a card that would move",
    );
    await code.picture("keys-trying");
    for (const label of [
      "Discard",
      "Keep…",
      "What Would Change",
      "Read It",
      "Apply",
    ]) {
      await page.keyboard.press("Shift+Tab");
      await until(
        () =>
          board.evaluate(
            (label) => document.activeElement?.textContent === label,
            label,
          ),
        `the keyboard on ${label}`,
      );
    }
    await page.keyboard.press("Enter");
    await until(
      async () => !(await board.locator(".trial").isVisible()),
      "the order applied",
    );
    await says(
      "keys.md",
      (text) =>
        text.includes("segls: label red opening") &&
        text.indexOf("There is a rock that people eat") >
          text.indexOf("## A small cube"),
      "the label, and the first fragment farther down",
    );
  });
}

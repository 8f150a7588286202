// What is shown in the text itself, and what its settings do there.

import { rmSync } from "node:fs";
import { sleep } from "./code-server.mjs";
import { isReordered } from "./session.mjs";
import {
  check,
  asText,
  editor,
  isTopic,
  plain,
  soon,
  until,
} from "./workbench.mjs";

export function texts(test) {
  test("lenses stand above the suggested boundaries", async ({
    code,
    openWithLenses,
  }) => {
    await openWithLenses("first.md");
    await until(
      async () => (await code.lensTexts()).length >= 3,
      "three lenses or more",
    );
    const lenses = await code.allLenses();
    check(lenses.every(isTopic), `lenses of another kind:\n${asText(lenses)}`);
    await code.firstTopic();
  });

  test("a long text has lenses and rules wherever one looks, and while one writes", async ({
    page,
    code,
    sample,
    openWithLenses,
  }) => {
    await openWithLenses("long.md", `${sample}\n`.repeat(60));
    const rules = () =>
      page
        .locator(`${editor} .view-overlays [class*="ced-"]`)
        .evaluateAll(
          (marks) =>
            marks.filter((mark) => getComputedStyle(mark).borderBottomWidth === "1px").length,
        );
    const seen = async () => (await rules()) > 0 && (await code.lensTexts()).length > 0;
    for (const [end, on] of [
      ["Control+Home", "PageDown"],
      ["Control+End", "PageUp"],
      ["Control+Home", "PageDown"],
    ]) {
      await page.keyboard.press(end);
      await sleep(500); // what is on the screen is of the place before
      await until(async () => {
        if (await soon(seen, 3_000)) {
          return true;
        }
        await page.keyboard.press(on);
        await sleep(500);
        return false;
      }, `a rule and a lens near ${end}`);
    }
    for (const letter of "The salt road again.") {
      await page.keyboard.type(letter);
      check((await rules()) > 0, `no rule after “${letter}”`);
    }
    await code.picture("long");
  });

  test("a click on a lens selects the fragment", async ({
    page,
    code,
    openWithLenses,
  }) => {
    await openWithLenses("clicked.md");
    const { line } = await code.firstTopic();
    const lens = page
      .locator(`${editor} .codelens-decoration:visible a`)
      .first();
    const selected = await until(async () => {
      await lens.click();
      return soon(
        async () => /\((\d+) selected\)/.exec(await code.caret())?.[1],
        10_000,
      );
    }, "a selection in the status bar");
    check(
      Number(selected) > 500,
      `a fragment at line ${line} of ${selected} characters only`,
    );
  });

  test("hovering over the first line explains the boundary", async ({
    page,
    code,
    openWithLenses,
  }) => {
    await openWithLenses("hovered.md");
    const { box } = await code.firstTopic();
    const hovers = page.locator(".monaco-hover:visible .hover-contents");
    let said;
    await until(
      async () => {
        await page.mouse.move(0, 500);
        await page.mouse.move(box.left + 60, box.top + box.height / 2, {
          steps: 5,
        });
        // While the answer is on its way, a hover says that it is.
        return soon(
          async () =>
            /The words change here/.test(
              (said = plain((await hovers.allInnerTexts()).join())),
            ),
          15_000,
        );
      },
      () => `why there is a boundary, in a hover: ${said}`,
    );
    const around = { x: 352, y: 30, width: 928, height: 680 };
    await code.picture("hover", around);
  });

  test("all fragments fold", async ({ code, openWithLenses }) => {
    await openWithLenses("folding.md");
    const { line } = await code.firstTopic();
    await code.show("Fold All Regions", async () => {
      // What stays is the blank line above it, with its title.
      const numbers = (await code.lines()).map(({ number }) => number);
      const next = numbers[numbers.indexOf(line - 1) + 1];
      return numbers.includes(line - 1) && next > line;
    });
  });

  test("all sections fold", async ({ code, openWithLenses }) => {
    await openWithLenses("sections.md");
    await code.show("Fold All", async () => (await code.lines()).length <= 3);
    await code.picture("folded");
    await code.show("Unfold All", async () => (await code.lines()).length > 10);
  });

  test("an over-long paragraph has a squiggle and a problem", async ({
    page,
    code,
    openWithLenses,
    configure,
  }) => {
    await openWithLenses("paragraph.md");
    await code.show("Problems: Focus on Problems View", () =>
      page.locator(".markers-panel").isVisible(),
    );
    const problem = page
      .locator(".markers-panel .monaco-list-row", { hasText: "segls" })
      .first();
    await configure(
      { "segls.paragraphMaxWords": 200 },
      () => problem.isVisible(),
      "a problem",
    );
    const squiggle = page.locator(`${editor} .squiggly-info`).first();
    await until(async () => {
      await problem.dblclick();
      return soon(() => squiggle.isVisible(), 10_000);
    }, "a squiggle");
    await code.picture("problems");
    await configure(
      { "segls.paragraphMaxWords": 5000 },
      async () => !(await problem.isVisible()),
      "no problem",
    );
    await code.hidePanel();
  });

  test("the menu beside a lens acts on its fragment", async ({
    page,
    code,
    sample,
    openWithLenses,
    says,
  }) => {
    await openWithLenses("menu.md");
    await code.firstTopic();
    const menu = page
      .locator(`${editor} .codelens-decoration:visible a`)
      .getByText("…", { exact: true })
      .first();
    const rows = page.locator(
      ".quick-input-widget:visible .monaco-list-row .label-name",
    );
    const choose = async (label) => {
      await until(async () => {
        await menu.click();
        return soon(() => rows.first().isVisible(), 5_000);
      }, "the menu");
      await code.picture("lens-menu");
      await rows.getByText(label, { exact: true }).click();
    };
    await choose("Keep this boundary");
    await says(
      "menu.md",
      (text) => /^<!-- segls: break -->$/m.test(text),
      "the boundary kept",
    );
    await code.focus();
    await page.keyboard.press("Control+z");
    await says("menu.md", (text) => text === sample, "the text as it was");
    await code.waitForLenses();
    await choose("Move down");
    await says(
      "menu.md",
      (text) => isReordered(text, sample),
      "the fragment farther down",
    );
  });

  test("a setting of the folder changes the lenses at once", async ({
    code,
    openWithLenses,
    configure,
  }) => {
    await openWithLenses("settings.md");
    const before = await code.settledLenses();
    await configure(
      { "segls.preferredWords": 250 },
      async () => (await code.lensTexts()).length > before.length,
      `more than ${before.length} lenses`,
    );
    await code.firstTopic();
    await code.picture("preferred-words");
    await configure(
      {},
      async () => (await code.lensTexts()).length === before.length,
      `${before.length} lenses again`,
    );
    await code.waitForSame(before);
  });

  test("a settings file changes the lenses at once, and is told what is wrong in it", async ({
    page,
    code,
    path,
    openWithLenses,
    change,
  }) => {
    await openWithLenses("project.md");
    const file = ".segls.toml";
    const before = await code.settledLenses();
    await change(
      file,
      "preferred-words = 250\n",
      async () => (await code.lensTexts()).length > before.length,
      `more than ${before.length} lenses`,
    );
    const many = await code.settledLenses();
    await code.show("Problems: Focus on Problems View", () =>
      page.locator(".markers-panel").isVisible(),
    );
    const problem = page
      .locator(".markers-panel .monaco-list-row", {
        hasText: "is not a whole number",
      })
      .first();
    await change(
      file,
      'preferred-words = "few"\n',
      () => problem.isVisible(),
      "a problem in the settings file",
    );
    await code.waitForSame(many);
    await code.picture("settings-file");
    await change(
      file,
      "preferred-words = 500\n",
      async () => !(await problem.isVisible()),
      "no problem",
    );
    await code.hidePanel();
    rmSync(path(file));
    await code.waitForCount(before.length);
    await code.waitForSame(before);
  });

  test("inlay hints show the previews when they are on", async ({
    page,
    code,
    openWithLenses,
    configure,
  }) => {
    await openWithLenses("hints.md");
    const hints = page.locator(`${editor} .view-line [class*="dyn-rule"]`, {
      hasText: /\d+\swords/,
    });
    await code.firstTopic();
    check((await hints.count()) === 0, "hints although they are not on");
    await configure(
      { "segls.inlayHints": "on" },
      async () => (await hints.count()) > 0,
      "hints",
    );
    await code.picture("hints");
    await configure({}, async () => (await hints.count()) === 0, "no hints");
  });

  test("lenses are right after typing beside an emoji", async ({
    page,
    code,
    openWithLenses,
  }) => {
    await openWithLenses("emoji.md");
    await code.firstTopic();
    // Characters of one and of two UTF-16 units, then more text on their line and the next.
    for (const text of ["🙂", " ", "盐", "🧂", " salt"]) {
      await page.keyboard.type(text);
    }
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("l");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("and 🙂 more of it");
    await code.picture("typed");
    await code.command("File: Save");
    await until(
      async () => (await code.lensTexts()).some((text) => text.includes("🙂")),
      "a lens that shows what was typed",
    );
    const settled = await code.settledLenses();
    await page.reload();
    await code.waitForTab("emoji.md");
    await code.waitForLenses();
    await code.waitForSame(settled);
  });
}

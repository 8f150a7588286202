// docs/tutorial.md, step by step. The document's pictures are made here: see `make screens`.

import { lay } from "./actions.mjs";
import { check, until } from "../workbench.mjs";

export default function tutorial(test) {
  test("the tutorial", async (session) => {
    const { code, page, sample, content, change, saved } = session;
    const name = "salt.md";
    const draft = await lay(session, name, sample);
    const lineOf = (start) => {
      const found = content(name)
        .split("\n")
        .findIndex((line) => line.startsWith(start));
      check(found >= 0, `no line of ${name} begins with ${start}`);
      return found + 1;
    };
    const at = async (start) => {
      await code.goToLine(lineOf(start));
      await code.focus();
    };

    await code.waitForLenses();
    await at("Most animals solve");
    await code.picture("tutorial-1-suggestions", { x: 352, y: 30, width: 928, height: 930 });

    const rows = await code.showBook(9);
    await code.picture("tutorial-2-fragments");

    await draft.take(lineOf("Most animals"), "Insert heading", "\n\n### ");
    await at("### ");
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("### Salt hunger");
    await until(
      async () =>
        (await saved(name)).includes("\n\n### Salt hunger\n\nMost animals"),
      "the heading",
    );
    await code.settledLenses();
    await at("### Salt hunger");
    await code.picture("tutorial-3-heading");

    const question = "It will be asked where it all came from";
    const stands = (text) => text.indexOf(question);
    const picks = page.locator(".quick-input-list .monaco-list-row:visible");
    await draft.choose(lineOf(question), "Move to…");
    await until(
      async () =>
        (await picks.allInnerTexts())[0]?.startsWith("Where it comes from"),
      "the heading that fits best",
    );
    await page.keyboard.press("Enter");
    await until(async () => {
      const text = await saved(name);
      return (
        stands(text) > text.indexOf("## Where it comes from") &&
        stands(text) < text.indexOf("## Money and fish")
      );
    }, "the fragment in its section");
    await code.settledLenses();
    await code.within(1100, 640, async () => {
      await at(question);
      await until(
        async () =>
          (await rows.and(page.locator(".selected")).allInnerTexts())
            .join()
            .startsWith("Rivers"),
        "the tree at the caret",
      );
      await code.picture("tutorial-4-moved");
    });

    const before = (await code.settledLenses()).length;
    await change(
      ".segls.toml",
      "preferred-words = 300\n",
      async () => (await code.lensTexts()).length > before,
      `more than ${before} lenses`,
    );
    await at("### Salt hunger");
    await code.picture("tutorial-5-shorter");

    await draft.take(
      lineOf("## Money and fish"),
      "Extract section into a file",
      "## Money and fish\n\n[Money and fish](money-and-fish.md)",
    );
    await until(
      async () => !(await rows.allInnerTexts()).join().includes("1,536"),
      "the view without the section's words",
    );
    await at("## Money and fish");
    await code.picture("tutorial-6-extracted");
  }, { fresh: true });
}

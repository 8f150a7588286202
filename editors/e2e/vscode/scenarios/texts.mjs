// Effects of settings in the text, and folds.

import { check } from "../workbench.mjs";

export default function texts(test) {
  test("fragments and sections fold, and a fold shows what it hides", async ({
    page,
    code,
    openWithLenses,
  }) => {
    await openWithLenses("folding.md");
    const { line } = await code.firstTopic();
    // Decorations are in the CSS, not in the text of the page.
    const previews = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll(".part.editor .view-line span")].filter((span) =>
            / · [\d,]+ words/.test(
              getComputedStyle(span, "::after").content.replaceAll("\u00a0", " "),
            ),
          ).length,
      );
    check((await previews()) === 0, "a preview where nothing is folded");
    await code.show("Fold All Regions", async () => {
      // The blank line above the fragment stays visible, with the fragment's title.
      const numbers = (await code.lines()).map(({ number }) => number);
      const next = numbers[numbers.indexOf(line - 1) + 1];
      return numbers.includes(line - 1) && next > line && (await previews()) > 0;
    });
    await code.picture("folded-previews");
    await code.show("Unfold All", async () => (await previews()) === 0);
    await code.show("Fold All", async () => (await code.lines()).length <= 3);
    await code.show("Unfold All", async () => (await code.lines()).length > 10);
  });

  test("a setting of the folder changes the lenses immediately", async ({
    code,
    openWithLenses,
    configure,
  }) => {
    await openWithLenses("settings.md");
    const before = (await code.settledLenses()).length;
    await configure(
      { "segls.preferredWords": 250 },
      async () => (await code.lensTexts()).length > before,
      `more than ${before} lenses`,
    );
    await code.picture("preferred-words");
    await configure(
      {},
      async () => (await code.lensTexts()).length === before,
      `${before} lenses again`,
    );
  });
}

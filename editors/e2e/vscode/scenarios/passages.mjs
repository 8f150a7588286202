// The list of related passages.

import { plain, until } from "../workbench.mjs";

const pans =
  "The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until crusts of salt stand on the clay.";
const draft = `# Draft\n\nCamels cross the desert.\n\n${pans.replace("shallow", "wide")}\n`;
const salt = `# Salt\n\n## Pans\n\n${pans}\n\n## Camels\n\nCamels took the slabs through the desert to the market.\n`;

export default function passages(test) {
  test("related passages are listed and opened beside the text", async (session) => {
    const { code, page } = session;
    session.write("salt.md", salt);
    await session.open("draft.md", draft);
    await code.goToLine(3, 1);
    const rows = await show(session, "Show Related Passages", "Related");
    await until(
      async () => (await rows())[0]?.startsWith("Salt › Camels"),
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
  }, { fresh: true });
}

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

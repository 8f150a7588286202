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
    await code.showBook();
    await code.command("segls: Show Related Passages");
    const labels = () => code.rowsOf("Connections").evaluateAll((all) => all.map((one) => one.ariaLabel));
    await until(
      async () => (await labels()).some((label) => /^Camels took .*salt\.md › Salt › Camels/.test(plain(label))),
      async () => `the passage about camels: ${(await labels()).join("\n")}`,
    );
    await code.within(960, 460, () => code.picture("related"));
    await code.rowsOf("Connections").filter({ hasText: "salt.md › Salt › Camels" }).first().click();
    await until(
      () => page.locator('.tab[aria-label*="salt.md"]').first().isVisible(),
      "the passage",
    );
  }, { fresh: true });
}

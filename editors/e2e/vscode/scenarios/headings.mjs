// Renaming a heading with its links, and showing the links to it.

import { plain, until } from "../workbench.mjs";

const salt = "# Salt\n\nSalt keeps fish.\n\n## Pans\n\nThe pans lie behind the dyke.\n";
const iron = "# Iron\n\nOre comes from the bog, as [the pans](salt.md#pans) do not.\n";

export default function headings(test) {
  test("a heading is renamed from within its section, and the links to it are shown", async (session) => {
    const { code, page, content } = session;
    session.write("iron.md", iron);
    await session.open("salt.md", salt);
    await code.goToLine(7, 5);
    await code.command("segls: Show Backlinks");
    const peek = page.locator(".peekview-widget:visible");
    await until(
      async () => plain(await peek.innerText()).includes("iron.md"),
      "the link from the other file",
    );
    await code.picture("backlinks");
    await page.keyboard.press("Escape");
    await peek.waitFor({ state: "hidden" });
    await code.command("segls: Rename Heading…");
    await until(async () => (await code.input.inputValue()) === "Pans", "the words of the heading in the input box");
    await code.input.fill("Salt pans");
    await code.picture("rename-heading");
    await page.keyboard.press("Enter");
    await until(
      () => content("salt.md").includes("## Salt pans\n") && content("iron.md").includes("(salt.md#salt-pans)"),
      () => `the new name on disk: ${content("salt.md")}${content("iron.md")}`,
    );
    await code.picture("renamed-heading");
  }, { fresh: true });
}

// A window in German: messages of the extension and the server.

import { sleep } from "../code-server.mjs";
import { plain, until } from "../workbench.mjs";

export default function german(test) {
  test("a window in German shows German messages", async ({
    page,
    code,
    server,
    folder,
    path,
    sample,
    write,
    pageWith,
  }) => {
    // Sets the language as a language pack would; without one, VS Code's own messages stay English.
    await page.addInitScript(() => {
      if (location.search.endsWith("&language=de")) {
        Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", {
          get: () => "de",
          set: () => {},
        });
      }
    });
    write("deutsch.md", sample);
    const url = server.urlOf(folder, path("deutsch.md"));
    await code.open(`${url}&language=de`, "deutsch.md");
    await code.waitForLenses();
    await until(
      async () =>
        (await code.lensTexts()).some((text) =>
          /^(Neues Thema|Vielleicht ein neues Thema).* Wörter/.test(text),
        ),
      "lenses in German",
    );
    await until(
      () => page.locator('.pane-header[aria-label^="Buch"]').isVisible(),
      "the view",
    );
    await until(
      async () =>
        /\d+ Passagen · im Schnitt \d+ Wörter/.test(
          plain(await page.locator(".part.statusbar").innerText()),
        ),
      "the status item",
    );
    await code.picture("german-text");
    const curve = await code.show("segls: Kurve zeigen", () =>
      pageWith(".plot canvas"),
    );
    await until(
      async () =>
        /\d+ Passagen, \d+ Absätze/.test(
          await curve.locator(".summary").innerText(),
        ),
      "the summary of the curve",
    );
    await sleep(1000);
    await code.picture("german-curve");
    await page
      .locator('.tab.active[aria-label^="Kurve"] .action-label')
      .click();
    const board = await code.show("segls: Pinnwand zeigen", () =>
      pageWith(".board .card"),
    );
    await until(
      () =>
        board
          .getByRole("button", { name: "Reihenfolge ausprobieren" })
          .isVisible(),
      "the buttons of the board",
    );
    await sleep(1000);
    await code.picture("german-board");
    await board.getByRole("button", { name: "Gliederung" }).click();
    await until(
      async () =>
        (await board.locator(".columns").innerText())
          .replaceAll("\u00ad", "")
          .replaceAll(/\s+/g, " ")
          .trim() ===
        "Titel Zusammenfassung Etikett Stand Wörter Ziel Fertig",
      "the columns of the outline",
    );
    await code.picture("german-outline");
  }, { fresh: true });
}

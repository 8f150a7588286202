// The server's own life: it is started anew, is asked what it does, is missing and is found.

import { readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { check, editor, plain, soon, until } from "./workbench.mjs";

/** program is the language server. */
export function servers(test, program) {
  test("the server restarts, and still follows the settings", async ({
    code,
    server,
    openWithLenses,
    configure,
  }) => {
    await openWithLenses("restarted.md");
    const before = await code.settledLenses();
    const old = server.languageServers();
    check(old.length > 0, "no server runs");
    await configure(
      { "segls.preferredWords": 250 },
      async () => (await code.lensTexts()).length > before.length,
      "more lenses",
    );
    await code.command("segls: Restart Server");
    await until(() => {
      // A window that was left a moment ago may have one of its own still.
      const now = server.languageServers();
      return (
        now.some((pid) => !old.includes(pid)) &&
        old.some((pid) => !now.includes(pid))
      );
    }, `another process instead of ${old}`);
    // What the new server was told at its start must not outlive its removal.
    await configure(
      {},
      async () => (await code.lensTexts()).length === before.length,
      `${before.length} lenses again`,
    );
    await code.waitForSame(before);
  });

  test("the log opens", async ({ page, code, openWithLenses }) => {
    await openWithLenses("logged.md");
    const output = page.locator(".part.panel .view-lines");
    await code.show("segls: Show Log", async () =>
      /Starting \S*segls/.test(plain((await output.allInnerTexts()).join())),
    );
  });

  test("the report for a bug opens, without a name of the writer's", async ({
    page,
    code,
    openWithLenses,
  }) => {
    await openWithLenses("secret.md");
    const lines = page.locator(`${editor} .view-lines`);
    const text = await code.show("segls: Show Report for a Bug", async () => {
      const said = plain((await lines.allInnerTexts()).join());
      return /- built with go/.test(said) && said;
    });
    check(!text.includes("secret.md"), `a name in it:\n${text}`);
    await code.picture("report");
  });

  test("a wrong path of the server is told, and its mending noticed", async ({
    page,
    code,
    openWithLenses,
    configure,
  }) => {
    await openWithLenses("path.md");
    const message = await configure(
      { "segls.server.path": "/nowhere/segls" },
      async () =>
        (await code.notifications()).find((text) =>
          text.includes("/nowhere/segls"),
        ),
      "the message",
    );
    check(message.includes("Open Settings"), `no button: ${message}`);
    await code.waitForLenses(false);
    await code.picture("wrong-path");
    await page
      .locator(".notifications-toasts")
      .getByText("Open Settings")
      .first()
      .click();
    await page.mouse.move(0, 500);
    const settings = page.locator(".settings-editor");
    await settings.getByText("Server: Path").first().waitFor();
    await code.picture("settings");
    await until(async () => {
      await page.keyboard.press("Escape");
      return soon(async () => !(await settings.isVisible()), 5_000);
    }, "the settings closed");
    await configure(
      {},
      async () => (await code.lensTexts()).length > 0,
      "lenses again",
    );
  });

  test("a missing server is told, and one on the PATH found", async ({
    code,
    server,
    openWithLenses,
    write,
  }) => {
    await openWithLenses("missing.md");
    const [extension] = readdirSync(server.extensions).filter((name) =>
      name.startsWith("segls."),
    );
    const packed = join(server.extensions, extension, "bin");
    const found = join(server.programs, "segls");
    renameSync(packed, `${packed}-away`);
    try {
      write(".vscode/settings.json", '{ "segls.server.path": "" }');
      const isTold = async () =>
        (await code.notifications()).some((text) => text.includes("not found"));
      await until(async () => {
        await code.command("segls: Restart Server");
        return soon(isTold, 15_000);
      }, "the message");
      await code.waitForLenses(false);
      await code.picture("missing");
      symlinkSync(program, found);
      await code.command("segls: Restart Server");
      await code.waitForLenses();
    } finally {
      rmSync(found, { force: true });
      renameSync(`${packed}-away`, packed);
    }
  });
}

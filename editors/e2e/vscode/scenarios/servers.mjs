// Restarting the server.

import { until } from "../workbench.mjs";

export default function servers(test) {
  test("a killed server is restarted, and the lenses return", async ({
    page,
    code,
    server,
    openWithLenses,
  }) => {
    await openWithLenses("killed.md");
    const before = await code.settledLenses();
    // A window that was just closed may still have a server: kill all.
    const old = server.languageServers();
    for (const pid of old) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The server has already exited.
      }
    }
    await until(
      () => server.languageServers().some((pid) => !old.includes(pid)),
      "another process",
    );
    await code.goToLine(before[0].line);
    await page.keyboard.type("Written after it. ");
    await until(async () => {
      const lenses = await code.lensTexts();
      return (
        lenses.length === before.length &&
        lenses.some((lens) => lens.includes("Written after it"))
      );
    }, `${before.length} lenses again, one with what was written`);
  });
}

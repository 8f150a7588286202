// The server's own life.

import { until } from "../workbench.mjs";

export default function servers(test) {
  test("a server that is killed comes back, and so do the lenses", async ({
    page,
    code,
    server,
    openWithLenses,
  }) => {
    await openWithLenses("killed.md");
    const before = await code.settledLenses();
    // A window that was left a moment ago may have one still: all are killed.
    const old = server.languageServers();
    for (const pid of old) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
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

// Wherever a text is: in another format, without a file, in one of several folders, beside its
// version in git, after the server's death and in a window that is loaded anew.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "./code-server.mjs";
import { check, editor, plain, until } from "./workbench.mjs";

/** sample is the text of a Markdown document with several suggested boundaries. */
export async function places({
  page,
  code,
  server,
  folder,
  sample,
  setWorkspace,
  pageWith,
  test,
}) {
  await test("texts in other formats have lenses", async () => {
    const texts = {
      "report.tex": sample.replaceAll(/^(#+) (.*)$/gm, (_, level, title) =>
        level === "#" ? `\\section{${title}}` : `\\subsection{${title}}`,
      ),
      // Those that VS Code takes for plain text are told by their names.
      "notes.org": sample.replaceAll(
        /^(#+) /gm,
        (_, level) => `${"*".repeat(level.length)} `,
      ),
      "guide.adoc": sample.replaceAll(
        /^(#+) /gm,
        (_, level) => `${"=".repeat(level.length)} `,
      ),
    };
    for (const [name, text] of Object.entries(texts)) {
      writeFileSync(join(folder, name), text);
      await code.open(server.urlOf(folder, join(folder, name)));
      await code.waitForLenses();
      await code.command("Explorer: Focus on Fragments View");
      const sections = page
        .locator(".pane", { hasText: "Fragments" })
        .locator('.monaco-list-row[aria-label^="section "]');
      await until(
        async () => (await sections.count()) > 1,
        `the sections of ${name}`,
      );
      await code.picture(name);
    }
  });

  await test("a text without a file has lenses, and can be reordered", async () => {
    await page.keyboard.press("Escape");
    await code.command("File: New Untitled Text File");
    await until(
      async () =>
        plain(await page.locator(".tab.active").innerText()).includes(
          "Untitled",
        ),
      "a text without a file",
    );
    await page.keyboard.insertText(sample);
    await code.waitForLenses();
    await until(async () => (await code.caret()).startsWith("Ln "), "a caret");
    const before = (await code.allLenses()).map(({ text }) => text).join("\n");
    await code.goToLine(3);
    await code.command("segls: Move Fragment Down");
    await until(
      async () =>
        (await code.lensTexts()).sort().join("\n") !==
        before.split("\n").sort().join("\n"),
      "another order",
    );
    await code.picture("untitled");
    await code.focus();
    await page.keyboard.press("Control+z");
    await code.settledLenses();
    check(
      (await code.allLenses()).map(({ text }) => text).join("\n") === before,
      "undone, the lenses are others",
    );
    await code.command("View: Revert and Close Editor");
  });

  await test("each of several folders has its own settings", async () => {
    const roots = ["one", "two"].map((name) => join(folder, "..", name));
    for (const [i, root] of roots.entries()) {
      mkdirSync(join(root, ".vscode"), { recursive: true });
      writeFileSync(join(root, "text.md"), sample);
      writeFileSync(
        join(root, ".vscode/settings.json"),
        JSON.stringify({ "segls.preferredWords": [250, 600][i] }),
      );
    }
    const workspace = join(folder, "..", "both.code-workspace");
    writeFileSync(
      workspace,
      JSON.stringify({ folders: roots.map((path) => ({ path })) }),
    );
    const counts = [];
    for (const root of roots) {
      await code.open(
        server.urlOf(workspace, join(root, "text.md"), "workspace"),
      );
      await code.waitForLenses();
      counts.push((await code.settledLenses()).length);
    }
    await code.picture("folders");
    check(counts[0] > counts[1], `${counts} lenses for 250 and 600 words`);
  });

  await test("a comparison with git is left clean", async () => {
    const git = (...args) => execFileSync("git", ["-C", folder, ...args]);
    const file = join(folder, "versions.md");
    writeFileSync(file, sample);
    git("init", "-q");
    git("add", "versions.md");
    git(
      "-c",
      "user.name=w",
      "-c",
      "user.email=w@localhost",
      "commit",
      "-qm",
      "one",
    );
    writeFileSync(file, sample.replace(". ", ". Something new. "));
    setWorkspace({ "segls.paragraphMaxWords": 50, "segls.inlayHints": "on" });
    await code.open(server.urlOf(folder, file));
    await code.waitForLenses();
    // The palette has two commands of the name, the other one for all files together.
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: /^Open Changes/ })
      .click();
    const original = page.locator(".monaco-diff-editor .editor.original");
    await original.locator(".view-line").first().waitFor();
    await page
      .locator(".monaco-diff-editor .editor.modified .view-line")
      .first()
      .waitFor();
    await sleep(3000); // for what must not come
    await code.picture("comparison");
    for (const what of [
      ".codelens-decoration",
      ".squiggly-info",
      '[class*="dyn-rule"]',
    ]) {
      const there = await original.locator(what).count();
      check(there === 0, `${there} of ${what} beside the version in git`);
    }
    setWorkspace({});
  });

  await test("a server that is killed comes back, and so do the lenses", async () => {
    const file = join(folder, "killed.md");
    writeFileSync(file, sample);
    await code.open(server.urlOf(folder, file));
    const before = await code.settledLenses();
    const [old] = server.languageServers();
    process.kill(old, "SIGKILL");
    await until(
      () => server.languageServers().some((pid) => pid !== old),
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

  await test("a window that is loaded anew has its curve and its board", async () => {
    const file = join(folder, "anew.md");
    writeFileSync(file, sample);
    await code.open(server.urlOf(folder, file));
    await code.waitForLenses();
    await code.command("segls: Show Curve");
    await pageWith(".plot canvas");
    await code.command("segls: Show Board");
    await pageWith(".board .card");
    await sleep(70_000); // VS Code writes down once a minute what is open
    // An address that names a file opens that file and nothing else.
    await code.open(server.urlOf(folder));
    await code.waitForLenses();
    for (const [title, part] of [
      ["Board", ".board .card"],
      ["Curve", ".plot canvas"],
    ]) {
      // What is behind another tab is made when it comes forward.
      await page.getByRole("tab", { name: title }).click();
      const panel = await pageWith(part);
      check(
        (await panel.locator("h1").innerText()) === "anew.md",
        `the ${title} of another text`,
      );
    }
    await code.picture("anew");
  });

  await test("the walkthrough opens", async () => {
    await code.command("Welcome: Open Walkthrough...");
    const input = page.locator(".quick-input-widget:visible input").first();
    await input.fill("segls");
    await page
      .locator(".quick-input-list .monaco-list-row", {
        hasText: "Get started with segls",
      })
      .first()
      .click();
    await page
      .locator(".gettingStartedContainer", { hasText: "where the topic turns" })
      .waitFor();
    await code.picture("walkthrough");
  });
}

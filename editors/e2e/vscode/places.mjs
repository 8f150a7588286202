// Wherever a text is: in another format, without a file, in one of several folders, beside its
// version in git, after the server's death and in a window that is loaded anew.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sleep } from "./code-server.mjs";
import { check, plain, soon, until } from "./workbench.mjs";

/** program is the language server. */
export function places(test, program) {
  /** How many boundaries the server suggests in a file. */
  const suggested = (file, preferredWords) =>
    JSON.parse(
      execFileSync(program, [
        ...["fragment", "--format", "json"],
        ...["--preferred-words", String(preferredWords), file],
      ]),
    ).gaps.filter(({ boundary, constraint }) => boundary && !constraint).length;

  test("texts in other formats have lenses", async ({
    page,
    code,
    sample,
    openWithLenses,
  }) => {
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
      await openWithLenses(name, text);
      const sections = page
        .locator(".pane", { hasText: "Fragments" })
        .locator('.monaco-list-row[aria-label^="section "]');
      await code.show(
        "Explorer: Focus on Fragments View",
        async () => (await sections.count()) > 1,
      );
      await code.picture(name);
    }
  });

  test("a text without a file has lenses, and can be reordered", async ({
    page,
    code,
    sample,
    write,
    openWithLenses,
  }) => {
    // As it is, VS Code may guess another language, and so other lenses, at any moment.
    write(
      ".vscode/settings.json",
      '{ "workbench.editor.languageDetection": false }',
    );
    await openWithLenses("beside.md");
    await code.command("File: New Untitled Text File");
    await code.waitForTab("Untitled");
    await code.waitForLenses(false);
    await code.focus();
    await page.keyboard.insertText(sample);
    await code.waitForLenses();
    const before = await code.settledLenses();
    const inOrder = (lenses) =>
      lenses
        .map(({ text }) => text)
        .sort()
        .join("\n");
    await code.goToLine(3);
    await code.command("segls: Move Fragment Down");
    await until(
      async () =>
        (await code.lensTexts()).sort().join("\n") !== inOrder(before),
      "another order",
    );
    await code.picture("untitled");
    await code.focus();
    await page.keyboard.press("Control+z");
    await code.waitForSame(before);
    await code.command("View: Revert and Close Editor");
  });

  test("each of several folders has its own settings", async ({
    page,
    code,
    server,
    sample,
    write,
    path,
  }) => {
    const folders = { one: 250, two: 600 }; // and the preferred words there
    for (const [name, words] of Object.entries(folders)) {
      write(`${name}/text.md`, sample);
      write(
        `${name}/.vscode/settings.json`,
        JSON.stringify({ "segls.preferredWords": words }),
      );
    }
    write(
      "both.code-workspace",
      JSON.stringify({
        folders: Object.keys(folders).map((name) => ({ path: name })),
      }),
    );
    const counts = new Set();
    for (const [name, words] of Object.entries(folders)) {
      const text = path(`${name}/text.md`);
      const url = server.urlOf(path("both.code-workspace"), text, "workspace");
      await until(async () => {
        await code.open(url, "text.md");
        // Now and then the window comes up without its folders.
        const folder = page.locator(".explorer-folders-view .label-name", {
          hasText: /^one$/,
        });
        return soon(() => folder.first().isVisible(), 10_000);
      }, "a window with its folders");
      const wanted = suggested(text, words);
      await code.waitForCount(wanted);
      counts.add(wanted);
    }
    await code.picture("folders");
    check(counts.size === 2, `${[...counts]} lenses in both folders`);
  });

  test("a comparison with git is left clean", async ({
    page,
    code,
    folder,
    sample,
    write,
    openWithLenses,
  }) => {
    const git = (...args) => execFileSync("git", ["-C", folder, ...args]);
    const as = ["-c", "user.name=w", "-c", "user.email=w@localhost"];
    write("versions.md", sample);
    git("init", "-q");
    git("add", "versions.md");
    git(...as, "commit", "-qm", "one");
    write(
      ".vscode/settings.json",
      '{ "segls.paragraphMaxWords": 50, "segls.inlayHints": "on" }',
    );
    await openWithLenses(
      "versions.md",
      sample.replace(". ", ". Something new. "),
    );
    // The palette has two commands of the name, the other one for all files together.
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: /^Open Changes/ })
      .click();
    const [original, modified] = ["original", "modified"].map((side) =>
      page.locator(`.monaco-diff-editor .editor.${side}`),
    );
    await original.locator(".view-line").first().waitFor();
    await modified.locator(".squiggly-info").first().waitFor();
    await sleep(3000); // for what must not come on the other side
    await code.picture("comparison");
    for (const what of [
      ".codelens-decoration",
      ".squiggly-info",
      '[class*="dyn-rule"]',
    ]) {
      const there = await original.locator(what).count();
      check(there === 0, `${there} of ${what} beside the version in git`);
    }
  });

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

  test("a window that is loaded anew has its curve and its board", async ({
    page,
    code,
    server,
    folder,
    openWithLenses,
    pageWith,
    showCurve,
    showBoard,
  }) => {
    await openWithLenses("anew.md");
    await showCurve();
    await showBoard();
    // VS Code writes down once a minute what is open; where, is its own affair.
    await sleep(75_000);
    // An address that names a file opens that file and nothing else.
    await code.open(server.urlOf(folder));
    await code.waitForLenses();
    for (const [title, part] of [
      ["Board", ".board .card"],
      ["Curve", ".plot canvas"],
    ]) {
      // What is behind another tab is made when it comes forward.
      await page.getByRole("tab", { name: title }).click();
      await until(
        () => pageWith(`main:has(${part}) h1:text-is("anew.md")`),
        `the ${title} of the text`,
      );
    }
    await code.picture("anew");
  });

  test("the walkthrough opens", async ({ page, code, openWithLenses }) => {
    await openWithLenses("walked.md");
    const input = page.locator(".quick-input-widget:visible .quick-input-box input").first();
    await code.show("Welcome: Open Walkthrough...", () => input.isVisible());
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

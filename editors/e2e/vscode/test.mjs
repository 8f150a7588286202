// The VS Code extension, packed and installed, as a person meets it.
//
// Started by run.sh, which says what the environment holds.

import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { actions } from "./actions.mjs";
import { CodeServer, sleep } from "./code-server.mjs";
import { Report } from "./report.mjs";
import { panels } from "./panels.mjs";
import { places } from "./places.mjs";
import {
  check,
  editor,
  patience,
  plain,
  until,
  Workbench,
} from "./workbench.mjs";

const {
  CORPUS_BOOK,
  INSTALLATION,
  ONLY,
  SAMPLE,
  SCREENS,
  SEGLS,
  SERVER_PATH,
  VSIX,
  WORK,
} = process.env;
const { chromium } = createRequire(join(INSTALLATION, "package.json"))(
  "playwright-core",
);

const root = join(WORK, "run");
const folder = join(root, "draft");
const document = join(folder, basename(SAMPLE));
mkdirSync(join(folder, ".vscode"), { recursive: true });
mkdirSync(SCREENS, { recursive: true });
copyFileSync(SAMPLE, document);

const server = new CodeServer({
  installation: INSTALLATION,
  root,
  settings: {
    "chat.disableAIFeatures": true,
    "editor.minimap.enabled": false,
    "extensions.ignoreRecommendations": true,
    "telemetry.telemetryLevel": "off",
    "window.commandCenter": false,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
  },
  machineSettings: SERVER_PATH ? { "segls.server.path": SERVER_PATH } : {},
});
const report = new Report(ONLY);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => process.exit(1)); // which ends the servers and the browser
}
let browser;

/** Writes the settings of the folder, which VS Code then notices by itself. */
const setWorkspace = (settings) =>
  writeFileSync(
    join(folder, ".vscode/settings.json"),
    JSON.stringify(settings, null, 2),
  );

const isTopic = ({ text }) => text.includes("New topic");
const asText = (lenses) =>
  lenses.map(({ line, text }) => `${line}: ${text}`).join("\n");
const checkSame = (before, after) =>
  check(
    asText(before) === asText(after),
    `before:\n${asText(before)}\nafter:\n${asText(after)}`,
  );

try {
  await server.install(VSIX);
  await server.start();
  browser = await chromium.launchPersistentContext(join(root, "browser"), {
    executablePath: "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...[
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    viewport: { width: 1280, height: 1000 },
  });
  const page = browser.pages()[0];
  page.setDefaultTimeout(patience);
  const code = new Workbench(page, SCREENS);
  await scenarios(page, code);
} catch (error) {
  report.fail("the run", error);
} finally {
  await browser?.close();
  await server.stop();
}
process.exit(report.close());

async function scenarios(page, code) {
  /** A test that leaves a picture, also of its failure. */
  const test = (name, body) =>
    report.test(name, async () => {
      const slug = name.replaceAll(/[^a-z]+/gi, "-");
      try {
        await body();
        await code.picture(slug);
      } catch (error) {
        await code.picture(`${slug}-FAILED`).catch(() => {});
        throw error;
      }
    });

  /** The document's first suggested boundary, brought onto the screen with the caret on it. */
  const firstTopic = async () => {
    const [topic] = (await code.allLenses()).filter(isTopic);
    check(topic !== undefined, "no suggested boundary in the document");
    await code.goToLine(topic.line);
    await until(
      async () => (await code.lenses()).some(({ line }) => line === topic.line),
      `the lens of line ${topic.line} on the screen`,
    );
    const { box } = (await code.lines()).find(
      ({ number }) => number === topic.line,
    );
    return { line: topic.line, box };
  };

  await test("lenses stand above the suggested boundaries", async () => {
    await code.open(server.urlOf(folder, document));
    await code.waitForLenses();
    const lenses = await code.allLenses();
    check(lenses.every(isTopic), `lenses of another kind:\n${asText(lenses)}`);
    check(lenses.length >= 3, `only ${lenses.length} lenses`);
    await firstTopic();
  });

  if (report.failed > 0) {
    return; // without lenses, all that follows would wait in vain
  }

  await test("a click on a lens selects the fragment", async () => {
    const { line } = await firstTopic();
    await page.locator(`${editor} .codelens-decoration a`).first().click();
    await until(
      async () => /\(\d+ selected\)/.test(await code.caret()),
      "a selection in the status bar",
    );
    const selected = Number(/\((\d+) selected\)/.exec(await code.caret())[1]);
    check(
      selected > 500,
      `a fragment at line ${line} of ${selected} characters only`,
    );
  });

  await test("hovering over the first line explains the boundary", async () => {
    const { box } = await firstTopic();
    await page.mouse.move(box.left + 60, box.top + box.height / 2, {
      steps: 5,
    });
    const hover = page.locator(".monaco-hover:visible .hover-contents").first();
    await hover.waitFor();
    check(
      /similarity/i.test(await hover.innerText()),
      `hover: ${await hover.innerText()}`,
    );
    await code.picture("hover");
    await page.mouse.move(0, 500);
  });

  await test("all fragments fold", async () => {
    const { line } = await firstTopic();
    await code.command("Fold All Regions");
    await until(async () => {
      const numbers = (await code.lines()).map(({ number }) => number);
      const next = numbers[numbers.indexOf(line) + 1];
      return numbers.includes(line) && next > line + 1;
    }, `the fragment at line ${line} folded`);
    await page.keyboard.press("Control+Home");
    await sleep(500);
  });

  await test("all sections fold", async () => {
    await code.command("Fold All");
    await until(
      async () => (await code.lines()).length <= 3,
      "the document in three lines",
    );
    await code.picture("folded");
    await code.command("Unfold All");
    await until(
      async () => (await code.lines()).length > 10,
      "the document unfolded",
    );
  });

  await test("an over-long paragraph has a squiggle and a problem", async () => {
    setWorkspace({ "segls.paragraphMaxWords": 200 });
    await code.command("Problems: Focus on Problems View");
    const problem = page
      .locator(".markers-panel .monaco-list-row", { hasText: "segls" })
      .first();
    await problem.waitFor();
    await problem.dblclick();
    await page.locator(`${editor} .squiggly-info`).first().waitFor();
    await code.picture("problems");
    setWorkspace({ "segls.paragraphMaxWords": 5000 });
    await problem.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+j");
    setWorkspace({});
  });

  await test("a setting of the folder changes the lenses at once", async () => {
    const before = await code.settledLenses();
    setWorkspace({ "segls.preferredWords": 250 });
    await until(
      async () => (await code.lensTexts()).length > before.length,
      `more than ${before.length} lenses`,
    );
    await firstTopic();
    await code.picture("preferred-words");
    setWorkspace({});
    await until(
      async () => (await code.lensTexts()).length === before.length,
      `${before.length} lenses again`,
    );
    checkSame(before, await code.settledLenses());
  });

  await test("a settings file changes the lenses at once, and is told what is wrong in it", async () => {
    const settingsFile = join(folder, ".segls.toml");
    const before = await code.settledLenses();
    writeFileSync(settingsFile, "preferred-words = 250\n");
    await until(
      async () => (await code.lensTexts()).length > before.length,
      `more than ${before.length} lenses`,
    );
    const many = await code.settledLenses();
    writeFileSync(settingsFile, 'preferred-words = "few"\n');
    await code.command("Problems: Focus on Problems View");
    const problem = page.locator(".markers-panel .monaco-list-row", {
      hasText: "is not a whole number",
    });
    await problem.waitFor();
    checkSame(many, await code.settledLenses());
    await code.picture("settings-file");
    writeFileSync(settingsFile, "preferred-words = 500\n");
    await problem.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+j");
    rmSync(settingsFile);
    await until(
      async () => (await code.lensTexts()).length === before.length,
      `${before.length} lenses again`,
    );
    checkSame(before, await code.settledLenses());
  });

  await test("inlay hints show the previews when they are on", async () => {
    const hints = page.locator(`${editor} .view-line [class*="dyn-rule"]`, {
      hasText: /\d+\swords/,
    });
    await firstTopic();
    check((await hints.count()) === 0, "hints although they are not on");
    setWorkspace({ "segls.inlayHints": "on" });
    await hints.first().waitFor();
    await code.picture("hints");
    setWorkspace({});
    await hints.first().waitFor({ state: "hidden" });
  });

  await actions({
    page,
    code,
    test,
    folder,
    open: (file) => code.open(server.urlOf(folder, file)),
  });
  rmSync(join(folder, ".segls.toml"), { force: true });
  await code.open(server.urlOf(folder, document));
  await code.waitForLenses();

  /** The page inside VS Code's frames that holds something on the screen. */
  const pageWith = (selector) =>
    until(async () => {
      for (const frame of page.frames()) {
        try {
          if (await frame.locator(selector).first().isVisible()) {
            return frame;
          }
        } catch {
          // A frame that is being replaced.
        }
      }
      return undefined;
    }, `a page with ${selector}`);
  const sample = readFileSync(SAMPLE, "utf8");
  await panels({
    page,
    code,
    server,
    folder,
    sample,
    setWorkspace,
    pageWith,
    test,
  });
  await places({
    page,
    code,
    server,
    folder,
    sample,
    setWorkspace,
    pageWith,
    test,
  });
  await code.open(server.urlOf(folder, document));
  await code.waitForLenses();

  await test("lenses are right after typing beside an emoji", async () => {
    await firstTopic();
    // Characters of one and of two UTF-16 units, then more text on their line and the next.
    for (const text of ["🙂", " ", "盐", "🧂", " salt"]) {
      await page.keyboard.type(text);
    }
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("l");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("and 🙂 more of it");
    await code.picture("typed");
    await code.command("File: Save");
    const settled = await code.settledLenses();
    check(
      /🙂/u.test(asText(settled)),
      `no lens shows what was typed:\n${asText(settled)}`,
    );

    await page.reload();
    await code.waitForLenses();
    checkSame(settled, await code.settledLenses());
  });

  await test("the server restarts, and still follows the settings", async () => {
    const before = await code.settledLenses();
    const old = server.languageServers();
    check(old.length > 0, "no server runs");
    setWorkspace({ "segls.preferredWords": 250 });
    await until(
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
    setWorkspace({});
    await until(
      async () => (await code.lensTexts()).length === before.length,
      `${before.length} lenses again`,
    );
    checkSame(before, await code.settledLenses());
  });

  await test("the log opens", async () => {
    await code.command("segls: Show Log");
    const output = page.locator(".part.panel .view-lines").first();
    await until(
      async () => /Starting \S*segls/.test(plain(await output.innerText())),
      "the log",
    );
  });

  await test("the report for a bug opens, without a name of the writer's", async () => {
    await code.command("segls: Show Report for a Bug");
    const text = await until(async () => {
      const said = plain(
        await page.locator(`${editor} .view-lines`).first().innerText(),
      );
      return /- built with go/.test(said) && said;
    }, "the report");
    check(!text.includes(basename(document)), `a name in it:\n${text}`);
    await code.picture("report");
    await code.command("View: Revert and Close Editor");
  });

  await test("a wrong path of the server is told, and its mending noticed", async () => {
    await page.keyboard.press("Control+j");
    setWorkspace({ "segls.server.path": "/nowhere/segls" });
    const message = await until(
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
      .click();
    await page.mouse.move(0, 500);
    await page
      .locator(".settings-editor")
      .getByText("Server: Path")
      .first()
      .waitFor();
    await code.picture("settings");
    await page.keyboard.press("Escape");
    setWorkspace({});
    await code.waitForLenses();
  });

  await test("a missing server is told, and one on the PATH found", async () => {
    const [extension] = readdirSync(server.extensions).filter((name) =>
      name.startsWith("segls."),
    );
    rmSync(join(server.extensions, extension, "bin"), { recursive: true });
    setWorkspace({ "segls.server.path": "" });
    await code.command("segls: Restart Server");
    await until(
      async () =>
        (await code.notifications()).some((text) => text.includes("not found")),
      "the message",
    );
    await code.picture("missing");
    symlinkSync(SEGLS, join(server.programs, "segls"));
    await code.command("segls: Restart Server");
    await code.waitForLenses();
    setWorkspace({});
  });

  if (!CORPUS_BOOK) {
    report.skip("a book", "CORPUS_BOOK names none");
    return;
  }
  await test("a book", async () => {
    const book = join(folder, basename(CORPUS_BOOK));
    copyFileSync(CORPUS_BOOK, book);
    await code.open(server.urlOf(folder, book));
    await code.waitForLenses();
    await firstTopic();
  });
}

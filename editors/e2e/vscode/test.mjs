// The VS Code extension, packed and installed, as a person meets it.
//
// Started by run.sh, which says what the environment holds.

import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { access } from "./access.mjs";
import { actions } from "./actions.mjs";
import { board } from "./board.mjs";
import { changes } from "./changes.mjs";
import { WebServer } from "../vscode-web/web-server.mjs";
import { CodeServer } from "./code-server.mjs";
import { notebooks } from "./notebooks.mjs";
import { panels } from "./panels.mjs";
import { passages } from "./passages.mjs";
import { places } from "./places.mjs";
import { Report } from "./report.mjs";
import { servers } from "./servers.mjs";
import { german } from "./german.mjs";
import { newSession } from "./session.mjs";
import { texts } from "./texts.mjs";
import { tutorial } from "./tutorial.mjs";
import { typing } from "./typing.mjs";
import { windows } from "./windows.mjs";
import { work } from "./work.mjs";
import { workBoard } from "./work-board.mjs";
import { patience, Workbench } from "./workbench.mjs";

const {
  CORPUS_BOOK,
  INSTALLATION,
  ONLY,
  SAMPLE,
  SCREENS,
  SEGLS,
  SERVER_PATH,
  VSIX,
  WEB,
  WORK,
} = process.env;
const { chromium } = createRequire(join(INSTALLATION, "package.json"))(
  "playwright-core",
);
const sample = readFileSync(SAMPLE, "utf8");
const report = new Report();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => process.exit(1)); // which ends the servers and the browser
}

const all = scenarios();
const [basis] = all; // without lenses, all that follows would wait in vain
const only = new RegExp(ONLY ?? "");
const left = await attempt(
  all.filter(({ name }) => only.test(name)),
  join(WORK, "first"),
  SCREENS,
);
if (report.allowsSecondTry) {
  console.log("the second try, in a VS Code of its own:");
  await attempt(left, join(WORK, "second"), join(SCREENS, "second"));
}
process.exit(report.close());

/** All that is tested, in this order; body is called with the session of newSession. */
function scenarios() {
  const all = [];
  const test = (name, body) => all.push({ name, body });
  texts(test);
  actions(test);
  panels(test);
  board(test);
  access(test);
  places(test, SEGLS);
  servers(test, SEGLS);
  work(test);
  workBoard(test);
  windows(test);
  changes(test);
  passages(test);
  german(test);
  notebooks(test);
  typing(test);
  tutorial(test);
  if (CORPUS_BOOK) {
    const name = basename(CORPUS_BOOK);
    test("a book", async ({ code, folder, server }) => {
      mkdirSync(folder, { recursive: true });
      copyFileSync(CORPUS_BOOK, join(folder, name));
      await code.open(server.urlOf(folder, join(folder, name)), name);
      await code.waitForLenses();
      await code.firstTopic();
    });
  } else {
    report.skip("a book", "CORPUS_BOOK names none");
  }
  return all;
}

/**
 * Runs scenarios in a VS Code of their own, all of whose files go to root, with pictures in
 * screens; returns those that have not passed.
 */
async function attempt(scenarios, root, screens) {
  mkdirSync(screens, { recursive: true });
  const server = new (WEB ? WebServer : CodeServer)({
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
  let browser;
  try {
    const started = await report.try("VS Code starts", async () => {
      await server.install(VSIX);
      await server.start();
      browser = await launch(join(root, "browser"));
    });
    return started
      ? await runAll(scenarios, { root, screens, server, browser })
      : scenarios;
  } finally {
    await browser?.close();
    await server.stop();
  }
}

/** Runs scenarios one after the other, and returns those that have not passed. */
async function runAll(scenarios, { root, screens, server, browser }) {
  const page = browser.pages()[0];
  page.setDefaultTimeout(patience);
  const code = new Workbench(page, screens);
  const left = [];
  for (const [i, { name, body }] of scenarios.entries()) {
    const folder = join(root, String(i), "draft");
    const session = newSession({ page, code, server, folder, sample });
    const slug = name.replaceAll(/[^a-z]+/gi, "-");
    const passed = await report.try(name, async () => {
      try {
        await page.mouse.move(0, 500); // away from where a hover might come
        await body(session);
        await code.picture(slug);
      } catch (error) {
        await code.picture(`${slug}-FAILED`).catch(() => {});
        await page.mouse.up().catch(() => {}); // where it failed while dragging
        throw error;
      }
    });
    if (!passed) {
      left.push(scenarios[i]);
      if (scenarios[i] === basis) {
        return scenarios;
      }
    }
  }
  return left;
}

function launch(profile) {
  return chromium.launchPersistentContext(profile, {
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
    timeout: patience,
    viewport: { width: 1280, height: 1000 },
  });
}

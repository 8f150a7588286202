// Tests the packed and installed VS Code extension. Started by run.sh, which describes the environment.

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { WebServer } from "../vscode-web/web-server.mjs";
import { CodeServer } from "./code-server.mjs";
import { Report } from "./report.mjs";
import { newSession } from "./session.mjs";
import { patience, Workbench } from "./workbench.mjs";

const { INSTALLATION, ONLY, SAMPLE, SCREENS, SERVER_PATH, SMOKE, VSIX, WEB, WORK } = process.env;
const { chromium } = createRequire(join(INSTALLATION, "package.json"))(
  "playwright-core",
);
const sample = readFileSync(SAMPLE, "utf8");
const report = new Report();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => process.exit(1)); // ends the servers and the browser too
}

const all = await scenarios(process.argv.slice(2));
const only = new RegExp(ONLY ?? "");
const left = await attempt(
  all.filter(({ name }) => only.test(name)),
  join(WORK, "first"),
  SCREENS,
);
if (!SMOKE && report.allowsSecondTry) {
  console.log("the second try, in another VS Code:");
  await attempt(left, join(WORK, "second"), join(SCREENS, "second"));
}
process.exit(report.close());

/**
 * Returns the scenarios in some files or, by default, in all of them, `smoke` first. `body` is called with a session of
 * newSession. A fresh scenario has its own window. If a basis scenario fails, the rest is not run.
 */
async function scenarios(files) {
  const folder = new URL("scenarios/", import.meta.url);
  const more = readdirSync(folder).map((file) => file.replace(/\.mjs$/, ""));
  const named = files.length > 0 ? files : [...new Set(["smoke", ...more])];
  const all = [];
  const test = (name, body, how) => all.push({ name, body, ...how });
  for (const file of SMOKE ? ["smoke"] : named) {
    const { default: add } = await import(new URL(`${file}.mjs`, folder));
    add(test);
  }
  return all;
}

/**
 * Runs scenarios in a new VS Code, whose files go to `root`, with pictures in `screens`. Returns those to try again:
 * those that failed, or all of them if VS Code does not start or a basis scenario fails.
 */
async function attempt(scenarios, root, screens) {
  mkdirSync(screens, { recursive: true });
  const server = new (WEB ? WebServer : CodeServer)({
    installation: INSTALLATION,
    root,
    settings: {
      "chat.disableAIFeatures": true,
      "editor.minimap.enabled": false,
      "files.autoSave": "off", // as on the desktop: VS Code loses an undo while it saves
      "extensions.ignoreRecommendations": true,
      "segls.preferredWords": 500,
      "telemetry.telemetryLevel": "off",
      "window.commandCenter": false,
      "workbench.hover.delay": 3_600_000, // the hover of a row would cover the rows below
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

/** Runs scenarios in order, and returns those to try again, like attempt. */
async function runAll(scenarios, { root, screens, server, browser }) {
  const page = browser.pages()[0];
  page.setDefaultTimeout(patience);
  const code = new Workbench(page, screens);
  const left = [];
  const shown = {}; // the folder root in the window; undefined after a failure, which may leave files there
  const shared = join(root, "shared", "draft");
  for (const [i, { name, body, fresh }] of scenarios.entries()) {
    // VS Code for the web cannot open a file by its path.
    const own = fresh || WEB ? join(root, String(i), "draft") : undefined;
    const slug = name.replaceAll(/[^a-z]+/gi, "-");
    const session = newSession({
      ...{ page, code, server, sample, shown },
      root: own ?? shared,
      folder: own ?? join(shared, slug.split("-", 4).join("-")), // numbered folders would be a work
    });
    const passed = await report.try(name, async () => {
      try {
        await page.mouse.move(0, 500); // no hover here
        if (fresh) {
          shown.root = undefined;
        } else if (shown.root === shared) {
          await code.clear();
        }
        await body(session);
        await code.picture(slug);
      } catch (error) {
        shown.root = undefined;
        await code.picture(`${slug}-FAILED`).catch(() => {});
        await page.mouse.up().catch(() => {}); // it may have failed during a drag
        throw error;
      }
    });
    if (!passed) {
      left.push(scenarios[i]);
      if (scenarios[i].basis) {
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

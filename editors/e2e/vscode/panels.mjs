// The tree, the curve and the board, as a person uses them.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "./code-server.mjs";
import { check, editor, plain, until } from "./workbench.mjs";

/**
 * panels are the scenarios of the views beside the text. sample is the text of a document with
 * several suggested boundaries; setWorkspace sets the folder's settings.
 */
export async function panels({
  page,
  code,
  server,
  folder,
  sample,
  setWorkspace,
  pageWith,
  test,
}) {
  const open = async (name, text = sample) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    await code.open(server.urlOf(folder, file));
    await code.waitForLenses();
    return file;
  };

  /** What the file says, saved by a key as a person would. */
  const saved = async (file) => {
    await code.focus();
    await page.keyboard.press("Control+s");
    await sleep(400);
    return readFileSync(file, "utf8");
  };
  const sorted = (text) => [...text].sort().join("");

  await test("the status item tells of the fragments, and a key hides the lenses", async () => {
    await open("quiet.md");
    const before = (await code.lensTexts()).length;
    await code.goToLine(3);
    await page.locator('[id="status.languageStatus"]').click();
    const hover = page
      .locator(".hover-language-status", { hasText: "fragments" })
      .first();
    // The item follows the caret a moment later, also where its hover stands open.
    let said;
    await until(
      async () => {
        said = plain(await hover.innerText());
        return (
          /\d+ fragments/.test(said) && /number 1: \d+ of 500 words/.test(said)
        );
      },
      () => `the fragments, and the one at the caret: ${said}`,
    );
    await code.picture("status");
    await page.keyboard.press("Escape");
    await code.focus();
    const toggle = async () => {
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Alt+l");
    };
    await toggle();
    await code.waitForLenses(false);
    await code.picture("lenses-hidden");
    await toggle();
    await until(
      async () => (await code.lensTexts()).length === before,
      `${before} lenses again`,
    );
  });

  await test("a fold shows what it hides, and the fragments can be peeked at", async () => {
    await open("folded.md");
    await code.command("Fold All Regions");
    // Decorations stand in CSS, not in the page's text.
    const previews = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll(".part.editor .view-line span")].filter(
            (span) =>
              /\d+ words · /.test(
                getComputedStyle(span, "::after").content.replaceAll(
                  "\u00a0",
                  " ",
                ),
              ),
          ).length,
      );
    await until(async () => (await previews()) > 0, "a preview behind a fold");
    await code.picture("folded-previews");
    await code.command("Unfold All");
    await until(async () => (await previews()) === 0, "no previews");
    await code.goToLine(3);
    await code.command("segls: Peek Fragments");
    await page.locator(".peekview-widget .monaco-editor").first().waitFor();
    await code.picture("peek");
    await page.keyboard.press("Escape");
  });

  await test("the tree follows the caret, and moves by keys and by dragging", async () => {
    const file = await open("tree.md");
    await code.command("Explorer: Focus on Fragments View");
    const rows = page
      .locator(".pane", { hasText: "Fragments" })
      .locator(".monaco-list-row");
    await page.locator(".pane-header", { hasText: "draft" }).click(); // room for the tree
    await until(async () => (await rows.count()) >= 4, "a tree");
    const [first, second] = (await code.allLenses()).map(({ line }) => line);
    await code.goToLine(second + 1);
    const selected = rows.and(page.locator(".selected"));
    await until(
      async () => (await selected.count()) === 1,
      "a selection in the tree",
    );
    const low = await selected.innerText();
    await code.goToLine(first + 1);
    await until(
      async () => (await selected.innerText()) !== low,
      "another one",
    );
    await code.picture("tree");

    /** Does something with the rows in the order of the tree; in the page they stand in any. */
    const inOrder = async (of) =>
      (
        await rows.evaluateAll((all) =>
          all
            .sort((a, b) => a.dataset.index - b.dataset.index)
            .map((row) => ({
              label: row.ariaLabel,
              box: row.getBoundingClientRect().toJSON(),
            })),
        )
      ).map(of);
    const labels = async () => (await inOrder(({ label }) => label)).join("\n");
    const place = async (number) =>
      (await inOrder((row) => row)).filter(({ label }) =>
        label.startsWith("fragment "),
      )[number].box;
    const drawn = await labels();

    await selected.click();
    await page.keyboard.press("Alt+ArrowDown");
    await until(
      async () => (await saved(file)) !== sample,
      "a fragment moved by a key",
    );
    check(
      sorted(readFileSync(file, "utf8")).replaceAll(/\s/g, "") ===
        sorted(sample).replaceAll(/\s/g, ""),
      "text was lost",
    );
    await code.picture("tree-moved");
    await code.focus();
    await page.keyboard.press("Control+z");
    await until(async () => (await saved(file)) === sample, "the move undone");

    await until(async () => (await labels()) === drawn, "the tree as it was");
    const [from, to] = [await place(2), await place(0)];
    await page.mouse.move(from.x + 60, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 70, from.y + 4, { steps: 3 });
    await page.mouse.move(to.x + 60, to.y + 10, { steps: 6 });
    await sleep(500); // VS Code asks the extension whether it may be dropped here
    await page.mouse.move(to.x + 62, to.y + 11);
    await sleep(500);
    await code.picture("tree-dragging");
    await page.mouse.up();
    await until(
      async () => (await saved(file)) !== sample,
      "a fragment moved by dragging",
    );
    await code.picture("tree-dragged");
    await code.focus();
    await page.keyboard.press("Control+z");
    await until(async () => (await saved(file)) === sample, "the drag undone");

    await until(async () => (await labels()) === drawn, "the tree as it was");
    const section = (name) =>
      rows.and(page.locator(`[aria-label^="section ${name}"]`));
    const names = (await inOrder(({ label }) => label)).filter((l) =>
      l.startsWith("section "),
    );
    await page.mouse.move(700, 600); // away from what a hover has put over the tree
    await section(names[2].split(/,|section /)[1])
      .first()
      .click({ button: "right" });
    const menu = page.locator(".context-view .monaco-menu");
    await menu.waitFor();
    await code.picture("tree-menu");
    await menu.getByText("Move Section Up", { exact: true }).click();
    await until(
      async () => (await saved(file)) !== sample,
      "a section moved from the menu",
    );
    check(
      sorted(readFileSync(file, "utf8")).replaceAll(/\s/g, "") ===
        sorted(sample).replaceAll(/\s/g, ""),
      "text was lost",
    );
    await code.focus();
    await page.keyboard.press("Control+z");
    await until(
      async () => (await saved(file)) === sample,
      "the move of a section undone",
    );
  });

  await test("the curve is drawn, explains, jumps, and its sliders change the lenses", async () => {
    const file = await open("curve.md");
    const before = (await code.lensTexts()).length;
    await code.command("segls: Show Curve");
    const curve = await pageWith(".plot canvas");
    await code.picture("curve");

    const plot = curve.locator(".plot");
    await plot.focus();
    await page.keyboard.press("PageDown");
    await curve.locator(".explanation dd").first().waitFor();
    const told = await plot.getAttribute("aria-valuetext");
    check(/boundary/i.test(told) && /similarity 0\.\d\d/.test(told), told);
    await code.picture("curve-explained");

    // As a person drags: through many values in a moment.
    await curve.locator('input[name="preferred-words"]').evaluate((input) => {
      for (let words = 490; words >= 150; words -= 10) {
        input.value = String(words);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await until(
      async () => (await code.lensTexts()).length > before,
      `more than ${before} lenses`,
    );
    await until(
      async () =>
        (await curve.locator("output#preferred-words").innerText()) ===
        "150 words",
      "the value beside the slider",
    );
    await code.picture("curve-slider");
    check(await curve.locator("#project").isEnabled(), "nothing to save");

    await curve.locator('select[name="cost"]').selectOption("linear");
    await curve.locator("#project").click();
    const settings = join(folder, ".segls.toml");
    await until(
      () =>
        existsSync(settings) &&
        /preferred-words = 150/.test(readFileSync(settings, "utf8")) &&
        /cost = "linear"/.test(readFileSync(settings, "utf8")),
      "the settings file",
    );
    await until(
      async () => !(await curve.locator("#project").isEnabled()),
      "all saved",
    );
    check(
      (await code.lensTexts()).length > before,
      "the lenses are not those of the file",
    );
    writeFileSync(settings, "");
    await until(
      async () => (await code.lensTexts()).length === before,
      `${before} lenses again`,
    );

    const slide = (words) =>
      curve
        .locator('input[name="preferred-words"]')
        .evaluate((input, value) => {
          input.value = value;
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }, String(words));
    await slide(200);
    await until(
      async () => (await code.lensTexts()).length > before,
      "more lenses",
    );
    await curve.locator("#reset").click();
    await until(
      async () => (await code.lensTexts()).length === before,
      "the slider taken back",
    );
    await slide(200);
    await until(
      async () => curve.locator("#editor").isEnabled(),
      "something to save",
    );
    await curve.locator("#editor").click();
    const ofFolder = join(folder, ".vscode/settings.json");
    await until(
      () =>
        existsSync(ofFolder) &&
        /"segls.preferredWords": 200/.test(readFileSync(ofFolder, "utf8")),
      "the folder's settings",
    );
    await until(
      async () => (await code.lensTexts()).length > before,
      "the lenses as saved",
    );
    setWorkspace({});
    await until(
      async () => (await code.lensTexts()).length === before,
      `${before} lenses again`,
    );

    const box = await plot.locator(".u-over").boundingBox();
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
    await until(
      async () => Number(await plot.getAttribute("aria-valuenow")) > 5,
      "the gap under the mouse",
    );
    await code.picture("curve-mouse");
    const was = await code.caret();
    await page.mouse.click(box.x + box.width * 0.5, box.y + 60);
    await until(
      async () => (await code.caret()) !== was,
      "a jump by the mouse",
    );

    const at = await code.caret();
    await plot.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await until(
      async () => (await code.caret()) !== at && (await code.caret()) !== "",
      "a jump",
    );
    check(readFileSync(file, "utf8") === sample, "the text changed");
    await code.picture("curve-jumped");
  });

  await test("the curve follows typing", async () => {
    await open("typing.md");
    await code.command("segls: Show Curve");
    const curve = await pageWith(".plot canvas");
    const gaps = () =>
      curve.locator(".plot").getAttribute("aria-valuemax").then(Number);
    const before = await until(gaps, "a curve");
    await code.goToLine(3);
    await page.keyboard.press("Home");
    await page.keyboard.type("A paragraph that is new 🙂.");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await until(async () => (await gaps()) === before + 1, "one more gap");
    await code.picture("curve-typed");
  });

  await test("a drag on the board reorders the text, and undo restores it", async () => {
    const file = await open("board.md");
    await code.command("segls: Show Board");
    const board = await pageWith(".board .card");
    const titles = () => board.locator(".card h2").allInnerTexts();
    const before = await titles();
    check(before.length >= 4, `only ${before.length} cards`);
    await code.picture("board");

    const [from, to] = [board.locator("#card-2"), board.locator("#card-0")];
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + 20);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 - 20, a.y + 10, { steps: 4 });
    await page.mouse.move(b.x + 15, b.y + 30, { steps: 8 });
    await code.picture("board-dragging");
    await page.mouse.up();
    await until(
      async () => (await titles()).join() !== before.join(),
      "another order",
    );
    await code.picture("board-dropped");
    await until(
      async () => (await saved(file)) !== sample,
      "another text in the file",
    );
    const moved = readFileSync(file, "utf8");
    check(
      sorted(moved).replaceAll(/\s/g, "") ===
        sorted(sample).replaceAll(/\s/g, ""),
      "text was lost",
    );

    await board.locator(".board").focus();
    await page.keyboard.press("Control+z");
    await until(
      async () => (await titles()).join() === before.join(),
      "the drag undone",
    );
    await sleep(500); // the keyboard goes to the text and comes back
    await until(
      async () => (await saved(file)) === sample,
      "the text as it was",
    );

    await board.locator(".board").focus();
    await page.keyboard.press("Control+y");
    await until(
      async () => (await titles()).join() !== before.join(),
      "the drag done again",
    );
    await sleep(500);
    await until(
      async () => (await saved(file)) === moved,
      "the text that was undone",
    );
    await board.locator(".board").focus();
    await page.keyboard.press("Control+z");
    await until(
      async () => (await titles()).join() === before.join(),
      "and undone",
    );
    await sleep(500);

    const wide = async () =>
      (await board.locator("#card-0").boundingBox()).width;
    const usual = await wide();
    await board.locator(".board").focus();
    await page.keyboard.press("-");
    await until(async () => (await wide()) < usual, "smaller cards");
    await code.picture("board-small");
    await page.keyboard.press("+");
    await until(
      async () => (await wide()) === usual,
      "cards of the usual size",
    );

    await page.keyboard.press("Home");
    await page.keyboard.press("Alt+ArrowRight");
    await until(
      async () => (await titles()).join() !== before.join(),
      "a card moved by a key",
    );
    await board.locator(".board").focus();
    await page.keyboard.press("Control+z");
    await until(
      async () => (await titles()).join() === before.join(),
      "the key undone",
    );
    await sleep(500); // the keyboard goes to the text and comes back
    await until(
      async () => (await saved(file)) === sample,
      "the text as it was",
    );

    await board.locator("#filter").fill("salt");
    await until(
      async () =>
        /of \d+ cards/.test(await board.locator(".count").innerText()),
      "a filter",
    );
    await code.picture("board-filtered");
    await board.locator("#filter").fill("");
  });

  await test("the curve is exported as a drawing", async () => {
    const file = await open("drawing.md");
    await code.command("segls: Show Curve");
    const curve = await pageWith(".plot canvas");
    await curve.locator("#svg").click();
    const input = page.locator(".quick-input-widget:visible input").first();
    await input.waitFor();
    await page.keyboard.press("Enter");
    const drawing = file.replace(".md", "-curve.svg");
    await until(() => existsSync(drawing), "the file");
    const svg = readFileSync(drawing, "utf8");
    check(
      svg.includes("<title>drawing.md</title>") &&
        /<path d="M[\d. L]+"/.test(svg),
      svg.slice(0, 500),
    );
  });

  await test("panels are seen in a dark and in a high-contrast theme", async () => {
    await open("themes.md");
    for (const [theme, name] of [
      ["Dark+", "dark"],
      ["Default High Contrast", "contrast"],
    ]) {
      setWorkspace({ "workbench.colorTheme": theme });
      await page
        .locator(
          `.monaco-workbench.${name === "dark" ? "vs-dark" : "hc-black"}`,
        )
        .waitFor();
      await code.command("segls: Show Curve");
      const curve = await pageWith(".plot canvas");
      await curve.locator(".plot").focus();
      await page.keyboard.press("PageDown");
      await curve.locator(".explanation dd").first().waitFor();
      await code.picture(`curve-${name}`);
      await code.command("segls: Show Board");
      await pageWith(".board .card");
      await code.picture(`board-${name}`);
    }
    setWorkspace({});
    await page.locator(".monaco-workbench.vs").waitFor();
  });

  await test("the extension activates, and tells in how long", async () => {
    await code.command("Developer: Show Running Extensions");
    const row = page
      .locator(".runtime-extensions-editor .monaco-list-row", {
        hasText: "segls",
      })
      .first();
    await row.waitFor();
    const [, milliseconds] = /Activation: (\d+)ms/.exec(
      plain(await row.innerText()),
    );
    console.log(`          activated in ${milliseconds} ms`);
    check(Number(milliseconds) > 0, "it tells in how long");
  });

  await test("three megabytes can be typed in, with everything open", async () => {
    /** Types, and returns how long the longest turn of the window's main thread took. */
    const type = async () => {
      await code.goToLine(3);
      const turn = await longestTurn(page, async () => {
        await page.keyboard.type("Typed 🙂 into a long text. ".repeat(3), {
          delay: 20,
        });
        await until(
          async () =>
            plain(
              await page.locator(`${editor} .view-lines`).first().innerText(),
            ).includes("Typed 🙂"),
          "what was typed",
        );
        await sleep(2000);
      });
      check(turn > 0, "no turn was seen");
      return turn;
    };
    const copies = Math.ceil(3_000_000 / Buffer.byteLength(sample));
    const long = Array.from(
      { length: copies },
      (_, i) => `# Book ${i + 1}\n\n${sample}`,
    ).join("\n\n");
    const file = join(folder, "long.md");
    writeFileSync(file, long);
    await code.open(server.urlOf(folder, file));
    await until(
      async () => (await code.lensTexts()).length > 0,
      "lenses",
      120_000,
    );
    await code.command("segls: Show Curve");
    await pageWith(".plot canvas");
    await code.command("segls: Show Board");
    const board = await pageWith(".board .card");
    const all = Number(
      /^(\d+) cards/.exec(await board.locator(".count").innerText())[1],
    );
    const drawn = await board.locator(".card").count();
    check(all > 500 && drawn < 100, `${drawn} of ${all} cards are drawn`);
    await board
      .locator(".board")
      .evaluate((list) => (list.scrollTop = list.scrollHeight));
    await board.locator(`#card-${all - 1}`).waitFor();
    await code.picture("long-board");

    // Of the two pages, which share a place, the one in front is told of what is typed.
    await code.command("Explorer: Focus on Fragments View");
    const withBoard = await type();
    await code.command("segls: Show Curve");
    await pageWith(".plot canvas");
    const withCurve = await type();
    await code.picture("long-curve");
    setWorkspace({ "segls.server.path": "/nowhere/segls" });
    await code.waitForLenses(false);
    await sleep(5000); // for the end of the change itself
    const alone = await type();
    setWorkspace({});
    console.log(
      `          ${all} cards; a turn took at most ${withBoard} ms of the processor with the board, ${withCurve} ms with the curve, ${alone} ms without a server`,
    );
    await code.picture("long-typed");
  });
}

/**
 * The longest turn of the main threads of page's process while something is done, in milliseconds
 * of the processor: what a turn waits for while other programs run is not its own.
 */
async function longestTurn(page, something) {
  const browser = await page.context().newCDPSession(page);
  const events = [];
  browser.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const ended = new Promise((end) =>
    browser.once("Tracing.tracingComplete", end),
  );
  await browser.send("Tracing.start", {
    traceConfig: { includedCategories: ["toplevel", "__metadata"] },
  });
  await something();
  await browser.send("Tracing.end");
  await ended;
  await browser.detach();
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(
    events
      .filter(({ ph, args }) => ph === "M" && args.name === "CrRendererMain")
      .map(threadOf),
  );
  const turns = events
    .filter((event) => main.has(threadOf(event)))
    .map(({ tdur }) => tdur ?? 0);
  return Math.round(Math.max(0, ...turns) / 1000);
}

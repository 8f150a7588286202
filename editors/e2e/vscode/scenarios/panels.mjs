// The outline, the curve and the board, as a user works with them.

import { sleep } from "../code-server.mjs";
import { isReordered } from "../session.mjs";
import {
  act,
  check,
  editor,
  labelsOf,
  patience,
  plain,
  rest,
  soon,
  until,
} from "../workbench.mjs";

export default function panels(test) {
  test("the outline follows the caret, and moves text by keys and by dragging", async ({
    page,
    code,
    sample,
    openWithLenses,
    saved,
    says,
  }) => {
    await openWithLenses("tree.md");
    const hasMoved = (text) => isReordered(text, sample);
    const isBack = (text) => text === sample;
    /** Moves something in the text and undoes it. Repeats the move if VS Code has ignored it. */
    const moveAndUndo = async (what, move) => {
      await act(move, async () => (await saved("tree.md")) !== sample, what);
      await says("tree.md", hasMoved, `${what}, with all of the text`);
      await code.picture("tree-moved");
      await code.focus();
      await page.keyboard.press("Control+z");
      await says("tree.md", isBack, `${what}, undone`);
    };

    const rows = await code.showBook(4);
    const selected = rows.and(page.locator(".selected"));
    /** Goes to a line and waits for another selection in the outline. */
    const follow = async (line, others) => {
      await code.goToLine(line);
      return until(async () => {
        const [label, ...more] = await selected.allInnerTexts();
        return more.length === 0 && !others.includes(label) && label;
      }, "another selection in the tree");
    };
    const [first, second] = (await code.allLenses()).map(({ line }) => line);
    const top = await follow(1, []);
    const low = await follow(second + 1, [top]);
    await follow(first + 1, [top, low]);
    await code.picture("tree");

    /** Returns the rows of the outline in their order, at rest; the DOM has them in any order. */
    const inOrder = () =>
      rest(
        () =>
          rows.evaluateAll((all) =>
            all
              .sort((a, b) => a.dataset.index - b.dataset.index)
              .map((row) => ({
                label: row.ariaLabel,
                box: row.getBoundingClientRect().toJSON(),
              })),
          ),
        "a tree at rest",
      );
    const labels = async () =>
      (await inOrder()).map(({ label }) => label).join("\n");
    const place = async (number) =>
      (await inOrder()).filter(({ label }) => label.startsWith("fragment "))[
        number
      ].box;
    const drawn = await labels();
    const isAsBefore = () =>
      until(async () => (await labels()) === drawn, "the original tree");

    await moveAndUndo("a fragment moved by a key", async () => {
      await selected.click();
      await page.keyboard.press("Alt+ArrowDown");
    });

    await isAsBefore();
    await moveAndUndo("a fragment moved by dragging", async () => {
      const [from, to] = [await place(2), await place(0)];
      await page.mouse.move(from.x + 60, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(from.x + 70, from.y + 4, { steps: 3 });
      await page.mouse.move(to.x + 60, to.y + 10, { steps: 6 });
      await sleep(500); // VS Code asks the extension whether a drop is allowed
      await page.mouse.move(to.x + 62, to.y + 11);
      await sleep(500);
      await code.picture("tree-dragging");
      await page.mouse.up();
    });

    await isAsBefore();
    const sections = (await inOrder())
      .map(({ label }) => label)
      .filter((label) => label.startsWith("section "));
    const [, name] = sections[2].split(/,|section /);
    const menu = page.locator(".context-view .monaco-menu");
    await moveAndUndo("a section moved from the menu", async () => {
      await act(
        () =>
          rows
            .and(page.locator(`[aria-label^="section ${name}"]`))
            .first()
            .click({ button: "right" }),
        () => menu.isVisible(),
        "a menu",
        5_000,
      );
      await code.picture("tree-menu");
      await menu.getByText("Move Section Up", { exact: true }).click();
    });
  });

  test("the count is visible after a long title", async ({
    code,
    sample,
    openWithLenses,
  }) => {
    const long = "Chapter VI. MARTIAN POLAR EXPEDITIONS OF THE WINTER";
    await openWithLenses(
      "long-titles.md",
      sample
        .replace("# Salt", `# ${long}`)
        .replace(
          "Look at table",
          `<!-- segls: title ${long} -->\n\nLook at table`,
        ),
    );
    const rows = await code.showBook(14);
    const cut = await rows
      .locator(".monaco-icon-label-container")
      .evaluateAll((labels) =>
        labels
          .filter((label) => label.scrollWidth > label.clientWidth)
          .map((label) => label.innerText),
      );
    check(cut.length === 0, `cut off: ${cut.join("; ")}`);
  });

  test("a fragment moves down twice and up twice, and stays one fragment", async ({
    page,
    code,
    sample,
    content,
    openWithLenses,
    saved,
  }) => {
    const name = "carried.md";
    await openWithLenses(name);
    const rows = await code.showBook();
    const fragments = rows.and(page.locator('[aria-label^="fragment "]'));
    await until(async () => (await fragments.count()) >= 4, "a tree");
    const [label] = await rest(
      () => labelsOf(fragments).then((all) => all.slice(1, 2)),
      "a tree at rest",
    );
    const [whole, title] = /^fragment (.*?), [\d,]+ words/.exec(label);
    const carried = rows.and(page.locator(`[aria-label^="${whole}"]`));
    const clips = carried.locator(".codicon-attach");
    const move = async (key, isHeld) => {
      const before = content(name);
      await act(
        async () => {
          // The tree follows the caret, and may still select the row of the move before.
          const selected = rows.and(page.locator(".selected"));
          await until(async () => {
            await carried.first().click();
            await sleep(500);
            return (await labelsOf(selected)).join().startsWith(whole);
          }, `“${whole}” selected`);
          await page.keyboard.press(`Alt+${key}`);
        },
        async () => (await saved(name)) !== before,
        () => `“${whole}” moved by ${key}`,
      );
      // The title occurs once in the outline, and its row says whether the fragment is held.
      await until(async () => {
        const labels = await labelsOf(fragments);
        const same = labels.filter((one) => one.startsWith(whole));
        return (
          same.length === 1 &&
          /, [\d,]+ words, held/.test(same[0]) === isHeld &&
          (await clips.count()) === Number(isHeld) &&
          labels.filter((one) => one.includes(title)).length === 1
        );
      }, `“${whole}” after ${key}, held: ${isHeld}, and no other of its name`);
      await code.picture(`carried-${key.slice("Arrow".length).toLowerCase()}`);
    };
    await move("ArrowDown", true);
    await move("ArrowDown", true);
    await move("ArrowUp", true);
    await move("ArrowUp", false); // back in its place, it is no longer held
    check((await saved(name)) === sample, "the text has changed");
    await move("ArrowDown", true);

    // After a reload, the moved fragment is still held, until it is released.
    const isHeld = async () =>
      (await labelsOf(fragments)).some((one) => one.includes(", held"));
    await code.open(page.url(), name);
    await code.showBook();
    await until(isHeld, "the view with the held fragment");
    await code.focus();
    await code.show(
      "segls: Stop Keeping All Moved Fragments Whole",
      async () => (await fragments.count()) > 0 && !(await isHeld()),
    );
  }, { fresh: true });

  test("the curve is drawn, explains, jumps, and its sliders change the lenses", async ({
    page,
    code,
    sample,
    content,
    openWithLenses,
    change,
    configure,
    saved,
    showCurve,
  }) => {
    await openWithLenses("curve.md");
    const before = (await code.settledLenses()).length;
    const hasMore = async () => (await code.lensTexts()).length > before;
    const hasAsBefore = async () => (await code.lensTexts()).length === before;
    const curve = await showCurve();
    await code.picture("curve");

    const plot = curve.locator(".plot");
    await explain(curve);
    const told = await plot.getAttribute("aria-valuetext");
    check(/similarity 0\.\d\d/.test(told), told);
    await code.picture("curve-explained");

    // Like a drag, which sets many values in a short time.
    const slider = curve.locator('input[name="preferred-words"]');
    await slider.evaluate((input) => {
      for (let words = 490; words >= 150; words -= 10) {
        input.value = String(words);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await until(hasMore, `more than ${before} lenses`);
    await until(
      async () =>
        (await curve.locator("output#preferred-words").innerText()) ===
        "150 words",
      "the value beside the slider",
    );
    await code.picture("curve-slider");

    const project = curve.locator("#project");
    await until(() => project.isVisible(), "the button to save");
    await curve.getByText("More to try").click();
    await curve.locator('select[name="cost"]').selectOption("linear");
    await project.click();
    await until(() => {
      const settings = content(".segls.toml");
      return (
        /preferred-words = 150/.test(settings) &&
        /cost = "linear"/.test(settings)
      );
    }, "the settings file");
    await until(async () => !(await project.isVisible()), "the save");
    await until(hasMore, "the lenses of the file");
    await change(".segls.toml", "", hasAsBefore, `${before} lenses again`);

    const slide = (words) =>
      slider.evaluate((input, value) => {
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }, String(words));
    await slide(200);
    await until(hasMore, "more lenses");
    await curve.locator("#reset").click();
    await until(hasAsBefore, "the lenses after a reset of the slider");
    await slide(200);
    await until(
      async () => curve.locator("#editor").isVisible(),
      "something to save",
    );
    await curve.locator("#editor").click();
    await until(
      () =>
        /"segls.preferredWords": 200/.test(content(".vscode/settings.json")),
      "the folder's settings",
    );
    await until(hasMore, "the lenses as saved");
    await configure({}, hasAsBefore, `${before} lenses again`);

    await code.goToLine(1);
    const start = await code.caret();
    const box = await rest(
      () => plot.locator(".u-over").boundingBox(),
      "a plot at rest",
    );
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
    await until(
      async () => Number(await plot.getAttribute("aria-valuenow")) > 5,
      "the gap under the mouse",
    );
    await code.picture("curve-mouse");
    await page.mouse.click(box.x + box.width * 0.5, box.y + 60);
    // While a page has the focus, the status bar has no caret.
    const jumped = (from) =>
      until(async () => {
        const caret = await code.caret();
        return caret !== "" && caret !== from && caret;
      }, `a jump away from ${from}`);
    const middle = await jumped(start);

    await plot.press("End");
    await until(
      async () =>
        (await plot.getAttribute("aria-valuenow")) ===
        (await plot.getAttribute("aria-valuemax")),
      "the last gap",
    );
    await plot.press("Enter");
    await jumped(middle);
    check((await saved("curve.md")) === sample, "the text changed");
    await code.picture("curve-jumped");
  }, { fresh: true });

  test("a text of three megabytes can be edited with all views open", async ({
    page,
    code,
    sample,
    open,
    configure,
    showCurve,
    showBoard,
  }) => {
    /** Types, and returns the longest task of the window's main thread. */
    const type = async (mark) => {
      await code.goToLine(3);
      const turn = await longestTurn(page, async () => {
        await page.keyboard.type(`${mark} 🙂 into a long text. `.repeat(3), {
          delay: 20,
        });
        await until(
          async () =>
            plain(
              await page.locator(`${editor} .view-lines`).first().innerText(),
            ).includes(`${mark} 🙂`),
          "what was typed",
        );
        await sleep(2000); // updates after the typing count too
      });
      check(turn > 0, "no task was measured");
      return turn;
    };
    const copies = Math.ceil(3_000_000 / Buffer.byteLength(sample));
    const long = Array.from(
      { length: copies },
      (_, i) => `# Book ${i + 1}\n\n${sample}`,
    ).join("\n\n");
    await open("long.md", long);
    await until(
      async () => (await code.lensTexts()).length > 0,
      "lenses",
      2 * patience,
    );
    await showCurve();
    const board = await showBoard();
    const all = await until(async () => {
      const said = await board.locator(".count").innerText();
      return Number(/^(\d+) cards/.exec(said)?.[1]);
    }, "the number of cards");
    const drawn = await board.locator(".card").count();
    check(all > 500 && drawn < 100, `${drawn} of ${all} cards are drawn`);
    await board
      .locator(".board")
      .evaluate((list) => (list.scrollTop = list.scrollHeight));
    await board.locator(`#card-${all - 1}`).waitFor();
    await code.picture("long-board");
    await code.command("View: Move Editor into Right Group"); // beside the text, like the curve

    // Of two pages in the same place, only the visible one is updated.
    await code.showBook();
    const withBoard = await type("Board");
    const far = long
      .split("\n")
      .findLastIndex((line) => line.startsWith("A thing that all must buy"));
    await code.goToLine(far + 1);
    await until(
      async () => (await code.lenses()).some(({ line }) => line === far + 1),
      "a lens far below those that were there first",
    );
    await code.picture("long-lenses");
    await showCurve();
    const withCurve = await type("Curve");
    await code.picture("long-curve");
    await configure(
      { "segls.server.path": "/nowhere/segls" },
      async () => (await code.lensTexts()).length === 0,
      "no lenses",
    );
    await sleep(5000); // until the change has ended
    const alone = await type("Alone");
    console.log(
      `          ${all} cards; a turn took at most ${withBoard} ms of the processor with the board, ${withCurve} ms with the curve, ${alone} ms without a server`,
    );
    await code.picture("long-typed");
  }, { fresh: true });
}

/** Moves through the curve by a key until a boundary is explained. */
async function explain(curve) {
  const plot = curve.locator(".plot");
  let told;
  await until(
    async () => {
      await plot.press("PageDown");
      return soon(async () => {
        told = await plot.getAttribute("aria-valuetext");
        return (
          /boundary/i.test(told) &&
          (await curve.locator(".explanation dd").first().isVisible())
        );
      }, 5_000);
    },
    () => `the explanation of a boundary: ${told}`,
  );
}

/**
 * Returns the longest task of the main threads of a page's process while a function runs, in milliseconds of
 * CPU time: waiting for other programs does not count.
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

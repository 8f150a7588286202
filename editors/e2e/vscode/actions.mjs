// The actions that change the structure, from the menu of code actions and by a key.

import { sleep } from "./code-server.mjs";
import { check, plain, soon, until } from "./workbench.mjs";

export function actions(test) {
  test("actions change the structure from the menu, and one undo takes each back", async (session) => {
    const { code, page } = session;
    const draft = await lay(
      session,
      "voyage.md",
      `<!-- segls: preferred-words = 8 -->
<!-- segls: scaling = 1 -->

# Book 🧂

## 塩 Salt

Salt 🧂 keeps fish. Bees build wax.

## Bees 𝔉

Ferries 🌊 cross a river on long ropes.

Bees build wax cells for honey and bees.
`,
    );
    const here = "Salt 🧂 keeps fish. B".length;
    const split = "fish.\n\nBees build wax.";
    const merged = "ropes. Bees build";
    const moved = "## Bees 𝔉\n\nBees build";
    await draft.eachUndone([
      [8, "Split paragraph at its weakest point", split],
      [8, "Split paragraph before this sentence", split, here],
      [14, "Merge paragraph with the one above", merged],
      [12, "Merge paragraph with the one below", merged],
      [14, "Insert heading", "ropes.\n\n### "],
      [14, "Insert a break", "* * *\n\nBees build"],
      [14, "Keep this boundary", "<!-- segls: break -->\n\nBees build"],
      [14, "No boundary here", "<!-- segls: no-break -->\n\nBees build"],
      [12, "Merge fragment with the next one", "no-break -->\n\nBees build"],
      [14, "Move fragment up", moved],
      [12, "Move fragment down", moved],
      [14, "Move fragment under “塩 Salt”", "wax.\n\nBees build wax cells"],
      [12, "Swap fragment with the next one", moved],
      [10, "Move section up", "# Book 🧂\n\n## Bees 𝔉"],
      [6, "Move section down", "# Book 🧂\n\n## Bees 𝔉"],
      [10, "Move section under “塩 Salt”", "### Bees 𝔉"],
      [10, "Promote section", "\n# Bees 𝔉"],
      [10, "Demote section", "\n### Bees 𝔉"],
      [10, "Remove the heading", "wax.\n\nFerries 🌊"],
    ]);
    await draft.undone("the key", moved, async () => {
      await code.goToLine(14);
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Alt+ArrowUp");
    });
    await draft.take(
      10,
      "Extract section into a file",
      "## Bees 𝔉\n\n[Bees 𝔉](bees-",
    );
    const again = await lay(
      session,
      "merged.md",
      `<!-- segls: preferred-words = 8 -->
<!-- segls: scaling = 1 -->

Ferries cross a river on long ropes.

<!-- segls: no-break -->

Bees build wax cells for honey and bees.

Salt keeps fish and salt keeps meat.
`,
    );
    await again.eachUndone([
      [8, "Split fragment here", "<!-- segls: break -->\n\nBees build"],
    ]);
  });

  test("a fragment is renamed from the palette, the tree and the board", async (session) => {
    const { code, page, showBoard } = session;
    const draft = await lay(
      session,
      "named.md",
      `<!-- segls: preferred-words = 8 -->
<!-- segls: scaling = 1 -->

# Book

Ferries 🌊 cross a river on long ropes. Ropes hold ferries.

Bees build wax cells for honey and bees. Wax is for candles.
`,
    );
    const input = page
      .locator(".quick-input-widget:visible .quick-input-box input")
      .first();
    const picks = page.locator(".quick-input-list .monaco-list-row:visible");
    /** Types the title and says where it is to stand. */
    const answer = async (title, place) => {
      await until(() => input.isVisible(), "a box for the title");
      await code.picture(`rename-${place.toLowerCase()}`);
      await input.fill(title);
      await page.keyboard.press("Enter");
      const pick = picks.filter({ hasText: place }).first();
      await until(() => pick.isVisible(), `the choice ${place}`);
      await code.picture(`rename-as-${place.toLowerCase()}`);
      await pick.click();
    };
    await code.waitForLenses(); // before, the palette does not have the command
    const commented = "<!-- segls: title Wax & 🍯 -->\n\nBees build";
    const headed = "ferries.\n\n## Wax & 🍯\n\nBees build";
    await draft.undone("Rename Fragment", commented, async () => {
      await code.goToLine(8);
      await code.command("segls: Rename Fragment...");
      await answer("Wax & 🍯", "Comment");
    });

    const rows = page
      .locator(".pane", { hasText: "Fragments" })
      .locator(".monaco-list-row");
    await code.show(
      "Explorer: Focus on Fragments View",
      async () => (await rows.count()) >= 3,
    );
    const row = rows.and(page.locator('[aria-label^="fragment "]')).nth(1);
    await draft.undone("F2 in the tree", headed, async () => {
      // The tree may be made anew just now, as the text has changed.
      await until(async () => {
        await row.click();
        await page.keyboard.press("F2");
        return soon(() => input.isVisible(), 3000);
      }, "a box for the title in the tree");
      await answer("Wax & 🍯", "Heading");
    });

    const board = await showBoard();
    await draft.undone("the menu of a card", commented, async () => {
      const item = page
        .locator(".context-view .monaco-menu")
        .getByText("Rename Fragment...", { exact: true });
      await board.locator(".card").nth(1).click({ button: "right" });
      await until(() => item.isVisible(), "the menu of a card");
      await until(async () => {
        if (await item.isVisible()) {
          await sleep(300); // a menu takes no click in its first tenth of a second
          await item.click();
        }
        return soon(() => input.isVisible(), 3000);
      }, "a box for the title on the board");
      await answer("Wax & 🍯", "Comment");
    });
  });

  test("a section takes the level there, and a fragment goes into a file", async (session) => {
    const draft = await lay(
      session,
      "levels.md",
      `# Book

### Salt 🧂

Salt keeps fish.

## Bees

Bees build.
`,
    );
    await draft.eachUndone([
      [
        7,
        "Move section up, to the level there",
        "# Book\n\n### Bees\n\nBees build.\n\n### Salt",
      ],
      [
        3,
        "Move section down, to the level there",
        "# Book\n\n## Bees\n\nBees build.\n\n## Salt",
      ],
    ]);
    await draft.take(9, "Extract fragment into a file", "## Bees\n\n[");
    const [, name] = /## Bees\n\n\[.*\]\((.*)\)/.exec(
      session.content("levels.md"),
    );
    await saysBeside(session, name, "\n\nBees build.\n");
  });

  test("turns of the topic have their fixes in the menu", async (session) => {
    const draft = await lay(
      session,
      "shifts.md",
      `<!-- segls: preferred-words = 6 -->
<!-- segls: scaling = 1 -->
<!-- segls: window-paragraphs = 1 -->
<!-- segls: heading-min-shift = 0.3 -->
<!-- segls: boundary-max-shift = 0.3 -->

Salt keeps fish and salt keeps meat.

## More 🧂 salt

Salt keeps fish and salt keeps meat.

Ferries 🌊 cross a river. Ferries carry mules and tolls.
`,
    );
    const rule = "heading-without-topic-shift";
    await draft.eachUndone([
      [9, "Remove the heading", "meat.\n\nSalt keeps"],
      [9, "Demote section", "\n### More 🧂"],
      [9, "Ignore this heading", "salt\n\n<!-- segls: ignore-next -->\n\nSalt"],
      [9, `Ignore ${rule} in this file`, `${rule} -->\n`],
      [13, "Insert heading “", "meat.\n\n### "],
      [13, "Ignore this boundary", "<!-- segls: ignore-next -->\n\nFerries"],
    ]);
  });

  test("a fragment that is too long has its fixes in the menu", async (session) => {
    const draft = await lay(
      session,
      "long.md",
      `<!-- segls: preferred-words = 6 -->
<!-- segls: scaling = 1 -->
<!-- segls: max-words = 9 -->

Ferries 🌊 cross a river on long ropes, and toll is paid.

Salt keeps fish and salt keeps meat.
`,
    );
    await draft.eachUndone([
      [5, "Allow fragments of 50 words in this file", "max-words = 50 -->"],
    ]);
    await draft.choose(5, "Allow fragments of 50 words in this project");
    await saysBeside(session, ".segls.toml", "max-words = 50\n");
  });

  test("findings have their fixes in the menu", async (session) => {
    const settings = ".segls.toml";
    session.write(
      settings,
      "preferred-words = 8\nscaling = 1\nparagraph-max-words = 12\n",
    );
    const draft = await lay(
      session,
      "findings.md",
      `# Findings 🧂

Ferries 🌊 cross a river on long ropes, and toll is paid.

Ropes 🌊 rot. Ferries sink.

Bees build wax cells for honey and bees. Bees feed on wax and on honey. Salt keeps fish and salt keeps meat.
`,
    );
    const top = "-->\n\n# Findings";
    await draft.eachUndone([
      [7, "Split paragraph at its weakest point", "honey.\n\nSalt keeps"],
      [
        5,
        "Merge paragraph with the more similar neighbour",
        "is paid. Ropes 🌊",
      ],
      [5, "Ignore this paragraph", "<!-- segls: ignore-next -->\n\nRopes 🌊"],
      [5, "Ignore paragraph-too-short in this file", `short ${top}`],
      [5, "Allow paragraphs of 4 words in this file", `words = 4 ${top}`],
      [7, "Allow paragraphs of 50 words in this file", `words = 50 ${top}`],
    ]);
    await draft.choose(7, "Allow paragraphs of 50 words in this project");
    await saysBeside(
      session,
      settings,
      "scaling = 1\nparagraph-max-words = 50\n",
    );
  });

  const sea = `# Sea

## Tides

[Tides](tides.md)

## Boats

A boat ⛵ floats.

## Nets

A net 🕸 sinks.
`;

  test("a file is put back, and a document split into files", async (session) => {
    session.write("tides.md", "# Tides\n\nThe moon 🌙 draws the sea.\n");
    const draft = await lay(session, "sea.md", sea);
    await draft.eachUndone([
      [
        5,
        "Put the text of tides.md",
        "Tides\n\nThe moon 🌙 draws the sea.\n\n## Boats",
      ],
    ]);
    await draft.take(
      1,
      "Split the document into files by headings",
      "[Boats](boats.md)\n\n## Nets\n\n[Nets](nets.md)",
    );
    await saysBeside(session, "boats.md", "# Boats\n\nA boat ⛵ floats.\n");
  });

  test("an extraction asks for a name, and shows the file beside the text", async (session) => {
    const { code, page, content } = session;
    await lay(
      session,
      "lake.md",
      `<!-- segls: preferred-words = 8 -->
<!-- segls: scaling = 1 -->

# Lake

Ferries 🌊 cross a lake on long ropes. Ropes hold ferries.

Bees build wax cells for honey and bees. Wax is for candles.

## Deep Water

It is cold.
`,
    );
    await code.waitForLenses(); // before, the palette does not have the command
    const input = page
      .locator(".quick-input-widget:visible .quick-input-box input")
      .first();
    await code.goToLine(10);
    await code.show("segls: Extract Section Into a File…", async () =>
      /^deep-water\.md$/.test(await input.inputValue()),
    );
    await code.picture("extract-name");
    await input.fill("parts/cold.md");
    await page.keyboard.press("Enter");
    await code.waitForTab("cold.md");
    await saysBeside(session, "parts/cold.md", "It is cold.");
    check(
      content("lake.md").includes("[Deep Water](parts/cold.md)"),
      content("lake.md"),
    );
  });

  test("undo of an extraction takes the file away, unless it has been changed", async (session) => {
    const { page, code, content, says } = session;
    const draft = await lay(session, "sea.md", sea);
    await draft.take(7, "Extract section into a file", "## Boats\n\n[");
    const [, name] = /## Boats\n\n\[.*\]\((.*)\)/.exec(content("sea.md"));
    const part = "A boat ⛵ floats.\n";
    const press = async (key) => {
      await code.focus();
      await page.keyboard.press(key);
    };
    const isGone = () => content(name) === "";
    await saysBeside(session, name, part);
    await press("Control+z");
    await says("sea.md", (now) => now === sea, "the undo");
    await until(isGone, () => `${name} gone after the undo`);
    await press("Control+Shift+z");
    await says("sea.md", (now) => now.includes("## Boats\n\n["), "the redo");
    await until(
      () => content(name).includes(part),
      () => `${name} there again after the redo`,
    );
    session.write(name, part + "\nAnd oars.\n");
    await press("Control+z");
    await says("sea.md", (now) => now === sea, "the second undo");
    await until(
      async () =>
        (await page.locator(".notification-toast").allInnerTexts())
          .join()
          .includes(`${name} has been changed`),
      "word of the file that stays",
    );
    check(content(name).includes("oars"), `${name} is gone, with its oars`);
  });

  test("a document goes into files by its fragments", async (session) => {
    const draft = await lay(session, "sea.md", sea);
    await draft.take(
      1,
      "Split the document into files by fragments",
      "## Boats\n\n[",
    );
    const [, name] = /## Nets\n\n\[.*\]\((.*)\)/.exec(
      session.content("sea.md"),
    );
    await saysBeside(session, name, "\n\nA net 🕸 sinks.\n");
  });
}

/** Opens a new document; what is done to it is seen in the file. */
export async function lay(session, name, text) {
  const { page, code, content, open, saved, says } = session;
  await open(name, text);

  /** Does something until the document says what is wanted: VS Code may forget an action. */
  const done = (what, wanted, how) => {
    const before = content(name);
    return until(
      async () => {
        await how();
        const isDone = await soon(
          async () => (await saved(name)).includes(wanted),
          20_000,
        );
        check(
          isDone || content(name) === before,
          `${what} gives, without ${JSON.stringify(wanted)}:\n${content(name)}`,
        );
        return isDone;
      },
      `${what}: ${JSON.stringify(wanted)} in ${name}`,
    );
  };
  const choose = (line, title, column) => choice(session, line, title, column);

  /** Does something, and takes it back by one undo. */
  const undone = async (what, wanted, how) => {
    await done(what, wanted, how);
    await code.focus();
    await page.keyboard.press("Control+z");
    await says(
      name,
      (now) => now === text,
      `${what} is to be taken back by one undo`,
    );
  };
  return {
    choose,
    undone,
    take: (line, title, wanted) =>
      done(title, wanted, () => choose(line, title)),
    /** Each step is a line, what the title of an action has in it, what comes of it, and perhaps a column. */
    eachUndone: async (steps) => {
      for (const [line, title, wanted, column] of steps) {
        await undone(title, wanted, () => choose(line, title, column));
      }
    },
  };
}

/** Chooses an action from the menu at a line and column, by what its title has in it. */
export async function choice({ page, code }, line, title, column = 1) {
  const menu = page.locator(".action-widget:visible");
  const focused = menu.locator(".monaco-list-row.focused");
  const name = page
    .locator(".quick-input-widget:visible .quick-input-box input")
    .first();
  let seen;
  let key; // all actions are in the one menu, and what mends a finding in the other
  await until(
    async () => {
      seen = new Set();
      key = key === "Control+Shift+r" ? "Control+." : "Control+Shift+r";
      await code.goToLine(line, column);
      // Diagnostics that come while an action is on its way have VS Code forget the action, and
      // edits that it saves meanwhile the menu: a person waits a moment, or presses the key again.
      await sleep(1_000);
      await page.keyboard.press(key);
      if (!(await soon(() => menu.isVisible(), 8_000))) {
        return false;
      }
      for (let presses = 0; presses < 40; presses++) {
        const at = await soon(
          async () => (await focused.allInnerTexts()).map(plain)[0],
          1_000,
        );
        if (at === undefined) {
          return false; // the menu has gone
        }
        if (at.includes(title)) {
          await page.keyboard.press("Enter");
          if (title.startsWith("Extract")) {
            if (!(await soon(() => name.isVisible(), 8_000))) {
              return false; // the action has been forgotten
            }
            await page.keyboard.press("Enter");
          }
          return true;
        }
        seen.add(at);
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("Escape"); // what it is about may not be known yet
      return false;
    },
    () => `the action ${title}, where there were: ${[...seen].join("; ")}`,
  );
}

/** Waits for what another file says that an action has changed or made, and that is not saved yet. */
function saysBeside({ code, content }, name, wanted) {
  return until(
    async () => {
      await code.command("File: Save All Files");
      return content(name).includes(wanted);
    },
    () => `${JSON.stringify(wanted)} in ${name}, not:\n${content(name)}`,
  );
}

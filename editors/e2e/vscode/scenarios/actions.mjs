// Actions that change the structure, from the menu of code actions.

import { sleep } from "../code-server.mjs";
import { check, plain, soon, until } from "../workbench.mjs";

export default function actions(test) {
  test("actions of the menu change the structure, and one undo reverts each", async (session) => {
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
    const moved = "## Bees 𝔉\n\nBees build";
    await draft.eachUndone([
      [8, "Split paragraph before this sentence", split, here],
      [14, "Insert heading", "ropes.\n\n### "],
      [12, "Move fragment down", moved],
      [10, "Move section up", "# Book 🧂\n\n## Bees 𝔉"],
    ]);
  });

  const sea = `# Sea

## Tides

[Tides](tides.md)

## Boats

A boat ⛵ floats.

## Nets

A net 🕸 sinks.
`;

  test("undo of an extraction deletes the file, unless it has been edited", async (session) => {
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
    await saysBeside(session, name, part);
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
    check(content(name).includes("oars"), `the edited ${name} was deleted`);
  });
}

/** Opens a new document, and returns functions that change and check it. */
export async function lay(session, name, text) {
  const { page, code, content, open, saved, says } = session;
  await open(name, text);

  /** Repeats an action until the document has the wanted text: VS Code may ignore the first one. */
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

  /** Runs an action and undoes it in one step. */
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
    /** Each step is a line, a part of an action's title, the expected text, and optionally a column. */
    eachUndone: async (steps) => {
      for (const [line, title, wanted, column] of steps) {
        await undone(title, wanted, () => choose(line, title, column));
      }
    },
  };
}

/** Chooses an action from the menu at a line and column, by a part of its title. */
export async function choice({ page, code }, line, title, column = 1) {
  const menu = page.locator(".action-widget:visible");
  const focused = menu.locator(".monaco-list-row.focused");
  const name = code.input;
  let seen;
  let key; // in turn, those of VS Code's commands Refactor and Quick Fix
  await until(
    async () => {
      seen = new Set();
      key = key === "Control+Shift+r" ? "Control+." : "Control+Shift+r";
      await code.goToLine(line, column);
      // VS Code ignores an action if diagnostics arrive meanwhile, and closes the menu if it saves an edit.
      // Wait a moment and press the key again.
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
          return false; // the menu has closed
        }
        if (at.includes(title)) {
          await page.keyboard.press("Enter");
          if (title.startsWith("Extract")) {
            if (!(await soon(() => name.isVisible(), 8_000))) {
              return false; // the action was ignored
            }
            await page.keyboard.press("Enter");
          }
          return true;
        }
        seen.add(at);
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("Escape"); // the server may not have analysed the text yet
      return false;
    },
    () => `the action ${title}, where there were: ${[...seen].join("; ")}`,
  );
}

/** Waits for a text in another file that an action has changed or created, and saves that file. */
function saysBeside({ code, content }, name, wanted) {
  return until(
    async () => {
      if ((await code.unsaved()) > 0) {
        await code.saveAll();
      }
      return content(name).includes(wanted);
    },
    () => `${JSON.stringify(wanted)} in ${name}, not:\n${content(name)}`,
  );
}

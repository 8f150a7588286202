// The actions that change the structure, from the menu of code actions and by a key.

import { sleep } from "../code-server.mjs";
import { check, plain, soon, until } from "../workbench.mjs";

export default function actions(test) {
  test("actions change the structure from the menu, and one undo takes each back", async (session) => {
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
    check(content(name).includes("oars"), `${name} is gone, with its oars`);
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
  const name = code.input;
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
      if ((await code.unsaved()) > 0) {
        await code.saveAll();
      }
      return content(name).includes(wanted);
    },
    () => `${JSON.stringify(wanted)} in ${name}, not:\n${content(name)}`,
  );
}

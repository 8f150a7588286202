// The actions that change the structure, from the menu of code actions and by a key.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "./code-server.mjs";
import { editor, plain, until } from "./workbench.mjs";

/** page is Playwright's, test makes a test, folder is the workspace's, open opens a file of it. */
export async function actions({ page, code, test, folder, open }) {
  const content = (name) =>
    existsSync(join(folder, name))
      ? readFileSync(join(folder, name), "utf8")
      : "";
  /** What the file in the editor says, saved by a key as a person would. */
  const saved = async (name) => {
    await code.focus();
    await page.keyboard.press("Control+s");
    await sleep(300);
    return content(name);
  };
  const says = (name, wanted, what) =>
    until(
      async () => (await saved(name)).includes(wanted),
      `${what}: ${JSON.stringify(wanted)} in ${name}`,
    );
  /** What another file says that an action has changed or made, and that is not saved yet. */
  const saysBeside = (name, wanted) =>
    until(
      async () => {
        await code.command("File: Save All Files");
        return content(name).includes(wanted);
      },
      `${JSON.stringify(wanted)} in ${name}`,
    );

  /** Chooses an action from the menu at a line and column, by what its title has in it. */
  const choose = async (line, title, column = 1) => {
    await code.goToLine(line, column);
    // Diagnostics that come while an action is on its way have VS Code forget the action, and
    // edits that it saves meanwhile the menu: a person presses the key again.
    await sleep(1_000);
    await until(
      async () => {
        await page.keyboard.press("Control+.");
        return page
          .locator(".action-widget:visible")
          .waitFor({ timeout: 8_000 })
          .then(
            () => true,
            () => false,
          );
      },
      `the menu for ${title}`,
      40_000,
    );
    const focused = page.locator(".action-widget .monaco-list-row.focused");
    for (
      let presses = 0;
      !plain(await focused.innerText()).includes(title);
      presses++
    ) {
      if (presses === 40) {
        throw new Error(`no action ${title} in the menu`);
      }
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
  };

  /** Opens a new document; what is done to it is seen in it and taken back by one undo. */
  const lay = async (name, lines) => {
    const text = `${lines.join("\n")}\n`;
    writeFileSync(join(folder, name), text);
    await open(join(folder, name));
    const act = async (what, wanted, how) => {
      await how();
      await says(name, wanted, what);
      await code.focus();
      await page.keyboard.press("Control+z");
      await until(
        async () => (await saved(name)) === text,
        `${what} taken back by one undo`,
      );
    };
    return {
      act,
      menu: (line, title, wanted) =>
        act(title, wanted, () => choose(line, title)),
    };
  };

  await test("actions change the structure from the menu, and one undo takes each back", async () => {
    const { act, menu } = await lay("voyage.md", [
      "<!-- segls: preferred-words = 8 -->",
      "<!-- segls: scaling = 1 -->",
      "",
      "# Book 🧂",
      "",
      "## 塩 Salt",
      "",
      "Salt 🧂 keeps fish. Bees build wax.",
      "",
      "## Bees 𝔉",
      "",
      "Ferries 🌊 cross a river on long ropes.",
      "",
      "Bees build wax cells for honey and bees.",
    ]);
    await code.waitForLenses();
    await menu(
      8,
      "Split paragraph at its weakest point",
      "fish.\n\nBees build wax.",
    );
    await act(
      "Split paragraph before this sentence",
      "fish.\n\nBees build wax.",
      async () => {
        await choose(
          8,
          "Split paragraph before this sentence",
          "Salt 🧂 keeps fish. B".length,
        );
      },
    );
    await menu(14, "Merge paragraph with the one above", "ropes. Bees build");
    await menu(12, "Merge paragraph with the one below", "ropes. Bees build");
    await menu(14, "Insert heading", "ropes.\n\n### ");
    await menu(14, "Insert a break", "* * *\n\nBees build");
    await menu(14, "Keep this boundary", "<!-- segls: break -->\n\nBees build");
    await menu(
      14,
      "No boundary here",
      "<!-- segls: no-break -->\n\nBees build",
    );
    await menu(
      12,
      "Merge fragment with the next one",
      "<!-- segls: no-break -->\n\nBees build",
    );
    await menu(14, "Move fragment up", "## Bees 𝔉\n\nBees build");
    await menu(12, "Move fragment down", "## Bees 𝔉\n\nBees build");
    await menu(
      14,
      "Move fragment under “塩 Salt”",
      "wax.\n\nBees build wax cells",
    );
    await menu(
      12,
      "Swap fragment with the next one",
      "## Bees 𝔉\n\nBees build",
    );
    await menu(10, "Move section up", "# Book 🧂\n\n## Bees 𝔉");
    await menu(6, "Move section down", "# Book 🧂\n\n## Bees 𝔉");
    await menu(10, "Move section under “塩 Salt”", "### Bees 𝔉");
    await menu(10, "Promote section", "\n# Bees 𝔉");
    await menu(10, "Demote section", "\n### Bees 𝔉");
    await menu(10, "Remove the heading", "wax.\n\nFerries 🌊");
    await act("the key", "## Bees 𝔉\n\nBees build", async () => {
      await code.goToLine(14);
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Alt+ArrowUp");
    });
    await choose(10, "Extract section into a file");
    await says("voyage.md", "## Bees 𝔉\n\n[Bees 𝔉](bees-", "the link");
  });

  await test("a section takes the level there, and a fragment goes into a file", async () => {
    const { menu } = await lay("levels.md", [
      "# Book",
      "",
      "### Salt 🧂",
      "",
      "Salt keeps fish.",
      "",
      "## Bees",
      "",
      "Bees build.",
    ]);
    await page.locator(`${editor} .codicon-light-bulb`).first().waitFor();
    await menu(
      7,
      "Move section up, to the level there",
      "# Book\n\n### Bees\n\nBees build.\n\n### Salt",
    );
    await menu(
      3,
      "Move section down, to the level there",
      "# Book\n\n## Bees\n\nBees build.\n\n## Salt",
    );
    await choose(9, "Extract fragment into a file");
    await says("levels.md", "## Bees\n\n[", "the link");
    const name = /## Bees\n\n\[.*\]\((.*)\)/.exec(content("levels.md"))[1];
    await saysBeside(name, "\n\nBees build.\n");
  });

  await test("turns of the topic have their fixes in the menu", async () => {
    const { menu } = await lay("shifts.md", [
      "<!-- segls: preferred-words = 6 -->",
      "<!-- segls: scaling = 1 -->",
      "<!-- segls: window-paragraphs = 1 -->",
      "<!-- segls: heading-min-shift = 0.3 -->",
      "<!-- segls: boundary-max-shift = 0.3 -->",
      "",
      "Salt keeps fish and salt keeps meat.",
      "",
      "## More 🧂 salt",
      "",
      "Salt keeps fish and salt keeps meat.",
      "",
      "Ferries 🌊 cross a river. Ferries carry mules and tolls.",
    ]);
    await code.waitForLenses();
    await menu(9, "Remove the heading", "meat.\n\nSalt keeps");
    await menu(9, "Demote section", "\n### More 🧂");
    await menu(
      9,
      "Ignore this heading",
      "salt\n\n<!-- segls: ignore-next -->\n\nSalt",
    );
    await menu(
      9,
      "Ignore heading-without-topic-shift in this file",
      "heading-without-topic-shift -->\n",
    );
    await menu(13, "Insert heading “", "meat.\n\n### ");
    await menu(
      13,
      "Ignore this boundary",
      "<!-- segls: ignore-next -->\n\nFerries",
    );
  });

  await test("a fragment that is too long has its fixes in the menu", async () => {
    const { menu } = await lay("long.md", [
      "<!-- segls: preferred-words = 6 -->",
      "<!-- segls: scaling = 1 -->",
      "<!-- segls: max-words = 9 -->",
      "",
      "Ferries 🌊 cross a river on long ropes, and toll is paid.",
      "",
      "Salt keeps fish and salt keeps meat.",
    ]);
    await code.waitForLenses();
    await menu(
      5,
      "Allow fragments of 50 words in this file",
      "max-words = 50 -->",
    );
    await choose(5, "Allow fragments of 50 words in this project");
    await saysBeside(".segls.toml", "max-words = 50\n");
    writeFileSync(join(folder, ".segls.toml"), ""); // what follows is about other settings
  });

  await test("findings have their fixes in the menu", async () => {
    const settings = ".segls.toml";
    writeFileSync(
      join(folder, settings),
      "preferred-words = 8\nscaling = 1\nparagraph-max-words = 12\n",
    );
    const { menu } = await lay("findings.md", [
      "# Findings 🧂",
      "",
      "Ferries 🌊 cross a river on long ropes, and toll is paid.",
      "",
      "Ropes 🌊 rot. Ferries sink.",
      "",
      "Bees build wax cells for honey and bees. Bees feed on wax and on honey. Salt keeps fish and salt keeps meat.",
    ]);
    await code.waitForLenses();
    await menu(
      7,
      "Split paragraph at its weakest point",
      "on honey.\n\nSalt keeps",
    );
    await menu(
      5,
      "Merge paragraph with the more similar neighbour",
      "is paid. Ropes 🌊",
    );
    await menu(
      5,
      "Ignore this paragraph",
      "<!-- segls: ignore-next -->\n\nRopes 🌊",
    );
    await menu(
      5,
      "Ignore paragraph-too-short in this file",
      "short -->\n\n# Findings",
    );
    await menu(
      5,
      "Allow paragraphs of 4 words in this file",
      "words = 4 -->\n\n# Findings",
    );
    await menu(
      7,
      "Allow paragraphs of 50 words in this file",
      "words = 50 -->\n\n# Findings",
    );
    await choose(7, "Allow paragraphs of 50 words in this project");
    await saysBeside(settings, "scaling = 1\nparagraph-max-words = 50\n");
  });

  await test("a file is put back, and a document split into files", async () => {
    writeFileSync(
      join(folder, "tides.md"),
      "# Tides\n\nThe moon 🌙 draws the sea.\n",
    );
    const { menu } = await lay("sea.md", [
      "# Sea",
      "",
      "## Tides",
      "",
      "[Tides](tides.md)",
      "",
      "## Boats",
      "",
      "A boat ⛵ floats.",
      "",
      "## Nets",
      "",
      "A net 🕸 sinks.",
    ]);
    await page.locator(`${editor} .codicon-light-bulb`).first().waitFor();
    await menu(
      5,
      "Put the text of tides.md",
      "Tides\n\nThe moon 🌙 draws the sea.\n\n## Boats",
    );
    await choose(1, "Split the document into files by headings");
    await says(
      "sea.md",
      "[Boats](boats.md)\n\n## Nets\n\n[Nets](nets.md)",
      "the links",
    );
    await saysBeside("boats.md", "# Boats\n\nA boat ⛵ floats.\n");
  });

  await test("a document goes into files by its fragments", async () => {
    await lay("bay.md", [
      "# Bay",
      "",
      "## Boats",
      "",
      "A boat ⛵ floats.",
      "",
      "## Nets",
      "",
      "A net 🕸 sinks.",
    ]);
    await page.locator(`${editor} .codicon-light-bulb`).first().waitFor();
    await choose(1, "Split the document into files by fragments");
    await says("bay.md", "## Boats\n\n[", "a link");
    const name = /## Nets\n\n\[.*\]\((.*)\)/.exec(content("bay.md"))[1];
    await saysBeside(name, "\n\nA net 🕸 sinks.\n");
  });
}

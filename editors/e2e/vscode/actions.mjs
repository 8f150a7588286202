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

  /** Chooses an action from the menu at a line, by what its title has in it. */
  const choose = async (line, title) => {
    await code.goToLine(line);
    // Diagnostics that come while an action is on its way have VS Code forget the action.
    await sleep(1_000);
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget:visible").waitFor();
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
      "Merge fragment with the next",
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
}

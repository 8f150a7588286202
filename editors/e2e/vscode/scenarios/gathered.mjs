// Gathered texts: edited, saved and undone, and not lost if a save is refused or the window is reloaded.

import { act, check, plain, until } from "../workbench.mjs";

const one = "# One\n\nSalt keeps meat, and meat keeps a house.\n\nIt is dug out of hills.\n";
const two = "# Two\n\nWool is the hair of sheep.\n";

export default function gathered(test) {
  test("the files of a work are edited as one text, and one save and one undo apply to all", async (session) => {
    const { code, page, content } = session;
    const { tab, dirty, shown } = await gatherWork(session);
    await code.picture("gathered");
    await code.goToLine(5, 1);
    await page.keyboard.type("Ha. ");
    await code.goToLine(13, 1);
    await page.keyboard.type("Hm. ");
    await page.keyboard.press("Control+s");
    await until(
      async () => content("one.md").includes("Ha. ") && content("two.md").includes("Hm. "),
      async () => `both: ${content("one.md")} ${content("two.md")} ${await code.notifications()} ${await shown()}`,
    );
    // VS Code notices the save some time after the files are written, and loses an undo before that.
    await until(async () => !(await dirty.isVisible()), "saved");
    await code.waitForSaved();
    await page.locator('.tab[data-resource-name="one.md"]').click();
    await code.focus();
    await page.keyboard.press("Control+z");
    await until(async () => (await code.unsaved()) === 2, "both undone");
    await code.saveAll();
    await until(
      async () => content("one.md") === one && content("two.md") === two,
      async () => `undone: ${content("one.md")} ${content("two.md")}`,
    );
    await tab.click();
    await until(
      async () => !(await shown()).includes("Hm.") && !(await shown()).includes("Ha."),
      async () => `followed: ${await shown()}`,
    );
    await code.picture("gathered-undone");
  }, { fresh: true });

  test("an unsaved gathered text is not saved automatically, and not lost", async (session) => {
    const { code, page, content } = session;
    session.write("notes.txt", "Note.\n");
    const { tab, dirty, shown } = await gatherWork(session);
    await session.configure({ "files.autoSave": "afterDelay", "files.autoSaveDelay": 200 }, async () => true, "settings");

    // Auto save does not save a gathered text.
    await code.goToLine(5, 1);
    await page.keyboard.press("Home");
    await page.keyboard.type("Always: ");
    await until(() => dirty.isVisible(), "a change");
    await session.show("notes.txt");
    await code.focus();
    await page.keyboard.type("Saved: ");
    await until(() => content("notes.txt").startsWith("Saved: "), "the auto save of another text");
    await tab.click();
    check((await dirty.isVisible()) && content("one.md") === one, `saved automatically: ${content("one.md")}`);

    // Without a marker, the text is not saved, and a message says why.
    await code.goToLine(9, 1);
    await until(async () => (await code.caret()).startsWith("Ln 9,"), "the second marker");
    await page.keyboard.press("Control+Shift+k");
    await page.keyboard.press("Control+s");
    await until(
      async () => (await code.notifications()).some((said) => /marks piece 2 is missing/.test(said)),
      async () => `why: ${await code.notifications()} ${await shown()}`,
    );
    await code.picture("gathered-refused");
    check(await dirty.isVisible(), "the refused text was saved");
    check(content("one.md") === one && content("two.md") === two, "the files have changed");

    // After a reload, the window has the unsaved text.
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(2500); // VS Code backs up unsaved text after a second
    await page.reload();
    await act(() => tab.click(), () => dirty.isVisible(), "what was typed before");
    await until(async () => (await shown()).includes("Always: Salt"), async () => `the words: ${await shown()}`);
    await until(
      async () => {
        await code.focus();
        await page.keyboard.press("Control+s");
        return content("one.md").includes("Always: ") && !(await dirty.isVisible());
      },
      async () => `saved: ${content("one.md")} ${await code.notifications()}`,
    );
    await code.picture("gathered-saved");
    check(content("one.md") === one.replace("Salt keeps", "Always: Salt keeps"), content("one.md"));
    check(content("two.md") === two, content("two.md"));
  }, { fresh: true });
}

/** Opens a work of two files as one text. */
async function gatherWork(session) {
  const { code, page } = session;
  session.write(".segls.toml", '[work]\nfiles = ["one.md", "two.md"]\n');
  session.write("two.md", two);
  await session.open("one.md", one);
  await code.waitForLenses(false);
  await code.showBook(2); // the command exists once the work has been read
  await act(
    () => code.command("segls: Edit the Work as One Text"),
    () => page.locator('.tab.active[data-resource-name="Work"]').isVisible(),
    "the text",
  );
  const shown = async () =>
    plain(await page.locator(".part.editor .monaco-editor .view-lines").first().innerText());
  await until(async () => (await shown()).includes("Wool is the hair"), "its passages");
  return {
    tab: page.locator('.tab[data-resource-name="Work"]'),
    dirty: page.locator('.tab.active.dirty[data-resource-name="Work"]'),
    shown,
  };
}

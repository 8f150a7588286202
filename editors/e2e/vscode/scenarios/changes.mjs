// Changes: the view that lists them, the lenses, the earlier text, and reverting.

import { execFileSync } from "node:child_process";
import { examine } from "./access.mjs";
import { sleep } from "../code-server.mjs";
import { plain, soon, until } from "../workbench.mjs";

const pans = `## Pans

The pans lie in rows along the shore, and the sun does the rest of the work from May to the first storms.
`;
const mules = `## Mules

Mules carry more than horses and complain less. They were bought in the hills in spring, and sold there again.

The drivers slept under the sacks and knew all the wells of the desert by name.
`;
const before = `# The road\n\n${pans}\n${mules}`;
const after = `# The road\n\n${mules}\nNobody has ever counted the gulls.\n\n${pans.replace("the rest", "most")}`;

export default function changes(test) {
  test("changes since the last commit are listed, revealed and reverted", async (session) => {
    const { code, content, folder, page, saved } = session;
    session.write("road.md", before);
    const git = (...args) =>
      execFileSync("git", [
        ...[
          "-C",
          folder,
          "-c",
          "user.name=A",
          "-c",
          "user.email=a@example.com",
        ],
        ...args,
      ]);
    git("init", "-q");
    git("add", "road.md");
    git("commit", "-qm", "one");
    await session.open("road.md", after);
    const { row, labels } = await show(session, "Since the Last Commit");
    const moved =
      "section “Pans” moved within “The road”; 2 of 24 words changed";
    const rewritten =
      "paragraph “The pans lie in rows along the shore…” rewritten; 2 of 23 words changed";
    const added =
      "paragraph “Nobody has ever counted the gulls.” added in “Mules”: 6 words";
    await until(
      async () =>
        (await labels()).join("\n") === [added, moved, rewritten].join("\n"),
      () => "the changes",
    );
    await until(
      async () =>
        (await code.lensTexts()).map(plain).join().includes("moved here"),
      "a lens that says so",
    );
    await row(moved).hover();
    await code.picture("changes");
    const peek = page.locator(".peekview-widget:visible");
    await act(session, row(rewritten), "Show the Earlier Text", async () =>
      plain(await peek.innerText()).includes("the rest of the work"),
    );
    await code.picture("changes-before");
    await page.keyboard.press("Escape");

    await act(
      session,
      row(added),
      "Put This One Back",
      async () => (await labels()).length === 2,
    );
    // The section returns to its place; its words stay.
    await act(
      session,
      row(moved),
      "Put This One Back",
      async () => (await labels()).join() === rewritten,
    );
    const pane = page.locator(".pane", { hasText: "Nothing has changed." });
    await act(session, row(rewritten), "Put This One Back", () =>
      pane.isVisible(),
    );
    await until(
      async () => (await saved("road.md")) === before,
      () => `the text as it was: ${content("road.md")}`,
    );
    await code.picture("changes-none");
    await code.focus();
    await page.keyboard.press("Control+z");
    await until(
      async () => (await labels()).join() === rewritten,
      "the change again, after undo",
    );
    await code.command("segls: Hide What Changed");
    await until(async () => (await labels()).length === 0, "no view");
  });

  test("two arrangements are shown side by side, and a change is reverted there", async (session) => {
    const { code, sample } = session;
    await session.openWithLenses("orders.md");
    const { labels } = await show(session, "Since This Window Was Opened");
    const { line } = await code.firstTopic();
    await code.goToLine(line);
    await code.command("segls: Move Fragment Up");
    await until(
      async () => (await labels()).join().includes("moved"),
      () => "a move in the list",
    );
    const page = await code.show("segls: Show Both Orders", () =>
      session.pageWith(".columns .card"),
    );
    await until(
      async () => (await page.locator("svg path.moved").count()) === 1,
      "a band for what has moved",
    );
    const back = page.getByRole("button", { name: /^Put back: .* moved/ });
    await back.focus();
    await code.picture("both-orders");
    await examine(page, "the page of both orders");
    await back.press("Enter");
    await until(
      async () => (await page.locator("svg path").count()) === 0,
      "no band any more",
    );
    await session.says(
      "orders.md",
      (text) => text === sample,
      "the text as it was",
    );
    await code.command("segls: Hide What Changed");
  });
}

/** Shows the changes since something chosen from the quick pick. */
async function show({ code, page }, since) {
  const picks = page.locator(".quick-input-list .monaco-list-row:visible");
  // The palette lists only commands that were registered when it opened.
  await until(
    () => page.locator('.activitybar .action-label[aria-label^="segls"]').isVisible(),
    "the extension",
  );
  await code.command("segls: Show What Changed");
  const pick = picks.filter({ hasText: since });
  await until(() => pick.isVisible(), "the quick pick of revisions");
  await pick.click();
  const rows = code.rowsOf("Changes");
  const labels = async () =>
    (
      await rows.evaluateAll((all) =>
        all.map((one) => one.getAttribute("aria-label")),
      )
    ).map((label) => plain(label ?? ""));
  const row = (label) =>
    page.locator(`.monaco-list-row[aria-label=${JSON.stringify(label)}]`);
  return { row, labels };
}

/** Clicks an action that a row shows while the mouse is on it, until a check succeeds. */
async function act({ page }, row, title, seen) {
  const button = row.locator(`.action-label[aria-label^="${title}"]`);
  await until(async () => {
    await page.mouse.move(700, 600);
    await row.hover({ timeout: 5_000 }).catch(() => {});
    if (await soon(() => button.isVisible(), 5_000)) {
      await sleep(200);
      await button.click({ timeout: 5_000 }).catch(() => {});
    }
    return soon(seen, 10_000);
  }, `the effect of ${title}`);
}

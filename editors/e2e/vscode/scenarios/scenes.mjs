// Scenes: on the board, and moved in the tree.

import { sleep } from "../code-server.mjs";
import { act, rest, until } from "../workbench.mjs";
import { drag, prose } from "./work.mjs";

const chapter = (title, ...scenes) =>
  `# ${title}\n\n${scenes.map((things) => things.map(prose).join("\n\n")).join("\n\n* * *\n\n")}\n`;

/** A book of two chapters with scenes. In the first one a scene has two fragments. */
const night = {
  "book.toml": '[book]\ntitle = "The Salt Road"\n',
  "src/SUMMARY.md": "# Summary\n\n- [The pans](pans.md)\n- [The road](road.md)\n",
  "src/pans.md": chapter("The pans", ["brine"], ["water", "sluice"], ["wind"]).replace(
    `\n\n${prose("sluice")}`,
    `\n\n<!-- segls: break -->\n\n${prose("sluice")}`,
  ),
  "src/road.md": chapter("The road", ["dust"], ["axle"], ["mule"]),
};

export default function scenes(test) {
  test("cards and scenes move on the board and in the tree, with the break beside them", async (session) => {
    const { code, content, page, saved, says, show, showBoard, write } = session;
    for (const [name, text] of Object.entries(night)) {
      write(name, text);
    }
    await show("src/pans.md");
    const rows = await code.showBook();
    const row = (label) => rows.and(page.locator(`[aria-label*="${label}"]`)).first();
    await until(() => row("Scene 3: ").isVisible(), "the scenes in the tree");
    await act(
      () => row("file The road").locator(".monaco-tl-twistie").click(),
      async () => (await rows.and(page.locator('[aria-label*="Scene 3: "]')).count()) === 2,
      "the scenes of the other chapter",
    );
    await code.within(960, 480, () => code.picture("scenes-tree"));
    const board = await showBoard();
    for (let i = 0; i < 3; i++) {
      await board.locator(".board").press("-"); // small cards
    }
    await until(async () => (await board.locator(".card").count()) === 4, "four cards in three scenes");
    await code.picture("scenes-board", { x: 352, y: 30, width: 928, height: 260 });
    // The place after the last card of a scene is the end of that scene. A key moves the card over the break, and then
    // to its old place.
    const pans = night["src/pans.md"];
    const sluice = `<!-- segls: break -->\n\n${prose("sluice")}\n\n`;
    const without = pans.replace(sluice, "");
    const isText = (text) => says("src/pans.md", (now) => now === text, text);
    const card = (words) => board.locator(".card", { hasText: words });
    const box = await rest(() => card("brine comes").boundingBox(), "the card at rest");
    await drag(
      session,
      card("sluice comes"),
      { thing: card("brine comes"), x: box.width - 8, y: 30 },
      "scenes-dragged",
      async () => (await saved("src/pans.md")) === without.replace("* * *", `${sluice}* * *`),
    );
    await board.locator(".board").press("Alt+ArrowRight");
    await isText(without.replace("* * *\n\n", `* * *\n\n${sluice}`));
    await board.locator(".board").press("Alt+ArrowRight");
    await isText(pans);
    await act(
      async () => {
        const [from, to] = await rest(
          () => Promise.all([row("Scene 1: ").boundingBox(), row("file The road").boundingBox()]),
          "rows at rest",
        );
        await page.mouse.move(from.x + 60, from.y + 11);
        await page.mouse.down();
        await page.mouse.move(from.x + 66, from.y + 15, { steps: 4 });
        await page.mouse.move(to.x + 60, to.y + 11, { steps: 8 });
        await sleep(300);
        await page.mouse.up();
      },
      () => content("src/road.md").includes("brine"),
      "the scene in the other chapter",
    );
    const moved = {
      "src/pans.md": night["src/pans.md"].replace(`${prose("brine")}\n\n* * *\n\n`, ""),
      "src/road.md": `${night["src/road.md"]}\n* * *\n\n${prose("brine")}\n`,
    };
    await until(
      () => Object.entries(moved).every(([name, text]) => content(name) === text),
      () => Object.keys(moved).map(content).join("\n"),
    );
    await code.picture("scenes-moved");
  });
}

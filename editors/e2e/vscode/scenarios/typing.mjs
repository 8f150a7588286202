// Typing while the structure of the text changes.

import { choice } from "./actions.mjs";
import { sleep } from "../code-server.mjs";
import { check, editor, labelsOf, rest, until } from "../workbench.mjs";

const phrase = " abc def ghi";

/** Milliseconds between two letters: as a person types, and nearly at once. */
const [calm, fast] = [120, 15];

export default function typing(test) {
  test("text typed while a fragment moves is in one place, in one held fragment", async (session) => {
    const { page, code, sample, openWithLenses, saved, showBoard } = session;
    const name = "typed.md";
    await openWithLenses(name);
    const [line, column] = [21, 60];
    const end = (line) => sample.split("\n")[line - 1].length + 1;
    const lines = (text) => text.split("\n").sort().join("\n");
    /**
     * Reports whether a text has the lines of the sample in some order, with a number of letters of the
     * phrase in one place.
     */
    const isWhole = (text, letters) => {
      const line = differing(text, sample);
      const before = phrase.slice(0, letters);
      return letters === 0
        ? lines(text) === lines(sample)
        : [...line].some((_, i) => {
            const without = line.slice(0, i) + line.slice(i + letters);
            return (
              line.slice(i, i + letters) === before &&
              lines(text.replace(line, () => without)) === lines(sample)
            );
          });
    };

    const rows = code.rowsOf("Book").and(page.locator('[aria-label^="fragment "]'));
    /** Returns the fragments by title, each with its length and whether it is held. */
    const fragments = async () =>
      (await labelsOf(rows)).sort().map((label) => {
        const [, title, words, held] =
          /^fragment (.*), ([\d,]+) words(, held)?/.exec(label);
        return { title, words: Number(words.replace(",", "")), held };
      });
    const waitForFragments = async (are, after) => {
      let now;
      await until(
        async () => are((now = await fragments())),
        () => `${after}\n${JSON.stringify(now, null, 1)}`,
      );
    };
    /** Reports whether the only change in the fragments is that one of them is held and has more words. */
    const isOneHeld = (now, before, typed) => {
      const grown = now.filter(({ words }, i) => words !== before[i]?.words);
      return (
        now.length === before.length &&
        now.every(({ title }, i) => title === before[i].title) &&
        now.filter(({ held }) => held).length === 1 &&
        grown.length === 1 &&
        grown[0].words === before[now.indexOf(grown[0])].words + typed
      );
    };

    /** Types at once, checks the text, and undoes it. */
    const typeOn = async (way, pace, before) => {
      await page.keyboard.type(phrase, { delay: pace });
      const text = await rest(() => saved(name), "a text at rest");
      check(
        isWhole(text, phrase.length),
        `${way}, with a letter every ${pace} ms, gives\n${differing(text, sample)}`,
      );
      const typed = wordsOf(text) - wordsOf(sample);
      await waitForFragments(
        (now) => isOneHeld(now, before, typed),
        `${way}, and ${typed} words that are typed, give`,
      );
      await until(async () => {
        await code.focus();
        await page.keyboard.press("Control+z");
        const back = await saved(name);
        check(
          isWhole(back, back.length - sample.length),
          `undo of ${way} gives\n${differing(back, sample)}`,
        );
        return back === sample;
      }, "the text as it was");
      await waitForFragments(
        (now) => JSON.stringify(now) === JSON.stringify(before),
        `undo of ${way} gives`,
      );
      return text.replace(phrase, "") !== sample;
    };
    /** Moves something in several ways that leave the focus in the text, and calls typeOn after each. */
    const eachTyped = async (ways, paces = [calm], at = [line, column]) => {
      for (const [way, move] of Object.entries(ways)) {
        for (const pace of paces) {
          await code.goToLine(...at);
          const before = await rest(fragments, "the fragments at rest");
          await move();
          check(await typeOn(way, pace, before), `${way} does not move anything`);
        }
      }
    };
    /** Returns a function that makes a move, which takes the focus from the text, and then clicks into the text. */
    const clicked = (move) => async () => {
      const caret = page.locator(`${editor} .cursors-layer .cursor`).first();
      const { x, y, height } = await rest(
        () => caret.boundingBox(),
        "a caret at rest",
      );
      await move();
      await page.mouse.click(x + 60, y + height / 2);
    };
    const drag = async (from, to) => {
      const [a, b] = await rest(
        () => Promise.all([from.boundingBox(), to.boundingBox()]),
        "what is dragged at rest",
      );
      await page.mouse.move(a.x + a.width / 2, a.y + 10);
      await page.mouse.down();
      await page.mouse.move(a.x + a.width / 2 - 20, a.y + 4, { steps: 4 });
      await page.mouse.move(b.x + 15, b.y + 10, { steps: 8 });
      await sleep(700); // VS Code asks the extension whether a drop is allowed
      await page.mouse.move(b.x + 16, b.y + 11);
      await sleep(300);
      await page.mouse.up();
    };

    const key = (arrow) => async () => {
      await page.keyboard.press("Control+k");
      await page.keyboard.press(`Alt+Arrow${arrow}`);
    };
    await code.showBook(3);
    await eachTyped({ "a key": key("Down") }, [calm, fast]);
    // At the end of the second fragment, and at both ends of the third, which is shorter.
    await eachTyped({ "a key at an end": key("Down") }, [fast], [23, end(23)]);
    await eachTyped({ "a key at a start": key("Up") }, [calm], [25, 1]);
    await eachTyped({ "a key at its end": key("Up") }, [calm], [31, end(31)]);
    await eachTyped({
      "the menu": async () => {
        await choice(session, line, "Move fragment down", column);
        await until(
          () =>
            page.evaluate(
              (e) => document.activeElement?.closest(e) !== null,
              editor,
            ),
          "the keyboard in the text",
        );
      },
    });
    await eachTyped({
      "a key in the tree": clicked(async () => {
        await rows.nth(1).click();
        await rest(() => code.caret(), "the caret in what is chosen");
        await page.keyboard.press("Alt+ArrowDown");
      }),
      "a drag in the tree": clicked(() => drag(rows.nth(2), rows.nth(0))),
    });
    const board = await showBoard();
    await code.command("View: Move Editor into Right Group"); // beside the text
    await eachTyped({
      "a drag on the board": clicked(() =>
        drag(board.locator("#card-3"), board.locator("#card-1")),
      ),
    });
  }, { fresh: true });
}

/** Returns the lines of a text that are not in another one. */
function differing(text, other) {
  const known = new Set(other.split("\n"));
  return text
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
}

function wordsOf(text) {
  return text.split(/\s+/).length;
}

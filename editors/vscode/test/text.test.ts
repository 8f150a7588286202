import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from '../src/file-name';
import { coalesced } from '../src/coalesced';
import { camelCase, controlsOf } from '../src/controls';
import { Crashes } from '../src/crashes';
import { closedFolds, previewLine } from '../src/folds';
import { opening, readable } from '../src/opening';
import { indexAt, summary } from '../src/places';

test('an opening is one line, cut at a space and never inside a character', () => {
  assert.equal(opening('  Salt\n  is\ta rock. '), 'Salt is a rock.');
  const long = opening('salt '.repeat(200));
  assert.ok(long.length <= 281 && long.endsWith('salt…'), long);
  for (const shift of ['', 'a', 'ab']) {
    const cut = opening(shift + '🧂'.repeat(400));
    assert.ok(!/\p{Surrogate}/u.test(cut), cut);
  }
});

test('folds are recognized by the gaps between visible ranges', () => {
  assert.deepEqual(closedFolds([], 10), []);
  assert.deepEqual(
    closedFolds(
      [
        [0, 10],
        [20, 30],
        [31, 40],
        [45, 50],
      ],
      52,
    ),
    [
      { head: 10, next: 20 },
      { head: 40, next: 45 },
    ],
  );
  // Lines below the last visible range may be folded or off the screen. They count as folded only if others are.
  const below = [
    [0, 10],
    [20, 30],
  ] as const;
  assert.deepEqual(closedFolds(below, 90), [
    { head: 10, next: 20 },
    { head: 30, next: 90 },
  ]);
  assert.deepEqual(closedFolds([[0, 30]], 90), []);
});

test('the preview of a fold is at the end of its head, or on the blank line below a long one', () => {
  const long = 'salt '.repeat(60);
  const at = (...lines: string[]) => previewLine({ head: 0, next: 2 }, (line) => lines[line]);
  assert.equal(at('Salt is a rock.', 'hidden', ''), 0);
  assert.equal(at(long, 'hidden', ' '), 2);
  assert.equal(at(long, 'hidden', '## Next'), 0);
  assert.equal(at(long, 'hidden'), 0);
});

test('indexAt returns the last item that begins at or before a line', () => {
  const things = [3, 7, 7, 20].map((line) => ({
    range: { start: { line, character: 0 }, end: { line: line + 2, character: 0 } },
  }));
  assert.deepEqual(
    [0, 3, 6, 7, 19, 20, 99].map((line) => indexAt(things, line)),
    [-1, 0, 0, 2, 2, 3, 3],
  );
  assert.equal(indexAt([], 4), -1);
});

test('a summary has the size and two terms', () => {
  assert.equal(
    summary({ words: 1480, terms: ['canals', 'oases', 'Mars'] }),
    '1,480 words · canals, oases',
  );
  assert.equal(summary({ words: 1, terms: [] }), '1 word');
});

test('a coalesced action never runs twice at a time, and the last call is answered', async () => {
  let running = 0;
  let runs = 0;
  let wanted = 0;
  let seen = -1;
  const act = coalesced(async () => {
    assert.equal(++running, 1);
    const now = wanted;
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen = now;
    running--;
    runs++;
  });
  const calls = Array.from({ length: 20 }, (_, i) => {
    wanted = i;
    return act();
  });
  await Promise.all(calls);
  assert.equal(seen, 19);
  assert.equal(runs, 2);
});

test('a coalesced action that fails can be called again', async () => {
  let fail = true;
  const act = coalesced(async () => {
    if (fail) {
      throw new Error('no');
    }
  });
  await assert.rejects(act());
  fail = false;
  await act();
});

test('a coalesced action that was called again during a run that fails runs again', async () => {
  let runs = 0;
  const act = coalesced(async () => {
    await Promise.resolve();
    if (++runs === 1) {
      throw new Error('no');
    }
  });
  const first = act();
  await act();
  await assert.rejects(first);
  assert.equal(runs, 2);
});

test('a coalesced action pauses in proportion to its usual duration, up to a limit', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const starts: number[] = [];
  const lengths = [3000, 100, 100, 3000, 3000, 100, 0];
  const act = coalesced(async () => {
    starts.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, lengths[starts.length - 1]));
  }, 50);
  for (let time = 0; time < 20_000 && starts.length < lengths.length; time += 10) {
    void act();
    await new Promise(setImmediate);
    t.mock.timers.tick(10);
  }
  const rests = starts.slice(1).map((start, i) => start - starts[i]! - lengths[i]!);
  assert.deepEqual(rests, [50, 400, 400, 400, 2000, 400]);
});

test('a server that keeps crashing is not restarted until forget is called', () => {
  const crashes = new Crashes();
  assert.deepEqual(
    [0, 1, 2, 3].map((time) => crashes.mayRestart(time)),
    [true, true, true, false],
  );
  assert.ok(crashes.mayRestart(60_003));
  for (let time = 0; time < 9; time++) {
    crashes.mayRestart(time);
  }
  crashes.forget();
  assert.ok(crashes.mayRestart(9));
});

test('controls exist for the settings that can be tried, within their limits', () => {
  const controls = controlsOf({
    'segls.preferredWords': { type: ['integer', 'string'], minimum: 1, maximum: 1_000_000 },
    'segls.cost': { type: 'string', enum: ['parabola', 'linear'] },
    'segls.topTerms': { type: 'integer', minimum: 1, maximum: 9 },
  });
  assert.deepEqual(controls, [
    {
      name: 'preferred-words',
      label: 'Preferred length',
      kind: 'number',
      min: 50,
      max: 2000,
      whole: true,
    },
    { name: 'cost', label: 'Cost', kind: 'choice', choices: ['parabola', 'linear'] },
  ]);
  assert.equal(camelCase('paragraph-max-words'), 'paragraphMaxWords');
});

test('a file is named after the words of a title', () => {
  assert.equal(fileNameOf('Polar Caps & Mars: “Ærø”, 1912'), 'polar-caps-mars-ærø-1912');
  assert.equal(fileNameOf('— …'), 'part');
  assert.equal(fileNameOf('one two three four five six seven eight nine').split('-').length, 8);
});

test('a card shows all words without markup', () => {
  assert.equal(
    readable('<!-- segls: break -->*Salt* and **sea salt**, `NaCl`, [see](a.md#b) ![map](m.png).'),
    'Salt and sea salt, NaCl, see map.',
  );
  const guide =
    'A [guide][1] to [the\nsea](sea.md).\n\n---\n\n> Salt:\n> keep it dry.\n\n```js\nsalt();\n```\n[1]: a.md\nIt [sic] ends.\n\n~~~\nopen';
  assert.equal(opening(readable(guide)), 'A guide to the sea. Salt: keep it dry. It [sic] ends.');
  assert.equal(readable('2 * 3 * 4, snake_case_name, a*b*c'), '2 * 3 * 4, snake_case_name, a*b*c');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, type Lines, nearTo } from '../src/near';

const lines = Array.from({ length: 1000 }, (_, i) => 100 * i);

test('a few lenses are all shown', () => {
  assert.equal(nearTo(lines.slice(0, 150), [[0, 50]]), undefined);
});

test('of many lenses those near the visible lines are shown', () => {
  for (const first of [0, 5, 1234, 50_000, 99_899, 200_000]) {
    const screen: Lines = [first, first + 50];
    const near = nearTo([...lines].reverse(), [screen])!;
    const given = lines.filter((line) => covers(near.given, [line, line]));
    assert.ok(given.length <= 90, `${given.length} at ${first}`);
    const place = lines.filter((line) => line < first).length;
    const wanted = lines.slice(Math.max(0, place - 40), place + 40);
    assert.deepEqual(
      wanted.filter((line) => !given.includes(line)),
      [],
    );
    assert.ok(covers(near.enough, screen), `asked again at ${first}`);
    assert.ok(near.enough.every((stretch) => covers(near.given, stretch)));
  }
});

test('at both ends of the text no more lenses are requested', () => {
  assert.ok(covers(nearTo(lines, [[0, 50]])!.enough, [0, 0]));
  assert.ok(covers(nearTo(lines, [[99_800, 99_950]])!.enough, [99_950, 150_000]));
  assert.ok(!covers(nearTo(lines, [[0, 50]])!.enough, [3000, 3050]));
});

test('two editors of a text have the lenses of both', () => {
  const near = nearTo(lines, [
    [0, 50],
    [90_000, 90_050],
  ])!;
  assert.ok(covers(near.given, [100, 100]) && covers(near.given, [90_100, 90_100]));
  assert.ok(!covers(near.given, [45_000, 45_000]));
});

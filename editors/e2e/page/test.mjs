// Tests the page of `segls diff --format html` in Chromium, also with axe-core.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const page = process.env.PAGE;
const screens = process.env.SCREENS;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let passed = 0;
let failed = 0;

/** The scenarios that run before a merge. */
const smoke = ['keys go from change to change', 'bands connect the old and the new place', 'axe finds nothing in light'];

/**
 * Opens the page in light or dark, runs a scenario, and checks that the page has no errors and makes no
 * requests.
 */
async function scenario(name, colorScheme, run) {
  if (process.env.SMOKE && !smoke.includes(name)) {
    return;
  }
  const opened = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
  const errors = [];
  opened.on('pageerror', (error) => errors.push(error.message));
  opened.on('request', (request) => request.url().startsWith('file:') || errors.push(request.url()));
  try {
    await opened.goto(`file://${page}`);
    await run(opened);
    assert.deepEqual(errors, [], 'errors and requests of the page');
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok  ${name}\n${error.stack}`);
  }
  await opened.screenshot({ path: `${screens}/page-${name.replaceAll(' ', '-')}.png` });
  await opened.close();
}

/**
 * Returns the focused element: its text, whether it is in the old version, whether it is marked and in view, and the
 * marked line of the list.
 */
const focus = (opened) =>
  opened.evaluate(() => {
    const { activeElement: element } = document;
    const { top, bottom } = element.getBoundingClientRect();
    return {
      text: element.textContent.replace(/\s+/g, ' '),
      isOld: element.closest('.column.old') !== null,
      isSeen: element.matches('.current') && top >= 0 && bottom <= innerHeight,
      listed: document.querySelector('nav [aria-current]')?.textContent,
    };
  });
const press = async (opened, ...keys) => {
  for (const key of keys) {
    await opened.keyboard.press(key);
  }
};

await scenario('keys go from change to change', 'light', async (opened) => {
  const count = await opened.locator('[data-go]').count();
  assert(count > 5);
  await press(opened, 'j', 'j');
  let at = await focus(opened);
  assert.match(at.text, /warm rooms/);
  assert(at.isSeen && !at.isOld, JSON.stringify(at));
  assert.match(at.listed, /rewritten/);
  await press(opened, 'o');
  at = await focus(opened);
  assert.match(at.text, /cold rooms/);
  assert(at.isSeen && at.isOld, JSON.stringify(at));
  await press(opened, 'k', 'k');
  assert.equal((await focus(opened)).listed, await opened.locator('[data-go]').last().textContent());
  await press(opened, ...Array(count).fill('j'));
  assert.equal((await focus(opened)).listed, await opened.locator('[data-go]').last().textContent());
  await press(opened, 'Control+j'); // a key of the browser
  assert.equal((await focus(opened)).listed, await opened.locator('[data-go]').last().textContent());
});

await scenario('the list and the texts can be clicked', 'light', async (opened) => {
  await opened.locator('[data-go]', { hasText: 'split into 2' }).click();
  assert.match((await focus(opened)).text, /Mules carry/);
  await opened.locator('.column.old .block', { hasText: 'A wet summer' }).click();
  const at = await focus(opened);
  assert(at.isOld && at.listed.startsWith('section “Pans” moved'), JSON.stringify(at));
});

await scenario('unchanged text is folded', 'light', async (opened) => {
  assert.equal(await opened.locator('details[open]').count(), 0);
  await press(opened, 'u');
  assert.equal(await opened.locator('details:not([open])').count(), 0);
  await press(opened, 'u');
  assert.equal(await opened.locator('details[open]').count(), 0);
});

await scenario('bands connect the old and the new place', 'light', async (opened) => {
  const kinds = () => opened.locator('.bands path').evaluateAll((paths) => paths.map((path) => path.getAttribute('class')));
  assert.deepEqual(await kinds(), ['split', 'moved']);
  // The band of moved text begins and ends with its blocks.
  const isThere = await opened.evaluate(() => {
    const band = document.querySelector('.bands path.moved').getBoundingClientRect();
    const was = document.querySelector('.column.old .moved').getBoundingClientRect();
    const blocks = [...document.querySelectorAll('.column.new .moved')];
    return Math.abs(band.top - was.top) < 2 && Math.abs(band.bottom - blocks.at(-1).getBoundingClientRect().bottom) < 40;
  });
  assert(isThere, 'the band is beside the moved text');
  await press(opened, 'j', 'j');
  assert.deepEqual(await kinds(), ['rewritten current', 'split', 'moved']);
});

for (const scheme of ['light', 'dark']) {
  await scenario(`axe finds nothing in ${scheme}`, scheme, async (opened) => {
    await press(opened, 'j', 'u');
    const [ink, paper] = await opened.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor].map((rgb) => Number(rgb.match(/\d+/)[0]));
    });
    assert.equal(ink > paper, scheme === 'dark');
    await opened.evaluate(axe);
    const { violations } = await opened.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), []);
  });
}

await scenario('the printed page has both versions and no bands', 'dark', async (opened) => {
  await opened.emulateMedia({ media: 'print' });
  for (const hidden of ['.bands', '.keys']) {
    assert.equal(await opened.locator(hidden).isVisible(), false, hidden);
  }
  const list = opened.locator('nav');
  assert.equal(await list.evaluate((nav) => nav.scrollHeight > nav.clientHeight), false, 'the whole list is printed');
  const paper = await opened.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(paper, 'rgb(255, 255, 255)', 'paper is white, even if the screen is dark');
  assert((await opened.pdf({ format: 'A4' })).length > 5000);
});

await scenario('a narrow window has both columns', 'light', async (opened) => {
  await opened.setViewportSize({ width: 420, height: 800 });
  assert.equal(await opened.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing is cut off');
});

await browser.close();
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed > 0 ? 1 : 0;

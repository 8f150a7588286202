// Tests the site in Chromium: the playground from the first text to a link, offline, on a phone, and with
// axe-core. No page may make requests to other hosts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const { SCREENS: screens, SITE: site, ONLY: only = '' } = process.env;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const samples = new URL('../../testdata/samples/', import.meta.url);
const salt = await readFile(new URL('salt.md', samples), 'utf8');
// The site works below any path.
const host = await serve(site, '/some/where/');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let passed = 0;
let failed = 0;

/** Opens a page of the site in a new browser context, and runs a scenario in it. */
async function attempt(name, { path = 'playground.html', init, ...options }, run) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, acceptDownloads: true, ...options });
  const errors = [];
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(host.address) && !/^(blob|data):/.test(url)) {
      errors.push(`asks for ${url}`);
    }
  });
  context.setDefaultTimeout(90_000); // the machine may be busy
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  if (init) {
    await page.addInitScript(init);
  }
  try {
    await page.goto(host.address + path);
    await run(page, context);
    assert.deepEqual(errors, [], 'errors of the page, and its requests to other hosts');
  } finally {
    await page.screenshot({ path: `${screens}/web-${name.replaceAll(/\W+/g, '-')}.png` }).catch(() => {});
    await context.close();
  }
}

/** Runs a scenario, and again if it fails, like those of the editors. */
async function scenario(name, options, run) {
  if (!name.match(only)) {
    return;
  }
  for (const isLast of [false, true]) {
    const start = Date.now();
    try {
      await attempt(name, options, run);
      passed++;
      console.log(`ok      ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      if (isLast) {
        console.log(`flake: ${name}`);
      }
      return;
    } catch (error) {
      failed += isLast ? 1 : 0;
      console.log(`${isLast ? 'not ok ' : 'again  '} ${name}\n${error.stack}`);
    }
  }
}

const cards = (page) => page.locator('.cards li');
const shown = (page) => cards(page).nth(1).waitFor({ timeout: 60_000 });
const sheet = (page) => page.locator('.cm-content');
/** Returns the text in CodeMirror, of which the page shows a part. */
const text = (page) => sheet(page).evaluate((content) => content.cmTile.view.state.doc.toString());
/** Waits until a condition holds in the page. */
const until = (page, check, arg) => page.waitForFunction(check, arg, { timeout: 60_000 });
const message = async (page, pattern) => {
  await until(page, (source) => new RegExp(source).test(document.querySelector('.message')?.textContent ?? ''), pattern.source);
};
/** Replaces the text at once, like pasting; Playwright would type it line by line. */
const paste = (page, content) =>
  sheet(page).evaluate(({ cmTile: { view } }, insert) => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
  }, content);

await scenario('an example has fragments and a curve', {}, async (page) => {
  await shown(page);
  assert((await cards(page).count()) > 5);
  assert.match(await page.locator('.summary').textContent(), /fragments in \d+ paragraphs/);
  assert.match(await cards(page).nth(2).textContent(), /words · \d+% sure/);
  // During a redraw, the page may miss a pointer position, so move on.
  for (let x = 300; (await page.locator('.why dt').count()) <= 3; x++) {
    assert(x < 360, 'the curve explains the gap under the pointer');
    await page.locator('.plot .u-over').hover({ position: { x, y: 100 } });
    await page.waitForTimeout(250);
  }
  const why = await page.locator('.why').textContent();
  assert.match(why, /Why.*(boundary|heading|fragment)/s);
  await page.locator('.plot').press('PageDown');
  await until(page, (was) => document.querySelector('.why').textContent !== was, why);
  assert.match(await page.locator('.plot').getAttribute('aria-valuetext'), /boundary/i);
});

await scenario('typing updates the fragments', {}, async (page) => {
  await shown(page);
  const count = await cards(page).count();
  const words = await page.locator('.summary').textContent();
  await sheet(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Sugar is sweet. ', { delay: 20 });
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nOne more paragraph, about bees and honey and hives.', { delay: 20 });
  await until(page, (was) => document.querySelector('.summary').textContent !== was, words);
  assert((await text(page)).startsWith('Sugar is sweet. '));
  assert(Math.abs((await cards(page).count()) - count) <= 2);
  // An insertion, followed by something that makes the page redraw.
  await sheet(page).evaluate(({ cmTile: { view } }) => {
    view.dispatch({ changes: { from: 0, insert: 'Honey. ' } });
    const slider = document.querySelector('input[type=range]');
    slider.value = '400';
    slider.dispatchEvent(new Event('input'));
  });
  await until(page, (was) => document.querySelector('.summary').textContent !== was, await page.locator('.summary').textContent());
  assert((await text(page)).startsWith('Honey. Sugar is sweet. '));
});

await scenario('a text of 100 KB can be divided and edited', {}, async (page) => {
  await shown(page);
  const long = salt.repeat(4).slice(0, 99_990);
  /** Returns the milliseconds until a text of a length is shown. */
  const takes = (length) =>
    page
      .waitForFunction(
        (of) => {
          const when = (name) => performance.getEntriesByName(name).find(({ detail }) => detail === of)?.startTime;
          return when('segls-shown') && when('segls-shown') - when('segls-asked');
        },
        length,
        { timeout: 60_000 },
      )
      .then((handle) => handle.jsonValue());
  const first = [];
  for (const name of ['salt.md', 'tides.md', 'kitchen.md', 'notebook.txt']) {
    // Each text has different words.
    const sample = await readFile(new URL(name, samples), 'utf8');
    const content = sample.repeat(Math.ceil(100_000 / sample.length)).slice(0, 100_000 + first.length);
    await paste(page, content);
    first.push(await takes(content.length));
    await page.waitForTimeout(2000);
  }
  await paste(page, long);
  await page.waitForTimeout(2500);
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        globalThis.longest = Math.max(globalThis.longest, duration);
      }
    }).observe({ entryTypes: ['longtask'] });
  });
  await sheet(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('a');
  const letter = await takes(long.length + 1);
  await page.keyboard.type(' more words, as a writer writes them', { delay: 60 });
  await page.waitForTimeout(1500);
  const longest = await page.evaluate(() => globalThis.longest);
  console.log(`        100 KB: fragments after ${first.map((ms) => ms.toFixed(0)).join(', ')} ms; after a letter ${letter.toFixed(0)} ms; the page was held up for ${longest.toFixed(0)} ms at most`);
});

await scenario('sliders and methods', {}, async (page) => {
  await shown(page);
  const count = await cards(page).count();
  await page.getByLabel('Length of a part').fill('150');
  await until(page, (n) => document.querySelectorAll('.cards li').length > n, count);
  await page.getByLabel('Weight of length').fill('2');
  await page.locator('select[name=method]').selectOption('texttiling');
  await until(page, () => !/% sure/.test(document.querySelector('.cards').textContent));
  await page.getByLabel('automatic').check();
  await until(page, () => /words/.test(document.querySelector('output').textContent));
  await page.getByText('Methods side by side').click();
  await until(page, () => document.querySelectorAll('.methods tr').length === 4);
  assert((await page.locator('.methods line').count()) > 4);
  await page.locator('.methods').scrollIntoViewIfNeeded();
});

await scenario('cards move', {}, async (page) => {
  await shown(page);
  const before = await text(page);
  const words = (of) => of.match(/\p{L}+/gu).sort().join(' ');
  const title = await cards(page).nth(2).locator('h2').textContent();
  await cards(page).nth(2).getByRole('button', { name: 'up' }).click();
  await until(page, (want) => document.querySelectorAll('.cards h2')[1].textContent === want, title);
  const moved = await text(page);
  assert.notEqual(moved, before);
  assert.equal(words(moved), words(before));
  await page.getByRole('button', { name: 'Put it back' }).click();
  assert.equal(await text(page), before);
  await until(page, (want) => document.querySelectorAll('.cards h2')[2].textContent === want, title);
  await page.waitForTimeout(1500);
  await cards(page).nth(2).dragTo(cards(page).nth(4));
  await until(page, (was) => document.querySelector('.cm-content').cmTile.view.state.doc.toString() !== was, before);
  assert.equal(words(await text(page)), words(before));
});

await scenario('parts in the text fold and move', {}, async (page) => {
  await shown(page);
  const parts = page.locator('.sheet .part');
  const first = await cards(page).first().locator('h2').textContent();
  assert.equal(await parts.first().locator('.title').textContent(), first);
  await parts.first().locator('.fold').click();
  await page.locator('.cm-foldPlaceholder').waitFor();
  await parts.first().locator('.fold').click();
  await page.locator('.cm-foldPlaceholder').waitFor({ state: 'detached' });
  // A click on the curve goes to the text.
  const plot = page.locator('.plot .u-over');
  const { width } = await plot.boundingBox();
  await plot.click({ position: { x: width * 0.8, y: 60 } });
  await until(page, () => document.querySelector('.cm-scroller').scrollTop > 200);
  await sheet(page).press('Control+Home');
  await until(page, () => document.querySelector('.cm-scroller').scrollTop < 20);
  const before = await text(page);
  await parts.nth(0).locator('.fold').click();
  await parts.nth(1).locator('.handle').dragTo(parts.nth(0).locator('.title'));
  await until(page, (was) => document.querySelector('.cm-content').cmTile.view.state.doc.toString() !== was, before);
  await sheet(page).press('Control+z');
  assert.equal(await text(page), before);
});

await scenario('the site also works at the root of a host', {}, async (page) => {
  const root = await serve(site, '/');
  const errors = [];
  const other = await page.context().browser().newPage();
  other.on('pageerror', (error) => errors.push(error.message));
  other.on('response', (response) => response.status() >= 400 && errors.push(response.url()));
  await other.goto(`${root.address}playground.html`);
  await shown(other);
  await other.locator('.VPNavBarMenuLink', { hasText: 'Tutorial' }).click();
  await other.locator('h1', { hasText: /tutorial|five minutes/i }).first().waitFor();
  await other.locator('.VPNavBarTitle a').click();
  await other.locator('.VPHero').waitFor();
  await other.close();
  root.close();
  assert.deepEqual(errors, []);
});

await scenario('the curve and the parts are saved as SVG, Markdown and JSON', {}, async (page) => {
  await shown(page);
  for (const [name, ending, content] of [
    ['SVG', 'salt.svg', /^<\?xml.*<path d="M/s],
    ['Markdown', 'salt-plan.md', /^# salt\.md\n\n.*1\. \*\*/s],
    ['JSON', 'salt.json', /"fragments": \[/],
  ]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    assert.equal(download.suggestedFilename(), ending);
    assert.match(await readFile(await download.path(), 'utf8'), content);
  }
});

await scenario('a link contains text and settings', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page, context) => {
  await shown(page);
  await page.getByLabel('Length of a part').fill('230');
  await paste(page, salt.replace('rock', 'röck 🪨'));
  await page.getByRole('button', { name: 'Copy a link to this' }).click();
  await message(page, /link is copied/);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert(address.startsWith(`${host.address}playground.html#1.`) && address.length < 20_000, `${address.length} characters`);
  const other = await context.newPage();
  await other.goto(address);
  await shown(other);
  assert.match(await text(other), /röck 🪨/);
  assert.equal(await other.getByLabel('Length of a part').inputValue(), '230');
  await other.goto(`${address.slice(0, 200)}`);
  await other.reload();
  await message(other, /damaged/);
});

await scenario('the playground works offline', {}, async (page, context) => {
  await shown(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await context.setOffline(true);
  await page.reload();
  await shown(page);
  await page.locator('.controls select').first().selectOption({ index: 3 });
  await until(page, () => /\\section|\\begin/.test(document.querySelector('.cm-content').cmTile.view.state.doc.toString()));
  await page.goto(`${host.address}docs/tutorial.html`);
  assert.match(await page.locator('h1').first().textContent(), /\w+/);
});

await scenario('an old browser gets a message', { init: () => delete globalThis.CompressionStream }, async (page) => {
  await message(page, /too old.*CompressionStream/);
});

for (const scheme of ['light', 'dark']) {
  for (const [name, path] of Object.entries({ home: '', playground: 'playground.html', tutorial: 'docs/tutorial.html' })) {
    await scenario(`axe finds nothing, ${name}, ${scheme}`, { path, colorScheme: scheme }, async (page) => {
      if (name === 'playground') {
        await shown(page);
      }
      await page.waitForTimeout(600); // colours fade in
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)).join(' ')}`), []);
    });
  }
}

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
for (const [name, path] of Object.entries({ home: '', playground: 'playground.html', tutorial: 'docs/tutorial.html' })) {
  await scenario(`a telephone, ${name}`, { path, ...phone }, async (page) => {
    if (name === 'playground') {
      await shown(page);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing is cut off');
  });
}

await scenario('the documents can be searched', { path: 'docs/tutorial.html' }, async (page) => {
  await page.locator('.VPNavBarSearch button').first().click();
  await page.locator('#localsearch-input').fill('no-break');
  await page.locator('#localsearch-list li').first().waitFor();
});

await browser.close();
host.close();
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed > 0 ? 1 : 0;

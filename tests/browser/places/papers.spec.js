// The pages of the papers: read, asked for values, and reproduced.
import { readFileSync } from 'node:fs';

import { expect, focusBy, test } from '../page.js';

/** The number of papers: the different ids in the file of recorded counts, which has a line of names first. */
const recorded = readFileSync(new URL('../../../src/study/paper/judge/recorded.csv', import.meta.url), 'utf8');
const PAPERS = new Set(recorded.trim().split('\n').slice(1).map((line) => line.split(',')[0])).size;

/** Opens a paper, or a table of it, and waits until it is there. */
async function openPaper(page, path) {
  await page.goto(`#/papers/${path}`);
  await expect(page.locator('#paper-title')).toBeVisible({ timeout: 30_000 });
}

/** A figure that is simulated in seconds, as coarse intervals are enough. */
async function openQuick(page, seed = '1') {
  await openPaper(page, 'shahrabi/figure-1');
  await page.locator('#terms-precision').fill('20');
  await page.locator('#terms-seed').fill(seed);
  await expect(page.locator('#figure-1 .rerun')).toBeVisible();
}

/** Simulates the figure to its end, and reads what came out. */
async function rerun(page) {
  await page.locator('#figure-1 .rerun').click();
  await expect(page.locator('#figure-1 td.simulated').first()).toHaveText('–');
  await expect(page.locator('#figure-1 .state')).toContainText(/^\d+ rows simulated/, { timeout: 150_000 });
  // However wide the table, the verdict on a row is in sight.
  const edge = (locator) => locator.evaluate((element) => element.getBoundingClientRect().right);
  const table = await edge(page.locator('#figure-1 .reproduced'));
  expect(await edge(page.locator('#figure-1 .brief').first())).toBeLessThanOrEqual(table + 1);
  return page.locator('#figure-1 td.simulated').allTextContents();
}

/** How far the column of a paper, and the window, are scrolled. */
const scrolled = (page) => page.evaluate(() => document.getElementById('library').scrollTop + window.scrollY);

/** Scrolls to an element, and tells how far that is. */
async function scrollTo(page, selector) {
  await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(200);
  return place;
}

test('all papers are listed with what each asks and how it came out, and one more is told to be none', async ({ page }) => {
  await page.goto('#/papers');
  await expect(page.locator('.card')).toHaveCount(PAPERS, { timeout: 30_000 });
  for (const card of await page.locator('.card').all()) {
    await expect(card.locator('.asks')).not.toBeEmpty();
    await expect(card.locator('.authors')).not.toBeEmpty();
    await expect(card.locator('.venue')).not.toBeEmpty();
    await expect(card.locator('.counts')).toContainText(/tables?|figures?/);
    await expect(card.locator('.chip').first()).toHaveText(/^(within 5 %|as printed): \d+ of \d+$/);
  }
  const ciciani = page.locator('.card').nth(1);
  await expect(ciciani.locator('.chip')).toHaveText([/^within 5 %: 72 of 122$/, /^as printed: 44 of 52$/]);
  await expect(ciciani.locator('h3')).toHaveText('Performance evaluation of deterministic wormhole routing in k-ary n-cubes');
  await expect(ciciani.locator('.year')).toHaveText('1998');
  await expect(ciciani.locator('.doi')).toHaveAttribute('href', 'https://doi.org/10.1016/S0167-8191(98)00094-5');
  await page.goto('#/papers/dally');
  await expect(page.locator('.warning')).toHaveText(/^Paper must be shahrabi, .* or platoons, not dally\.$/);
  await expect(page.locator('.card')).toHaveCount(PAPERS);
});

test('a page opens at its top, and Back brings back the place', async ({ page }) => {
  await openPaper(page, 'ciciani');
  const place = await scrollTo(page, '.equations li:nth-child(9)');
  await page.getByRole('link', { name: 'Next paper' }).first().evaluate((link) => link.click());
  await expect(page.locator('#paper-title')).toContainText(/multicast/i);
  await expect.poll(() => scrolled(page)).toBe(0);
  const second = await scrollTo(page, '#errata');
  await page.goBack();
  await expect(page.locator('#paper-title')).toContainText(/k-ary/);
  await expect.poll(() => scrolled(page)).toBe(place);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(second);
  // By way of another place, too.
  await page.goto('#/laboratory');
  await expect(page.locator('#library')).toContainText('Hypercube: three sizes', { timeout: 30_000 });
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(second);
});

test('Back steps through papers and tables one click at a time', async ({ page }) => {
  await page.goto('#/papers');
  await expect(page.locator('.card')).toHaveCount(PAPERS, { timeout: 30_000 });
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.locator('.card').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/papers\/ciciani\?t=/);
  await page.locator('#table-3-name').click();
  await expect(page).toHaveURL(/#\/papers\/ciciani\/table-3\?t=/);
  const place = await scrolled(page);
  // Followed from where the reader is, not scrolled to before.
  await page.getByRole('link', { name: 'Table 4', exact: true }).evaluate((link) => link.click());
  await expect(page.locator('#table-4 table')).toBeVisible();
  await expect(page).toHaveURL(/\/table-4\?/);
  // Once more the same is no entry.
  await page.getByRole('link', { name: 'Table 4', exact: true }).click();
  expect(await entries()).toBe(before + 3);
  await page.goBack();
  await expect(page).toHaveURL(/\/table-3\?/);
  await expect(page.locator('#table-3 table')).toBeVisible();
  await expect(page.locator('#table-4 table')).toHaveCount(0);
  await expect.poll(() => scrolled(page)).toBe(place);
  await page.goBack();
  await expect(page).toHaveURL(/#\/papers\/ciciani\?t=/);
  await expect(page.locator('#table-3 table')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('.card')).toHaveCount(PAPERS);
});

test('the tab is called after the paper, and elsewhere as before', async ({ page }) => {
  await page.goto('#/lab?t=mesh:4x4');
  await expect(page.locator('#worms')).toBeVisible();
  const usual = await page.title();
  await openPaper(page, 'shahrabi');
  await expect(page).toHaveTitle('Unicast-based broadcast: an analysis for the hypercube with adaptive routing · Flitscope');
  await page.goto('#/papers');
  await expect(page).toHaveTitle('Papers · Flitscope');
  await page.goto('#/lab?t=mesh:4x4');
  await expect(page).toHaveTitle(usual);
});

test('a row tells its verdict in a few words, and its sentence when asked', async ({ page }) => {
  await openPaper(page, 'ciciani/table-3');
  const verdict = page.locator('#table-3 .brief').first();
  await expect(verdict).toHaveText('as printed');
  const sentence = page.locator('#table-3 tr.words').first();
  await expect(sentence).toBeHidden();
  await verdict.click();
  await expect(verdict).toHaveAttribute('aria-expanded', 'true');
  await expect(sentence).toContainText('The model is as printed');
  await verdict.press('Enter');
  await expect(sentence).toBeHidden();
  await expect(page.locator('#table-4 .chip')).toHaveText(['within 5 %: 4 of 14', 'as printed: 14 of 14']);
});

test('a wide table scrolls in its own box, by key, with its first column in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaper(page, 'ciciani/table-3');
  const table = page.locator('#table-3 .reproduced');
  const [seen, all] = await table.evaluate((box) => [box.clientWidth, box.scrollWidth]);
  expect(all).toBeGreaterThan(seen);
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  const head = page.locator('#table-3 tr.numbers th').first();
  const left = await head.evaluate((cell) => cell.getBoundingClientRect().left);
  expect(left).toBeGreaterThanOrEqual(await table.evaluate((box) => box.getBoundingClientRect().left - 1));
  expect(await table.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
});

test('a paper shows its system on the stage, its equations and its errata', async ({ page }) => {
  await openPaper(page, 'ciciani');
  const scenes = page.locator('section[aria-labelledby="system"] .scenes button');
  await expect(scenes.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/#\/papers\/ciciani\?t=torus:6x6x6/);
  await scenes.nth(2).click();
  await expect(page).toHaveURL(/#\/papers\/ciciani\?t=hypercube:10/);
  await expect(scenes.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(scenes.first()).toHaveAttribute('aria-pressed', 'false');
  expect(await page.locator('.equations math').count()).toBeGreaterThan(10);
  await expect(page.locator('.errata')).toContainText('printed');
  await page.goBack();
  await expect(scenes.first()).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Next paper' }).first().click();
  await expect(page.locator('#paper-title')).toContainText(/multicast/i);
});

test('pointing at a symbol shows its value wherever it stands, and its place on the stage', async ({ page }) => {
  await openPaper(page, 'ciciani');
  await page.evaluate(() => {
    window.places = [];
    window.addEventListener('flitscope:place', (event) => window.places.push(event.detail));
  });
  const symbol = page.locator('.formula [data-symbol="T"][tabindex]').first();
  await symbol.hover();
  const readout = page.locator('.readout');
  await expect(readout).toContainText('= 25');
  await expect(readout).toContainText('message length');
  const colors = await page.locator('.formula [data-symbol="T"]').evaluateAll((all) => all.map((e) => getComputedStyle(e).backgroundColor));
  expect(colors.length).toBeGreaterThan(1);
  expect(new Set(colors).size).toBe(1);
  expect(colors[0]).not.toBe('rgba(0, 0, 0, 0)');
  expect(await page.evaluate(() => window.places.at(-1))).toBe('path');
  await page.locator('#equations').hover();
  await expect(readout).toContainText('Point at a symbol');
  expect(await page.evaluate(() => window.places.at(-1))).toBe('');
  // By key, with another length.
  await page.locator('#trial-length').fill('30');
  await page.mouse.move(5, 5);
  await symbol.focus();
  await expect(readout).toContainText('= 30');
});

test('the model is asked at what its reader sets, up to saturation and beyond', async ({ page }) => {
  await openPaper(page, 'ciciani');
  const prediction = page.locator('.prediction');
  await expect(prediction).toContainText(/Predicted latency: [\d.]+ cycles/);
  const slider = page.getByLabel('Load as a fraction of saturation');
  await slider.fill('1080');
  await expect(prediction).toContainText('Saturated:');
  await page.locator('#trial-load').fill('0');
  await page.locator('#trial-load').press('Enter');
  await expect(prediction).toContainText('Predicted latency');
  await page.locator('#trial-load').fill('lots');
  await page.locator('#trial-load').press('Enter');
  await expect(page.locator('#trial-load-note')).toHaveText(/^Load λ must be a number from 0 to .*, not lots$/);
  await page.locator('#trial-k').fill('16x1');
  await expect(page.locator('#trial-k-note')).toContainText('must be');
  await expect(page.locator('#trial-k')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#trial-k').fill('8x8');
  await expect(page.locator('#trial-k-note')).toBeEmpty();
  await page.getByRole('button', { name: 'Show this in the picture' }).click();
  await expect(page).toHaveURL(/\?t=torus-uni:8x8/);
});

test('a table is reproduced in front of the reader, and the same seed gives the same numbers', async ({ page }) => {
  test.setTimeout(240_000);
  await openQuick(page, '7');
  const first = await rerun(page);
  expect(first.length).toBe(4);
  for (const cell of first) expect(cell).toMatch(/^[\d.]+ ± [\d.]+/);
  await expect(page.locator('#figure-1 .state')).toContainText('seed 7');
  await expect(page.locator('.news')).toContainText(`is done: ${first.length} simulated`);
  await expect(page.locator('#figure-1 td.difference').first()).toHaveText(/^[+−]/);
  await expect(page.locator('#figure-1 .brief').first()).toHaveText(/within the interval|above|below/);
  // It is news of this paper only.
  await page.getByRole('link', { name: 'Next paper' }).first().click();
  await expect(page.locator('#paper-title')).toContainText(/k-ary/);
  await expect(page.locator('.news')).toBeEmpty();
  await page.goBack();
  await expect(page.locator('.news')).toContainText('is done');
  // What was simulated stays while one reads elsewhere.
  await page.goto('#/papers');
  await expect(page.locator('.card').first()).toContainText(`${first.length} simulated`);
  await page.goto('#/papers/shahrabi/figure-1');
  await expect(page.locator('#figure-1 td.simulated').first()).toHaveText(first[0]);
  expect(await rerun(page)).toEqual(first);
  await page.locator('#terms-seed').fill('8');
  expect(await rerun(page)).not.toEqual(first);
});

test('a run is cancelled at once, and what is waiting with it', async ({ page }) => {
  await openPaper(page, 'ciciani/table-4');
  await page.getByRole('button', { name: 'thorough' }).click();
  await page.locator('#table-4 .rerun').click();
  await expect(page.locator('#table-4 progress')).toBeVisible();
  await page.getByRole('link', { name: 'Table 3', exact: true }).click();
  await page.locator('#table-3 .rerun').click();
  await expect(page.locator('#table-3 .state')).toHaveText('waits for its turn');
  await page.locator('#table-4 .rerun').click();
  await expect(page.locator('#table-4 .state')).toContainText('cancelled after');
  await expect(page.locator('#table-3 progress')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await expect(page.locator('#table-3 .state')).toContainText('cancelled after');
  await expect(page.getByRole('button', { name: 'Re-run all' })).toBeVisible();
});

test('a row leads to the stage and to the laboratory, a table to files and a link', async ({ page }) => {
  await openPaper(page, 'ciciani/table-3');
  await page.locator('#table-3 .brief').first().click();
  const row = page.locator('#table-3 tr.words').first();
  await expect(row.getByRole('link', { name: /^laboratory/ })).toHaveAttribute('href', /^#\/laboratory\?/);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of Table 3' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('ciciani-table-3.csv');
  const [json] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON of Table 3' }).click(),
  ]);
  expect(json.suggestedFilename()).toBe('ciciani-table-3.json');
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG of Table 3' }).click(),
  ]);
  expect(png.suggestedFilename()).toBe('ciciani-table-3.png');
  await row.getByRole('link', { name: /^watch/ }).click();
  await expect(page).toHaveURL(/#\/lab\?t=torus:6x6x6/);
});

test('wrong terms are told in a sentence and change nothing', async ({ page }) => {
  await openPaper(page, 'shahrabi');
  await page.locator('#terms-seed').fill('-1');
  await expect(page.locator('#terms-seed-note')).toHaveText(/^Seed must be a whole number from 0 to .*, not -1$/);
  await page.locator('#terms-precision').fill('99');
  await expect(page.locator('#terms-precision-note')).toHaveText(/^Precision must be a number from 0.1 to 20 %, or empty, not 99$/);
  await page.goto('#/papers/shahrabi/table-9');
  await expect(page.locator('.warning')).toHaveText(/^Table or figure must be figure-1, .*, not table-9\.$/);
});

test('a paper is read and reproduced by key', async ({ page }) => {
  await openPaper(page, 'mesh-hypercube');
  await focusBy(page, 'Tab', '.contents a');
  await page.keyboard.press('Enter');
  await focusBy(page, 'Tab', '.scenes button');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('section[aria-labelledby="system"] .scenes button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  await focusBy(page, 'Tab', '[data-symbol]');
  await expect(page.locator('.readout')).not.toContainText('Point at a symbol');
  await focusBy(page, 'Tab', '.fold');
  await page.keyboard.press('Enter');
  await expect(page.locator('#figure-1 .fold')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('#figure-1 table')).toBeVisible();
  await expect(page).toHaveURL(/#\/papers\/mesh-hypercube\/figure-1\?/);
});

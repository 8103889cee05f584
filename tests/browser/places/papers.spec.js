// The pages of the papers: reading, values of the model, and reproduced tables.
import { readFileSync } from 'node:fs';

import { away, expect, focusBy, painted, picture, step, test } from '../page.js';

/** The number of papers: the different ids in the file of recorded counts, which has a line of names first. */
const recorded = readFileSync(new URL('../../../src/study/paper/judge/recorded.csv', import.meta.url), 'utf8');
const PAPERS = new Set(recorded.trim().split('\n').slice(1).map((line) => line.split(',')[0])).size;

/** Opens a paper, or a table of it, and waits until it is there. */
async function openPaper(page, path) {
  await page.goto(`#/papers/${path}`);
  await expect(page.locator('#paper-title')).toBeVisible();
}

/** How far the column of a paper, and the window, are scrolled. */
const scrolled = (page) => page.evaluate(() => document.getElementById('library').scrollTop + window.scrollY);

/** Scrolls to an element; returns how far that is. */
async function scrollTo(page, selector) {
  await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await painted(page);
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(200);
  return place;
}

/** Follows a link without scrolling to it before. */
const follow = (link) => link.evaluate((link) => link.click());

test('all papers are listed with their question and their results, and the tab has the name of the paper', async ({ page }) => {
  await page.goto('#/lab?t=mesh:4x4');
  await expect(page.locator('#worms')).toBeVisible();
  const usual = await page.title();
  await page.goto('#/papers');
  await expect(page).toHaveTitle('Papers · Flitscope');
  await expect(page.locator('.card')).toHaveCount(PAPERS);
  const cards = await page.locator('.card').evaluateAll((all) => all.map((card) => {
    const text = (part) => card.querySelector(part)?.textContent.trim() ?? '';
    return ['.asks', '.authors', '.venue', '.counts', '.chip'].map(text);
  }));
  for (const [asks, authors, venue, counts, result] of cards) {
    for (const words of [asks, authors, venue]) expect(words).not.toBe('');
    expect(counts).toMatch(/tables?|figures?/);
    expect(result).toMatch(/^(within 5 %|as printed): \d+ of \d+$/);
  }
  const ciciani = page.locator('.card').nth(1);
  await expect(ciciani.locator('h3')).toHaveText('Performance evaluation of deterministic wormhole routing in k-ary n-cubes');
  await expect(ciciani.locator('.year')).toHaveText('1998');
  await expect(ciciani.locator('.doi')).toHaveAttribute('href', 'https://doi.org/10.1016/S0167-8191(98)00094-5');
  await openPaper(page, 'shahrabi');
  await expect(page).toHaveTitle('Unicast-based broadcast: an analysis for the hypercube with adaptive routing · Flitscope');
  await step('a paper or a table that does not exist is refused with those that do', async () => {
    await page.goto('#/papers/shahrabi/table-9');
    await expect(page.locator('.warning')).toHaveText(/^Table or figure must be figure-1, .*, not table-9\.$/);
    await page.goto('#/papers/dally');
    await expect(page.locator('.warning')).toHaveText(/^Paper must be shahrabi, .* or platoons, not dally\.$/);
    await expect(page.locator('.card')).toHaveCount(PAPERS);
  });
  await page.goto('#/lab?t=mesh:4x4');
  await expect(page).toHaveTitle(usual);
});

test('Back steps through papers and tables one click at a time, to where each was scrolled', async ({ page }) => {
  await page.goto('#/papers');
  await expect(page.locator('.card')).toHaveCount(PAPERS);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.locator('.card').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/papers\/ciciani\?t=/);
  await page.locator('#table-3-name').click();
  await expect(page).toHaveURL(/#\/papers\/ciciani\/table-3\?t=/);
  const atTable = await scrolled(page);
  const table = (number) => page.getByRole('link', { name: `Table ${number}`, exact: true });
  await follow(table(4));
  await expect(page.locator('#table-4 table')).toBeVisible();
  await expect(page).toHaveURL(/\/table-4\?/);
  // The same address again makes no entry.
  await table(4).click();
  const place = await scrollTo(page, '.equations li:nth-child(9)');
  await follow(page.getByRole('link', { name: 'Next paper' }).first());
  await expect(page.locator('#paper-title')).toContainText(/multicast/i);
  await expect.poll(() => scrolled(page)).toBe(0);
  const errata = await scrollTo(page, '#errata');
  expect(await entries()).toBe(before + 4);
  await step('by way of another place', async () => {
    await page.goto('#/laboratory');
    await expect(page.locator('#library')).toContainText('Hypercube: three sizes');
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => scrolled(page)).toBe(errata);
  });
  await page.goBack();
  await expect(page.locator('#paper-title')).toContainText(/k-ary/);
  await expect.poll(() => scrolled(page)).toBe(place);
  await page.goBack();
  await expect(page).toHaveURL(/\/table-3\?/);
  await expect(page.locator('#table-3 table')).toBeVisible();
  await expect(page.locator('#table-4 table')).toHaveCount(0);
  await expect.poll(() => scrolled(page)).toBe(atTable);
  await page.goBack();
  await expect(page).toHaveURL(/#\/papers\/ciciani\?t=/);
  await expect(page.locator('#table-3 table')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('.card')).toHaveCount(PAPERS);
});

test('a paper shows its system on the stage, its equations with the values of their symbols, and its errata', async ({ page }) => {
  await openPaper(page, 'ciciani');
  await step('its systems are scenes', async () => {
    const scenes = page.locator('section[aria-labelledby="system"] .scenes button');
    await expect(scenes.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/#\/papers\/ciciani\?t=torus:6x6x6/);
    await scenes.nth(2).click();
    await expect(page).toHaveURL(/#\/papers\/ciciani\?t=hypercube:10/);
    await expect(scenes.nth(2)).toHaveAttribute('aria-pressed', 'true');
    await expect(scenes.first()).toHaveAttribute('aria-pressed', 'false');
    await page.goBack();
    await expect(scenes.first()).toHaveAttribute('aria-pressed', 'true');
  });
  expect(await page.locator('.equations math').count()).toBeGreaterThan(10);
  await expect(page.locator('.errata')).toContainText('printed');
  await step('a symbol that is pointed at has its value and its place, and is marked wherever it stands', async () => {
    await away(page);
    const before = await picture(page);
    const symbol = page.locator('.formula [data-symbol="T"][tabindex]').first();
    const readout = page.locator('.readout');
    await symbol.hover();
    await expect(readout).toContainText('= 25');
    await expect(readout).toContainText('message length');
    const colors = () => page.locator('.formula [data-symbol="T"]').evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).backgroundColor));
    await expect.poll(async () => new Set(await colors()).size).toBe(1);
    expect((await colors()).length).toBeGreaterThan(1);
    expect(await colors()).not.toContain('rgba(0, 0, 0, 0)');
    await expect.poll(() => picture(page)).not.toBe(before);
    await page.locator('#equations').hover();
    await expect(readout).toContainText('Point at a symbol');
    await expect.poll(() => picture(page)).toBe(before);
    // By key, with another length.
    await page.locator('#trial-length').fill('30');
    await page.mouse.move(5, 5);
    await symbol.focus();
    await expect(readout).toContainText('= 30');
  });
});

test('the model predicts at any load and settings, and invalid ones are refused in a sentence', async ({ page }) => {
  await openPaper(page, 'ciciani');
  const prediction = page.locator('.prediction');
  const load = page.locator('#trial-load');
  await expect(prediction).toContainText(/Predicted latency: [\d.]+ cycles/);
  await page.getByLabel('Load as a fraction of saturation').fill('1080');
  await expect(prediction).toContainText('Saturated:');
  await load.fill('0');
  await load.press('Enter');
  await expect(prediction).toContainText('Predicted latency');
  await load.fill('lots');
  await load.press('Enter');
  await expect(page.locator('#trial-load-note')).toHaveText(/^Load λ must be a number from 0 to .*, not lots$/);
  await page.locator('#trial-k').fill('16x1');
  await expect(page.locator('#trial-k-note')).toContainText('must be');
  await expect(page.locator('#trial-k')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#trial-k').fill('8x8');
  await expect(page.locator('#trial-k-note')).toBeEmpty();
  await step('terms of the simulation', async () => {
    await page.locator('#terms-seed').fill('-1');
    await expect(page.locator('#terms-seed-note')).toHaveText(/^Seed must be a whole number from 0 to .*, not -1$/);
    await page.locator('#terms-precision').fill('99');
    await expect(page.locator('#terms-precision-note')).toHaveText(/^Precision must be a number from 0.1 to 20 %, or empty, not 99$/);
  });
  await page.getByRole('button', { name: 'Show this in the picture' }).click();
  await expect(page).toHaveURL(/\?t=torus-uni:8x8/);
});

test('a row of a table has a verdict, its sentence on demand, and leads to the stage; the table is saved', async ({ page }) => {
  await openPaper(page, 'ciciani/table-3');
  await expect(page.locator('#table-4 .chip')).toHaveText(['within 5 %: 4 of 14', 'as printed: 14 of 14']);
  const verdict = page.locator('#table-3 .brief').first();
  await expect(verdict).toHaveText('as printed');
  const row = page.locator('#table-3 tr.words').first();
  await expect(row).toBeHidden();
  await verdict.click();
  await expect(verdict).toHaveAttribute('aria-expanded', 'true');
  await expect(row).toContainText('The model is as printed');
  await verdict.press('Enter');
  await expect(row).toBeHidden();
  await step('files', async () => {
    for (const format of ['CSV', 'JSON', 'PNG']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `${format} of Table 3` }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`ciciani-table-3.${format.toLowerCase()}`);
    }
  });
  await step('on a phone, the table scrolls in its own box, by key, with its first column in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const table = page.locator('#table-3 .reproduced');
    await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    const head = page.locator('#table-3 tr.numbers th').first();
    const left = await head.evaluate((cell) => cell.getBoundingClientRect().left);
    expect(left).toBeGreaterThanOrEqual(await table.evaluate((box) => box.getBoundingClientRect().left - 1));
    expect(await table.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await verdict.click();
  await expect(row.getByRole('link', { name: /^laboratory/ })).toHaveAttribute('href', /^#\/laboratory\?/);
  await row.getByRole('link', { name: /^watch/ }).click();
  await expect(page).toHaveURL(/#\/lab\?t=torus:6x6x6/);
});

test('a figure is simulated beside its printed values, which stays while other pages are read', async ({ page }) => {
  // The figure is the cheapest one, at the coarsest precision; a busy machine still needs a minute for it.
  await openPaper(page, 'shahrabi/figure-1');
  const figure = page.locator('#figure-1');
  await page.locator('#terms-precision').fill('20');
  await page.locator('#terms-seed').fill('7');
  await figure.locator('.rerun').click();
  await expect(figure.locator('.state')).toContainText(/^\d+ rows simulated/, { timeout: 150_000 });
  await expect(figure.locator('.state')).toContainText('seed 7');
  const simulated = figure.locator('td.simulated');
  await expect(simulated).toHaveText(Array(4).fill(/^[\d.]+ ± [\d.]+/));
  await expect(page.locator('.news')).toContainText('is done: 4 simulated');
  await expect(figure.locator('td.difference').first()).toHaveText(/^[+−]/);
  await expect(figure.locator('.brief').first()).toHaveText(/within the interval|above|below/);
  // However wide the table, the verdict on a row is in sight.
  const edge = (locator) => locator.evaluate((element) => element.getBoundingClientRect().right);
  expect(await edge(figure.locator('.brief').first())).toBeLessThanOrEqual((await edge(figure.locator('.reproduced'))) + 1);
  const first = await simulated.first().textContent();
  await step('it is news of this paper only', async () => {
    await page.getByRole('link', { name: 'Next paper' }).first().click();
    await expect(page.locator('#paper-title')).toContainText(/k-ary/);
    await expect(page.locator('.news')).toBeEmpty();
    await page.goBack();
    await expect(page.locator('.news')).toContainText('is done');
  });
  await page.goto('#/papers');
  await expect(page.locator('.card').first()).toContainText('4 simulated');
  await page.goto('#/papers/shahrabi/figure-1');
  await expect(simulated.first()).toHaveText(first);
  await step('another seed needs another simulation', async () => {
    await page.locator('#terms-seed').fill('8');
    await figure.locator('.rerun').click();
    await expect(simulated.first()).not.toHaveText(first);
  });
});

test('a simulation can be canceled, and those that wait for it', async ({ page }) => {
  await openPaper(page, 'ciciani/table-4');
  await page.getByRole('button', { name: 'thorough' }).click();
  await page.locator('#table-4 .rerun').click();
  await expect(page.locator('#table-4 progress')).toBeVisible();
  await page.getByRole('link', { name: 'Table 3', exact: true }).click();
  await page.locator('#table-3 .rerun').click();
  await expect(page.locator('#table-3 .state')).toHaveText('queued');
  await page.locator('#table-4 .rerun').click();
  await expect(page.locator('#table-4 .state')).toContainText('canceled after');
  await expect(page.locator('#table-3 progress')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await expect(page.locator('#table-3 .state')).toContainText('canceled after');
  await expect(page.getByRole('button', { name: 'Re-run all' })).toBeVisible();
});

test('a paper is read by key', async ({ page }) => {
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

// Several multicast algorithms, routing functions, or networks in one measurement.
import { colors, command, curveExport, curveSettings, expect, openAt as openNetwork, settings, step, test } from '../page.js';

/** Opens the network standing still, with its latency curve in the dock. */
const openAt = (page, query, cycle) => openNetwork(page, `${query}&view=curve`, cycle);

const points = (page) => page.locator('#points tbody');

/** Measures until all points are there. */
async function measure(page) {
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured');
}

/** The list of compared curves. */
const kept = (page) => page.locator('.kept-curves li');

/** Expects that the chart has the colors of the first and the second curve. */
async function hasTwoCurves(page) {
  const chart = page.locator('.chart canvas').first();
  await expect.poll(() => colors(chart)).toEqual(expect.arrayContaining(['0,114,178', '199,128,0']));
  await expect(page.locator('#loads tbody tr')).toHaveCount(2);
}

test('algorithms that are compared have a curve each, and rows with their names', async ({ page }) => {
  // A mesh so small, and a precision so low, that a point takes a moment.
  await openAt(page, 't=mesh:4x4&vc=1&M=8&md=3&pi=4&mc=dual-path&warm=auto&prec=0.2', 0);
  const compare = page.locator('.compare');
  await curveSettings(page);
  // The scenario's own has its curve anyway.
  await expect(compare.getByLabel('Dual path')).toHaveCount(0);
  await compare.getByLabel('Column path').check();
  await compare.getByLabel('Separate addressing').check();
  await expect(kept(page)).toHaveCount(3);
  await compare.getByLabel('Column path').uncheck();
  await expect(kept(page)).toHaveCount(2);
  await page.locator('#measure').click();
  // Enough to see both; the other points would only take time.
  await expect.poll(() => points(page).locator('tr').count()).toBeGreaterThanOrEqual(4);
  await expect(points(page)).toContainText('Separate addressing');
  await expect(points(page)).toContainText('Dual path');
  await expect(points(page)).not.toContainText('Column path');
  await expect(page.locator('#points thead')).toContainText('multicast latency');
  await hasTwoCurves(page);
});

test('where messages go to one node, routing functions are compared', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=2&M=8&run=1500', 0);
  const folded = page.locator('.compare-routing');
  const compare = page.locator('.compare');
  await curveSettings(page);
  await expect(folded.locator('summary')).toHaveText('Compare routing functions');
  await expect(compare).toHaveCount(1);
  await expect(compare).toBeHidden();
  await folded.locator('summary').click();
  const duato = compare.getByLabel('Duato, fully adaptive');
  await expect(duato).not.toBeChecked();
  // The scenario's own has its curve anyway; what is for other networks cannot be chosen.
  await expect(compare.getByLabel('Dimension order')).toHaveCount(0);
  await expect(compare.getByLabel('MH adaptive, hybrid')).toHaveCount(0);
  await duato.check();
  await expect(kept(page)).toHaveText([/^Duato/, /^Dimension order/]);
  await measure(page);
  await expect(points(page)).toContainText('Dimension order');
  await expect(points(page)).toContainText('Duato, fully adaptive');
  await expect(page.locator('#points thead')).toContainText('curve');
  await hasTwoCurves(page);
  await step('without the other one it is the curve of the scenario again, whose points are kept', async () => {
    await curveSettings(page);
    await folded.locator('summary').click();
    await duato.uncheck();
    await expect(page.locator('#points thead')).not.toContainText('curve');
    await expect(points(page)).not.toContainText('Duato');
    await expect(points(page).locator('tr')).not.toHaveCount(0);
    await expect(page.locator('#measure-status')).toContainText('from an earlier measurement');
  });
  await step('packets do not use the routing function', async () => {
    await page.evaluate(() => { location.hash = '#/lab?t=hypercube:3&mu=1&view=curve&c=0'; });
    await expect(folded).toHaveCount(0);
  });
});

test('a curve that has no worst case says so and leaves the others, and a worst case can be kept for all', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=2&M=8&tr=worst-case&lam=0.005&run=1500', 0);
  await curveSettings(page);
  await page.locator('.compare-routing summary').click();
  await page.locator('.compare').getByLabel('Duato, fully adaptive').check();
  const refused = page.locator('#refused-curves');
  await expect(refused).toContainText('Duato, fully adaptive is not measured: routing must be deterministic or oblivious for worst-case traffic');
  await measure(page);
  await expect(points(page).locator('tr')).not.toHaveCount(0);
  await settings(page);
  await page.locator('#keep-permutation').click();
  await expect(page).toHaveURL(/tr=permutation:/);
  await page.keyboard.press('Escape');
  await curveSettings(page);
  await refused.getByRole('button', { name: 'Remove Duato, fully adaptive' }).click();
  await expect(refused).toHaveCount(0);
  await page.locator('.compare-routing summary').click();
  await page.locator('.compare').getByLabel('Duato, fully adaptive').check();
  await expect(kept(page)).toHaveText([/^Duato/, /^Dimension order/]);
});

test('Compare keeps a curve of any setting, and a link restores all of them in a fresh profile', async ({ page, browser }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&run=1000', 0);
  await command(page, 'Compare with later');
  await expect(page.locator('.hint').first()).toContainText('Kept as a curve');
  await expect(page).toHaveURL(/vs=/);
  for (const [field, text] of [['t', 'torus:4x4'], ['tr', 'transpose']]) {
    await page.evaluate(([field, text]) => {
      const query = new URLSearchParams(location.hash.split('?')[1]);
      query.set(field, text);
      location.hash = `#/lab?${query}`;
    }, [field, text]);
    await expect(page).toHaveURL(new RegExp(`${field}=${text.replace(':', '(:|%3A)')}`));
    if (field === 't') {
      await command(page, 'Compare with later');
      await expect(page).toHaveURL(/vs=.*%7C/);
    }
  }
  await curveSettings(page);
  await expect(kept(page)).toHaveCount(3);
  await measure(page);
  await expect(points(page)).toContainText('Transpose');
  // One row for each curve says where it ends.
  await expect(page.locator('#ends tbody tr')).toHaveCount(3);
  await expect(page.locator('#ends tbody')).toContainText(/saturated from λ = \d/);
  // Pointing at the chart reads its values.
  const chart = await page.locator('.measure .chart canvas').first().boundingBox();
  await page.mouse.move(chart.x + chart.width / 3, chart.y + chart.height / 2);
  await expect(page.locator('.chart .reading').first()).toContainText(/load \d/);
  const rows = points(page).locator('tr');
  const count = await rows.count();
  expect(count).toBeGreaterThan(9);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const files = await curveExport(page);
  await files.getByRole('button', { name: 'Copy link to the curve' }).click();
  await expect(files.locator('.exports')).toContainText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // The key copies the same: what is shown, points included.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('s');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(link.length).toBeLessThan(4_000);
  await curveSettings(page);
  const names = await kept(page).locator('.name').allTextContents();
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  await curveSettings(fresh);
  await expect(kept(fresh).locator('.name')).toHaveText(names);
  // Nothing is simulated: the points were in the link.
  await expect(points(fresh).locator('tr')).toHaveCount(count);
  await expect(fresh.locator('#measure')).toHaveText('Measure');
  await step('a kept curve becomes the network, and the other one is kept in its place', async () => {
    await kept(fresh).locator('button.name').first().click();
    await curveSettings(fresh);
    await expect(kept(fresh)).toHaveCount(3);
    await expect(fresh).toHaveURL(/t=mesh:4x4/);
    await kept(fresh).locator('.remove').first().click();
    await expect(kept(fresh)).toHaveCount(2);
  });
  await fresh.context().close();
  await step('curves without points in the link are measured again, and named', async () => {
    const vs = encodeURIComponent('t=torus:4x4&vc=2&M=8&run=900');
    await openAt(page, `t=mesh:4x4&vc=2&M=8&run=900&vs=${vs}&pts=.01_9_.1_8_.1_.08!.01~.02`, 0);
    await expect(page.locator('.hint').first()).toContainText('which are measured again: Torus 4×4');
    await expect(rows).toHaveCount(3);
    await expect(points(page)).toContainText('Mesh 4×4');
  });
});

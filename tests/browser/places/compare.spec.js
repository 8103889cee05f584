// Several multicast algorithms, or routing functions, in one measurement.
import { expect, openAt as openNetwork, test } from '../page.js';

/** Opens the network standing still, with its latency curve in the dock. */
const openAt = (page, query, cycle) => openNetwork(page, `${query}&view=curve`, cycle);

/** A mesh so small, and a precision so low, that a point takes a moment. */
const SMALL = 't=mesh:4x4&vc=1&M=8&md=3&pi=4&mc=dual-path&warm=auto&prec=0.2';

/** Measures until there are so many points; the others would only take time. */
async function measure(page, points) {
  await page.locator('#measure').click();
  const rows = page.locator('#points tbody tr');
  await expect.poll(() => rows.count(), { timeout: 50_000 }).toBeGreaterThanOrEqual(points);
  const button = page.locator('#measure');
  if ((await button.textContent()) === 'Cancel') await button.click();
}

/** The colors in a canvas, as `r,g,b`. */
function colors(canvas) {
  return canvas.evaluate((element) => {
    const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    return [...seen];
  });
}

test('two algorithms that are compared have two curves and rows that name both', async ({ page }) => {
  await openAt(page, SMALL, 0);
  const compare = page.locator('.compare');
  await expect(compare.getByLabel('Dual path')).toBeChecked();
  await compare.getByLabel('Separate addressing').check();
  await measure(page, 4);
  const rows = page.locator('#points tbody');
  await expect(rows).toContainText('Separate addressing');
  await expect(rows).toContainText('Dual path');
  await expect(page.locator('#points thead')).toContainText('multicast latency');
  const found = await colors(page.locator('.chart canvas').first());
  expect(found).toContain('0,114,178'); // the first curve
  expect(found).toContain('168,106,0'); // the second
  const loads = page.locator('#loads tbody tr');
  await expect(loads).toHaveCount(2);
});

test('an algorithm that is no longer checked is not measured', async ({ page }) => {
  await openAt(page, SMALL, 0);
  const compare = page.locator('.compare');
  await compare.getByLabel('Separate addressing').check();
  await compare.getByLabel('Dual path').uncheck();
  await measure(page, 2);
  const rows = page.locator('#points tbody');
  await expect(rows).toContainText('Separate addressing');
  await expect(rows).not.toContainText('Dual path');
});

test('a comparison can be cancelled and keeps its points', async ({ page }) => {
  await openAt(page, 't=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4&mc=qualified-groups&rep=300', 0);
  await expect(page.locator('.compare input:checked')).toHaveCount(5);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('% measured');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#measure-status')).toContainText('Cancelled');
  await expect(page.locator('#measure')).toHaveText('Measure');
});

test('a figure says which of its conclusions hold', async ({ page }) => {
  await openAt(page, 't=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4&mc=qualified-groups', 0);
  const claims = page.locator('#claims');
  await expect(claims).toContainText('Figure 3');
  await expect(claims).toContainText('does not hold');
});

test('where messages go to one node no algorithms are compared, but routing functions', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=2&M=8&lam=0.01', 0);
  const folded = page.locator('.compare-routing');
  await expect(folded.locator('summary')).toHaveText('Compare routing functions');
  const compare = page.locator('.compare');
  await expect(compare).toHaveCount(1);
  await expect(compare).toBeHidden();
  await folded.locator('summary').click();
  await expect(compare.getByLabel('Duato, fully adaptive')).not.toBeChecked();
  // The scenario's own has its curve anyway; what is for other networks cannot be chosen.
  await expect(compare.getByLabel('Dimension order')).toHaveCount(0);
  await expect(compare.getByLabel('MH adaptive, hybrid')).toHaveCount(0);
  await expect(page.locator('.chart.several')).toHaveCount(0);
  // Of packets the routing function is not asked.
  await page.evaluate(() => { location.hash = '#/lab?t=hypercube:3&mu=1&view=curve&c=0'; });
  await expect(folded).toHaveCount(0);
});

test('two routing functions that are compared have two curves and rows that name both', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=2&M=8&run=2000', 0);
  await page.locator('.compare-routing summary').click();
  const duato = page.locator('.compare').getByLabel('Duato, fully adaptive');
  await duato.check();
  await expect(page.locator('.compare-routing summary')).toContainText('1 chosen');
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  const rows = page.locator('#points tbody');
  await expect(rows).toContainText('Dimension order');
  await expect(rows).toContainText('Duato, fully adaptive');
  await expect(page.locator('#points thead')).toContainText('routing');
  const found = await colors(page.locator('.chart canvas').first());
  expect(found).toContain('0,114,178'); // the first curve
  expect(found).toContain('168,106,0'); // the second
  await expect(page.locator('#loads tbody tr')).toHaveCount(2);
  // Without the other one it is the curve of the scenario again, whose points are there already.
  await duato.uncheck();
  await expect(page.locator('#points thead')).not.toContainText('routing');
  await expect(rows).not.toContainText('Duato');
  await expect(rows.locator('tr')).not.toHaveCount(0);
  await expect(page.locator('#measure-status')).toContainText('kept from before');
});

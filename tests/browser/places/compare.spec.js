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

/** The list of compared curves. */
const kept = (page) => page.locator('.kept-curves li');

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
  // The scenario's own has its curve anyway.
  await expect(compare.getByLabel('Dual path')).toHaveCount(0);
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
  const separate = page.locator('.compare').getByLabel('Separate addressing');
  await separate.check();
  await expect(kept(page)).toHaveCount(2);
  await separate.uncheck();
  await measure(page, 2);
  const rows = page.locator('#points tbody');
  await expect(rows).toContainText('Dual path');
  await expect(rows).not.toContainText('Separate addressing');
});

test('a comparison can be cancelled and keeps its points', async ({ page }) => {
  await openAt(page, 't=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4&mc=qualified-groups&rep=300', 0);
  await expect(kept(page)).toHaveCount(5);
  await expect(page.locator('.compare input:checked')).toHaveCount(4);
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
  await expect(kept(page)).toHaveText([/^Duato/, /^Dimension order/]);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  const rows = page.locator('#points tbody');
  await expect(rows).toContainText('Dimension order');
  await expect(rows).toContainText('Duato, fully adaptive');
  await expect(page.locator('#points thead')).toContainText('curve');
  const found = await colors(page.locator('.chart canvas').first());
  expect(found).toContain('0,114,178'); // the first curve
  expect(found).toContain('168,106,0'); // the second
  await expect(page.locator('#loads tbody tr')).toHaveCount(2);
  // Without the other one it is the curve of the scenario again, whose points are there already.
  await duato.uncheck();
  await expect(page.locator('#points thead')).not.toContainText('curve');
  await expect(rows).not.toContainText('Duato');
  await expect(rows.locator('tr')).not.toHaveCount(0);
  await expect(page.locator('#measure-status')).toContainText('kept from before');
});

test('Compare keeps a curve of any setting, and a link restores all of them in a fresh profile', async ({ page, browser }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&run=1500', 0);
  await page.locator('#compare').click();
  await expect(page.locator('.hint').first()).toContainText('Kept as a curve');
  await expect(page).toHaveURL(/vs=/);
  for (const [field, text] of [['vc', '4'], ['t', 'torus:4x4'], ['tr', 'transpose']]) {
    await page.evaluate(([field, text]) => {
      const query = new URLSearchParams(location.hash.split('?')[1]);
      query.set(field, text);
      location.hash = `#/lab?${query}`;
    }, [field, text]);
    await expect(page).toHaveURL(new RegExp(`${field}=${text.replace(':', '(:|%3A)')}`));
    if (field === 't') {
      await page.locator('#compare').click();
      await expect(page).toHaveURL(/vs=.*%7C/);
    }
  }
  await expect(kept(page)).toHaveCount(3);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  const rows = page.locator('#points tbody tr');
  const count = await rows.count();
  expect(count).toBeGreaterThan(9);
  await expect(page.locator('#points tbody')).toContainText('Transpose');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.measure').getByRole('button', { name: 'Copy link to the curve' }).click();
  await expect(page.locator('.measure .exports')).toContainText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.length).toBeLessThan(4_000);
  const names = await kept(page).locator('.name').allTextContents();
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  await expect(kept(fresh).locator('.name')).toHaveText(names);
  // Nothing is simulated: the points were in the link.
  await expect(fresh.locator('#points tbody tr')).toHaveCount(count);
  await expect(fresh.locator('#measure')).toHaveText('Measure');
  // A kept curve becomes the network, and the other one is kept in its place.
  await kept(fresh).locator('button.name').first().click();
  await expect(kept(fresh)).toHaveCount(3);
  await expect(fresh).toHaveURL(/t=mesh:4x4/);
  await kept(fresh).locator('.remove').first().click();
  await expect(kept(fresh)).toHaveCount(2);
  await fresh.context().close();
});

test('a link without points says which curves it measures again, and does', async ({ page }) => {
  const vs = encodeURIComponent('t=torus:4x4&vc=2&M=8&run=900');
  await openAt(page, `t=mesh:4x4&vc=2&M=8&run=900&vs=${vs}&pts=.01_9_.1_8_.1_.08!.01~.02`, 0);
  await expect(page.locator('.hint').first()).toContainText('which are measured again: Torus 4×4');
  const rows = page.locator('#points tbody tr');
  await expect(rows).toHaveCount(3, { timeout: 30_000 });
  await expect(page.locator('#points tbody')).toContainText('Mesh 4×4');
});

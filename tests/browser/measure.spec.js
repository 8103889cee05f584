// Theory beside measurement.
import { expect, number, openAt, test } from './page.js';

test('measured points lie near the model at low load', async ({ page }) => {
  await openAt(page, 't=hypercube:6&vc=1&M=32', 0);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  const rows = page.locator('#points tbody tr');
  expect(await rows.count()).toBeGreaterThan(4);
  for (const row of [0, 1]) {
    const cells = rows.nth(row).locator('td');
    const predicted = await number(cells.nth(0));
    const measured = await number(cells.nth(1));
    // At a sixth of saturation the paper claims agreement within a few per cent.
    expect(Math.abs(measured - predicted) / predicted).toBeLessThan(0.05);
  }
  const chart = page.locator('.chart canvas');
  const colors = await chart.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    return [...seen];
  });
  expect(colors).toContain('0,114,178'); // the model's curve
  expect(colors).toContain('0,121,90'); // measured network latency
});

test('a measurement reports progress, lets the page play, and can be cancelled', async ({ page }) => {
  // So many replications that no machine is done before someone cancels.
  await openAt(page, 't=hypercube:9&vc=1&M=100&lam=0.001&rep=300', 0);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('% measured');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#measure-status')).toContainText('Cancelled');
  await expect(page.locator('#measure')).toHaveText('Measure');
});

test('another network forgets the points of the last one', async ({ page }) => {
  await openAt(page, 't=hypercube:3&vc=1&M=4', 0);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  await page.getByLabel('Topology').selectOption('mesh');
  await expect(page.locator('#points')).toBeHidden();
  await expect(page.locator('.measure')).toContainText('No model yet for mesh:8x8');
});

test('three workers measure what one measures', async ({ page }) => {
  const measured = async (workers) => {
    await openAt(page, `t=hypercube:4&vc=1&M=8&workers=${workers}`, 0);
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
    return page.locator('#points tbody').innerText();
  };
  const alone = await measured(1);
  await page.goto('about:blank');
  expect(await measured(3)).toBe(alone);
  await expect(page).toHaveURL(/workers=3/);
});

test('a printed table stands beside what is measured', async ({ page }) => {
  await openAt(page, 't=torus:6x6x6&M=12&lam=0.01', 0);
  await expect(page.locator('#printed')).toContainText('Ciciani et al. 1998, Table 3');
  await expect(page.locator('.legend')).toContainText('printed simulation');
  await page.locator('#measure').click();
  await expect(page.locator('#points tbody tr')).not.toHaveCount(0, { timeout: 50_000 });
  await expect(page.locator('#points thead')).toContainText('printed (network)');
  const row = page.locator('#points tbody tr').first();
  await expect(row.locator('th')).toHaveText('0.001');
  await expect(row.locator('td').nth(1)).toHaveText('15.77');
  const measured = await number(row.locator('td').nth(2));
  expect(Math.abs(measured - 15.77) / 15.77).toBeLessThan(0.03);
});

test('without the program for charts, the page says so and measures all the same', async ({ browser }) => {
  // Not the page of other tests, which must not complain.
  const page = await browser.newPage();
  await page.route('**/chart-*.js*', (route) => route.abort());
  await openAt(page, 't=hypercube:3&vc=1&M=4', 0);
  await expect(page.locator('.chart')).toContainText('cannot start');
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  await page.close();
});

test('the chart follows the theme', async ({ page }) => {
  const drawn = () => page.locator('.chart canvas').evaluate((canvas) => canvas.toDataURL());
  await page.emulateMedia({ colorScheme: 'light' });
  await openAt(page, 't=hypercube:6&vc=1&M=32', 0);
  const blank = await page.evaluate(() => document.createElement('canvas').toDataURL());
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(2 * blank.length);
  const light = await drawn();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(drawn).not.toBe(light);
});

// Theory beside measurement.
import { readFile } from 'node:fs/promises';
import { expect, number, openAt as openNetwork, picture, settings, step, test } from '../page.js';

/** Opens the network standing still, with its latency curve in the dock. */
const openAt = (page, query, cycle) => openNetwork(page, `${query}&view=curve`, cycle);

/** Measures until all points are there. */
async function measure(page, button = '#measure') {
  await page.locator(button).click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
}

test('measured points lie near the model at low load', async ({ page }) => {
  await openAt(page, 't=hypercube:6&vc=1&M=32', 0);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  const rows = page.locator('#points tbody tr');
  expect(await rows.count()).toBeGreaterThan(4);
  for (const row of [0, 1]) {
    const cells = rows.nth(row).locator('td');
    const predicted = await number(cells.nth(0));
    const measured = await number(cells.nth(3)); // with the source queue, as the model
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
  expect(colors).toContain('154,84,128'); // measured latency
});

test('a measurement reports progress, lets the page play, and can be cancelled', async ({ page }) => {
  // So many replications that no machine is done before the click on Cancel.
  await openAt(page, 't=hypercube:9&vc=1&M=100&lam=0.001&rep=300', 0);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText(/% measured, about \d+ \w+ left/, { timeout: 20_000 });
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#measure-status')).toContainText('Cancelled');
  await expect(page.locator('#measure')).toHaveText('Measure');
});

test('points stay with their network: another one has none of them, and they are there again', async ({ page }) => {
  await openAt(page, 't=hypercube:3&vc=1&M=4', 0);
  const legend = page.locator('.measure .legend li');
  await step('the legend has the marks that occur, and no others', async () => {
    await expect(legend).toHaveText(['model', 'published model, without source queue', 'model saturates', 'upper bound on the load']);
    await measure(page);
    await expect(legend.filter({ hasText: 'latency with source queue ± 95 %' })).toHaveCount(1);
    await expect(legend.filter({ hasText: 'printed simulation' })).toHaveCount(0);
  });
  const rows = page.locator('#points tbody tr');
  const numbers = await page.locator('#points tbody').textContent();
  // Another network has none of them, and a model of its own.
  await page.evaluate(() => { location.hash = '#/lab?t=mesh:9x9&view=curve&c=0'; });
  await expect(page.locator('.measure')).toContainText('No model yet for mesh:9x9');
  await expect(rows).toHaveCount(0);
  // Back again, and after a reload, they are there at once; so is nothing left to simulate.
  await page.evaluate(() => { location.hash = '#/lab?t=hypercube:3&vc=1&M=4&view=curve&c=0'; });
  await expect(page.locator('#points tbody')).toHaveText(numbers);
  await page.reload();
  await expect(page.locator('#points tbody')).toHaveText(numbers);
  await expect(page.locator('#measure-status')).toContainText('kept from before');
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toHaveText(/loads measured(?!.*kept)/);
  await expect(page.locator('#points tbody')).toHaveText(numbers);
});

test('the terms of the model are measured beside it, and a row shows its channels', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&lam=0.02', 0);
  await page.getByText('Terms of the model').click();
  await page.locator('#measure-terms').click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'H_0', exact: true }) });
  await expect(row).toContainText('time for which a lane of dimension 0 is held', { timeout: 50_000 });
  const [measured, model] = [await number(row.locator('td').nth(0)), await number(row.locator('td').nth(1))];
  expect(measured).toBeGreaterThan(9);
  expect(Math.abs(model / measured - 1)).toBeLessThan(0.03);
  const before = await picture(page);
  await row.focus();
  await expect.poll(() => picture(page)).not.toBe(before);
  // Another load has terms of its own.
  await settings(page);
  await page.locator('#traffic-rate').fill('0.01');
  await expect(row).toBeHidden();
});

test('the curve is exported in four formats, called after what they hold, and leads to Experiment', async ({ page }) => {
  await openAt(page, 't=hypercube:3&vc=1&buf=2&M=4', 0);
  await measure(page);
  const exported = async (name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.measure').getByRole('button', { name: `${name} of the curve` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`hypercube-3-V1-B2-M4.${name.toLowerCase()}`);
    return readFile(await download.path());
  };
  expect((await exported('PNG')).subarray(1, 4).toString()).toBe('PNG');
  const svg = (await exported('SVG')).toString();
  expect(svg).toContain('model saturates');
  expect(svg).toContain('font-style="italic"');
  const csv = (await exported('CSV')).toString().trim().split('\n');
  const json = JSON.parse((await exported('JSON')).toString());
  const rows = page.locator('#points tbody tr');
  await expect(rows).toHaveCount(json.points.length);
  expect(csv).toHaveLength(json.points.length + 2);
  for (const [place, point] of json.points.entries()) {
    expect(csv[place + 2]).toMatch(new RegExp(`^${point.load},`));
  }
  // The same points stand in Experiment, beside the model.
  await page.locator('#open-in-experiment').click();
  await expect(page).toHaveURL(/#\/laboratory\?sim=/);
  const state = page.locator('.curve-state');
  await expect(state).toContainText(`${json.points.length} points`, { timeout: 30_000 });
  // Back in Explore after one step.
  await page.goBack();
  await expect(page).toHaveURL(/#\/lab\?/);
  await expect(rows).toHaveCount(json.points.length);
});

test('the chart has one latency or the accepted throughput, over loads in three units, and the file is the same', async ({ page }) => {
  await openAt(page, 't=torus:4x4&vc=2&buf=2&M=8&run=2000', 0);
  await measure(page);
  const svg = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.measure').getByRole('button', { name: 'SVG of the curve' }).click(),
    ]);
    return (await readFile(await download.path())).toString().replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  };
  const legend = page.locator('.measure .legend');
  expect(await svg()).toContain('latency with source queue [cycles]');
  await page.locator('#chart-quantity').selectOption('network');
  await expect(legend).toContainText('latency without source queue');
  expect(await svg()).toContain('latency without source queue [cycles]');
  await page.locator('#chart-quantity').selectOption('accepted');
  await page.locator('#chart-unit').selectOption('flits');
  await expect(legend).toContainText('accepted = offered');
  expect(await svg()).toContain('accepted throughput [flits/node/cycle]');
  await page.locator('#chart-unit').selectOption('bound');
  expect(await svg()).toMatch(/fraction of the network.{1,6}s bound: \w[\w ]*, λ = 0\.\d+/);
  await expect(legend).toContainText('upper bound on the load');
  await expect(page).toHaveURL(/y=accepted&unit=bound/);
  await page.reload();
  await expect(page.locator('#chart-quantity')).toHaveValue('accepted');
  await expect(page.locator('#chart-unit')).toHaveValue('bound');
});

test('a saturated curve says why, and shows its busiest channel in the network', async ({ page }) => {
  await openAt(page, 't=torus:4x4&vc=2&buf=2&M=8', 0);
  await measure(page);
  await step('its knee is located between two loads that are close together', async () => {
    const rows = await page.locator('#points tbody tr').evaluateAll((all) =>
      all.map((row) => [Number(row.querySelector('th').textContent), row.textContent.includes('saturated')]));
    const [first] = rows.find(([, isSaturated]) => isSaturated);
    const last = Math.max(...rows.map(([load]) => load).filter((load) => load < first));
    expect(first - last).toBeLessThanOrEqual(0.05 * first);
  });
  await page.locator('#why-here').click();
  const findings = page.locator('.measure .findings');
  await expect(findings).toContainText(/The busiest channel, \(\d,\d\) → \(\d,\d\), carries a flit in \d+ % of the cycles/, { timeout: 30_000 });
  await expect(findings).toContainText('The bisection bounds the load by λ =');
  await expect(findings).toContainText(/Virtual channels are used unevenly: .* VC 1 \d+/);
  await expect(findings).toContainText(/The model saturates at λ = [0-9.]+, [0-9.]+ times what the network accepts/);
  await page.locator('#show-busiest').click();
  await expect(page.locator('.heat-legend')).toBeVisible();
  await expect(page.locator('.selected h2')).toContainText('→');
});

test('the length of the run is a field, and doubt has a button that simulates longer', async ({ page }) => {
  await openAt(page, 't=hypercube:3&vc=1&M=16&run=400', 0);
  await expect(page.locator('#measure-length')).toHaveValue('400');
  await measure(page);
  await expect(page.locator('#doubt')).toContainText('is uncertain');
  await expect(page.locator('.measure')).not.toContainText('run.cycles');
  const numbers = await page.locator('#points tbody').textContent();
  await page.locator('#longer').click();
  // Of the doubtful loads there are other means now.
  await expect(page.locator('#points tbody')).not.toHaveText(numbers, { timeout: 50_000 });
  await page.locator('#measure-length').fill('');
  await expect(page).not.toHaveURL(/run=/);
});

test('three workers share the replications of a load, and measure what one measures', async ({ page }) => {
  const measured = async (workers) => {
    await openAt(page, `t=hypercube:4&vc=1&M=8&rep=3&workers=${workers}`, 0);
    const tasks = await page.evaluateHandle(() => {
      const tasks = [];
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (task, ...rest) {
        if (task instanceof Uint8Array) tasks.push([...task]);
        return postMessage.call(this, task, ...rest);
      };
      return tasks;
    });
    await measure(page);
    const numbers = await page.locator('#points tbody').textContent();
    return { numbers, tasks: await tasks.jsonValue() };
  };
  const alone = await measured(1);
  // Else they would be kept from the first time.
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  const shared = await measured(3);
  expect(shared.numbers).toBe(alone.numbers);
  await expect(page).toHaveURL(/workers=3/);
  // A task ends with its part: 0 for all, 1 for the replication with an index.
  const ofPoints = ({ tasks }) => tasks.filter((task) => task.length > 10);
  expect(ofPoints(alone)[0].at(-1)).toBe(0);
  expect(ofPoints(shared).slice(0, 3).map((task) => task.slice(-2))).toEqual([[1, 0], [1, 1], [1, 2]]);
});

test('a printed table stands beside what is measured', async ({ page }) => {
  await openAt(page, 't=torus:6x6x6&M=12&lam=0.01', 0);
  await expect(page.locator('#printed')).toContainText('Ciciani et al. 1998, Table 3');
  await expect(page.locator('.measure .legend')).toContainText('printed simulation');
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

// The latency curve in the dock: theory beside measurement.
import { readFile } from 'node:fs/promises';
import { colors, curveExport, curveSettings, expect, number, openAt as openNetwork, picture, settings, step, test } from '../page.js';

/** Opens the network standing still, with its latency curve in the dock. */
const openAt = (page, query, cycle) => openNetwork(page, `${query}&view=curve`, cycle);

const status = (page) => page.locator('#measure-status');
const points = (page) => page.locator('#points tbody');
const legend = (page) => page.locator('.measure .legend');

/** Measures until all points are there. */
async function measure(page) {
  await page.locator('#measure').click();
  await expect(status(page)).toContainText('loads measured');
}

/** Saves the curve in a format; returns the name of the file and its content. */
async function saved(page, format) {
  await curveExport(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${format} of the curve` }).click(),
  ]);
  return [file.suggestedFilename(), await readFile(await file.path())];
}

test('points are drawn beside the model, and stay with their network through other networks and a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openAt(page, 't=hypercube:3&vc=1&M=4&run=2000', 0);
  const chart = page.locator('.chart canvas');
  await step('the legend has the marks that occur, and no others', async () => {
    const marks = legend(page).locator('li');
    await expect(marks).toHaveText(['model', 'zero-load latency', 'model saturates', 'upper bound on the load']);
    await measure(page);
    await expect(marks.filter({ hasText: 'latency with source queue ± 95 %' })).toHaveCount(1);
    await expect(marks.filter({ hasText: 'printed simulation' })).toHaveCount(0);
  });
  await step('the curve of the model and the points are drawn, in the colors of the theme', async () => {
    const [model, measured] = ['154,84,128', '0,114,178'];
    await expect.poll(() => colors(chart)).toEqual(expect.arrayContaining([model, measured]));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => colors(chart)).not.toContain(measured);
  });
  await expect(points(page).locator('tr')).not.toHaveCount(0);
  const numbers = await points(page).textContent();
  await step('another network has none of them', async () => {
    await page.evaluate(() => { location.hash = '#/lab?t=mesh:9x9&view=curve&c=0'; });
    await expect(page.locator('.measure')).toContainText('No model yet for mesh:9x9');
    await expect(points(page).locator('tr')).toHaveCount(0);
  });
  await step('back again, and after a reload, they are there at once', async () => {
    await page.evaluate(() => { location.hash = '#/lab?t=hypercube:3&vc=1&M=4&run=2000&view=curve&c=0'; });
    await expect(points(page)).toHaveText(numbers);
    await page.reload();
    await expect(points(page)).toHaveText(numbers);
    await expect(status(page)).toContainText('from an earlier measurement');
    // Nothing is left to simulate.
    await page.locator('#measure').click();
    await expect(status(page)).toHaveText(/loads measured(?!.*kept)/);
    await expect(points(page)).toHaveText(numbers);
  });
});

test('the curve is saved in four formats, opens in Experiment, and shows other quantities and units', async ({ page }) => {
  await openAt(page, 't=hypercube:3&vc=1&buf=2&M=4&run=2000', 0);
  await measure(page);
  const rows = points(page).locator('tr');
  const count = await step('files', async () => {
    const [name, png] = await saved(page, 'PNG');
    expect(name).toBe('hypercube-3-V1-B2-M4.png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [, csv] = await saved(page, 'CSV');
    const lines = csv.toString().trim().split('\n');
    const [, json] = await saved(page, 'JSON');
    const { points: exported } = JSON.parse(json.toString());
    await expect(rows).toHaveCount(exported.length);
    expect(lines).toHaveLength(exported.length + 2);
    for (const [place, point] of exported.entries()) {
      expect(lines[place + 2]).toMatch(new RegExp(`^${point.load},`));
    }
    return exported.length;
  });
  await step('the same points in Experiment, and Back', async () => {
    await curveExport(page);
    await page.locator('#open-in-experiment').click();
    await expect(page).toHaveURL(/#\/laboratory\?sim=/);
    await expect(page.locator('.curve-state')).toContainText(`${count} points`);
    await page.goBack();
    await expect(page).toHaveURL(/#\/lab\?/);
    await expect(rows).toHaveCount(count);
  });
  await step('quantities and units, in the chart and in the file', async () => {
    const words = async () => {
      const [, svg] = await saved(page, 'SVG');
      return svg.toString().replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    };
    expect(await words()).toContain('latency with source queue [cycles]');
    await curveSettings(page);
    await page.locator('#chart-quantity').selectOption('network');
    await expect(legend(page)).toContainText('latency without source queue');
    await curveSettings(page);
    await page.locator('#chart-quantity').selectOption('accepted');
    await page.locator('#chart-unit').selectOption('flits');
    await expect(legend(page)).toContainText('accepted = offered');
    expect(await words()).toContain('accepted throughput [flits/node/cycle]');
    await curveSettings(page);
    await page.locator('#chart-unit').selectOption('bound');
    await expect(legend(page)).toContainText('upper bound on the load');
    await expect(page).toHaveURL(/y=accepted&unit=bound/);
    await page.reload();
    await curveSettings(page);
    await expect(page.locator('#chart-quantity')).toHaveValue('accepted');
    await expect(page.locator('#chart-unit')).toHaveValue('bound');
  });
});

test('the terms of the model are measured beside it, and a row shows its channels', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&lam=0.02', 0);
  await page.getByText('Terms of the model').click();
  await page.locator('#measure-terms').click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'H_0', exact: true }) });
  await expect(row).toContainText('time for which a lane of dimension 0 is held');
  for (const cell of [0, 1]) expect(await number(row.locator('td').nth(cell))).toBeGreaterThan(9);
  const before = await picture(page);
  await row.focus();
  await expect.poll(() => picture(page)).not.toBe(before);
  // Another load has terms of its own.
  await settings(page);
  await page.locator('#traffic-rate').fill('0.01');
  await expect(row).toBeHidden();
});

test('a saturated curve says why, and shows its busiest channel in the network', async ({ page }) => {
  await openAt(page, 't=torus:4x4&vc=2&buf=2&M=8&run=2000', 0);
  await measure(page);
  await page.locator('#why-here').click();
  const findings = page.locator('.measure .findings');
  await expect(findings).toContainText(/The busiest channel, \(\d,\d\) → \(\d,\d\), carries a flit in \d+ % of the cycles/);
  await expect(findings).toContainText('The bisection bounds the load by λ =');
  await page.locator('#show-busiest').click();
  await expect(page.locator('.legend-line')).toContainText('used');
  await expect(page).toHaveURL(/heat=1/);
});

test('doubt has a button that simulates longer, and workers share the replications of a load', async ({ page }) => {
  await step('doubt', async () => {
    await openAt(page, 't=hypercube:3&vc=1&M=16&run=400', 0);
    await curveSettings(page);
    await expect(page.locator('#measure-length')).toHaveValue('400');
    await measure(page);
    await expect(page.locator('#doubt')).toContainText('is uncertain');
    await expect(page.locator('.measure')).not.toContainText('run.cycles');
    const numbers = await points(page).textContent();
    await page.locator('#longer').click();
    // Of the doubtful loads there are other means now.
    await expect(points(page)).not.toHaveText(numbers);
    await curveSettings(page);
    await page.locator('#measure-length').fill('');
    await expect(page).not.toHaveURL(/run=/);
  });
  await step('workers', async () => {
    await openAt(page, 't=hypercube:3&vc=1&M=4&run=400&rep=3&workers=3', 0);
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
    // A task ends with its part: 1 and an index for one replication of a load.
    const parts = (await tasks.jsonValue()).filter((task) => task.length > 10).map((task) => task.slice(-2));
    expect(parts.slice(0, 3)).toEqual([[1, 0], [1, 1], [1, 2]]);
    await expect(page).toHaveURL(/workers=3/);
  });
});

test('a measurement reports its progress, lets the page play, and can be canceled', async ({ page }) => {
  // So many replications that no machine is done before the click on Cancel.
  await openAt(page, 't=hypercube:6&vc=1&M=32&lam=0.005&rep=300', 0);
  await page.locator('#measure').click();
  await expect(status(page)).toContainText(/% measured, about \d+ \w+ left/);
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(status(page)).toContainText('Canceled');
  await expect(page.locator('#measure')).toHaveText('Measure');
});

test('values and conclusions of a paper stand beside what is measured', async ({ page }) => {
  await step('conclusions about five algorithms', async () => {
    await openAt(page, 't=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4&mc=qualified-groups', 0);
    await expect(page.locator('#claims')).toContainText('Figure 3');
    await expect(page.locator('#claims')).toContainText('does not hold');
    await curveSettings(page);
    await expect(page.locator('.kept-curves li')).toHaveCount(5);
    await expect(page.locator('.compare input:checked')).toHaveCount(4);
  });
  await step('a printed table', async () => {
    await openAt(page, 't=torus:6x6x6&M=12&lam=0.01', 0);
    await expect(page.locator('#printed')).toContainText('Ciciani et al. 1998, Table 3');
    // The table is of latency without the source queue, which has a chart of its own.
    await expect(legend(page)).not.toContainText('printed simulation');
    await curveSettings(page);
    await page.locator('#chart-quantity').selectOption('network');
    await expect(legend(page)).toContainText('printed simulation');
    await page.locator('#measure').click();
    const row = points(page).locator('tr').first();
    await expect(row.locator('th')).toHaveText('0.001');
    await expect(page.locator('#points thead')).toContainText('printed (network)');
    await expect(row.locator('td').nth(1)).toHaveText('15.77');
  });
});

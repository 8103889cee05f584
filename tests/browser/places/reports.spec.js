// Experiment and batches: the grid that makes a plot, and files of reports as curves beside the models.
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessible, expect, test } from '../page.js';

const QUERY = 'm=ciciani-hypercube:n=3,length=8&sims=0&to=0.1';

let folder;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flitscope-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

async function visit(page, query = QUERY) {
  await page.goto(`#/laboratory?${query}`);
  await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible({ timeout: 30_000 });
}

const status = (page) => page.locator('#reports-status');
const legend = (page) => page.locator('.diagram-legend li');

/** A line as `flitscope run` writes it. */
function line(link, seed, load, latency) {
  const estimate = { mean: latency, ci95: 0.3, batches: 20, correlation: 0.01, trusted: true };
  return JSON.stringify({
    id: `${link} seed=${seed} traffic.rate=${load}`,
    hash: 'b51bd7c76f8690ce',
    link: `${link}&lam=${load}&seed=${seed}&warm=200&run=2000`,
    load,
    latency: estimate,
    network_latency: { ...estimate, mean: latency - 0.4 },
    channel_load: { mean: 0.04, max: 0.07, by_dimension: [0.04, 0.04], histogram: Array(20).fill(3) },
    hops: 2.13,
    offered: 8 * load,
    accepted: 8 * load,
    messages: 322,
    undeliverable: 0,
    cycles: 2000,
    started: 200,
    settled: true,
    settled_at: 200,
    precision: 0.03,
    precision_reached: null,
    replications: 1,
    flit_hops: 6067,
    digest: '9e267430165bc92e',
    state: 'steady',
    saturated: false,
    deadlocked: false,
    finished: true,
    verdict: 'steady: all offered traffic is accepted',
    warnings: [],
  });
}

const link = (vcs) => `t=hypercube:3&vc=${vcs}&M=8`;

/** A file of so many lines: four curves of ten loads. */
async function reports(name, count) {
  const path = join(folder, name);
  const file = createWriteStream(path);
  for (let number = 0; number < count; number += 1) {
    const [curve, load, seed] = [number % 4, Math.floor(number / 4) % 10, Math.floor(number / 40)];
    const latency = 10 + curve + load + (seed % 5) / 10;
    const text = line(link(curve + 3), seed, (load + 1) / 200, latency);
    if (!file.write(`${text}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}

test('a hundred thousand reports become curves with intervals, and the page answers meanwhile', async ({ page }) => {
  const path = await reports('done.jsonl', 100_000);
  await visit(page);
  await expect(legend(page)).toHaveCount(1);
  // While the file is read, the page draws, and answers what is typed and clicked.
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      if (document.querySelector('#cancel-reports')) window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.locator('#open-reports').setInputFiles(path);
  await expect(page.getByRole('progressbar', { name: 'Progress of reading' })).toBeVisible();
  await page.getByLabel('to', { exact: true }).fill('0.2');
  await expect(page).toHaveURL(/to=0\.2/);
  await expect(page.locator('#cancel-reports')).toBeVisible();
  await expect(status(page)).toHaveText('done.jsonl: 100000 runs in 4 curves.', { timeout: 55_000 });
  test.info().annotations.push({ type: 'longest frame [ms]', description: String(await page.evaluate(() => window.longest)) });
  // Each has a model's line, or the reason why it has none, and its points.
  await expect(page.locator('details.curve')).toHaveCount(5);
  await expect(page.locator('.report-curves li')).toHaveCount(4);
  await expect(page.locator('.report-curves li').first()).toHaveText('V = 3 10 loads, 25000 runs');
  await page.locator('.exports').getByRole('button', { name: 'JSON of the plot' }).scrollIntoViewIfNeeded();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON of the plot' }).click(),
  ]);
  const plot = JSON.parse(await readFile(await download.path()));
  const simulated = plot.traces.filter((trace) => trace.kind === 'simulation');
  expect(simulated).toHaveLength(4);
  for (const [curve, { marks }] of simulated.entries()) {
    expect(marks).toHaveLength(10);
    for (const [load, { x, y, half_width: half }] of marks.entries()) {
      expect([x, y]).toEqual([(load + 1) / 200, expect.closeTo(10 + curve + load + 0.2, 6)]);
      // t · s / √2500 of means that are 0 to 0.4 above.
      expect(half).toBeCloseTo((1.961 * Math.sqrt(0.02)) / 50, 4);
    }
  }
  await accessible(page, 'curves of a file');
});

test('broken lines are named, the rest is shown, and curves are chosen', async ({ page }) => {
  const path = join(folder, 'some.jsonl');
  const lines = [3, 4, 5].flatMap((vcs) => [1, 2].map((seed) => line(link(vcs), seed, 0.01, 10 + seed)));
  lines.splice(2, 0, 'hello', '{"id":1,"hash":"0","line":3,"error":"vcs must be 1 to 8, not 9"}');
  await writeFile(path, `${lines.join('\n')}\n${lines[0]}\n${lines[1].slice(0, 60)}`);
  await visit(page);
  await page.locator('#open-reports').setInputFiles(path);
  await expect(status(page)).toHaveText(
    'some.jsonl: 6 runs in 3 curves. Counted once: 1 line with the scenario of another line. Left out: 3 lines without a usable report.',
  );
  const problems = page.locator('.report-problems li');
  await expect(problems).toHaveCount(3);
  await expect(problems.nth(0)).toContainText('Line 3: a line must be a report');
  await expect(problems.nth(1)).toHaveText('Line 4: it has no report, because vcs must be 1 to 8, not 9.');
  await expect(problems.nth(2)).toContainText('Line 10: ');
  const box = page.getByRole('checkbox', { name: /V = 4/ });
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(page.locator('details.curve')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box).toBeChecked();
  await box.uncheck();
  await box.check();
  await expect(page.locator('details.curve')).toHaveCount(4);
  // The address has the points: they are there again on a page without the file.
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.locator('details.curve')).toHaveCount(4, { timeout: 30_000 });
  await expect(page.locator('.curve-state').last()).toContainText('1 point');
});

test('a file is dropped on the page, and its reading can be cancelled', async ({ page }) => {
  await visit(page);
  const drop = async (name, text) => {
    const transfer = await page.evaluateHandle(([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    }, [name, text]);
    await page.locator('.laboratory').dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.locator('.laboratory')).toHaveClass(/over/);
    await page.locator('.laboratory').dispatchEvent('drop', { dataTransfer: transfer });
    await expect(page.locator('.laboratory')).not.toHaveClass(/over/);
  };
  await drop('small.jsonl', line(link(3), 1, 0.01, 10));
  await expect(status(page)).toHaveText('small.jsonl: 1 run in 1 curve.');
  await drop('notes.txt', 'nothing of use');
  await expect(status(page)).toContainText('notes.txt has no report of which a point of a curve can be made.');
  await expect(page.locator('details.curve')).toHaveCount(2);
  const path = await reports('long.jsonl', 50_000);
  await page.locator('#open-reports').setInputFiles(path);
  await page.locator('#cancel-reports').click();
  await expect(status(page)).toHaveText('Cancelled; the plot is as it was.');
  await expect(page.locator('details.curve')).toHaveCount(2);
  await drop('small.jsonl', line(link(4), 1, 0.01, 10));
  await expect(status(page)).toHaveText('small.jsonl: 1 run in 1 curve.');
  await expect(page.locator('details.curve')).toHaveCount(3);
});

test('a plot has room for twelve curves, and says how many of a file it has', async ({ page }) => {
  const path = join(folder, 'many.jsonl');
  const lines = Array.from({ length: 130 }, (_, length) => line(`t=hypercube:3&M=${length + 8}`, 1, 0.01, 10));
  await writeFile(path, lines.join('\n'));
  await visit(page);
  await page.locator('#open-reports').setInputFiles(path);
  await expect(status(page)).toHaveText(
    'many.jsonl: 130 runs in 130 curves. The plot has room for 11 of them, as it has 12 curves at most.',
  );
  await expect(page.locator('.report-curves li')).toHaveCount(100);
  await expect(page.locator('.report-curves')).toContainText('30 curves more are not listed.');
  await expect(page.getByRole('checkbox', { name: /M = 19 / })).toBeDisabled();
  await page.getByRole('checkbox', { name: /M = 8 / }).uncheck();
  await page.getByRole('checkbox', { name: /M = 19 / }).check();
  await expect(page.locator('details.curve')).toHaveCount(12);
});

test('the grid of a plot is saved for the command line', async ({ page }) => {
  await visit(page, 'sim=t%3Dmesh:4x4%26M%3D8&sim=t%3Dring:6%26M%3D8&sims=0&also=0.01,0.02');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Grid', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mesh-4x4-.*\.grid\.json$/);
  const grid = JSON.parse(await readFile(await download.path()));
  expect(grid.vary['traffic.rate']).toEqual([0.01, 0.02]);
  await expect(page.getByText('4 scenarios.')).toBeVisible();
  await visit(page, 'm=ciciani-hypercube:n=3&sims=0');
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await expect(page.getByText('The plot has no point that can be simulated.')).toBeVisible();
});

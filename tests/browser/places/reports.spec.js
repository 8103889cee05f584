// Experiment: files of reports as curves beside the models.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessible, expect, step, test } from '../page.js';

const QUERY = 'm=ciciani-hypercube:n=3,length=8&sims=0&to=0.1';

let folder;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flitscope-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

async function visit(page) {
  await page.goto(`#/laboratory?${QUERY}`);
  await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible();
}

const status = (page) => page.locator('#reports-status');
const curves = (page) => page.locator('details.curve');
const file = (page) => page.locator('#open-reports');

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

/** Drops a file on the page. */
async function drop(page, name, text) {
  const dataTransfer = await page.evaluateHandle(([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, [name, text]);
  const place = page.locator('.laboratory');
  await place.dispatchEvent('dragover', { dataTransfer });
  await expect(place).toHaveClass(/over/);
  await place.dispatchEvent('drop', { dataTransfer });
  await expect(place).not.toHaveClass(/over/);
}

/** Lines of four curves of ten loads, as often as there are seeds. */
function reports(seeds) {
  const lines = [];
  for (let seed = 0; seed < seeds; seed += 1) {
    for (let load = 0; load < 10; load += 1) {
      for (let curve = 0; curve < 4; curve += 1) {
        lines.push(line(link(curve + 3), seed, (load + 1) / 200, 10 + curve + load + (seed % 5) / 10));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

test('a file of reports becomes curves with intervals, broken lines are named, and curves are chosen', async ({ page }) => {
  const path = join(folder, 'some.jsonl');
  const lines = [3, 4, 5].flatMap((vcs) => [1, 2].map((seed) => line(link(vcs), seed, 0.01, 10 + seed)));
  lines.splice(2, 0, 'hello', '{"id":1,"hash":"0","line":3,"error":"vcs must be 1 to 8, not 9"}');
  await writeFile(path, `${lines.join('\n')}\n${lines[0]}\n${lines[1].slice(0, 60)}`);
  await visit(page);
  await file(page).setInputFiles(path);
  await expect(status(page)).toHaveText(
    'some.jsonl: 6 runs in 3 curves. Counted once: 1 line with the scenario of another line. Left out: 3 lines without a usable report.',
  );
  const problems = page.locator('.report-problems li');
  await expect(problems).toHaveCount(3);
  await expect(problems.nth(0)).toContainText('Line 3: a line must be a report');
  await expect(problems.nth(1)).toHaveText('Line 4: it has no report, because vcs must be 1 to 8, not 9.');
  await expect(problems.nth(2)).toContainText('Line 10: ');
  await accessible(page, 'curves of a file');
  await step('curves are chosen', async () => {
    const box = page.getByRole('checkbox', { name: /V = 4/ });
    await expect(box).toBeChecked();
    await box.press('Space');
    await expect(curves(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(box).toBeChecked();
    await box.uncheck();
    await box.check();
    await expect(curves(page)).toHaveCount(4);
  });
  await step('the plot as a file has the means and their intervals', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON of the plot' }).click(),
    ]);
    const plot = JSON.parse(await readFile(await download.path()));
    const simulated = plot.traces.filter((trace) => trace.kind === 'simulation');
    expect(simulated).toHaveLength(3);
    for (const { marks } of simulated) {
      // t · s / √2 of 11 and 12.
      expect(marks).toEqual([expect.objectContaining({ x: 0.01, y: 11.5, half_width: expect.closeTo(12.706 / 2, 2) })]);
    }
  });
  await step('the address has the points, also without the file', async () => {
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await expect(curves(page)).toHaveCount(4);
    await expect(page.locator('.curve-state').last()).toContainText('1 point');
  });
});

test('a plot has room for twelve curves, and shows how many of a file it has', async ({ page }) => {
  const path = join(folder, 'many.jsonl');
  const lines = Array.from({ length: 130 }, (_, length) => line(`t=hypercube:3&M=${length + 8}`, 1, 0.01, 10));
  await writeFile(path, lines.join('\n'));
  await visit(page);
  await file(page).setInputFiles(path);
  await expect(status(page)).toHaveText(
    'many.jsonl: 130 runs in 130 curves. The plot has room for 11 of them, as it has 12 curves at most.',
  );
  await expect(page.locator('.report-curves li')).toHaveCount(100);
  await expect(page.locator('.report-curves')).toContainText('30 curves more are not listed.');
  await expect(page.getByRole('checkbox', { name: /M = 19 / })).toBeDisabled();
  await page.getByRole('checkbox', { name: /M = 8 / }).uncheck();
  await page.getByRole('checkbox', { name: /M = 19 / }).check();
  await expect(curves(page)).toHaveCount(12);
});

test('a dropped file is read by a worker while the page is used, and that can be canceled', async ({ page }) => {
  await visit(page);
  // A worker gets a file only when it is released, however fast it would read it.
  await page.evaluate(() => {
    window.held = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message instanceof File) window.held.push(() => postMessage.call(this, message, ...rest));
      else postMessage.call(this, message, ...rest);
    };
  });
  const isHeld = () => page.evaluate(() => window.held.length);
  const release = () => page.evaluate(() => window.held.splice(0).forEach((send) => send()));
  await drop(page, 'small.jsonl', line(link(3), 1, 0.01, 10));
  await expect.poll(isHeld).toBe(1);
  await expect(page.getByRole('progressbar', { name: 'Progress of reading' })).toBeVisible();
  await page.getByLabel('to', { exact: true }).fill('0.2');
  await expect(page).toHaveURL(/to=0\.2/);
  await expect(page.locator('#cancel-reports')).toBeVisible();
  await release();
  await expect(status(page)).toHaveText('small.jsonl: 1 run in 1 curve.');
  await expect(curves(page)).toHaveCount(2);
  await step('canceled, the plot is as it was', async () => {
    await drop(page, 'long.jsonl', line(link(5), 1, 0.01, 10));
    await page.locator('#cancel-reports').click();
    await expect(status(page)).toHaveText('Canceled; the plot is as it was.');
    await expect(curves(page)).toHaveCount(2);
  });
  await page.evaluate(() => { window.held = []; });
  for (const [name, text, says, count] of [
    ['notes.txt', 'nothing of use', 'notes.txt has no report of which a point of a curve can be made.', 2],
    ['other.jsonl', line(link(4), 1, 0.01, 10), 'other.jsonl: 1 run in 1 curve.', 3],
  ]) {
    await drop(page, name, text);
    await expect.poll(isHeld).toBe(1);
    await release();
    await expect(status(page)).toContainText(says);
    await expect(curves(page)).toHaveCount(count);
  }
});

test('a hundred thousand reports become four curves', { tag: '@all' }, async ({ page }) => {
  // 70 MB are written, read and parsed.
  const path = join(folder, 'done.jsonl');
  await writeFile(path, reports(2_500));
  await visit(page);
  await file(page).setInputFiles(path);
  await expect(status(page)).toHaveText('done.jsonl: 100000 runs in 4 curves.', { timeout: 150_000 });
  await expect(curves(page)).toHaveCount(5);
  await expect(page.locator('.report-curves li')).toHaveCount(4);
  await expect(page.locator('.report-curves li').first()).toHaveText('V = 3 10 loads, 25000 runs');
});

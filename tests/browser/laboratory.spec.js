// The laboratory: any model over any parameter, simulations beside it, files that say the same.
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, focusBy, picture, test } from './page.js';

const SMALL = 'm=ciciani-hypercube:n=3,length=8&sims=3&to=0.1';

/** Opens the laboratory on a query. */
async function visit(page, query) {
  await page.goto(query === undefined ? '#/laboratory' : `#/laboratory?${query}`);
  await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible({ timeout: 30_000 });
}

const legend = (page) => page.locator('.diagram-legend li');
const sheet = (page) => page.locator('.diagram-sheet canvas');

/** Simulates what the laboratory shows. */
async function simulate(page) {
  await page.locator('#simulate').click();
  await expect(page.locator('#simulation-status')).toHaveText('All points are simulated.', { timeout: 50_000 });
}

/** Clicks an export and reads the file that comes. */
async function exported(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await download.path());
}

/** How many pixels of a canvas have a color. */
const pixelsOf = (canvas, color) =>
  canvas.evaluate((canvas, color) => {
    // Read from a copy: a canvas that is often read is moved out of the graphics card.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      count += color.every((value, part) => data[i + part] === value) ? 1 : 0;
    }
    return count;
  }, color);

const BLUE = [0, 114, 178];

test('the first opening shows curves, and says where they end', async ({ page }) => {
  await visit(page);
  await expect(legend(page)).toHaveCount(3);
  await expect(page).toHaveURL(/#\/laboratory\?m=/);
  expect(await pixelsOf(sheet(page), BLUE)).toBeGreaterThan(200);
  await expect(page.locator('.curve .notes').first()).toContainText('saturated');
});

test('a model is plotted over a parameter, and out of its range a sentence says so', async ({ page }) => {
  await visit(page, SMALL);
  const before = await picture(page, sheet(page));
  await page.getByLabel('x axis', { exact: true }).selectOption({ label: 'Dimension n' });
  await expect(page).toHaveURL(/x=n/);
  expect(await picture(page, sheet(page))).not.toBe(before);
  await page.getByLabel('from', { exact: true }).fill('0');
  await expect(page.locator('.curve .notes')).toContainText('must be a whole number');
});

test('a wrong parameter is refused in its box and leaves the other curves alone', async ({ page }) => {
  await visit(page, `${SMALL}&m=ciciani-hypercube:n=4,length=8`);
  const box = page.locator('#curve-0-n');
  await box.fill('99');
  await expect(page.locator('#curve-0-n-note')).toContainText('must be a whole number from');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(legend(page)).toHaveCount(2);
  expect(await pixelsOf(sheet(page), [168, 106, 0])).toBeGreaterThan(100);
  await box.fill('5');
  await expect(page.locator('#curve-0-n-note')).toHaveText('');
});

test('curves are added, duplicated, removed, and all of it undone', async ({ page }) => {
  await visit(page, SMALL);
  await page.getByLabel('Add a curve').selectOption('ciciani-torus-uni');
  await expect(legend(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Duplicate curve 1' }).click();
  await expect(legend(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove curve 3' }).click();
  await expect(legend(page)).toHaveCount(2);
  await page.locator('.laboratory').click({ position: { x: 1, y: 1 } });
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Control+z');
  await expect(legend(page)).toHaveCount(1);
  await page.keyboard.press('Control+Shift+Z');
  await expect(legend(page)).toHaveCount(2);
});

test('simulated points appear beside the model, with their error underneath', async ({ page }) => {
  await visit(page, SMALL);
  await simulate(page);
  await expect(legend(page)).toHaveCount(2);
  await expect(legend(page).nth(1)).toContainText('(simulated)');
  await page.getByText('The numbers').click();
  const cells = page.locator('#numbers tbody td:nth-child(3)').filter({ hasText: 'model' });
  // The last of the three is not steady, and has no error.
  await expect(cells).toHaveCount(2);
  // The same address on another day shows the model, and the same points again on demand.
  const numbers = await page.locator('#numbers tbody').innerText();
  await page.reload();
  await expect(legend(page)).toHaveCount(1);
  await simulate(page);
  await page.getByText('The numbers').click();
  expect(await page.locator('#numbers tbody').innerText()).toBe(numbers);
});

test('a simulation tells how far it is and can be cancelled', async ({ page }) => {
  await visit(page, 'm=ciciani-hypercube:n=9,length=200&sims=12&reps=200');
  await page.locator('#simulate').click();
  await expect(page.locator('#simulation-status')).toContainText('to go');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#simulation-status')).toContainText('Cancelled');
  await expect(page.locator('#simulate')).toHaveText('Simulate');
});

test('the legend hides and shows, and the link remembers', async ({ page }) => {
  await visit(page, `${SMALL}&m=ciciani-hypercube:n=4,length=8`);
  const drawn = await pixelsOf(sheet(page), BLUE);
  const first = legend(page).first().getByRole('button');
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await expect(first).toBeFocused();
  expect(await pixelsOf(sheet(page), BLUE)).toBeLessThan(drawn / 4);
  await expect(page).toHaveURL(/hide=lines/);
  await page.reload();
  await expect(legend(page).first().getByRole('button')).toHaveAttribute('aria-pressed', 'false');
});

test('the cross-hair reads curves by pointer and by keyboard', async ({ page }) => {
  await visit(page, SMALL);
  const reader = page.getByRole('slider', { name: 'Cross-hair' });
  const box = await reader.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const reading = legend(page).first().locator('.diagram-value');
  await expect(reading).toHaveText(/^[0-9.]+$/);
  await reader.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.diagram-place')).toContainText(': 0');
  await expect(reader).toHaveAttribute('aria-valuetext', /λ .* 0: .*: [0-9.]+/);
  const atRest = await reading.textContent();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('PageUp');
  await expect(reading).not.toHaveText(atRest);
});

test('exports say the same in four formats and a link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, `${SMALL}&log=y`);
  await simulate(page);
  const png = await exported(page, 'PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(10_000);
  const svg = (await exported(page, 'SVG')).toString();
  expect(svg).toContain('(simulated)');
  expect(svg).toContain('% of simulation');
  expect(svg.match(/<polyline/g).length).toBeGreaterThan(5);
  const csv = (await exported(page, 'CSV')).toString().split('\n');
  expect(csv[0]).toMatch(/^# flitscope #\/laboratory\?/);
  expect(csv[2]).toMatch(/^# y log /);
  const json = JSON.parse((await exported(page, 'JSON')).toString());
  expect(json.traces.map((trace) => trace.kind)).toEqual(['model', 'simulation']);
  const [, points] = json.traces;
  // What is not steady has no error.
  expect(points.errors).toHaveLength(points.marks.filter((mark) => mark.is_steady).length);
  // The file of numbers has what the picture has.
  const rows = csv.filter((line) => line.startsWith('2,')).filter((line) => /,no,[^,]+,[^,]+,/.test(line));
  expect(rows).toHaveLength(points.marks.length);
  for (const [place, mark] of points.marks.entries()) {
    expect(rows[place]).toContain(`,${mark.x},${mark.y},${mark.half_width},`);
  }
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(json.link);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('.diagram-place')).toBeVisible();
  await expect(page.getByLabel('Logarithmic y axis')).toBeChecked();
});

test('what a link cannot mean is told, and the rest is plotted', async ({ page }) => {
  await visit(page, `${SMALL}&points=1&color=red`);
  await expect(page.getByRole('alert')).toContainText('points must be a number from 2 to 1000, not 1');
  await expect(page.getByRole('alert')).toContainText('color is no key of the laboratory');
  await expect(legend(page)).toHaveCount(1);
});

test('every preset shows all of its curves', async ({ page }) => {
  await visit(page);
  const presets = page.getByRole('group', { name: 'Example experiments' }).getByRole('button');
  for (const preset of await presets.all()) {
    await preset.click();
    await expect(preset).toHaveAttribute('aria-pressed', 'true');
    expect(await pixelsOf(sheet(page), BLUE), await preset.textContent()).toBeGreaterThan(100);
  }
});

test('everything is reached by keyboard', async ({ page }) => {
  await visit(page, SMALL);
  await focusBy(page, 'Tab', '.diagram-reader');
  await focusBy(page, 'Tab', '.diagram-legend button');
  await focusBy(page, 'Tab', '#simulate');
  await focusBy(page, 'Tab', '#axis-x');
  await focusBy(page, 'Tab', '#curve-0-n');
});

for (const theme of ['light', 'dark', 'projector']) {
  for (const width of [1280, 390]) {
    test(`no one is kept out: ${theme}, ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript((theme) => localStorage.setItem('flitscope-theme', theme), theme);
      await visit(page, SMALL);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      const results = await new AxeBuilder({ page })
        .include('.laboratory')
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .disableRules(['region'])
        .analyze();
      expect(results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
}

// The laboratory: any model over any parameter, simulations beside it, files that say the same.
import { readFile } from 'node:fs/promises';
import { expect, focusBy, picture, test } from '../page.js';

const SMALL = 'm=ciciani-hypercube:n=3,length=8&sims=3&to=0.1';

/** Opens the laboratory on a query. */
async function visit(page, query) {
  await page.goto(query === undefined ? '#/laboratory' : `#/laboratory?${query}`);
  await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible({ timeout: 30_000 });
}

/** Unfolds the row of a curve, from 1. */
const unfold = (page, curve) => page.locator('details.curve > summary').nth(curve - 1).click();

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
    page.getByRole('button', { name: `${name} of the plot` }).click(),
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
  await expect(page.locator('.curve-state').first()).toContainText('model saturates at λ =');
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
  await unfold(page, 1);
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
  await unfold(page, 3);
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
  // The same address after a reload shows the same points at once; cleared, they are simulated
  // again, and are the same.
  const numbers = await page.locator('#numbers tbody').textContent();
  await page.reload();
  await expect(page.locator('#kept-points')).toContainText('3 points are kept');
  await expect(page.locator('#numbers tbody')).toHaveText(numbers);
  await page.locator('#clear-points').click();
  await expect(legend(page)).toHaveCount(1);
  await expect(page.locator('#kept-points')).toContainText('No points are kept');
  await simulate(page);
  await expect(page.locator('#numbers tbody')).toHaveText(numbers);
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
  const named = page.waitForEvent('download').then((download) => download.suggestedFilename());
  const png = await exported(page, 'PNG');
  expect(await named).toBe('ciciani-hypercube-n3-length8.png');
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
  // The link in a file names the experiment, that which is copied has its points, too.
  expect(link.replace(/&pts=[^&]*/, '')).toContain(json.link);
  expect(link).toMatch(/&pts=\.\d+_\d/);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('.diagram-place')).toBeVisible();
  await expect(page.getByLabel('Logarithmic y axis')).toBeChecked();
});

test('what a link cannot mean is told, and the rest is plotted', async ({ page }) => {
  await visit(page, `${SMALL}&points=1&color=red`);
  await expect(page.getByRole('alert')).toContainText('points must be a number from 2 to 1000, not 1');
  await expect(page.getByRole('alert')).toContainText('color is not a key of the laboratory');
  await expect(legend(page)).toHaveCount(1);
  // A model that there is not, and an axis that no curve has, are told in a sentence each; the menu
  // shows what is.
  await visit(page, 'm=xyz');
  await expect(page.getByRole('alert')).toContainText(/model must be ciciani-torus-uni, .* not xyz/);
  await visit(page, `${SMALL}&x=foo`);
  await expect(page.getByRole('alert')).toContainText('x must be load, n or length, not foo');
  await expect(page.locator('#axis-x')).toHaveValue('foo');
});

test('Back undoes what was clicked, typing is one entry, and nothing else makes any', async ({ page }) => {
  await page.goto('about:blank');
  await visit(page, SMALL);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.getByLabel('Add a curve').selectOption('ciciani-torus-uni');
  await expect(legend(page)).toHaveCount(2);
  await page.getByLabel('x axis', { exact: true }).selectOption('length');
  await expect(page).toHaveURL(/x=length/);
  expect(await entries()).toBe(before + 2);
  await page.getByLabel('from', { exact: true }).fill('16');
  await expect(page).toHaveURL(/from=16/);
  expect(await entries()).toBe(before + 2);
  await page.goBack();
  await expect(page).not.toHaveURL(/x=length/);
  await expect(legend(page)).toHaveCount(2);
  await page.goBack();
  await expect(legend(page)).toHaveCount(1);
  expect(await entries()).toBe(before + 2);
});

test('curves that are kept stand beside the network that comes from Explore', async ({ page }) => {
  await page.goto('#/lab?t=mesh:4x4&M=8&lam=0.01&c=0');
  await expect(page.locator('#worms')).toBeVisible();
  // By a click of a person, so that the network is left.
  await page.evaluate(() => { location.hash = '#/laboratory?m=ciciani-hypercube:n=3,length=8'; });
  await expect(legend(page)).toHaveCount(1, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Keep this curve, number 1' }).click();
  await page.locator('#add-current').click();
  await expect(page).toHaveURL(/sim=t/);
  await expect(page.locator('details.curve')).toHaveCount(2);
  await expect(page.locator('.curve-name').nth(1)).toContainText('mesh:4x4');
  await page.evaluate(() => { location.hash = '#/laboratory?new=t%3Dhypercube:4'; });
  await expect(page.locator('details.curve')).toHaveCount(2);
  await expect(page.locator('.curve-name').nth(0)).toContainText('Hypercube');
  await expect(page.locator('.curve-name').nth(1)).toContainText('hypercube:4');
});

test('a scenario is described by menus and boxes, and its link is still taken', async ({ page }) => {
  await visit(page, 'sim=t%3Dtorus:4x4&sims=2');
  await page.locator('#curve-0-family').selectOption('hypercube');
  await expect(page.locator('#curve-0-network')).toHaveValue(/^hypercube:/);
  await page.locator('#curve-0-routing').selectOption('duato');
  await page.locator('#curve-0-vcs').fill('3');
  await expect(page).toHaveURL(/r=duato.*vc=3/);
  await page.locator('#curve-0-vcs').fill('99');
  await expect(page.locator('#curve-0-vcs-note')).toContainText('vcs must be');
  await page.getByText('The whole scenario, as a link').click();
  await page.locator('#curve-0-scenario').fill('t=mesh:3x3&M=4');
  await expect(page.locator('#curve-0-network')).toHaveValue('mesh:3x3');
});

test('the chart stays in sight under a long list of curves', async ({ page }) => {
  await visit(page, Array.from({ length: 6 }, (_, n) => `m=ciciani-hypercube:n=${n + 3}`).join('&'));
  for (let curve = 1; curve <= 6; curve += 1) await unfold(page, curve);
  await page.locator('#axis-x').scrollIntoViewIfNeeded();
  await expect(sheet(page)).toBeInViewport({ ratio: 0.9 });
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
  await focusBy(page, 'Tab', 'details.curve > summary');
  await focusBy(page, 'Tab', '#curve-0-n');
  await focusBy(page, 'Tab', '#add-current');
  await focusBy(page, 'Tab', '#simulate');
  await focusBy(page, 'Tab', '#axis-x');
});

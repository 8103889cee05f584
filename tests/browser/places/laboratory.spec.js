// Experiment: any model over any parameter, simulations beside it, and files of the plot.
import { readFile } from 'node:fs/promises';
import { expect, focusBy, picture, step, test } from '../page.js';

const SMALL = 'm=ciciani-hypercube:n=3,length=8&sims=3&to=0.1';

/** Opens Experiment on a query. */
async function visit(page, query) {
  await page.goto(query === undefined ? '#/laboratory' : `#/laboratory?${query}`);
  await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible();
}

/** Unfolds the row of a curve, from 1. */
const unfold = (page, curve) => page.locator('details.curve > summary').nth(curve - 1).click();

const legend = (page) => page.locator('.diagram-legend li');
const sheet = (page) => page.locator('.diagram-sheet canvas');
const simulation = (page) => page.locator('#simulation-status');

/** Simulates the missing points. */
async function simulate(page) {
  await page.locator('#simulate').click();
  await expect(simulation(page)).toHaveText('All points are simulated.');
}

/** Clicks a button that saves a file; returns its name and its content. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return [download.suggestedFilename(), await readFile(await download.path())];
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
const ORANGE = [199, 128, 0];

test('the first visit and the examples show curves; what is invalid in a link or a box is refused in a sentence', async ({ page }) => {
  await visit(page);
  await expect(legend(page)).toHaveCount(3);
  await expect(page).toHaveURL(/#\/laboratory\?m=/);
  await expect.poll(() => pixelsOf(sheet(page), BLUE)).toBeGreaterThan(200);
  await expect(page.locator('.curve .notes').first()).toContainText('saturated');
  await expect(page.locator('.curve-state').first()).toContainText('model saturates at λ =');
  const before = await picture(page, sheet(page));
  const example = page.getByRole('group', { name: 'Example experiments' }).getByRole('button').last();
  await example.click();
  await expect(example).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => picture(page, sheet(page))).not.toBe(before);
  await step('in a box; the other curves stay', async () => {
    await visit(page, `${SMALL}&m=ciciani-hypercube:n=4,length=8`);
    await expect(legend(page)).toHaveCount(2);
    await unfold(page, 1);
    const box = page.locator('#curve-0-n');
    await box.fill('99');
    await expect(page.locator('#curve-0-n-note')).toContainText('must be a whole number from');
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await expect(legend(page)).toHaveCount(2);
    await expect.poll(() => pixelsOf(sheet(page), ORANGE)).toBeGreaterThan(100);
    await box.fill('5');
    await expect(page.locator('#curve-0-n-note')).toHaveText('');
  });
  await step('over a parameter, out of its range', async () => {
    const overLoad = await picture(page, sheet(page));
    await page.getByLabel('x axis', { exact: true }).selectOption({ label: 'Dimension n' });
    await expect(page).toHaveURL(/x=n/);
    await expect.poll(() => picture(page, sheet(page))).not.toBe(overLoad);
    await page.getByLabel('from', { exact: true }).fill('0');
    await expect(page.locator('.curve .notes').first()).toContainText('must be a whole number');
  });
  await step('in a link; the rest is plotted', async () => {
    await visit(page, `${SMALL}&points=1&x=foo`);
    await expect(page.getByRole('alert')).toContainText('points must be a number from 2 to 1000, not 1');
    await expect(page.getByRole('alert')).toContainText('x must be load, n or length, not foo');
    await expect(page.locator('#axis-x')).toHaveValue('foo');
    await expect(legend(page)).toHaveCount(1);
  });
});

test('curves are added, duplicated, removed; undo and Back take it back', async ({ page }) => {
  await page.goto('about:blank');
  await visit(page, SMALL);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.getByLabel('Add a curve').selectOption('ciciani-torus-uni');
  await expect(legend(page)).toHaveCount(2);
  await page.getByLabel('x axis', { exact: true }).selectOption('length');
  await expect(page).toHaveURL(/x=length/);
  await step('what is typed makes no further entry', async () => {
    await page.getByLabel('from', { exact: true }).fill('16');
    await expect(page).toHaveURL(/from=16/);
    expect(await entries()).toBe(before + 2);
  });
  await page.goBack();
  await expect(page).not.toHaveURL(/x=length/);
  await expect(legend(page)).toHaveCount(2);
  await page.goBack();
  await expect(legend(page)).toHaveCount(1);
  expect(await entries()).toBe(before + 2);
  await step('undo and redo by key', async () => {
    await page.getByLabel('Add a curve').selectOption('ciciani-torus-uni');
    await expect(legend(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Duplicate curve 1' }).click();
    await expect(legend(page)).toHaveCount(3);
    await unfold(page, 3);
    await page.getByRole('button', { name: 'Remove curve 3' }).click();
    await expect(legend(page)).toHaveCount(2);
    await page.locator('.laboratory').click({ position: { x: 1, y: 1 } });
    for (const left of [3, 2, 1]) {
      await page.keyboard.press('Control+z');
      await expect(legend(page)).toHaveCount(left);
    }
    await page.keyboard.press('Control+Shift+Z');
    await expect(legend(page)).toHaveCount(2);
  });
});

test('the legend hides curves, the cross-hair reads them, and all controls are reached by key', async ({ page }) => {
  await visit(page, `${SMALL}&m=ciciani-hypercube:n=4,length=8`);
  await step('the cross-hair, by pointer and by key', async () => {
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
  await step('every control has its turn with Tab', async () => {
    await focusBy(page, 'Tab', '.diagram-legend button');
    await focusBy(page, 'Tab', 'details.curve > summary');
    await page.keyboard.press('Enter');
    await focusBy(page, 'Tab', '#curve-0-n');
    await focusBy(page, 'Tab', '#add-current');
    await focusBy(page, 'Tab', '#simulate');
    await focusBy(page, 'Tab', '#axis-x');
  });
  await step('a curve is hidden, also after a reload', async () => {
    const drawn = await pixelsOf(sheet(page), BLUE);
    const first = legend(page).first().getByRole('button');
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(first).toHaveAttribute('aria-pressed', 'false');
    await expect(first).toBeFocused();
    await expect.poll(() => pixelsOf(sheet(page), BLUE)).toBeLessThan(drawn / 4);
    await expect(page).toHaveURL(/hide=lines/);
    await page.reload();
    await expect(first).toHaveAttribute('aria-pressed', 'false');
  });
  await step('the chart stays in sight beside a long list of curves', async () => {
    await visit(page, Array.from({ length: 6 }, (_, n) => `m=ciciani-hypercube:n=${n + 3}`).join('&'));
    await expect(page.locator('details.curve')).toHaveCount(6);
    for (let curve = 1; curve <= 6; curve += 1) await unfold(page, curve);
    await page.locator('#axis-x').scrollIntoViewIfNeeded();
    await expect(sheet(page)).toBeInViewport({ ratio: 0.9 });
  });
});

test('points are simulated beside the model, kept, saved in four formats, and go into the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const numbers = page.locator('#numbers tbody');
  await visit(page, `${SMALL}&log=y`);
  await simulate(page);
  await expect(legend(page)).toHaveCount(2);
  await expect(legend(page).nth(1)).toContainText('(simulated)');
  await page.getByText('The numbers').click();
  // The last of the three is not steady, and has no error.
  await expect(numbers.locator('td:nth-child(3)').filter({ hasText: 'model' })).toHaveCount(2);
  const [found, link] = await step('files and a link', async () => {
    const plot = (format) => saved(page, page.getByRole('button', { name: `${format} of the plot` }));
    const [name, png] = await plot('PNG');
    expect(name).toBe('ciciani-hypercube-n3-length8.png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const svg = (await plot('SVG'))[1].toString();
    expect(svg).toContain('(simulated)');
    expect(svg).toContain('% of simulation');
    const csv = (await plot('CSV'))[1].toString().split('\n');
    expect(csv[0]).toMatch(/^# flitscope #\/laboratory\?/);
    expect(csv[2]).toMatch(/^# y log /);
    const json = JSON.parse((await plot('JSON'))[1].toString());
    expect(json.traces.map((trace) => trace.kind)).toEqual(['model', 'simulation']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    // The link in a file has no points.
    expect(link.replace(/&pts=[^&]*/, '')).toContain(json.link);
    expect(link).toMatch(/&pts=\.\d+_\d/);
    return [await numbers.textContent(), link];
  });
  await step('a reload shows the points that are kept; cleared, they are missing', async () => {
    await page.reload();
    await expect(page.locator('#kept-points')).toContainText('3 points are kept');
    await expect(numbers).toHaveText(found);
    await page.locator('#clear-points').click();
    await expect(legend(page)).toHaveCount(1);
    await expect(page.locator('#kept-points')).toContainText('No points are kept');
  });
  await step('the link has them', async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(legend(page)).toHaveCount(2);
    await expect(page.getByLabel('Logarithmic y axis')).toBeChecked();
  });
  await step('a simulation shows its progress and can be canceled', async () => {
    await visit(page, 'm=ciciani-hypercube:n=9,length=200&sims=12&reps=200');
    await page.locator('#simulate').click();
    await expect(simulation(page)).toContainText('to go');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(simulation(page)).toContainText('Canceled');
    await expect(page.locator('#simulate')).toHaveText('Simulate');
  });
});

test('the network of Explore becomes a curve, described by menus, boxes and a link, and the plot a grid', async ({ page }) => {
  await page.goto('#/lab?t=mesh:4x4&M=8&lam=0.01&c=0');
  await expect(page.locator('#worms')).toBeVisible();
  const curves = page.locator('details.curve');
  const follow = (hash) => page.evaluate((hash) => { location.hash = hash; }, hash);
  await step('beside curves that are kept', async () => {
    // Within the page, so that the network of Explore is left.
    await follow('#/laboratory?m=ciciani-hypercube:n=3,length=8');
    await expect(legend(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Keep this curve, number 1' }).click();
    await page.locator('#add-current').click();
    await expect(page).toHaveURL(/sim=t/);
    await expect(curves).toHaveCount(2);
    await expect(page.locator('.curve-name').nth(1)).toContainText('mesh:4x4');
    await follow('#/laboratory?new=t%3Dhypercube:4');
    await expect(page.locator('.curve-name').nth(1)).toContainText('hypercube:4');
    await expect(page.locator('.curve-name').nth(0)).toContainText('Hypercube');
    await expect(curves).toHaveCount(2);
  });
  await step('its scenario is edited', async () => {
    await follow('#/laboratory?sim=t%3Dtorus:4x4&sims=2');
    await expect(curves).toHaveCount(1);
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
  await step('the scenarios of a plot are saved as a grid for the command line', async () => {
    const grid = page.getByRole('button', { name: 'Grid', exact: true });
    await visit(page, 'sim=t%3Dmesh:4x4%26M%3D8&sim=t%3Dring:6%26M%3D8&sims=0&also=0.01,0.02');
    await expect(curves).toHaveCount(2);
    const [name, file] = await saved(page, grid);
    expect(name).toMatch(/^mesh-4x4-.*\.grid\.json$/);
    expect(JSON.parse(file).vary['traffic.rate']).toEqual([0.01, 0.02]);
    await expect(page.getByText('4 scenarios.')).toBeVisible();
    await visit(page, 'm=ciciani-hypercube:n=3&sims=0');
    await expect(curves).toHaveCount(1);
    await grid.click();
    await expect(page.getByText('The plot has no point that can be simulated.')).toBeVisible();
  });
});

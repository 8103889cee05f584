// Charts as files: the arrivals of a multicast, and the curve that a student draws.
import { readFileSync } from 'node:fs';
import { expect, openFresh, test } from '../page.js';

/** Saves a chart in a format; returns the name of the file and its content. */
async function saved(page, format, of) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${format} of ${of}` }).click(),
  ]);
  return [file.suggestedFilename(), readFileSync(await file.path())];
}

const isPng = (content) => content.subarray(1, 4).toString() === 'PNG';

test('arrivals of a multicast are saved as picture, table and data', async ({ page }) => {
  await openFresh(page, '#/lab?t=mesh:4x4&vc=1&M=8&mc=dual-path&show=multicast&msg=0:0,0>3,3%2B1,2%2B2,1&c=30');
  await expect(page.locator('.arrivals .tracks svg')).toBeVisible();
  const [name, picture] = await saved(page, 'SVG', 'the arrivals');
  expect(name).toMatch(/^mesh-4x4-.*-arrivals\.svg$/);
  expect(picture.toString()).toContain('<title>Arrivals by Dual path</title>');
  const [, table] = await saved(page, 'CSV', 'the arrivals');
  const rows = table.toString().trim().split('\n');
  expect(rows[0]).toBe('worm,from,released,prepared,headed,left,node,arrived,relay');
  expect(rows).toHaveLength(1 + 3);
  const [, data] = await saved(page, 'JSON', 'the arrivals');
  const { complete, worms } = JSON.parse(data);
  const arrived = worms.flatMap(({ copies }) => copies.map(({ arrived }) => arrived));
  expect(Math.max(...arrived)).toBe(complete);
  const [, raster] = await saved(page, 'PNG', 'the arrivals');
  expect(isPng(raster)).toBe(true);
});

test('the curve that a student draws is saved as picture, table and data', async ({ page }) => {
  await openFresh(page, '#/lessons/where-a-model-leaves-the-simulation/2');
  const slider = page.locator('.sliders input');
  await expect(slider.first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Export your curve' })).toHaveCount(0);
  await slider.nth(0).fill('40');
  await slider.nth(2).fill('80');
  const [name, picture] = await saved(page, 'SVG', 'your curve');
  expect(name).toBe('where-a-model-leaves-the-simulation-step-2-curve.svg');
  expect(picture.toString()).toContain('stroke-dasharray');
  const [, table] = await saved(page, 'CSV', 'your curve');
  const rows = table.toString().trim().split('\n');
  expect(rows[0]).toBe('curve,load,latency');
  expect(rows).toHaveLength(1 + (await slider.count()));
  // The files above did not contain the answer; after the prediction, they have the measured curve, too.
  await page.locator('#predict').click();
  await expect(page.getByText('Dashed: your curve. Solid: measured.')).toBeVisible();
  const [, data] = await saved(page, 'JSON', 'your curve');
  const { drawn, measured } = JSON.parse(data);
  expect(drawn).toHaveLength(rows.length - 1);
  expect(measured.length).toBeGreaterThan(0);
  const [, raster] = await saved(page, 'PNG', 'your curve');
  expect(isPng(raster)).toBe(true);
});

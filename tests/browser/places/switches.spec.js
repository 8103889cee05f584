// Networks of switches: the menu and its parameters, terminals and switches in the picture.
import {
  drag, expect, meshPoint, open, openAt, settings, step, test, title,
} from '../page.js';

const NETWORKS = [
  ['Crossbar', 'Crossbar N = 8', 'Dimension order'],
  ['Butterfly', 'Butterfly k = 2, n = 3', 'Destination tag'],
  ['Clos network', 'Clos network m = 3, n = 3, r = 4', 'Destination tag'],
  ['Fat tree', 'Fat tree k = 2, n = 3', 'Fat tree, random ascent'],
  ['Tree', 'Tree k = 2, n = 3', 'Fat tree, random ascent'],
  ['Dragonfly', 'Dragonfly p = 2, a = 4, h = 2', 'Dragonfly, minimal'],
  ['Flattened butterfly', 'Flattened butterfly k = 4, n = 3, c = 4', 'Dimension order'],
  ['HyperX', 'HyperX S = 4×4, c = 4', 'Dimension order'],
  ['Concentrated mesh', 'Concentrated mesh k = 4×4, c = 4', 'Dimension order'],
];

test('every network of switches is in the menu, with a routing function and parameters', async ({ page }) => {
  await open(page, 't=mesh:4x4&lam=0.01');
  await settings(page);
  for (const [name, title, routing] of NETWORKS) {
    await page.locator('#topology').filter({ visible: true }).selectOption({ label: name });
    await expect(page.locator('.settings')).toContainText(title);
    await expect(page.locator('.settings')).toContainText(routing);
  }
  await step('a parameter is a field, and refuses what does not fit', async () => {
    await open(page, 't=fat-tree:4,2&r=fat-tree-random&lam=0.01');
    const taper = page.getByLabel('Taper').filter({ visible: true });
    await taper.fill('2');
    await taper.press('Enter');
    await expect(page).toHaveURL(/t=fat-tree:4,2,2/);
    await taper.fill('3');
    await taper.press('Enter');
    await expect(page.getByText('Taper must be a divisor of k = 4, not 3')).toBeVisible();
    await expect(page).toHaveURL(/t=fat-tree:4,2,2/);
  });
});

test('a terminal of a butterfly sends at the left and receives at the right; a link selects a switch', async ({ page }) => {
  await openAt(page, 't=butterfly:2,2&r=destination-tag&vc=1&M=4', 0);
  const at = (column, row) => meshPoint(page, column, 3 - row, { columns: 5, rows: 4 });
  await page.mouse.click(...(await at(6, 2)));
  await expect(title(page)).toHaveText(/^Node 10/);
  await page.keyboard.press('Escape');
  await drag(page, await at(0, 0), await at(6, 2));
  await expect(page).toHaveURL(/msg=0:0(%3E|>)2/);
  await page.mouse.move(3, 3);
  await openAt(page, 't=butterfly:2,3&r=destination-tag&vc=1&lam=0.02&M=8&sel=ns1.2', 40);
  await expect(title(page)).toHaveText(/s1\.2/);
});

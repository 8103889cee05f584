// Messages drawn from node to node.
import { drag, expect, meshPoint, number, openAt, test, title } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

test('a message drawn while time runs is sent, and Ctrl+Z takes it away', async ({ page }) => {
  await openAt(page, `${MESH}&lam=0.002`, 10);
  await page.getByLabel('Speed').fill('1');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(11);
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 3, 2));
  await expect(page).toHaveURL(/msg=\d+:0,0(>|%3E)3,2/);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
  const sent = Number(/msg=(\d+):/.exec(page.url())[1]);
  expect(sent).toBeGreaterThan(11);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/msg=/);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
});

test('a drag that ends beside the nodes sends nothing', async ({ page }) => {
  await openAt(page, MESH, 0);
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 1.5, 1.5));
  await expect(page.locator('.hint')).toHaveText(/No messages yet/);
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 0, 0.05));
  await expect(title(page)).toContainText('Node (0,0)');
  await expect(page).toHaveURL(/sel=n0,0/);
  await expect(page).not.toHaveURL(/msg=/);
});

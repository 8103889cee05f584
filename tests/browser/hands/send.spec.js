// Messages sent by dragging from node to node.
import { drag, expect, meshPoint, number, openAt, test, title } from '../page.js';

test('a drag from node to node sends a message while time runs, and Ctrl+Z takes it back', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&lam=0.002', 10);
  // A drag that ends between nodes sends nothing, and a very short one is a click.
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 1.5, 1.5));
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 0, 0.02));
  await expect(title(page)).toContainText('Node (0,0)');
  await expect(page).toHaveURL(/sel=n0,0/);
  await expect(page).not.toHaveURL(/msg=/);
  await page.locator('#speed-button').click();
  await page.getByLabel('Speed', { exact: true }).fill('1');
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

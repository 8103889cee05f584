// Fingers: a tap, a drag, two fingers that zoom, and one that scrolls.
import { alone as test, expect, hand, meshPoint, middle, openAt, resting, step, swipe, title } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

test.describe('fingers', () => {
  test.use({ hasTouch: true });

  test('a tap selects a node, a drag sends a message, and two fingers zoom', async ({ page }) => {
    await openAt(page, MESH, 0);
    await step('two fingers zoom about the point between them', async () => {
      const at = await meshPoint(page, 2, 1);
      const [x, y, radius] = await middle(page, 'Node (2,1)', at);
      const before = await resting(page);
      const apart = (far, dx, dy) => [[x - far + dx, y + dy], [x + far + dx, y + dy]];
      const touch = await hand(page);
      await touch('touchStart', ...apart(60, 0, 0));
      for (let i = 1; i <= 6; i += 1) {
        await touch('touchMove', ...apart(60 + 6 * i, 5 * i, 2 * i));
      }
      await touch('touchEnd');
      await expect.poll(() => resting(page)).not.toBe(before);
      const [nearX, nearY, nearRadius] = await middle(page, 'Node (2,1)', [x + 30, y + 12]);
      expect(nearRadius / radius).toBeCloseTo(96 / 60, 1);
      expect(Math.hypot(nearX - x - 30, nearY - y - 12)).toBeLessThan(4);
      await expect(page).not.toHaveURL(/msg=/);
      await page.keyboard.press('0');
      await expect.poll(() => resting(page)).toBe(before);
    });
    await step('a tap selects a node', async () => {
      await page.touchscreen.tap(...(await meshPoint(page, 2, 2)));
      await expect(title(page)).toContainText('Node (2,2)');
      await expect(page).toHaveURL(/sel=n2,2/);
    });
    await step('a finger drags a message from node to node', async () => {
      await swipe(page, await meshPoint(page, 1, 3), await meshPoint(page, 1, 0));
      await expect(page).toHaveURL(/msg=0:1,3(>|%3E)1,0/);
    });
  });
});

test.describe('fingers on a small screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });

  test('a finger between the nodes scrolls past the picture', async ({ page }) => {
    await page.goto('#/');
    await expect(page.locator('#send-one')).toBeVisible();
    const from = await meshPoint(page, 0.5, 1.5);
    await swipe(page, from, [from[0], from[1] - 150]);
    await expect.poll(() => page.locator('.lab').evaluate((lab) => lab.scrollTop)).toBeGreaterThan(50);
  });
});

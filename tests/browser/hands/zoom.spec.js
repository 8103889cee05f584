// Zooming and moving the picture with a mouse. Fingers are in touch.spec.js.
import {
  command,
  away, drag, expect, look, meshPoint, middle, openAt, picture, resting, step, test, title, why,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8&msg=0:1,1>3,3';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';

test('the wheel zooms about the pointer, a drag moves the picture, and it is fitted again', async ({ page }) => {
  await openAt(page, MESH, 3);
  await away(page);
  const before = [await resting(page), await picture(page)];
  const [x, y, radius] = await middle(page, 'Node (0,3)', await meshPoint(page, 0, 3));
  await step('what is under the pointer stays there', async () => {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => resting(page)).not.toBe(before[0]);
    const [nearX, nearY, nearRadius] = await middle(page, 'Node (0,3)', [x, y]);
    expect(nearRadius).toBeGreaterThan(1.2 * radius);
    expect(Math.hypot(nearX - x, nearY - y)).toBeLessThan(2);
  });
  await step('a drag from between the nodes moves the picture', async () => {
    const box = await page.locator('.stage').boundingBox();
    const corner = [box.x + 5, box.y + 50];
    await drag(page, corner, [corner[0] + 70, corner[1] + 40]);
    const [movedX, movedY] = await middle(page, 'Node (0,3)', [x + 70, y + 40]);
    expect(Math.hypot(movedX - x - 70, movedY - y - 40)).toBeLessThan(2);
    await expect(page).toHaveURL(/msg=0:1,1(>|%3E)3,3&/);
  });
  for (const [how, fit] of [
    ['by the button', () => command(page, 'Fit the network')],
    ['by a key', () => page.keyboard.press('0')],
    ['by turning the wheel back', () => page.mouse.wheel(0, 2000)],
  ]) {
    await step(`the picture is fitted ${how}`, async () => {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, -400);
      await expect.poll(() => resting(page)).not.toBe(before[0]);
      await fit();
      await away(page);
      await expect.poll(() => resting(page)).toBe(before[0]);
      await expect.poll(() => picture(page)).toBe(before[1]);
    });
  }
});

test('a message that is kept in view stays in the middle at any zoom', async ({ page }) => {
  await openAt(page, ALONE, 2);
  await look(page, '#0');
  await page.getByRole('button', { name: 'Keep in view' }).click();
  for (let i = 0; i < 3; i += 1) await command(page, 'Zoom in');
  const box = await page.locator('.stage').boundingBox();
  for (const cycle of [3, 4, 5]) {
    await page.locator('#forward').click();
    await expect(why(page)).toContainText(`header is at (${cycle},0)`);
  }
  await expect(page.getByRole('button', { name: 'Keep in view' })).toHaveAttribute('aria-pressed', 'true');
  // The panel, 332 pixels wide with its margin, covers the rest.
  await page.mouse.click(box.x + (box.width - 332) / 2, box.y + box.height / 2);
  await expect(title(page)).toContainText('Node (5,0)');
});

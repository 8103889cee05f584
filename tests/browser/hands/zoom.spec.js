// Near and far: the wheel, and what is kept in view. Fingers are in touch.spec.js.
import {
  away, drag, expect, look, meshPoint, middle, openAt, picture, resting, stands, step, test, title, tool, why,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';

test('the wheel zooms about the pointer', async ({ page }) => {
  await openAt(page, MESH, 0);
  const at = await meshPoint(page, 0, 3);
  const [x, y, radius] = await middle(page, 'Node (0,3)', at);
  await page.mouse.move(x, y);
  const before = await resting(page);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => resting(page)).not.toBe(before);
  const [nearX, nearY, nearRadius] = await middle(page, 'Node (0,3)', [x, y]);
  expect(nearRadius).toBeGreaterThan(1.2 * radius);
  expect(Math.hypot(nearX - x, nearY - y)).toBeLessThan(2);
  await page.mouse.wheel(0, 150);
  const [againX, againY] = await middle(page, 'Node (0,3)', [x, y]);
  expect(Math.hypot(againX - x, againY - y)).toBeLessThan(2);
});

test('everything is brought into view again, as it was', async ({ page }) => {
  await openAt(page, TORUS, 80);
  await away(page);
  const before = [await resting(page), await picture(page)];
  const box = await page.locator('.stage').boundingBox();
  for (const [how, fit] of [
    ['by the button', () => tool(page, 'Fit').click()],
    ['by a key', () => page.keyboard.press('0')],
    ['by turning the wheel back', () => page.mouse.wheel(0, 2000)],
  ]) {
    await step(how, async () => {
      await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
      await page.mouse.wheel(0, -400);
      await page.mouse.wheel(0, -200);
      await expect.poll(() => resting(page)).not.toBe(before[0]);
      await drag(page, [box.x + 5, box.y + 50], [box.x + 60, box.y + 90]);
      for (let i = 0; i < 4; i += 1) await fit();
      await page.mouse.move(3, 3);
      await expect(title(page)).toHaveText('');
      await expect.poll(() => resting(page)).toBe(before[0]);
      expect(await picture(page)).toBe(before[1]);
    });
  }
});

test('a drag beside the nodes moves the picture', async ({ page }) => {
  await openAt(page, MESH, 0);
  const before = await resting(page);
  await tool(page, 'Zoom in').click();
  await expect.poll(() => resting(page)).not.toBe(before);
  const node = await meshPoint(page, 1, 1, { zoom: 1.5 });
  const [x, y] = await middle(page, 'Node (1,1)', node);
  const beside = await meshPoint(page, 1.5, 1.5, { zoom: 1.5 });
  await drag(page, beside, [beside[0] - 70, beside[1] + 40]);
  const [movedX, movedY] = await middle(page, 'Node (1,1)', [x - 70, y + 40]);
  expect(Math.hypot(movedX - x + 70, movedY - y - 40)).toBeLessThan(2);
  await expect(page).not.toHaveURL(/msg=/);
});

test('a worm that is followed stays in the middle, however near', async ({ page }) => {
  await openAt(page, ALONE, 2);
  await look(page, '#0');
  await page.getByRole('button', { name: 'Keep in view' }).click();
  for (let i = 0; i < 3; i += 1) await tool(page, 'Zoom in').click();
  const box = await page.locator('.stage').boundingBox();
  const headers = [];
  for (const cycle of [3, 4, 5, 6, 7]) {
    await page.locator('#forward').click();
    await stands(page, cycle);
    const [header] = /\(\d,\d\)/.exec(await why(page).textContent());
    headers.push(header);
    await expect(page.getByRole('button', { name: 'Keep in view' })).toHaveAttribute('aria-pressed', 'true');
  }
  expect(new Set(headers).size).toBe(5);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(title(page)).toContainText(`Node ${headers.at(-1)}`);
});

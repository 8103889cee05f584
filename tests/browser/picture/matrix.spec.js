// The channel matrix, beside the picture or instead of it. Its cells are tested natively (src/picture/scene/matrix).
import {
  away, expect, inMenu, look, matrix, meshPoint, openAt, picture, stands, test, title, told,
} from '../page.js';

test('pointing in the channel matrix shows the channel in the picture, and the other way around', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&msg=0:0,1>3,1&matrix=1', 4);
  await away(page);
  const [squares, frames] = [matrix(page).locator('canvas').first(), matrix(page).locator('canvas').last()];
  await expect(squares).toHaveAttribute('aria-label', 'Channel matrix: 16 nodes as rows, their ports as columns, 48 channels.');
  const before = [await picture(page), await picture(page, frames)];
  await page.mouse.move(...(await meshPoint(page, 0.5, 0.95)));
  await expect(told(page)).toContainText('Channel (0,1) → (1,1)');
  const pointed = [await picture(page), await picture(page, frames)];
  expect(pointed[0]).not.toBe(before[0]);
  expect(pointed[1]).not.toBe(before[1]);
  await away(page);
  await expect.poll(() => picture(page, frames)).toBe(before[1]);
  // The same channel is somewhere in the squares.
  const found = await matrix(page).evaluate(async (element) => {
    const heading = document.querySelector('#told');
    const { x, y, width, height } = element.getBoundingClientRect();
    for (let row = 0; row < 40; row += 1) {
      for (let column = 0; column < 20; column += 1) {
        const at = { clientX: x + (width * (column + 0.5)) / 20, clientY: y + (height * (row + 0.5)) / 40 };
        element.dispatchEvent(new PointerEvent('pointermove', at));
        await scheduler.yield();
        if (heading.textContent.startsWith('Channel (0,1) → (1,1)')) return [at.clientX, at.clientY];
      }
    }
    return undefined;
  });
  await page.mouse.move(...found);
  await expect(told(page)).toContainText('Channel (0,1) → (1,1)');
  await expect.poll(() => picture(page)).toBe(pointed[0]);
  await expect.poll(() => picture(page, frames)).toBe(pointed[1]);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(3, 3);
  await expect(page).toHaveURL(/matrix=1/);
  await expect(title(page)).toContainText('Channel (0,1) → (1,1)');
  await expect(page.locator('.selected .lanes')).toContainText('held by message 0');
});

test('a network of 4096 nodes opens with its channel matrix, which can be closed', async ({ page }) => {
  await openAt(page, 't=torus-uni:16x16x16&M=25&lam=0.0005', 60);
  await expect(await inMenu(page, 'picture', 'matrix')).toHaveAttribute('aria-pressed', 'true');
  await expect(matrix(page).locator('canvas').first()).toHaveAttribute('aria-label', /4096 nodes as rows.*12288 channels/);
  const box = await matrix(page).boundingBox();
  // Squares are computed after the canvas is there.
  await expect(async () => {
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(told(page)).toContainText('Channel (', { timeout: 1000 });
  }).toPass();
  await away(page);
  await look(page, '5,6,7');
  await expect(title(page)).toContainText('Node (5,6,7)');
  await page.locator('#forward').click();
  await stands(page, 61);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect(matrix(page)).toBeHidden();
  await expect(page).toHaveURL(/matrix=0/);
  await page.reload();
  await stands(page, 61);
  await expect(matrix(page)).toBeHidden();
  // A smaller network opens without it.
  await openAt(page, 't=hypercube:10&vc=1&M=200&lam=0.001', 20);
  await expect(matrix(page)).toBeHidden();
});

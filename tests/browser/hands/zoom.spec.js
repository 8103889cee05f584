// Near and far: the wheel, two fingers, and what is kept in view.
import {
  away, drag, expect, hand, look, meshPoint, openAt, picture, resting, stands, swipe, test, title,
  tool, why,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';

/** The middle of a node's disc in the picture, found by pointing left, right, above, below. */
function middle(page, name, [x, y]) {
  return page.evaluate(
    async ([name, x, y]) => {
      const stage = document.querySelector('.stage');
      const heading = document.querySelector('.selected h2');
      const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const isThere = async (clientX, clientY) => {
        stage.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 77 }));
        await painted();
        return heading.textContent.startsWith(name);
      };
      if (!(await isThere(x, y))) return `${heading.textContent} is at ${x}, ${y}`;
      const edge = async (dx, dy) => {
        let [inside, outside] = [0, 140];
        while (outside - inside > 0.5) {
          const far = (inside + outside) / 2;
          if (await isThere(x + dx * far, y + dy * far)) inside = far;
          else outside = far;
        }
        return inside;
      };
      const [left, right] = [await edge(-1, 0), await edge(1, 0)];
      const [above, below] = [await edge(0, -1), await edge(0, 1)];
      return [x + (right - left) / 2, y + (below - above) / 2, (left + right) / 2];
    },
    [name, x, y],
  );
}

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

for (const [how, fit] of [
  ['the button', (page) => tool(page, 'Fit').click()],
  ['a key', (page) => page.keyboard.press('0')],
  ['turning the wheel back', (page) => page.mouse.wheel(0, 2000)],
]) {
  test(`by ${how} everything is in view again, as it was`, async ({ page }) => {
    await openAt(page, TORUS, 80);
    await away(page);
    const before = [await resting(page), await picture(page)];
    const box = await page.locator('.stage').boundingBox();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.mouse.wheel(0, -400);
    await page.mouse.wheel(0, -200);
    await expect.poll(() => resting(page)).not.toBe(before[0]);
    await drag(page, [box.x + 5, box.y + 50], [box.x + 60, box.y + 90]);
    for (let i = 0; i < 4; i += 1) await fit(page);
    await page.mouse.move(3, 3);
    await expect(title(page)).toHaveText('');
    await expect.poll(() => resting(page)).toBe(before[0]);
    expect(await picture(page)).toBe(before[1]);
  });
}

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

test.describe('fingers', () => {
  test.use({ hasTouch: true });

  test('two fingers zoom, and what is between them stays there', async ({ page }) => {
    await openAt(page, MESH, 0);
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
  });

  test.describe('on a small screen', () => {
    test.use({ isMobile: true, viewport: { width: 390, height: 700 } });

    test('a finger beside the nodes scrolls past the picture', async ({ page }) => {
      await openAt(page, MESH, 0);
      const from = await meshPoint(page, 1.5, 1.5);
      await swipe(page, from, [from[0], from[1] - 150]);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
      await expect(page).not.toHaveURL(/msg=/);
    });
  });
});

// The dock and its divider, the transport bar, and the way back from an example.
import { dock, drag as dragTo, expect, openAt, settings, stands, step, test } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

const height = async (page, part) => {
  // A view of the dock is fetched when it is first shown.
  await expect(page.locator(part)).toBeVisible();
  return (await page.locator(part).boundingBox()).height;
};

/** Drags the divider. */
async function drag(page, by) {
  const edge = await page.locator('.edge').boundingBox();
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
  await dragTo(page, [x, y], [x, y + by]);
}

test('the divider sets the size of a diagram, by mouse and by key, for each view, but not for lessons', async ({ page }) => {
  await openAt(page, `${MESH}&msg=0:0,0>3,3&view=spacetime`, 5);
  const [stage, usual, diagram] = [await height(page, '.stage'), await height(page, '.dock'), await height(page, '.sheet svg')];
  await step('by mouse and by key', async () => {
    await drag(page, -60);
    await expect.poll(() => height(page, '.sheet svg')).toBeGreaterThan(diagram + 30);
    expect(await height(page, '.stage')).toBeLessThan(stage - 50);
    await page.locator('.edge').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => height(page, '.sheet svg')).toBeLessThan(diagram + 5);
    await page.keyboard.press('ArrowUp');
    await drag(page, 80);
    await expect.poll(() => height(page, '.dock')).toBeLessThan(usual - 50);
  });
  const low = await height(page, '.dock');
  await step('another view has a size of its own', async () => {
    await dock(page, 'Latency curve');
    await expect.poll(() => height(page, '.dock')).toBe(usual);
    await dock(page, 'Space-time');
    await expect.poll(() => height(page, '.dock')).toBe(low);
  });
  await step('a reload restores the size, and the view chosen just before', async () => {
    await dock(page, 'Time line');
    await expect(page).not.toHaveURL(/view=/);
    await dock(page, 'Space-time');
    await expect(page).toHaveURL(/view=spacetime/);
    await page.reload();
    await expect(page).toHaveURL(/view=spacetime/);
    await stands(page, 5);
    await expect.poll(async () => Math.abs((await height(page, '.dock')) - low)).toBeLessThan(2);
  });
  await step('a lesson has the usual size', async () => {
    await page.goto('#/lessons/three-switching-modes/7');
    await expect(page.locator('.lesson-step h2')).toContainText('7');
    await expect(page.locator('.dock.tall')).toBeVisible();
    await expect.poll(() => height(page, '.dock')).toBeGreaterThan(usual - 50);
  });
});

test('the divider sets the size of a chart, and leaves room for the names of the nodes', async ({ page }) => {
  await openAt(page, 't=hypercube:3&M=8&view=curve', 0);
  await expect(page.locator('.measure .legend li').first()).toBeVisible();
  const chart = () => height(page, '.measure .chart canvas');
  const before = await chart();
  await drag(page, -50);
  await expect.poll(chart).toBeGreaterThan(before + 45);
  await drag(page, 100);
  await expect.poll(chart).toBeLessThan(before - 45);
  // Chart and legend have the whole height of the dock.
  const bottom = async (part) => {
    const box = await page.locator(part).boundingBox();
    return box.y + box.height;
  };
  expect((await bottom('.dock')) - (await bottom('.measure-chart'))).toBeLessThan(8);
  await step('as far as the names of the nodes can be read', async () => {
    await openAt(page, 't=torus:8x8&M=16&view=spacetime&lam=0.01', 20);
    await drag(page, -400);
    // Eight rows of names of 8 pixels, and the links around them.
    await expect.poll(() => height(page, '.stage')).toBeGreaterThan(355);
    expect(await bottom('.dock')).toBeLessThanOrEqual(800);
    // What was too much is not remembered: a small step back is seen at once.
    const most = await height(page, '.dock');
    await drag(page, 10);
    await expect.poll(() => height(page, '.dock')).toBeLessThan(most);
  });
});

test('the text of the fastest and the slowest speed is clear of the next button', async ({ page }) => {
  await openAt(page, MESH, 1375);
  const speed = page.getByLabel('Speed');
  const gap = () => page.locator('.speed .now').evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const next = document.querySelector('#more-steps-button').getBoundingClientRect();
    const own = range.getBoundingClientRect();
    return next.top > own.bottom ? Infinity : next.left - own.right;
  });
  for (const [width, tall] of [[1280, 800], [390, 844]]) {
    await page.setViewportSize({ width, height: tall });
    for (const end of ['max', 'min']) {
      await speed.fill(await speed.getAttribute(end));
      await expect.poll(gap, `${end} at ${width} pixels`).toBeGreaterThanOrEqual(2);
    }
    await expect.poll(() => height(page, '.transport')).toBeLessThan(60);
  }
});

test('after See a deadlock, a button or key restores the network that it replaced', async ({ page }) => {
  await openAt(page, `${MESH}&lam=0.01&msg=0:0,0>3,3`, 9);
  const see = page.getByRole('button', { name: 'See a deadlock' });
  const back = page.getByRole('button', { name: 'Back to your network' });
  await expect(back).toBeHidden();
  await see.click();
  await expect(page).toHaveURL(/t=torus-uni:12/);
  await expect(see).toBeHidden();
  await step('also after a change', async () => {
    await settings(page);
    await page.getByLabel('Virtual channels V').fill('2');
    await expect(page).toHaveURL(/vc=2|t=torus-uni:12&M=8/);
    await page.locator('#edit').press('Enter');
    await back.click();
    await stands(page, 9);
    await expect(page).toHaveURL(/t=mesh:4x4.*msg=0:0,0/);
    await expect(back).toBeHidden();
  });
  await step('by key', async () => {
    await see.click();
    await expect(page).toHaveURL(/t=torus-uni:12/);
    await page.keyboard.press('b');
    await stands(page, 9);
    await expect(page).toHaveURL(/t=mesh:4x4.*msg=0:0,0/);
    await expect(page.locator('.stage')).toBeFocused();
  });
});

// The dock and its divider, the small panels of the settings, and the way back from an example.
import { dock, expect, openAt, settings, stands, test } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

const height = async (page, part) => {
  // A view of the dock is fetched when it is first shown.
  await expect(page.locator(part)).toBeVisible();
  return (await page.locator(part).boundingBox()).height;
};

/** Drags the divider. */
async function drag(page, by) {
  const edge = await page.locator('.edge').boundingBox();
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2 + by, { steps: 5 });
  await page.mouse.up();
}

test.describe('the divider', () => {
  test('sets the size of the diagram, by hand and by key, and is remembered', async ({ page }) => {
    await openAt(page, `${MESH}&msg=0:0,0>3,3&view=spacetime`, 5);
    const [stage, low, diagram] = [await height(page, '.stage'), await height(page, '.dock'), await height(page, '.sheet svg')];
    await drag(page, -60);
    await expect.poll(() => height(page, '.sheet svg')).toBeGreaterThan(diagram + 30);
    expect(await height(page, '.stage')).toBeLessThan(stage - 50);
    await page.locator('.edge').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => height(page, '.sheet svg')).toBeLessThan(diagram + 5);
    await page.keyboard.press('ArrowUp');
    const now = await height(page, '.dock');
    expect(now).not.toBe(low);
    await page.reload();
    await stands(page, 5);
    expect(Math.abs((await height(page, '.dock')) - now)).toBeLessThan(2);
  });

  test('sets the size of the chart', async ({ page }) => {
    await openAt(page, 't=hypercube:3&M=8&view=curve', 0);
    await page.locator('#measure').click();
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
  });

  test('has a place of its own for each view, none of which goes into a lesson', async ({ page }) => {
    await openAt(page, `${MESH}&msg=0:0,0>3,3&view=spacetime`, 5);
    const usual = await height(page, '.dock');
    await drag(page, 80);
    await expect.poll(() => height(page, '.dock')).toBeLessThan(usual - 70);
    await dock(page, 'Latency curve');
    await expect.poll(() => height(page, '.dock')).toBe(usual);
    await dock(page, 'Space-time');
    await expect.poll(() => height(page, '.dock')).toBeLessThan(usual - 70);
    await page.goto('#/lessons/three-switching-modes/7');
    await expect(page.locator('.lesson-step h2')).toContainText('7');
    await expect(page.locator('.dock.tall')).toBeVisible();
    await expect.poll(() => height(page, '.dock')).toBeGreaterThan(usual - 70);
  });

  test('leaves the nodes their names', async ({ page }) => {
    await openAt(page, 't=torus:8x8&M=16&view=spacetime&lam=0.01', 20);
    await drag(page, -400);
    // Eight rows of names of 8 pixels, and the links around them.
    await expect.poll(() => height(page, '.stage')).toBeGreaterThan(355);
    const box = await page.locator('.dock').boundingBox();
    expect(box.y + box.height).toBeLessThanOrEqual(800);
    // What was too much is not remembered: a small step back is seen at once.
    const before = await height(page, '.dock');
    await drag(page, 10);
    await expect.poll(() => height(page, '.dock')).toBeLessThan(before);
  });
});

test.describe('a small panel', () => {
  const panel = (page) => page.locator('#set-routing');
  const chip = (page) => page.locator('#set-routing-button');

  test('stays at its button when the line wraps', async ({ page }) => {
    await openAt(page, `${MESH}&lam=0.01`, 5);
    await chip(page).click();
    const apart = async () => {
      const [box, at] = [await panel(page).boundingBox(), await chip(page).boundingBox()];
      return Math.max(Math.abs(box.x - at.x), Math.abs(box.y - at.y - at.height - 4));
    };
    await expect.poll(apart).toBeLessThan(2);
    const before = await chip(page).boundingBox();
    // Its line moves, as it does when something above it comes or goes.
    await page.locator('.settings').evaluate((line) => { line.style.padding = '30px 0 0 50px'; });
    await expect.poll(async () => (await chip(page).boundingBox()).y).toBeGreaterThan(before.y + 20);
    await expect.poll(apart).toBeLessThan(2);
  });

  test('opened by mouse, is closed by Esc, which does no more than that', async ({ page }) => {
    await openAt(page, `${MESH}&lam=0.02&sel=n1,1`, 5);
    await chip(page).click();
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    // The same where the picture has the focus.
    await chip(page).click();
    await expect(panel(page)).toBeVisible();
    await page.locator('#worms').evaluate((picture) => picture.focus());
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(page.locator('.selected h2')).toContainText('(1,1)');
    await page.keyboard.press('Escape');
    await expect(page.locator('.selected h2')).not.toContainText('(1,1)');
  });
});

test('numbers of one letter have words where there is room, otherwise a title', async ({ page }) => {
  await openAt(page, `${MESH}&buf=1`, 0);
  const [vcs, buffer] = [page.locator('#set-vcs-button'), page.locator('#set-buffer-button')];
  await expect(vcs).toHaveText('1 virtual channel');
  await expect(buffer).toHaveText('buffer 1 flit');
  const wide = (await vcs.boundingBox()).width;
  const line = await height(page, '.settings');
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(async () => (await vcs.boundingBox()).width).toBeLessThan(wide / 2);
  await expect(vcs).toHaveAttribute('title', /Virtual channels/);
  await expect(page.getByRole('button', { name: '1 virtual channel' })).toBeVisible();
  expect(await height(page, '.settings')).toBe(line);
});

for (const [width, tall] of [[1280, 800], [390, 844]]) {
  test(`at ${width} px the fastest and the slowest speed stand clear of the next button`, async ({ page }) => {
    await page.setViewportSize({ width, height: tall });
    await openAt(page, MESH, 0);
    const speed = page.getByLabel('Speed');
    for (const end of ['max', 'min']) {
      await speed.fill(await speed.getAttribute(end));
      const gap = await page.locator('.speed .now').evaluate((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const next = document.querySelector('#more-steps-button').getBoundingClientRect();
        const own = range.getBoundingClientRect();
        return next.top > own.bottom ? Infinity : next.left - own.right;
      });
      expect(gap, end).toBeGreaterThanOrEqual(2);
    }
    const one = await page.locator('.transport').boundingBox();
    expect(one.height).toBeLessThan(60);
  });
}

test('after See a deadlock one returns to what one has made, by button or key', async ({ page }) => {
  await openAt(page, `${MESH}&lam=0.01&msg=0:0,0>3,3`, 9);
  const see = page.getByRole('button', { name: 'See a deadlock' });
  const back = page.getByRole('button', { name: 'Back to your network' });
  await expect(back).toBeHidden();
  await see.click();
  await expect(page).toHaveURL(/t=torus-uni:12/);
  await expect(see).toBeHidden();
  // Whatever one did there.
  await settings(page);
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(page).toHaveURL(/vc=2|t=torus-uni:12&M=8/);
  await page.locator('#edit').press('Enter');
  await back.click();
  await stands(page, 9);
  await expect(page).toHaveURL(/t=mesh:4x4.*msg=0:0,0/);
  await expect(back).toBeHidden();
  await see.click();
  await expect(page).toHaveURL(/t=torus-uni:12/);
  await page.keyboard.press('b');
  await stands(page, 9);
  await expect(page).toHaveURL(/t=mesh:4x4.*msg=0:0,0/);
  await expect(page.locator('.stage')).toBeFocused();
});

// Present mode: what the last row of an audience sees.
import { expect, openAt, picture, stands, test } from '../page.js';

/** Font size on the screen of what has text of its own within a part, the smallest one. */
export function smallest(page, part) {
  return page.locator(part).first().evaluate((element) => {
    const sizes = [element, ...element.querySelectorAll('*')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.checkVisibility())
      .map((one) => one.currentCSSZoom * Number.parseFloat(getComputedStyle(one).fontSize));
    return Math.min(...sizes);
  });
}

/** The share of the window that a part takes. */
async function share(page, part) {
  const box = await page.locator(part).first().boundingBox();
  const { width, height } = page.viewportSize();
  return (box.width * box.height) / (width * height);
}

for (const [width, height] of [[1280, 800], [1920, 1080]]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a space-time diagram fills the screen, with its key below it', async ({ page }) => {
      await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=spacetime', 12);
      await page.keyboard.press('f');
      await expect(page.locator('.bar')).toBeHidden();
      await expect(page.locator('.stage')).toBeHidden();
      expect(await smallest(page, '.sheet-page')).toBeGreaterThanOrEqual(24);
      expect(await share(page, '.sheet svg')).toBeGreaterThan(0.5);
      for (const part of ['.told', '.sheet svg', '.sheet-key']) {
        await expect(page.locator(part).first()).toBeInViewport({ ratio: 1 });
      }
      const [sheet, key] = [await page.locator('.sheet').boundingBox(), await page.locator('.sheet-key').boundingBox()];
      expect(key.y).toBeGreaterThanOrEqual(sheet.y + sheet.height);
      // By remote control to the next cycle, and back to the network.
      await page.keyboard.press('PageDown');
      await stands(page, 13);
      await page.getByRole('button', { name: 'Time line' }).click();
      await expect(page.locator('.stage')).toBeVisible();
    });

    test('all switching modes are on one screen, the last one too', async ({ page }) => {
      await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=modes', 9);
      const last = page.locator('.sheet .picture').nth(2);
      await expect(last).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('f');
      await expect(page.locator('.bar')).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Store-and-forward' })).toBeInViewport({ ratio: 1 });
      await expect(last).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.sheet-key')).toBeInViewport({ ratio: 1 });
      expect(await smallest(page, '.sheet-page')).toBeGreaterThanOrEqual(24);
      const overflow = await page.locator('.sheet').evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}

for (const [width, height] of [[1280, 800], [1920, 1080]]) {
  test(`the channels that Duato's function offers stay beside the picture at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openAt(page, 't=mesh:4x4&vc=2&r=duato&M=8&show=routes', 0);
    await page.keyboard.press('f');
    await expect(page.locator('.bar')).toBeHidden();
    const offers = page.locator('.inspector .offer');
    await expect(offers.first()).toContainText('VC 1; escape VC 0');
    await expect(offers.last()).toBeInViewport({ ratio: 1 });
    expect(await smallest(page, '.inspector .steps')).toBeGreaterThanOrEqual(24);
    const [stage, side] = [await page.locator('.stage').boundingBox(), await page.locator('.inspector').boundingBox()];
    expect(side.x).toBeGreaterThanOrEqual(stage.x + stage.width);
    expect(await share(page, '.stage')).toBeGreaterThan(0.35);
    // Another hop is chosen there, and drawn.
    const before = await picture(page);
    await offers.filter({ hasText: '(0,1)' }).first().click();
    await expect.poll(() => picture(page)).not.toBe(before);
  });
}

test('the dependency cycle stays beside its arrows, and is said once', async ({ page }) => {
  await openAt(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&show=deadlock', 0);
  await expect(page.locator('#deadlock-verdict')).toHaveText('Can deadlock');
  await page.keyboard.press('f');
  await expect(page.locator('.bar')).toBeHidden();
  const steps = page.locator('.inspector .steps li');
  await expect(steps).toHaveCount(4);
  await expect(steps.last()).toBeInViewport({ ratio: 1 });
  expect(await smallest(page, '.inspector')).toBeGreaterThanOrEqual(24);
  await expect(page.locator('.found:visible, #told:visible')).toHaveCount(1);
});

test('a figure of a paper has the screen, then its table', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('#/papers/ciciani/figure-6');
  await expect(page.locator('#figure-6 .diagram canvas')).toBeVisible();
  await page.locator('#present').click();
  await expect(page.locator('.stage')).toBeHidden();
  expect(await share(page, '#figure-6 .diagram-sheet')).toBeGreaterThan(0.5);
  await expect(page.locator('#figure-6 .diagram-legend')).toBeInViewport({ ratio: 1 });
  expect(await smallest(page, '.library')).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('PageDown');
  await expect(page.locator('#figure-6 .reproduced tbody tr').first()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('PageUp');
  await expect(page.locator('#figure-6 .diagram-sheet')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('.stage')).toBeVisible();
});

test('the key of a lecturer leads over the summary of a lesson to the next one', async ({ page }) => {
  await page.goto('#/lessons/one-message/8');
  await expect(page.locator('.lesson-step h2')).toContainText('8');
  await page.keyboard.press('f');
  const closing = page.locator('.closing');
  for (let presses = 0; presses < 4 && !(await closing.isVisible()); presses += 1) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(300);
  }
  await expect(closing).toContainText('You can say how long one message alone takes');
  await expect(closing.locator('.next-lesson')).toBeInViewport({ ratio: 1 });
  expect(await smallest(page, '.closing')).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('PageUp');
  await expect(page.locator('.lesson-step h2')).toContainText('8');
  for (let presses = 0; presses < 4 && !(await closing.isVisible()); presses += 1) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(300);
  }
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/lessons\/three-switching-modes\/1/);
  await expect(page.locator('.lesson-title')).toHaveText('Three ways to pass a message on');
  await expect(page.locator('.lab.presenting')).toBeVisible();
});

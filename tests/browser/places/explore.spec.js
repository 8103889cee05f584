// Explore: its settings, keys, examples, deadlocks, and present mode.
import {
  command, example, expect, focusBy, number, openAt, picture, settings, stands, step, test, title, toPlace, why,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';
const BUSY = 't=torus:8x8&buf=2&M=16&lam=0.0211';
const RING = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

const play = (page) => page.locator('#play');

test('each group of settings has a small form in the bar', async ({ page }) => {
  await openAt(page, 't=torus:8x8&buf=2&M=16&lam=0.01', 30);
  const bar = page.locator('.bar.top');
  await expect(bar.locator('.settings .opens')).toHaveText(['Torus 8×8', 'Dimension order', '2 lanes · 16 flits']);
  await bar.getByRole('button', { name: '2 lanes · 16 flits' }).click();
  await page.getByLabel('Message length M').fill('4');
  await page.keyboard.press('Enter');
  await expect(page.locator('#set-messages-button')).toHaveText('2 lanes · 4 flits');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Message length M')).toHaveCount(0);
  await bar.getByLabel('Load, as a share of capacity').fill('50');
  await expect(bar.locator('.slider output')).toHaveText('50 %');
  await expect(page).toHaveURL(/lam=0\.\d+/);
  await settings(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('.panel.side')).toBeHidden();
  await step('a topology is chosen by its picture, and facts stand below', async () => {
    await page.locator('#set-network-button').click();
    await page.locator('#set-network').getByRole('button', { name: 'Hypercube', exact: true }).click();
    await expect(page).toHaveURL(/t=hypercube/);
    await expect(page.locator('.few-facts')).toContainText('Diameter');
    await page.locator('#all-facts').click();
    await expect(page.locator('.facts').first()).toContainText('Latency without load');
    await expect(page.locator('.facts').nth(1)).toContainText('% of capacity');
  });
});

test('a small panel stays at its button, and Esc closes only the panel', async ({ page }) => {
  const panel = page.locator('#set-routing');
  const chip = page.locator('#set-routing-button');
  await openAt(page, `${MESH}&lam=0.02&sel=n1,1`, 5);
  await step('where the line of settings moves', async () => {
    await chip.click();
    const apart = async () => {
      const [box, at] = [await panel.boundingBox(), await chip.boundingBox()];
      return Math.max(Math.abs(box.x - at.x), Math.abs(box.y - at.y - at.height - 4));
    };
    await expect.poll(apart).toBeLessThan(2);
    const before = await chip.boundingBox();
    await page.locator('.settings').evaluate((line) => { line.style.padding = '0 0 0 50px'; });
    await expect.poll(async () => (await chip.boundingBox()).x).toBeGreaterThan(before.x + 20);
    await expect.poll(apart).toBeLessThan(2);
  });
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(title(page)).toContainText('(1,1)');
  await step('also while the picture has the focus', async () => {
    await chip.click();
    await expect(panel).toBeVisible();
    await page.locator('#worms').evaluate((picture) => picture.focus());
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(title(page)).toContainText('(1,1)');
    await page.keyboard.press('Escape');
    await expect(page.locator('.panel.side')).toBeHidden();
  });
  await step('a panel of warnings may lose its reason while it opens', async () => {
    await openAt(page, 't=torus:4x4&vc=3&r=duato&lam=0.01', 0);
    await page.locator('#set-messages-button').click();
    await page.getByLabel('Virtual channels V').fill('1');
    await expect(page).not.toHaveURL(/vc=3/);
    await page.keyboard.press('Escape');
    await expect(page.locator('.warned')).toBeVisible();
    await page.evaluate(() => {
      const undo = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true });
      const warnings = document.querySelector('#set-messages');
      // Before the frame in which the panel is placed.
      warnings.addEventListener('toggle', () => queueMicrotask(() => document.body.dispatchEvent(undo)));
      warnings.showPopover();
    });
    await expect(page).toHaveURL(/vc=3/);
    await expect(page.locator('.warned')).toBeHidden();
  });
});

test('Tab soon reaches the network, and Space plays unless a button was reached by key', async ({ page }) => {
  await openAt(page, BUSY, 60);
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.stage')).toBeFocused();
  await page.reload();
  await stands(page, 60);
  const isThere = () => page.evaluate(() => document.activeElement.matches('.stage'));
  for (let stops = 1; !(await isThere()); stops += 1) {
    expect(stops).toBeLessThanOrEqual(11);
    await page.keyboard.press('Tab');
  }
  await page.locator('#forward').click();
  await stands(page, 61);
  await page.keyboard.press('Space');
  await expect(play(page)).toHaveAttribute('aria-label', 'Pause');
  await page.locator('#analyse-button').click();
  await page.locator('#analyse #routes').click();
  await page.keyboard.press('Space');
  await expect(play(page)).toHaveAttribute('aria-label', 'Play');
  await focusBy(page, 'Tab', '#forward');
  const cycle = await number(page.locator('#cycle'));
  await page.keyboard.press('Space');
  // The counter names the cycle that is over, so one more cycle has passed than it says.
  await stands(page, cycle + 2);
});

test('the answer to w is in sight, and disabled buttons can be read', async ({ page }) => {
  await step('the answer to w, which pauses', async () => {
    await openAt(page, BUSY, 150);
    await play(page).click();
    await expect(play(page)).toHaveAttribute('aria-label', 'Pause');
    await page.keyboard.press('w');
    await expect(play(page)).toHaveAttribute('aria-label', 'Play');
    await expect(why(page)).toContainText('Why blocked?');
    await expect(why(page)).toBeInViewport({ ratio: 1 });
    const cut = await page.locator('.inspected').evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
  });
  await step('a disabled button on dark ground', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAt(page, `${MESH}&show=multicast`, 0);
    const button = page.getByRole('button', { name: 'Play it' });
    await expect(button).toBeDisabled();
    const contrast = () => button.evaluate((element) => {
      const light = (color) => {
        const parts = color.match(/[\d.]+/g).map(Number);
        const [r, g, b] = parts.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ink = light(getComputedStyle(element).color);
      const ground = light(getComputedStyle(element.closest('.panel')).backgroundColor);
      return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    });
    await expect.poll(contrast).toBeGreaterThan(4.5);
  });
});

test('examples are pictures grouped by question, and play, with reduced motion only on demand', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/lab');
  await stands(page, 150);
  await example(page, 'A 6-cube, e-cube routed');
  await expect(page).toHaveURL(/t=hypercube:6/);
  await expect(play(page)).toHaveAttribute('aria-label', 'Play');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await command(page, 'Examples');
  await expect(page.locator('.gallery h3').first()).toHaveText(/\?$/);
  const drawn = page.locator('.gallery .thumbnail').first();
  await expect.poll(() => drawn.evaluate((svg) => svg.querySelector('use').getBBox().width)).toBeGreaterThan(50);
  await page.keyboard.press('Escape');
  // Its traffic never ends, so the picture changes whenever it is looked at.
  await example(page, '8×8 torus under load');
  await expect(play(page)).toHaveAttribute('aria-label', 'Pause');
  const before = await picture(page);
  await expect.poll(() => picture(page)).not.toBe(before);
});

test('a deadlock is one line for an audience, and its cure is one click', async ({ page }) => {
  await openAt(page, RING, 0);
  const verdict = page.locator('.verdict');
  const cure = page.locator('.said').getByRole('button', { name: 'Add a virtual channel' });
  await page.keyboard.press('f');
  await expect(page.locator('.bar.top')).toBeHidden();
  const { height } = await page.locator('.stage').boundingBox();
  await page.keyboard.press('Space');
  await expect(verdict).toContainText('0 waits for 1, 1 for 2, 2 for 3, 3 for 0.');
  await expect(cure).toBeVisible();
  expect((await page.locator('.stage').boundingBox()).height).toBeGreaterThan(height - 4);
  await page.keyboard.press('Escape');
  await expect(page.locator('.bar.top')).toBeVisible();
  await expect(verdict).toContainText('Deadlock');
  await cure.click();
  await expect(page.locator('#set-messages-button')).toContainText('2 lanes');
  await expect(verdict).toContainText('change to another virtual channel where they cross a wrap-around link');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press(']');
  await expect(verdict).toContainText('All delivered');
  await expect(page.locator('#stage-summary')).toContainText('4 delivered');
  await page.goBack();
  await expect(page.locator('#set-messages-button')).toContainText('1 lane');
});

test('in present mode the bar is hidden, what is said is large, and a curve has the screen', async ({ page }) => {
  const told = page.locator('#told');
  const bar = page.locator('.bar.top');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openAt(page, BUSY, 150);
  await step('entered by a button, left by Esc', async () => {
    await command(page, 'Present');
    await expect(bar).toBeHidden();
    await page.keyboard.press('w');
    await expect(told).toContainText('Why blocked?');
    const size = await told.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(24);
    await expect(told).toBeInViewport({ ratio: 1 });
    for (const part of ['.bar', '.settings', '.side', '.corner']) await expect(page.locator(part).filter({ visible: true })).toHaveCount(0);
    // Screen readers still find the heading.
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    // Remote controls for presentations send these keys.
    for (const [key, cycles] of [['PageDown', 151], ['PageUp', 150]]) {
      await page.keyboard.press(key);
      await stands(page, cycles);
    }
    // Also when the picture has the focus, where Esc otherwise deselects.
    await page.locator('.stage').focus();
    await page.keyboard.press('Escape');
    await expect(bar).toBeVisible();
  });
  await step('a curve with its legend', async () => {
    await openAt(page, `${BUSY}&view=curve`, 20);
    await page.keyboard.press('f');
    await expect(page.locator('.measure .chart canvas').first()).toBeInViewport({ ratio: 1 });
    // The question why a message waits is answered all the same.
    await page.keyboard.press('w');
    await expect(told).toBeInViewport({ ratio: 1 });
    await expect(told).toContainText('Why blocked?');
    await expect(page.locator('.stage')).toBeVisible();
    await page.keyboard.press('7');
    await expect(page.locator('.measure .chart canvas').first()).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Leave' }).click();
  });
  await step('at Home, too', async () => {
    await toPlace(page, 'Home');
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(bar).toBeVisible();
  });
});

test('after See a deadlock, a button or key restores the network that it replaced', async ({ page }) => {
  await openAt(page, `${MESH}&lam=0.01&msg=0:0,0>3,3`, 9);
  const see = page.getByRole('button', { name: 'See a deadlock' });
  await page.keyboard.press('4');
  const back = page.getByRole('button', { name: 'Back to your network' });
  await expect(back).toBeHidden();
  await see.click();
  await expect(page).toHaveURL(/t=torus-uni:12/);
  await expect(see).toBeHidden();
  await step('also after a change', async () => {
    await settings(page);
    await page.getByLabel('Virtual channels V').fill('2');
    await expect(page).toHaveURL(/vc=2|t=torus-uni:12&M=8/);
    await page.keyboard.press('Escape');
    await page.locator('.stage').focus();
    await page.keyboard.press('4');
    await back.click();
    await stands(page, 9);
    await expect(page).toHaveURL(/t=mesh:4x4.*msg=0:0,0/);
    await expect(back).toBeHidden();
  });
  await step('by key', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('4');
    await see.click();
    await expect(page).toHaveURL(/t=torus-uni:12/);
    await page.keyboard.press('b');
    await stands(page, 9);
    await expect(page).toHaveURL(/t=mesh:4x4.*msg=0:0,0/);
    await expect(page.locator('.stage')).toBeFocused();
  });
});

// Without a pointer, and without sight: keys do everything, and what happens is told.
import {
  banner, expect, focusBy, legend, matrix, number, openAt, stands, test, title, why,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';

test('a whole session needs only keys', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('#/lab');
  await expect(page.locator('#worms')).toBeVisible();
  await focusBy(page, 'Tab', '.examples');
  await page.keyboard.press('Enter');
  await focusBy(page, 'Tab', '.gallery a[href*="mesh:7"]');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/t=mesh:7&vc=1&M=6/);
  await focusBy(page, 'Tab', '.stage');
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(2);
  await page.keyboard.press('Space');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
  await page.keyboard.press('Home');
  await stands(page, 0);
  // From node 0 two to the right, and a message from there to the end of the line.
  await page.keyboard.press('ArrowRight');
  await expect(title(page)).toContainText('Node (0)');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('0');
  await expect(title(page)).toContainText('Node (2)');
  await page.keyboard.press('i');
  await expect(page.locator('.hint')).toHaveText('Source (2). Now choose the destination, or Esc.');
  for (let node = 3; node <= 6; node += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/msg=[^&]*0:2(>|%3E)6/);
  await focusBy(page, 'Tab', '#forward');
  for (let cycle = 1; cycle <= 6; cycle += 1) {
    await page.keyboard.press('Enter');
    await stands(page, cycle);
  }
  await page.keyboard.press('w');
  await expect(why(page)).toHaveText(/^Why blocked\? .*held by message 0/);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/2(>|%3E)6/);
  await stands(page, 0);
  await page.keyboard.press('ArrowRight');
  await stands(page, 1);
  await page.keyboard.press('s');
  await expect(banner(page)).toContainText('Link copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/#\/lab\?t=mesh:7&vc=1&M=6&msg=.*&c=1$/);
  await page.goto('about:blank');
  await page.goto(copied);
  await stands(page, 1);
});

test('letters can be switched off, and stay off', async ({ page }) => {
  await openAt(page, TORUS, 20);
  await page.keyboard.press('?');
  await page.getByLabel('Single letters are shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await stands(page, 20);
  for (const key of ['h', 'm', 'f', '.']) await page.keyboard.press(key);
  await page.keyboard.press('ArrowRight');
  await stands(page, 21);
  await expect(legend(page)).toBeHidden();
  await expect(matrix(page)).toBeHidden();
  await expect(page.locator('.side')).toBeVisible();
  await page.keyboard.press('?');
  await page.getByLabel('Single letters are shortcuts').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('h');
  await expect(legend(page)).toBeVisible();
});

test('keys work at once after a dialog, and with the focus on a checkbox', async ({ page }) => {
  await openAt(page, `${TORUS}&show=routes`, 20);
  await page.keyboard.press('?');
  await page.getByLabel('Single letters are shortcuts').focus();
  // In one go: until the next frame the focus is in what is closed.
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const within = document.activeElement;
    dialog.close();
    within.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }));
  });
  await expect(legend(page)).toBeVisible();
  await page.getByLabel('Node-disjoint paths').focus();
  await page.keyboard.press('h');
  await expect(legend(page)).toBeHidden();
});

test('every step is told in a sentence, and nothing is told while time runs', async ({ page }) => {
  await openAt(page, ALONE, 0);
  const told = page.locator('#told');
  await expect(told).toHaveAttribute('aria-live', 'polite');
  const known = new Map([
    [1, 'message 0 leaves its queue at (0,0)'],
    [2, 'flits advance; nothing else changes'],
    [18, 'message 0 arrives at (5,5) after 17 cycles'],
    [19, 'the network is empty'],
  ]);
  for (let cycle = 1; cycle <= 19; cycle += 1) {
    await page.locator('#forward').click();
    await stands(page, cycle);
    const sentence = known.get(cycle);
    await expect(told).toHaveText(sentence ? `Cycle ${cycle}: ${sentence}.` : /^Cycle \d+: [^.]+\.$/);
  }
  await openAt(page, TORUS, 50);
  await page.locator('#forward').click();
  await expect(told).toHaveText(/^Cycle 51: [^.]+\.$/);
  await page.locator('#play').click();
  await expect(told).toHaveText('');
});

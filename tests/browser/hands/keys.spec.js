// Working without a pointer or without sight: keys reach everything, and steps are described in words.
import {
  command, expect, focusBy, legend, matrix, number, openAt, stands, test, title, why,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';

test('keys alone suffice to open an example, send a message, step and undo', async ({ page }) => {
  await page.goto('#/lab');
  await expect(page.locator('#worms')).toBeVisible();
  await command(page, 'Examples');
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
  await expect(page).toHaveURL(/sel=n0/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('0');
  await expect(page).toHaveURL(/sel=n2/);
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
});

test('single-letter shortcuts can be switched off, and keys work as soon as a dialog is closed', async ({ page }) => {
  await openAt(page, `${TORUS}&show=routes`, 20);
  const letters = page.getByLabel('Single letters and digits are shortcuts');
  await page.keyboard.press('?');
  await letters.uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await stands(page, 20);
  for (const key of ['h', 'm', 'f', '.']) await page.keyboard.press(key);
  await page.keyboard.press('ArrowRight');
  await stands(page, 21);
  await expect(page.locator('.legend-line')).not.toContainText('used');
  await expect(matrix(page)).toBeHidden();
  await expect(page.locator('.side')).toBeVisible();
  await page.keyboard.press('?');
  await letters.check();
  await letters.focus();
  // In one go: until the next frame the focus is in the closed dialog.
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const within = document.activeElement;
    dialog.close();
    within.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }));
  });
  await expect(page.locator('.legend-line')).toContainText('used');
  // A checkbox needs no letters.
  await page.getByLabel('Node-disjoint paths').focus();
  await page.keyboard.press('h');
  await expect(page.locator('.legend-line')).not.toContainText('used');
});

test('every step is described in a sentence, but nothing while time runs', async ({ page }) => {
  await openAt(page, ALONE, 16);
  const told = page.locator('#told');
  await expect(told).toHaveAttribute('aria-live', 'polite');
  for (const [cycle, sentence] of [
    [16, 'flits advance; nothing else changes'],
    [17, 'message 0 arrives at (5,5) after 17 cycles'],
    [18, 'the network is empty'],
  ]) {
    await page.locator('#forward').click();
    await expect(told).toHaveText(`Cycle ${cycle}: ${sentence}.`);
  }
  await openAt(page, TORUS, 50);
  await page.locator('#forward').click();
  await expect(told).toHaveText(/^Cycle 50: [^.]+\.$/);
  await page.locator('#play').click();
  await expect(told).toHaveText('');
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(53);
  await expect(told).toHaveText('');
});

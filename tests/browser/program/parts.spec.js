// Parts of the page whose code comes when they are first shown.
import { test as plain } from '@playwright/test';
import { expect, open, openAt, test, title } from '../page.js';

test('a link to a part has it fetched, and parts that are opened one after the other work together', async ({ page }) => {
  await open(page, 't=mesh:4x4&show=routes');
  await expect(page.locator('#routes')).toContainText('path');
  await page.goto('#/lab?t=mesh:4x4&c=3');
  await page.locator('#edit').click();
  await expect(page.getByRole('heading', { name: 'All settings' })).toBeVisible();
  await page.getByLabel('Virtual channels V').fill('3');
  await expect(page).toHaveURL(/vc=3/);
  await page.locator('#edit').click();
  await page.getByRole('button', { name: 'Deadlock analysis' }).click();
  await expect(page.locator('#deadlock-vcs')).toHaveText('V = 3');
  await expect(title(page)).toBeAttached();
});

// Without the usual check of the console: that a file is missing is told there, too.
plain('a part that cannot be fetched says so, and comes when it is tried again', async ({ page }) => {
  const parts = /\/(split|chunk)_\w+-[0-9a-f]{16}\.wasm$/;
  await page.route(parts, (route) => route.abort());
  await openAt(page, 't=mesh:4x4', 3);
  await page.locator('#edit').click();
  await expect(page.locator('.drawer')).toContainText('cannot be fetched');
  await page.unroute(parts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'All settings' })).toBeVisible();
});

plain('what is done with code that cannot be fetched says so, and can be done later', async ({ page }) => {
  const parts = /\/(split|chunk)_\w+-[0-9a-f]{16}\.wasm$/;
  await page.route(parts, (route) => route.abort());
  await openAt(page, 't=mesh:4x4&vc=1&r=distance-classes', 3);
  await expect(page.locator('#warnings-button')).toHaveText('1 warning');
  await page.keyboard.press('e');
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be fetched' })).toBeVisible();
  await page.unroute(parts);
  const file = page.waitForEvent('download');
  await page.keyboard.press('e');
  expect((await file).suggestedFilename()).toContain('.svg');
  // A network that is built anew is searched anew.
  await page.goto('#/lab?t=mesh:4x4&vc=2&r=distance-classes&c=3');
  await page.locator('#warnings-button').click();
  await expect(page.locator('#warnings')).toContainText('needs 4 virtual channels');
});

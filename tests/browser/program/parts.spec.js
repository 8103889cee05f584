// Parts of the page whose code is fetched when they are first shown.
import { expect, failing, inMenu, openAt, step } from '../page.js';

failing('a part whose code cannot be fetched says so, and is there when it is tried again', async ({ page }) => {
  const parts = /\/(split|chunk)_\w+-[0-9A-Z]{8}\.wasm$/;
  await page.route(parts, (route) => route.abort());
  await openAt(page, 't=mesh:4x4&vc=1&r=distance-classes', 3);
  await expect(page.locator('.warned')).toHaveAccessibleName('1 warning');
  await step('a file that is saved by a key', async () => {
    await page.keyboard.press('e');
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be fetched' })).toBeVisible();
  });
  await step('settings', async () => {
    await (await inMenu(page, 'places', 'edit')).click();
    await expect(page.locator('.panel.side')).toContainText('cannot be fetched');
  });
  await page.unroute(parts);
  await step('both are there later', async () => {
    await page.locator('.panel.side').getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.form')).toBeVisible();
    const file = page.waitForEvent('download');
    await page.keyboard.press('e');
    expect((await file).suggestedFilename()).toContain('.svg');
  });
  await step('parts that are opened one after the other work together', async () => {
    await page.getByLabel('Virtual channels V').fill('3');
    await expect(page).toHaveURL(/vc=3/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('4');
    await expect(page.locator('#deadlock-vcs')).toHaveText('V = 3');
    await page.locator('#set-messages-button').click();
    await expect(page.locator('#set-messages')).toContainText('needs 4 virtual channels');
  });
});

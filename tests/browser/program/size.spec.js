// What has to arrive before somebody can work with the page stays small; the rest of its program comes when somebody is
// about to need it, or at the latest when it is needed.
import { brotliCompressSync } from 'node:zlib';
import { expect, open, openAt, test, title } from '../page.js';

/** The most that may arrive at first, as a server sends it that compresses [bytes]. */
const MOST = 320_000;
const REST = /\/app_rest-[0-9a-f]{16}\.wasm$/;

for (const [where, address] of [
  ['Home', '#/'],
  ['Explore', '#/lab?t=torus:8x8&lam=0.01'],
]) {
  test(`what ${where} needs to start is small`, async ({ page }) => {
    const arrived = [];
    page.on('response', (response) => arrived.push(response));
    await page.goto(address);
    await expect(page.locator('.stage')).toBeVisible();
    await expect(page.locator('#stage-summary, #send-one').filter({ visible: true }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    let sum = 0;
    for (const response of [...arrived]) {
      expect(response.url()).not.toMatch(REST);
      if (response.url().startsWith('http')) sum += brotliCompressSync(await response.body()).length;
    }
    expect(arrived.length).toBeGreaterThan(3);
    expect(sum).toBeLessThan(MOST);
  });
}

test('the rest of the program comes when a hand moves', async ({ page }) => {
  // On a machine that is busy it may have come before.
  const rest = page.waitForResponse(REST);
  await openAt(page, 't=mesh:4x4', 3);
  await page.mouse.move(200, 300);
  await rest;
  await page.getByRole('button', { name: 'Routes' }).click();
  await expect(page.locator('#routes')).toContainText('path');
});

test('the rest of the program comes by itself, a while after the start', async ({ page }) => {
  const rest = page.waitForResponse(REST);
  await openAt(page, 't=mesh:4x4', 3);
  await rest;
});

test('a link to what the rest of the program shows has it fetched at once', async ({ page }) => {
  await open(page, 't=mesh:4x4&show=routes');
  await expect(page.locator('#routes')).toContainText('path');
});

test('parts that were opened one after the other work together', async ({ page }) => {
  await openAt(page, 't=mesh:4x4', 3);
  await page.locator('#edit').click();
  await expect(page.getByRole('heading', { name: 'All settings' })).toBeVisible();
  await page.getByLabel('Virtual channels V').fill('3');
  await expect(page).toHaveURL(/vc=3/);
  await page.locator('#edit').click();
  await page.getByRole('button', { name: 'Deadlock analysis' }).click();
  await expect(page.locator('#deadlock-vcs')).toHaveText('V = 3');
  await expect(title(page)).toBeAttached();
});

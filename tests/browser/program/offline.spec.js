// The page without a network: after one visit every place of it works, and a new version is announced.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { dist } from '../dist.js';
import { expect, step } from '../page.js';
import { serve } from '../serve.js';
import { CURVE, PLACES } from './all_places.js';

test.use({ serviceWorkers: 'allow' });

/** Waits until the page is stored. */
const stored = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);

test('the page can be installed, and works without a network on its second visit, in every place', async ({ page, context }) => {
  // Everything is stored, and compiled anew in a context of its own.
  test.slow();
  const server = await serve(dist, { under: '/flitscope' });
  await page.goto(server.base);
  await stored(page);
  await step('icons have the sizes that the manifest names', async () => {
    const browser = await context.newCDPSession(page);
    const { errors, data } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // Tests run in a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const icons = JSON.parse(data).icons.filter(({ type }) => type === 'image/png');
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
            return `${width}x${height}`;
          }),
        ),
      icons,
    );
    expect(sizes).toEqual(icons.map(({ sizes }) => sizes));
    expect(sizes).toEqual(['192x192', '512x512']);
  });
  await server.close();
  await page.close();
  const later = await context.newPage();
  for (const [address, place] of PLACES) {
    await later.goto(server.base + address);
    await expect(later.locator(place).first()).toBeVisible();
  }
  await later.goto(server.base + CURVE);
  await later.locator('#measure').click();
  await expect(later.locator('#measure-status')).toContainText('loads measured');
});

test('a new version waits until the reader reloads, and takes the place of the old one', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'flitscope-'));
  cpSync(dist, folder, { recursive: true });
  const server = await serve(folder);
  await page.goto(`${server.base}#/lab?t=mesh:4x4&c=7`);
  await stored(page);
  const build = await page.evaluate(() => document.documentElement.dataset.build);
  expect(build).toMatch(/^[0-9a-f]{16}$/);
  for (const name of ['index.html', 'service_worker.js']) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll(build, '0123456789abcdef'));
  }
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const line = page.getByRole('status').filter({ hasText: 'A new version of the page is ready.' });
  await expect(line).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.locator('.new-version')).toBeHidden();
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-build', '0123456789abcdef');
  await expect(page.locator('#cycle')).toHaveText('6');
  await expect(line).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`flitscope ${server.base} 0123456789abcdef`]);
  await server.close();
  rmSync(folder, { recursive: true });
});

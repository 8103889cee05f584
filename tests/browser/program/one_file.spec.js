// The page in one file works from disk, without a server and without a network, in three engines.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { dist } from '../dist.js';
import { PLACES } from './all_places.js';
import { PATIENCE_TO_MEASURE, PROMISES, person } from './engines/core.js';
import { firefox } from './engines/firefox.js';
import { webkit } from './engines/webkit.js';

// One pack for all tests.
test.describe.configure({ mode: 'default' });

const folder = mkdtempSync(join(tmpdir(), 'flitscope one file '));
const file = join(folder, 'flitscope.html');
const address = pathToFileURL(file).href;

test.beforeAll(() => {
  test.setTimeout(120_000);
  const pack = fileURLToPath(new URL('../../../scripts/one-file.mjs', import.meta.url));
  execFileSync('node', [pack, dist, file, '1']);
});

test.afterAll(() => rmSync(folder, { recursive: true }));

test('fetches nothing, in any place', async ({ context }) => {
  const page = await context.newPage();
  await context.setOffline(true);
  const fetched = [];
  const complaints = [];
  page.on('request', (request) => fetched.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const [place, sign] of PLACES) {
    await page.goto('about:blank');
    await page.goto(`${address}${place}`);
    await expect(page.locator(sign).first()).toBeVisible();
  }
  const others = fetched.filter((url) => !/^(about|blob|data):/.test(url) && url.split('#')[0] !== address);
  expect(others).toEqual([]);
  expect(complaints).toEqual([]);
});

test('shows the pictures of lessons', async ({ page }) => {
  await page.goto(`${address}#/lessons`);
  const picture = page.locator('svg.thumbnail use').first();
  await expect(picture).toHaveAttribute('href', /^#picture-/);
  // An image that is not found has no extent.
  const width = await picture.evaluate((use) => use.getBBox().width);
  expect(width).toBeGreaterThan(0);
});

test('a damaged copy says so', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.atob = () => 'no archive';
  });
  await page.goto(address);
  await expect(page.locator('#loading')).toContainText('The page cannot be unpacked');
});

for (const [engine, start] of Object.entries({ firefox, webkit })) {
  test.describe(engine, () => {
    let driver;

    test.beforeAll(async () => {
      driver = await start();
    });

    test.afterAll(() => driver?.close());

    for (const [promise, tried] of PROMISES) {
      test(promise, async () => {
        test.setTimeout(PATIENCE_TO_MEASURE + 60_000);
        const page = person(driver, address);
        await tried(page, expect);
        expect(page.complaints()).toEqual([]);
        expect(await page.isThere('.problems')).toBe(false);
      });
    }
  });
}

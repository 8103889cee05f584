// The page in one file works from disk, without a server and without a network, in three engines.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { dist } from '../dist.js';
import { CURVE, PLACES } from './all_places.js';
import { FIRST, FURTHER, fulfils } from './engines/core.js';
import { firefox } from './engines/firefox.js';
import { webkit } from './engines/webkit.js';

// One pack for all tests.
test.describe.configure({ mode: 'default' });

let folder;
let address;

test.beforeAll(() => {
  // It compresses 40 MB.
  folder = mkdtempSync(join(tmpdir(), 'flitscope one file '));
  const file = join(folder, 'flitscope.html');
  address = pathToFileURL(file).href;
  const pack = fileURLToPath(new URL('../../../scripts/one-file.mjs', import.meta.url));
  execFileSync('node', [pack, dist, file, '1']);
});

test.afterAll(() => rmSync(folder, { recursive: true }));

test('fetches nothing, and works in every place', { tag: '@all' }, async ({ context }) => {
  // The file is unpacked, every program compiled in a context of its own, and a curve measured.
  test.slow();
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
    await page.goto(`${address}${place}`);
    await expect(page.locator(sign).first()).toBeVisible();
  }
  await test.step('pictures of lessons', async () => {
    await page.goto(`${address}#/lessons`);
    const picture = page.locator('svg.thumbnail use').first();
    await expect(picture).toHaveAttribute('href', /^#picture-/);
    // An image that is not found has no extent.
    expect(await picture.evaluate((use) => use.getBBox().width)).toBeGreaterThan(0);
  });
  await test.step('a measurement in workers', async () => {
    await page.goto(`${address}${CURVE}`);
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText('loads measured');
  });
  const others = fetched.filter((url) => !/^(about|blob|data):/.test(url) && url.split('#')[0] !== address);
  expect(others).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a damaged copy says so', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.atob = () => 'no archive';
  });
  await page.goto(address);
  await expect(page.locator('#loading')).toContainText('The page cannot be unpacked');
});

for (const [engine, start] of Object.entries({ firefox, webkit })) {
  test(`works in ${engine}`, { tag: '@all' }, () => fulfils(start, address, [...FIRST, ...FURTHER]));
}

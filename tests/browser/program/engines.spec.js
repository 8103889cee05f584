// The core of the page in the two other engines: what a person does first works in each of them, too.
import { expect, test } from '@playwright/test';
import { PATIENCE_TO_MEASURE, PROMISES, person } from './engines/core.js';
import { firefox } from './engines/firefox.js';
import { webkit } from './engines/webkit.js';

for (const [engine, start] of Object.entries({ firefox, webkit })) {
  test.describe(engine, () => {
    // One browser for all of them.
    test.describe.configure({ mode: 'default' });
    let driver;

    test.beforeAll(async () => {
      driver = await start();
    });

    test.afterAll(() => driver?.close());

    for (const [promise, tried] of PROMISES) {
      test(promise, async ({ baseURL }) => {
        test.setTimeout(PATIENCE_TO_MEASURE + 60_000);
        const page = person(driver, baseURL);
        await tried(page, expect);
        expect(page.complaints()).toEqual([]);
        expect(await page.isThere('.problems')).toBe(false);
      });
    }
  });
}

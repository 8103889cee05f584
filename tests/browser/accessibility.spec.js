// axe finds nothing, in any theme and width.
import AxeBuilder from '@axe-core/playwright';
import { expect, openAt, test } from './lab.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function check(page) {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

for (const colorScheme of ['light', 'dark']) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test('the lab', async ({ page }) => {
        await openAt(page, 't=torus:8x8&buf=2&M=16&lam=0.008', 100);
        for (const folded of await page.locator('details summary').all()) await folded.click();
        await page.locator('.stage').focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await check(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
      });

      test('problems, a deadlock and the sheet of keys', async ({ page }) => {
        await openAt(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&foo=1', 20);
        await page.getByLabel('Virtual channels V').fill('0');
        await check(page);
        await page.getByRole('button', { name: 'Keys' }).click();
        await check(page);
      });

      test('space and time', async ({ page }) => {
        await openAt(page, 't=mesh:6&vc=1&M=8&msg=0:0>5&view=modes', 9);
        await expect(page.locator('.sheet svg')).toHaveCount(3);
        await check(page);
        await openAt(page, 't=mesh:7&sw=store-and-forward&vc=1&M=6&msg=0:3>4:24;0:0>6&view=spacetime&follow=1', 18);
        await expect(page.locator('.sheet svg')).toHaveCount(1);
        await check(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
      });

      test('a finished measurement', async ({ page }) => {
        await openAt(page, 't=hypercube:3&vc=1&M=4', 0);
        await page.locator('#measure').click();
        await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
        await check(page);
      });
    });
  }
}

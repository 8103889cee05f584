// Present mode: what the last row of an audience sees.
import { expect, openAt, stands, test } from '../page.js';

/** Font size on the screen of what has text of its own within a part, the smallest one. */
export function smallest(page, part) {
  return page.locator(part).first().evaluate((element) => {
    const sizes = [element, ...element.querySelectorAll('*')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.checkVisibility())
      .map((one) => one.currentCSSZoom * Number.parseFloat(getComputedStyle(one).fontSize));
    return Math.min(...sizes);
  });
}

/** The share of the window that a part takes. */
async function share(page, part) {
  const box = await page.locator(part).first().boundingBox();
  const { width, height } = page.viewportSize();
  return (box.width * box.height) / (width * height);
}

for (const [width, height] of [[1280, 800], [1920, 1080]]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a space-time diagram fills the screen, with its key below it', async ({ page }) => {
      await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=spacetime', 12);
      await page.keyboard.press('f');
      await expect(page.locator('.bar')).toBeHidden();
      await expect(page.locator('.stage')).toBeHidden();
      expect(await smallest(page, '.sheet-page')).toBeGreaterThanOrEqual(24);
      expect(await share(page, '.sheet svg')).toBeGreaterThan(0.5);
      for (const part of ['.told', '.sheet svg', '.sheet-key']) {
        await expect(page.locator(part).first()).toBeInViewport({ ratio: 1 });
      }
      const [sheet, key] = [await page.locator('.sheet').boundingBox(), await page.locator('.sheet-key').boundingBox()];
      expect(key.y).toBeGreaterThanOrEqual(sheet.y + sheet.height);
      // By remote control to the next cycle, and back to the network.
      await page.keyboard.press('PageDown');
      await stands(page, 13);
      await page.getByRole('button', { name: 'Time line' }).click();
      await expect(page.locator('.stage')).toBeVisible();
    });

    test('all switching modes are on one screen, the last one too', async ({ page }) => {
      await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=modes', 9);
      const last = page.locator('.sheet .picture').nth(2);
      await expect(last).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('f');
      await expect(page.locator('.bar')).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Store-and-forward' })).toBeInViewport({ ratio: 1 });
      await expect(last).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.sheet-key')).toBeInViewport({ ratio: 1 });
      expect(await smallest(page, '.sheet-page')).toBeGreaterThanOrEqual(24);
      const overflow = await page.locator('.sheet').evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}

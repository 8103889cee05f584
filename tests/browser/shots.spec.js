// What the page looks like: every preset in every theme and width, held against shots/.
//
// When the picture was meant to change, write them anew with
//   npx playwright test shots --update-snapshots
// and look at what differs before it is committed. They hold for the Chromium and the fonts of
// scripts/setup --test; letters of another font are other pixels.
import { existsSync } from 'node:fs';
import { expect, stands, test } from './lab.js';
import { reduce } from './palette.js';

/** Late enough for a network to fill; where messages are few, while they are on their way. */
const [FULL, FEW] = [150, 9];

for (const theme of ['light', 'dark', 'projector']) {
  for (const [width, height] of [[1280, 800], [768, 1024], [390, 844]]) {
    test.describe(`${theme}, ${width} px`, () => {
      test.use({ viewport: { width, height } });

      test('every preset looks as it did', async ({ page }, info) => {
        test.slow();
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`#/lab?t=mesh:4x4&theme=${theme}&c=0`);
        await stands(page, 0);
        await page.evaluate(() => document.fonts.ready);
        // Marks of events come a little later than all else, and the browser's own sliders stand
        // a pixel higher or lower.
        await page.addStyleTag({
          content: '.timeline .marks, .transport input[type=range] { visibility: hidden }',
        });
        const options = page.locator('#preset option:not([value=""])');
        const presets = await options.evaluateAll((all) => all.map(({ value, text }) => [value, text]));
        expect(presets.length).toBeGreaterThan(10);
        for (const [value, name] of presets) {
          await page.locator('#preset').selectOption(value);
          const rate = Number(await page.locator('#traffic-rate').inputValue());
          const cycle = rate > 0 ? FULL : FEW;
          await page.locator('#goto').fill(String(cycle));
          await page.locator('#goto').press('Enter');
          await stands(page, cycle);
          await page.locator('#goto').blur();
          await page.evaluate(() => window.scrollTo(0, 0));
          const words = name.toLowerCase().replace('×', 'x').match(/[a-z0-9]+/g).join('-');
          const shot = `${words}-${theme}-${width}.png`;
          await expect
            .soft(page.locator('.stage-column'), `${name} in cycle ${cycle}`)
            .toHaveScreenshot(shot);
          const file = info.snapshotPath(shot, { kind: 'screenshot' });
          if (info.config.updateSnapshots !== 'none' && existsSync(file)) reduce(file);
        }
      });
    });
  }
}

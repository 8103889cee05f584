// What the page looks like: every preset, every paper and the laboratory in every theme and
// width, held against shots/.
//
// When the picture was meant to change, write them anew with
//   npx playwright test shots --update-snapshots
// and look at what differs before it is committed. They hold for the Chromium and the fonts of
// scripts/setup --test; letters of another font are other pixels.
import { existsSync } from 'node:fs';
import { expect, stands, test } from './page.js';
import { reduce } from './palette.js';

/** Late enough for a network to fill; where messages are few, while they are on their way. */
const [FULL, FEW] = [150, 9];

// A network of the paper's in a cycle in which something is to be seen.
const PAGES = [
  ['papers', '#/papers?t=torus:8x8&M=16&buf=2&lam=0.011'],
  ['shahrabi', '#/papers/shahrabi?t=hypercube:6&r=duato&M=32&lam=0.002&beta=0.01'],
  ['ciciani', '#/papers/ciciani?t=torus:6x6x6&M=12&lam=0.01'],
  ['qualified-groups', '#/papers/qualified-groups?t=mesh:10x10&vc=1&lam=0.0002&mc=qualified-groups&md=10'],
  ['mesh-hypercube', '#/papers/mesh-hypercube?t=mesh-hypercube:3x8&vc=1&M=12&lam=0.02'],
  ['aboelaze', '#/papers/aboelaze?t=folded-hypercube:4&r=folded&vc=1&M=8&lam=0.02'],
];

/** Marks of events come a little later than all else, and the browser's own sliders stand a
 * pixel higher or lower. */
const UNSTEADY = '.timeline .marks, .transport input[type=range] { visibility: hidden }';

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
        await page.addStyleTag({ content: UNSTEADY });
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
          const shot = `${value}-${theme}-${width}.png`;
          await expect
            .soft(page.locator('.stage-column'), `${name} in cycle ${cycle}`)
            .toHaveScreenshot(shot);
          keep(info, shot);
        }
      });

      test('every paper and the laboratory look as they did', async ({ page }, info) => {
        test.slow();
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const [index, [name, link]] of PAGES.entries()) {
          // Cycles of their own, so that one cannot be taken for the one before it.
          const cycle = FULL + index;
          await page.goto(`${link}&theme=${theme}&c=${cycle}`);
          await stands(page, cycle);
          await expect(page.locator('#study h2').first()).toBeVisible();
          await page.addStyleTag({ content: UNSTEADY });
          await page.evaluate(() => document.fonts.ready);
          const shot = `page-${name}-${theme}-${width}.png`;
          await expect.soft(page, name).toHaveScreenshot(shot);
          keep(info, shot);
        }
        // The theme that the last link chose stays.
        await page.goto('#/laboratory');
        await expect(page.locator('#study canvas').first()).toBeVisible();
        const shot = `page-laboratory-${theme}-${width}.png`;
        await expect.soft(page, 'laboratory').toHaveScreenshot(shot);
        keep(info, shot);
      });
    });
  }
}

/** Makes a picture that has just been written anew a small file. */
function keep(info, shot) {
  const file = info.snapshotPath(shot, { kind: 'screenshot' });
  if (info.config.updateSnapshots !== 'none' && existsSync(file)) reduce(file);
}

// The look of whole screens, held against shots/. Pictures of networks are frozen natively (tests/pictures).
//
// When the picture was meant to change, write them anew with
//   npx playwright test shots --update-snapshots
// and look at what differs before it is committed. They hold for the Chromium and the fonts of
// scripts/setup --test; letters of another font are other pixels.
import { existsSync } from 'node:fs';
import { expect, stands, test } from '../page.js';
import { reduce } from './palette.js';

/** Two full screens, and one of each further theme. All but the first run only on request. */
const SHOTS = [
  ['explore-load', 'light', '#/lab?t=torus:8x8&buf=2&M=16&lam=0.011&heat=1', 150],
  ['page-papers', 'light', '#/papers?t=torus:8x8&M=16&buf=2&lam=0.011', 150],
  ['explore-load', 'dark', '#/lab?t=torus:8x8&buf=2&M=16&lam=0.011&heat=1', 150],
  ['explore-load', 'projector', '#/lab?t=torus:8x8&buf=2&M=16&lam=0.011&heat=1', 150],
];

/** Marks of events come a little later than all else, and the browser's own sliders stand a
 * pixel higher or lower. */
const UNSTEADY = '.timeline .marks, .transport input[type=range] { visibility: hidden }';

for (const [index, [name, theme, link, cycle]] of SHOTS.entries()) {
  test(`${name} looks as it did, ${theme}`, { tag: index > 0 ? '@all' : [] }, async ({ page }, info) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${link}&theme=${theme}&c=${cycle}`);
    await stands(page, cycle);
    if (name.startsWith('page')) await expect(page.locator('#library h2').first()).toBeVisible();
    await page.addStyleTag({ content: UNSTEADY });
    await page.evaluate(() => document.fonts.ready);
    const shot = `${name}-${theme}-1280.png`;
    await expect(page).toHaveScreenshot(shot);
    keep(info, shot);
  });
}

/** Makes a picture that has just been written anew a small file. */
function keep(info, shot) {
  const file = info.snapshotPath(shot, { kind: 'screenshot' });
  if (info.config.updateSnapshots !== 'none' && existsSync(file)) reduce(file);
}

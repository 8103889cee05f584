// What the page looks like: every example once, and every place in every theme and width, held against
// shots/.
//
// When the picture was meant to change, write them anew with
//   npx playwright test shots --update-snapshots
// and look at what differs before it is committed. They hold for the Chromium and the fonts of
// scripts/setup --test; letters of another font are other pixels.
import { existsSync } from 'node:fs';
import { example, expect, stands, test } from '../page.js';
import { reduce } from './palette.js';

/** Late enough for a network to fill. */
const FULL = 150;

const RING = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&c=20';
const CLASSIC =
  't=mesh:6x6&vc=1&mc=multi-path&ts=33&tp=auto&pi=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4';

// What Explore looks like with each of its parts open.
const EXPLORE = [
  ['load', 't=torus:8x8&buf=2&M=16&lam=0.011&heat=1&c=150'],
  ['deadlock', RING],
  ['routes', 't=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&show=routes&c=0'],
  ['multicast', `${CLASSIC}&show=multicast&c=36`],
  ['side-by-side', `${CLASSIC}&side=dual-path;multi-path;column-path;qualified-groups&c=40`],
  ['space-time', 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=spacetime&c=12'],
  ['switching', 't=mesh:6&vc=1&M=8&msg=0:0>5&view=modes&c=9'],
  ['matrix', 't=torus:6x6x6&M=12&lam=0.01&matrix=1&c=100'],
];

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

test('every example looks as it did', async ({ page }, info) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/lab?t=mesh:4x4&c=0');
  await stands(page, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.addStyleTag({ content: UNSTEADY });
  await page.getByRole('button', { name: 'Examples', exact: true }).click();
  const links = page.locator('.gallery a');
  const examples = await links.evaluateAll((all) =>
    all.map((link) => [link.querySelector('b').textContent, /[&?]c=(\d+)/.exec(link.hash)[1]]),
  );
  await page.keyboard.press('Escape');
  expect(examples.length).toBeGreaterThan(25);
  for (const [name, cycle] of examples) {
    await example(page, name);
    await stands(page, Number(cycle));
    const shot = `example-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
    await expect.soft(page.locator('.stage-column'), name).toHaveScreenshot(shot);
    keep(info, shot);
  }
});

const SCREENS = [
  ['light', 1280, 800],
  ['light', 768, 1024],
  ['light', 390, 844],
  ['dark', 1280, 800],
  ['dark', 390, 844],
  ['projector', 1280, 800],
];
for (const [theme, width, height] of SCREENS) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('Home and Explore look as they did', async ({ page }, info) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const held = async (name) => {
        await page.addStyleTag({ content: UNSTEADY });
        await page.evaluate(() => document.fonts.ready);
        const shot = `${name}-${theme}-${width}.png`;
        await expect.soft(page, name).toHaveScreenshot(shot);
        keep(info, shot);
      };
      for (const [name, query] of EXPLORE) {
        await page.goto(`#/lab?${query}&theme=${theme}`);
        await stands(page, Number(/c=(\d+)$/.exec(query)[1]));
        await held(`explore-${name}`);
        if (name !== 'deadlock') continue;
        await expect(page.locator('.said .cures button').first()).toBeVisible();
        await page.keyboard.press('f');
        await held('present-deadlock');
        await page.keyboard.press('Escape');
      }
      // The theme that the last link chose stays.
      await page.goto('#/');
      await expect(page.locator('#explore')).toBeVisible();
      await held('home');
    });

    test('every paper and Experiment look as they did', async ({ page }, info) => {
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
      const shot = `page-experiment-${theme}-${width}.png`;
      await expect.soft(page, 'Experiment').toHaveScreenshot(shot);
      keep(info, shot);
    });
  });
}

/** Makes a picture that has just been written anew a small file. */
function keep(info, shot) {
  const file = info.snapshotPath(shot, { kind: 'screenshot' });
  if (info.config.updateSnapshots !== 'none' && existsSync(file)) reduce(file);
}

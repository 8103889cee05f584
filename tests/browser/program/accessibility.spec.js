// axe finds nothing, in any theme and width; whatever can be hit is large enough, and nothing
// is wider than the screen.
import AxeBuilder from '@axe-core/playwright';
import { dock, expect, look, openAt, settings, test } from '../page.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

async function check(page, state) {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.map(({ id, nodes }) => [
    id,
    nodes.map((node) => [node.html, node.any.map((reason) => reason.message).join('; ')]),
  ]);
  expect(found, state).toEqual([]);
}

/** How much of the page is to be reached only by scrolling sideways [pixels]. */
function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

// A theme changes colors only, so one width of each further theme is enough.
const SCREENS = [['light', 1280], ['light', 360], ['dark', 1280], ['projector', 1280]];
for (const [theme, width] of SCREENS) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the lab, a worm and why it waits, heat and matrix, for an audience', async ({ page }) => {
      await openAt(page, `${TORUS}&theme=${theme}`, 200);
      await check(page, 'the lab');
      for (const folded of await page.locator('details summary').all()) await folded.click();
      await page.keyboard.press('w');
      await expect(page.locator('.why')).toContainText('Why blocked?');
      await check(page, 'a blocked worm');
      await page.keyboard.press('h');
      await page.keyboard.press('m');
      await expect(page.locator('.matrix')).toBeVisible();
      await check(page, 'heat and matrix');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await look(page, 'nowhere');
      await look(page, '3,4');
      await page.getByRole('button', { name: 'Send a message from here' }).click();
      await check(page, 'a node as the source of a message');
      await page.keyboard.press('f');
      await expect(page.locator('.side')).toBeHidden();
      await check(page, 'present mode');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test('Home, what it answers, and the examples', async ({ page }) => {
      // The theme that a link chooses stays.
      await openAt(page, `t=mesh:4x4&theme=${theme}`, 0);
      await page.goto('#/');
      await expect(page.locator('#send-one')).toBeVisible();
      await check(page, 'Home');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.locator('#why-blocked').click();
      await check(page, 'why one is blocked');
      await page.getByRole('button', { name: 'All examples' }).click();
      await expect(page.locator('.gallery a').first()).toBeVisible();
      await check(page, 'the examples');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test('problems, a deadlock and the sheet of keys', async ({ page }) => {
      await openAt(page, `${LOCKED}&theme=${theme}&foo=1`, 20);
      await look(page, 'nowhere');
      await settings(page);
      await page.getByLabel('Virtual channels V').fill('0');
      await check(page, 'a deadlock');
      await page.locator('#more-button').click();
      await check(page, 'a small panel');
      await page.getByRole('button', { name: 'Keys' }).click();
      await check(page, 'the sheet of keys');
    });

    test('space and time', async ({ page }) => {
      await openAt(page, `t=mesh:6&vc=1&M=8&msg=0:0>5&view=modes&theme=${theme}`, 9);
      await expect(page.locator('.sheet svg')).toHaveCount(3);
      await check(page, 'three modes');
      await openAt(page, `t=mesh:7&sw=store-and-forward&vc=1&M=6&msg=0:3>4:24;0:0>6&view=spacetime&follow=1&theme=${theme}`, 18);
      await expect(page.locator('.sheet svg')).toHaveCount(1);
      await check(page, 'one message');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test('a finished measurement', async ({ page }) => {
      await openAt(page, `t=hypercube:3&vc=1&M=4&theme=${theme}`, 0);
      await dock(page, 'Latency curve');
      await page.locator('#measure').click();
      await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
      await check(page, 'a finished measurement');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  });
}

for (const [width, hasTouch] of [[1280, false], [768, true], [390, true], [320, true], [320, false]]) {
  test.describe(`${width} px${hasTouch ? ' and fingers' : ''}`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch, isMobile: hasTouch });

    test('whatever can be hit is large enough and on the screen', async ({ page }) => {
      await openAt(page, TORUS, 200);
      for (const folded of await page.locator('details summary').all()) await folded.click();
      await look(page, '3,4');
      const targets = await page
        .locator('button, input:not([type=checkbox]), select, summary, a')
        .filter({ visible: true })
        .evaluateAll((all) =>
          all.map((element) => {
            const { left, right, width, height } = element.getBoundingClientRect();
            const isSlider = element.type === 'range';
            const isTool = Boolean(element.closest('.transport, .stage-tools'));
            const name = element.ariaLabel || element.id || element.textContent;
            return { name, left, right, size: isSlider ? height : Math.min(width, height), isTool, isSlider };
          }),
        );
      expect(targets.length).toBeGreaterThan(40);
      // A knob is dragged along its line; half a pixel is rounding.
      const least = (target) => (hasTouch && target.isTool && !target.isSlider ? 44 : 24);
      expect(targets.filter((target) => target.size < least(target) - 0.5)).toEqual([]);
      expect(targets.filter(({ left, right }) => left < -0.5 || right > width + 0.5)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test('nothing is wider than the screen, whatever is shown', async ({ page }) => {
      await openAt(page, `${LOCKED}&heat=1&matrix=1&view=spacetime&follow=1&sel=m1&theme=projector`, 20);
      await expect(page.locator('.verdict')).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press('f');
      await expect(page.locator('.side')).toBeHidden();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await openAt(page, 't=torus-uni:16x16x16&M=25&lam=0.0005&theme=projector', 20);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  });
}

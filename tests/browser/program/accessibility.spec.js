// axe finds nothing in any place; whatever can be hit is large enough, and nothing is wider than the screen. Steps of
// lessons are checked where they are walked through (places/lessons.spec.js).
import {
  accessible, alone, axe, dock, expect, look, openAt, overflow, settings, step, test,
} from '../page.js';
import { CURVE } from './all_places.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const RING = 't=torus-uni:4&vc=1&M=8';
const LOCKED = `${RING}&msg=0:0>2;0:1>3;0:2>0;0:3>1`;
const MULTICAST = 't=mesh:6x6&vc=1&M=8&mc=qualified-groups:0.2&ts=8&tp=2&pi=4'
  + '&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4';
const FOUR = `${MULTICAST}&side=dual-path;multi-path;column-path;qualified-groups`;

/** Checks that axe finds all text readable before its background. */
async function readable(page, state) {
  const { violations } = await axe(page).withRules(['color-contrast']).analyze();
  const found = violations.flatMap(({ nodes }) => nodes.map((node) => [node.html, node.any.map(({ message }) => message).join('; ')]));
  expect(found, state).toEqual([]);
}

/** Searches for something that is not there. */
async function lost(page) {
  await page.keyboard.press('/');
  await page.locator('#search-field').fill('nowhere');
  await expect(page.locator('.search [role=status]')).toHaveText('Nothing is called nowhere.');
  await page.keyboard.press('Escape');
  await expect(page.locator('.search')).toHaveCount(0);
}

/** What is checked: each in a few steps, of which every one is a state of a place. */
const PLACES = {
  'the lab, for an audience, and what its keys and menus open': async (page, check) => {
    await openAt(page, TORUS, 200);
    for (const folded of await page.locator('details summary').all()) await folded.click();
    for (const key of ['w', 'h', 'm']) await page.keyboard.press(key);
    await expect(page.locator('.why')).toContainText('Why blocked?');
    await expect(page.locator('.matrix')).toBeVisible();
    await check(page, 'a blocked worm, heat and matrix');
    await lost(page);
    await look(page, '3,4');
    await page.getByRole('button', { name: 'Send a message from here' }).click();
    await check(page, 'a node as the source of a message');
    await page.keyboard.press('f');
    await expect(page.locator('.side')).toBeHidden();
    await check(page, 'present mode');
    await page.keyboard.press('Escape');
    await openAt(page, `${LOCKED}&foo=1`, 20);
    await lost(page);
    await check(page, 'a deadlock');
    await settings(page);
    await page.getByLabel('Virtual channels V').fill('0');
    await page.locator('#places-button').click();
    await check(page, 'problems and a small panel');
    await page.keyboard.press('Escape');
    await page.locator('body').press('?');
    await check(page, 'the sheet of keys');
    await page.keyboard.press('Escape');
  },
  'the dock, and what is laid over the picture': async (page, check) => {
    await openAt(page, 't=mesh:6&vc=1&M=8&msg=0:0>5&view=modes', 9);
    await expect(page.locator('.sheet text').filter({ hasText: 'Store-and-forward' })).toHaveCount(1);
    await check(page, 'three modes');
    await page.goto(CURVE.replace('&view=curve', ''));
    await dock(page, 'Latency curve');
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText('loads measured');
    await check(page, 'a finished measurement');
    await openAt(page, 't=mesh:4x4&vc=2&M=8&r=duato&show=routes&pair=0,0>2,2', 20);
    await expect(page.locator('#routes')).toContainText('6 paths');
    await check(page, 'routes');
    await openAt(page, `${RING}&show=deadlock`, 21);
    await expect(page.locator('#deadlock-verdict')).toHaveText('Can deadlock');
    await check(page, 'the deadlock analysis');
    await openAt(page, `${MULTICAST}&show=multicast`, 30);
    await expect(page.locator('#groups')).toBeVisible();
    await check(page, 'a multicast and its groups');
    await openAt(page, `${FOUR}&heat=1&sel=n3,2`, 20);
    await expect(page.locator('.pane')).toHaveCount(4);
    await check(page, 'four algorithms side by side');
    await openAt(page, 't=mesh:4x4&view=network', 0);
    await expect(page.locator('#network-drawing')).toBeVisible();
    await page.locator('#network-part').selectOption({ index: 2 });
    await check(page, 'a network of one’s own');
  },
  'Home, examples and lessons': async (page, check) => {
    await page.goto('#/');
    await page.locator('#why-blocked').click();
    await expect(page.locator('#answer')).not.toBeEmpty();
    await check(page, 'Home and what it answers');
    await page.getByRole('button', { name: 'All examples' }).click();
    await expect(page.locator('.gallery a').first()).toBeVisible();
    await check(page, 'the examples');
    for (const [place, shown] of [
      ['#/lessons', '.lesson-card'],
      ['#/lessons/tornado/about', '.about ol'],
      ['#/lessons/glossary', '.glossary dt'],
      ['#/lessons/deadlock-in-a-ring/sheet', '.worksheet .qr svg'],
    ]) {
      await page.goto(place);
      await expect(page.locator(shown).first()).toBeVisible();
      await check(page, place);
    }
  },
  'papers and Experiment': async (page, check) => {
    await page.goto('#/papers');
    await expect(page.locator('.card').first()).toBeVisible();
    await check(page, 'the list');
    await page.goto('#/papers/shahrabi/figure-1');
    await expect(page.locator('#paper-title')).toBeVisible();
    for (const folded of await page.locator('.papers summary').all()) {
      if (await folded.isVisible()) await folded.click();
    }
    await page.locator('#figure-1 .brief').first().click();
    await check(page, 'a paper with a table');
    await page.goto('#/papers/mesh-hypercube/figure-5');
    await expect(page.locator('#figure-5 table')).toBeVisible();
    await check(page, 'a paper of statements');
    await page.goto('#/laboratory?m=ciciani-hypercube:n=3,length=8&sims=3&to=0.1');
    await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible();
    await check(page, 'Experiment');
  },
};

// A theme changes colors only: further themes need one width, and only the rule about colors.
for (const [theme, width, check, tag] of [
  ['light', 1280, accessible, []],
  ['light', 390, accessible, '@all'],
  ['dark', 1280, readable, '@all'],
  ['projector', 1280, readable, '@all'],
]) {
  const finding = check === accessible ? 'nothing' : 'enough contrast';
  test.describe(`${theme}, ${width} px`, { tag }, () => {
    test.use({ viewport: { width, height: 844 } });

    test(`axe finds ${finding} in every place`, async ({ page }) => {
      // axe reads 24 states of the page, in a second or two each on a quiet machine.
      test.setTimeout(600_000);
      await page.addInitScript((theme) => localStorage.setItem('flitscope-theme', theme), theme);
      for (const [what, visit] of Object.entries(PLACES)) await step(what, () => visit(page, check));
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    });
  });
}

for (const [hasTouch, widths] of [[false, [1280, 320]], [true, [768, 390, 320]]]) {
  alone.describe(hasTouch ? 'with fingers' : 'with a mouse', { tag: hasTouch ? [] : '@all' }, () => {
    alone.use({ viewport: { width: widths[0], height: 844 }, hasTouch, isMobile: hasTouch });

    alone('whatever can be hit is large enough, and nothing is wider than the screen', async ({ page }) => {
      for (const width of widths) {
        await step(`${width} px`, async () => {
          await page.setViewportSize({ width, height: 844 });
          // Nothing is unfolded yet.
          await page.goto('about:blank');
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
                const isTool = Boolean(element.closest('.transport'));
                const name = element.ariaLabel || element.id || element.textContent;
                return { name, left, right, size: isSlider ? height : Math.min(width, height), isTool, isSlider };
              }),
            );
          expect(targets.length).toBeGreaterThanOrEqual(10);
          // A knob is dragged along its line; half a pixel is rounding.
          const least = (target) => (hasTouch && target.isTool && !target.isSlider ? 44 : 24);
          expect(targets.filter((target) => target.size < least(target) - 0.5)).toEqual([]);
          expect(targets.filter(({ left, right }) => left < -0.5 || right > width + 0.5)).toEqual([]);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          // For an audience, a large network, and the sheet of keys.
          await openAt(page, `${LOCKED}&heat=1&matrix=1&view=spacetime&follow=1&sel=m1&theme=projector`, 20);
          await expect(page.locator('.verdict')).toBeVisible();
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await page.keyboard.press('f');
          await expect(page.locator('.bar.top')).toBeHidden();
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await openAt(page, 't=torus-uni:16x16x16&M=25&lam=0.0005&theme=projector', 20);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await page.keyboard.press('?');
          await expect(page.getByRole('dialog')).toBeVisible();
          expect(await overflow(page)).toBeLessThanOrEqual(0);
        });
      }
    });
  });
}

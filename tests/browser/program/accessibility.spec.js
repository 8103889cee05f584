// axe finds nothing in any place, in any theme; whatever can be hit is large enough, and nothing is wider than the
// screen. Steps of lessons are checked where they are walked through (places/lessons.spec.js).
import {
  accessible, alone, dock, expect, look, openAt, overflow, settings, step, test,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const RING = 't=torus-uni:4&vc=1&M=8';
const LOCKED = `${RING}&msg=0:0>2;0:1>3;0:2>0;0:3>1`;
const MULTICAST = 't=mesh:6x6&vc=1&M=8&mc=qualified-groups:0.2&ts=8&tp=2&pi=4'
  + '&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4';
const FOUR = `${MULTICAST}&side=dual-path;multi-path;column-path;qualified-groups`;

/** What is checked: each in a few steps, of which every one is a state of a place. */
const PLACES = {
  'the lab, for an audience, and what its keys and menus open': async (page, theme) => {
    await openAt(page, `${TORUS}&theme=${theme}`, 200);
    for (const folded of await page.locator('details summary').all()) await folded.click();
    for (const key of ['w', 'h', 'm']) await page.keyboard.press(key);
    await expect(page.locator('.why')).toContainText('Why blocked?');
    await expect(page.locator('.matrix')).toBeVisible();
    await accessible(page, 'a blocked worm, heat and matrix');
    await look(page, 'nowhere');
    await look(page, '3,4');
    await page.getByRole('button', { name: 'Send a message from here' }).click();
    await accessible(page, 'a node as the source of a message');
    await page.keyboard.press('f');
    await expect(page.locator('.side')).toBeHidden();
    await accessible(page, 'present mode');
    await page.keyboard.press('Escape');
    await openAt(page, `${LOCKED}&theme=${theme}&foo=1`, 20);
    await look(page, 'nowhere');
    await accessible(page, 'a deadlock');
    await settings(page);
    await page.getByLabel('Virtual channels V').fill('0');
    await page.locator('#more-button').click();
    await accessible(page, 'problems and a small panel');
    await page.getByRole('button', { name: 'Keys' }).click();
    await accessible(page, 'the sheet of keys');
  },
  'the dock, and what is laid over the picture': async (page, theme) => {
    await openAt(page, `t=mesh:6&vc=1&M=8&msg=0:0>5&view=modes&theme=${theme}`, 9);
    await expect(page.locator('.sheet svg')).toHaveCount(3);
    await accessible(page, 'three modes');
    await openAt(page, `t=hypercube:3&vc=1&M=4&theme=${theme}`, 0);
    await dock(page, 'Latency curve');
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
    await accessible(page, 'a finished measurement');
    await openAt(page, `t=mesh:4x4&vc=2&M=8&r=duato&show=routes&pair=0,0>2,2&theme=${theme}`, 20);
    await expect(page.locator('#routes')).toContainText('6 paths');
    await accessible(page, 'routes');
    await openAt(page, `${RING}&show=deadlock&theme=${theme}`, 21);
    await expect(page.locator('#deadlock-verdict')).toHaveText('Can deadlock');
    await accessible(page, 'the deadlock analysis');
    await openAt(page, `${MULTICAST}&show=multicast&theme=${theme}`, 30);
    await expect(page.locator('#groups')).toBeVisible();
    await accessible(page, 'a multicast and its groups');
    await openAt(page, `${FOUR}&theme=${theme}&heat=1&sel=n3,2`, 20);
    await expect(page.locator('.pane')).toHaveCount(4);
    await accessible(page, 'four algorithms side by side');
    await openAt(page, `t=mesh:4x4&view=network&theme=${theme}`, 0);
    await expect(page.locator('#network-drawing')).toBeVisible();
    await page.locator('#network-part').selectOption({ index: 2 });
    await accessible(page, 'a network of one’s own');
  },
  'Home, examples and lessons': async (page, theme) => {
    // The theme that a link chooses stays.
    await openAt(page, `t=mesh:4x4&theme=${theme}`, 0);
    await page.goto('#/');
    await page.locator('#why-blocked').click();
    await expect(page.locator('#answer')).not.toBeEmpty();
    await accessible(page, 'Home and what it answers');
    await page.getByRole('button', { name: 'All examples' }).click();
    await expect(page.locator('.gallery a').first()).toBeVisible();
    await accessible(page, 'the examples');
    for (const [place, shown] of [
      ['#/lessons', '.lesson-card'],
      ['#/lessons/tornado/about', '.about ol'],
      ['#/lessons/glossary', '.glossary dt'],
      ['#/lessons/deadlock-in-a-ring/sheet', '.worksheet .qr svg'],
    ]) {
      await page.goto(place);
      await expect(page.locator(shown).first()).toBeVisible();
      await accessible(page, place);
    }
  },
  'papers and Experiment': async (page, theme) => {
    await page.addInitScript((theme) => localStorage.setItem('flitscope-theme', theme), theme);
    await page.goto('#/papers');
    await expect(page.locator('.card').first()).toBeVisible();
    await accessible(page, 'the list');
    await page.goto('#/papers/shahrabi/figure-1');
    await expect(page.locator('#paper-title')).toBeVisible();
    for (const folded of await page.locator('.papers summary').all()) {
      if (await folded.isVisible()) await folded.click();
    }
    await page.locator('#figure-1 .brief').first().click();
    await accessible(page, 'a paper with a table');
    await page.goto('#/papers/mesh-hypercube/figure-5');
    await expect(page.locator('#figure-5 table')).toBeVisible();
    await accessible(page, 'a paper of statements');
    await page.goto('#/laboratory?m=ciciani-hypercube:n=3,length=8&sims=3&to=0.1');
    await expect(page.locator('.laboratory .diagram-sheet canvas')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await accessible(page, 'Experiment');
  },
};

// A theme changes colors only, so one width of each further theme is enough.
const SCREENS = [['light', 1280], ['light', 360], ['dark', 1280], ['projector', 1280]];
for (const [theme, width] of SCREENS) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const [what, visit] of Object.entries(PLACES)) test(`axe finds nothing: ${what}`, ({ page }) => visit(page, theme));
  });
}

for (const [width, hasTouch] of [[1280, false], [768, true], [390, true], [320, true], [320, false]]) {
  alone.describe(`${width} px${hasTouch ? ' and fingers' : ''}`, () => {
    alone.use({ viewport: { width, height: 844 }, hasTouch, isMobile: hasTouch });

    alone('whatever can be hit is large enough, and nothing is wider than the screen', async ({ page }) => {
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
      await step('for an audience, a large network, and the sheet of keys', async () => {
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
  });
}

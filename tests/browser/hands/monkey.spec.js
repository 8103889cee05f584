// Random actions on the page, from a seed: clicks, keys, invalid input, links, drags, Back and Forward. There are few by
// default and more with `scripts/test --all`; FLITSCOPE_MONKEY_ACTIONS and FLITSCOPE_MONKEY_SEED set their number and seed.
import { expect, number, open, test } from '../page.js';

const ACTIONS = Number(process.env.FLITSCOPE_MONKEY_ACTIONS ?? (process.env.FLITSCOPE_TEST_ALL ? 200 : 30));
const SEED = Number(process.env.FLITSCOPE_MONKEY_SEED ?? 1);
/** After this time [ms] without an answer, the page is taken to hang, and the actions before are reported. */
const PATIENCE = 30_000;

const LINKS = [
  '#/',
  '#/lab',
  '#/lab?t=mesh:4x4&c=0',
  '#/lab?t=mesh:4x4&ts=33&tp=auto&mc=dual-path&c=3',
  '#/lab?t=mesh:6x6&md=3&mf=0.5&mc=qualified-groups&lam=0.01&show=multicast',
  '#/lab?t=mesh:4x4&lam=0.02&view=curve&c=9',
  '#/lab?t=torus:8x8&buf=2&M=16&lam=0.011&heat=1&matrix=1&c=200',
  '#/lab?t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&c=40',
  '#/lab?t=torus-uni:4&vc=1&show=deadlock',
  '#/lab?t=hypercube:5&show=routes&pair=0>31&apart=1',
  '#/lab?t=mesh:4x4&side=dual-path;multi-path&c=9',
  '#/lab?t=mesh:5x5&view=spacetime&follow=3&lam=0.02&c=60',
  '#/lab?t=mesh:0x4&vc=99&lam=NaN&c=-5&color=red',
  '#/papers',
  '#/papers/ciciani',
  '#/papers/ciciani/table-2',
  '#/papers/qualified-groups?t=mesh:10x10&c=5',
  '#/papers/unknown',
  '#/laboratory',
  '#/laboratory?m=queue&from=0.1&to=0.8&sims=2',
  '#/laboratory?m=nothing&from=9&to=-1',
];
const TEXTS = ['', '0', '1', '-1', '3', '0.01', '1e9', '99999999999999999999', 'NaN', '2,2', '0,0 3,3', 'all', '4x4', 'µ∞<b>', ' '];
const KEYS = ['Tab', 'Enter', 'Escape', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Backspace', 'Control+z', 'Control+Shift+z'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789?/.+-'];
const SHOWN = ['button', 'a[href^="#"]', 'summary', 'input', 'select', 'textarea', '[tabindex]', 'label', 'th', 'circle'];

/** A stream of numbers from 0 to 1 (mulberry32). */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Does one random thing that a user could do, and returns a description of it. */
async function act(page, roll) {
  const one = (list) => list[Math.floor(roll() * list.length)];
  const { width, height } = page.viewportSize();
  const place = () => [Math.round(roll() * (width - 1)), Math.round(roll() * (height - 1))];
  /** Returns the place of a visible element, if there is one. */
  const element = async (selector) => {
    const [which, share] = [roll(), roll()];
    return page.evaluate(
      ([selector, which, share]) => {
        const seen = [...document.querySelectorAll(selector)].filter((found) => found.checkVisibility());
        const found = seen[Math.floor(which * seen.length)];
        found?.scrollIntoView({ block: 'nearest' });
        const box = found?.getBoundingClientRect();
        return box && [box.x + box.width * (0.2 + 0.6 * share), box.y + box.height / 2];
      },
      [selector, which, share],
    );
  };
  const deeds = [
    [4, async () => {
      const selector = one(SHOWN);
      const at = await element(selector);
      if (at) await page.mouse.click(...at);
      return `click ${selector}`;
    }],
    [1, async () => {
      const at = place();
      await page.mouse.click(...at);
      return `click at ${at}`;
    }],
    [3, async () => {
      const at = await element('input:not([type=checkbox]):not([type=range])');
      const text = one(TEXTS);
      if (at) {
        await page.mouse.click(...at, { clickCount: 3 });
        await page.keyboard.insertText(text);
        if (roll() < 0.6) await page.keyboard.press(one(['Enter', 'Tab']));
      }
      return `type ${JSON.stringify(text)}`;
    }],
    [1, async () => {
      const [which, option] = [roll(), roll()];
      await page.evaluate(
        ([which, option]) => {
          const all = [...document.querySelectorAll('select')].filter((found) => found.checkVisibility());
          const found = all[Math.floor(which * all.length)];
          if (!found) return;
          found.focus();
          found.selectedIndex = Math.floor(option * found.options.length);
          for (const kind of ['input', 'change']) found.dispatchEvent(new Event(kind, { bubbles: true }));
        },
        [which, option],
      );
      return 'choose of a menu';
    }],
    [3, async () => {
      const key = roll() < 0.5 ? one(KEYS) : one(LETTERS);
      await page.keyboard.press(key);
      return `press ${key}`;
    }],
    [2, async () => {
      const link = one(LINKS);
      await page.evaluate((link) => (location.hash = link), link);
      return `follow ${link}`;
    }],
    [1, async () => {
      const forward = roll() < 0.4;
      await page.evaluate((forward) => (forward ? history.forward() : history.back()), forward);
      return forward ? 'forward' : 'back';
    }],
    [2, async () => {
      const [from, to] = [(await element('.stage')) ?? place(), place()];
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 3 });
      // The page may change in the middle of a drag.
      if (roll() < 0.2) await page.evaluate((link) => (location.hash = link), one(LINKS));
      await page.mouse.up();
      return `drag ${from.map(Math.round)} to ${to}`;
    }],
    [1, async () => {
      await page.mouse.move(...((await element('.stage')) ?? place()));
      await page.mouse.wheel(0, (roll() - 0.5) * 800);
      return 'turn the wheel';
    }],
    [0.3, async () => {
      const [width, height] = one([[1280, 800], [390, 844], [900, 600]]);
      await page.setViewportSize({ width, height });
      return `resize to ${width}`;
    }],
  ];
  let left = roll() * deeds.reduce((sum, [weight]) => sum + weight, 0);
  const [, deed] = deeds.find(([weight]) => (left -= weight) < 0) ?? deeds[0];
  return deed();
}

test(`the page survives ${ACTIONS} random actions, seed ${SEED}`, async ({ page }) => {
  // Some of the links open large networks, and actions wait for them.
  test.setTimeout(60_000 + ACTIONS * 2_000);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  // Neither the printer's nor a file's dialog opens, since no user closes it, and no link leaves the page.
  await page.addInitScript(() => {
    window.print = () => {};
    HTMLInputElement.prototype.showPicker = () => {};
  });
  const roll = dice(SEED);
  await open(page, 't=mesh:4x4&c=0');
  const done = [];
  for (let count = 0; count < ACTIONS; count += 1) {
    let late;
    const patience = new Promise((_, reject) => {
      late = setTimeout(() => reject(new Error(`no answer for ${PATIENCE} ms`)), PATIENCE);
    });
    try {
      done.push(await Promise.race([act(page, roll), patience]));
    } catch (error) {
      complaints.push(error.message);
    }
    clearTimeout(late);
    const stopped = await page.locator('.problems.stopped').allTextContents();
    expect([...complaints, ...stopped], `seed ${SEED}, the last of ${count + 1}: ${done.slice(-12).join('; ')}`).toEqual([]);
  }
  // The page still responds.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await page.evaluate(() => (location.hash = '#/lab?t=mesh:4x4&M=4&lam=0.02&c=20'));
  await expect(page.locator('#cycle')).toHaveText('19');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
  // By key: the layout may still be settling after the resize, so that a click would miss the button.
  await page.locator('#play').press('Enter');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(21);
});

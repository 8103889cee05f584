// What the other engines must be able to do with the page, in the words of a person. A driver has `goto`, `click`,
// `press`, `evaluate`, `complaints` and `close`; see firefox.js and webkit.js.
import { expect, test } from '@playwright/test';
import { CURVE } from '../all_places.js';

/**
 * Longest time until something is so [ms], on a slow machine with other browsers on it. Compiling the programs, unpacking
 * the page in one file and measuring a curve are work for the processor, not only a matter of waiting.
 */
const PATIENCE = 90_000;

/** The page, as a person sees it through a driver. */
function person(driver, home) {
  /** The text of an element; none if there is no such element. */
  const text = (selector) => driver.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? null`);
  const isThere = (selector) => driver.evaluate(`document.querySelector(${JSON.stringify(selector)}) !== null`);
  const address = () => driver.evaluate('location.href');

  /** Waits until what is asked for is as expected. */
  async function until(what, ask, isSo) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await ask();
      if (isSo(found)) return found;
      if (Date.now() > end) throw new Error(`${what} never came; at the end: ${JSON.stringify(found)}`);
      await new Promise((later) => setTimeout(later, 30));
    }
  }

  const shows = (selector, part) => until(`"${part}" in ${selector}`, () => text(selector), (found) => found?.includes(part));
  /** The number of cycles that are over: the page names the last one, numbered from 0. */
  const cycle = async () => 1 + Number(await text('#cycle'));
  /** Waits until the page stands still after a number of cycles. */
  const stands = async (at) => {
    await until(`cycle ${at}`, cycle, (found) => found === at);
    await shows('#stage-summary', `End of cycle ${at - 1}:`);
  };
  /** What is painted of the worms, pixel by pixel, once all of it is. */
  const picture = async () => {
    let before;
    const paint = () => driver.evaluate(`document.querySelector('#worms').toDataURL()`);
    return until('a picture that stands still', paint, (now) => {
      const isStill = now === before;
      before = now;
      return isStill;
    });
  };
  const open = (place) => driver.goto(`${home}${place}`);

  return { ...driver, address, cycle, isThere, open, picture, shows, stands, text, until };
}

const MESH = '#/lab?t=mesh:4x4&lam=0.01&M=4';

/** What a person does first: a promise and how it is tried. */
export const FIRST = [
  [
    'opens a link at its cycle and paints worms; steps back and on, and the link follows',
    async (page) => {
      await page.open(`${MESH}&c=40`);
      await page.stands(40);
      const before = await page.picture();
      await page.click('#back');
      await page.stands(39);
      await page.until('c=39 in the address', page.address, (found) => /[?&]c=39\b/.test(found));
      expect(await page.picture()).not.toBe(before);
      await page.click('#forward');
      await page.stands(40);
      expect(await page.picture()).toBe(before);
    },
  ],
  [
    'measures a curve in workers',
    async (page) => {
      // Short runs of few nodes: the engine is asked whether its workers work, not how fast they are.
      await page.open(CURVE);
      await page.until('the button', () => page.isThere('#measure'), Boolean);
      await page.click('#measure');
      await page.shows('#measure-status', 'loads measured');
      // Without contention a message of 4 flits takes 3 cycles and one a hop, of which there are 12/7.
      await page.click('.curve .more > summary');
      const rows = (await page.text('#points')).split('\n').slice(1);
      const [, , latency] = rows[0].split('\t');
      expect(Number.parseFloat(latency)).toBeGreaterThan(4.7);
      expect(Number.parseFloat(latency)).toBeLessThan(6);
      expect(rows.length).toBeGreaterThan(4);
    },
  ],
];

/** What else each engine is asked for. */
export const FURTHER = [
  [
    'plays, stands still when told to, and presents',
    async (page) => {
      await page.open(`${MESH}&c=20`);
      await page.stands(20);
      await page.click('#play');
      await page.until('cycle 24', page.cycle, (at) => at >= 24);
      await page.click('#play');
      const at = await page.cycle();
      await page.stands(at);
      await page.press('s');
      await page.shows('header', 'Link copied');
      expect(await page.cycle()).toBe(at);
      await page.press('f');
      await page.until('the stage alone', () => page.isThere('.lab.presenting'), Boolean);
      await page.press('Escape');
      await page.until('the whole page', () => page.isThere('.lab.presenting'), (isSo) => !isSo);
    },
  ],
  [
    'opens a step of a lesson',
    async (page) => {
      await page.open('#/lessons/deadlock-in-a-ring/2');
      await page.until('the title of the step', () => page.isThere('.lesson-step h2'), Boolean);
      await page.until('worms of its scene', () => page.isThere('#worms'), Boolean);
    },
  ],
  [
    'shows a paper',
    async (page) => {
      await page.open('#/papers/ciciani');
      await page.shows('#library', 'Table 2');
      await page.until('an equation', () => page.isThere('#library math'), Boolean);
    },
  ],
];

/** Starts an engine, and tries promises on the page at an address, one after the other. */
export async function fulfils(start, home, promises) {
  // It starts another browser, which compiles every program anew, and measures.
  test.setTimeout(4 * PATIENCE);
  const driver = await start();
  try {
    const page = person(driver, home);
    for (const [promise, tried] of promises) {
      await test.step(promise, async () => {
        await tried(page);
        expect(page.complaints()).toEqual([]);
        expect(await page.isThere('.problems')).toBe(false);
      });
    }
  } finally {
    await driver.close();
  }
}

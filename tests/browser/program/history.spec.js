// One scenario, one history: the page's worker sees the runs that the host froze. tests/same_history.rs repeats all of
// them in WebAssembly; here are those that are soon over.
import { readFileSync } from 'node:fs';
import { expect, openAt, step, test } from '../page.js';

const histories = JSON.parse(readFileSync(new URL('../../frozen/histories.json', import.meta.url)));
const short = histories.filter(({ cycles }) => cycles < 10_000);

test('the page’s worker sees the runs that the host froze', async ({ page }) => {
  expect(short.length).toBeGreaterThan(10);
  // The page asks for a curve without the messages sent by hand. Its request goes out with the load and the messages
  // of the link instead; all else is as the page read it.
  await page.addInitScript(() => {
    window.answers = new Promise((answered) => {
      window.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          this.addEventListener('message', ({ data }) => {
            const [, event, rest] = data.match(/^\S+ (\S+) ?(.*)$/s);
            if (event === 'point') answered(JSON.parse(rest.slice(rest.indexOf('{'))));
            if (event === 'failed') answered({ failed: rest });
          });
        }

        postMessage(request) {
          const { load, messages } = window.instead;
          const asked = request.replace(/(?<=&loads=)[^&]*/, load);
          super.postMessage([asked, ...messages].join('&'));
        }
      };
    });
  });
  for (const { name, link, cycles, digest } of short) {
    await step(name, async () => {
      const load = new URLSearchParams(link).get('lam');
      // A run whose link asks for no precision is asked for its length.
      const length = Number(load) > 0 && !link.includes('prec=') ? `&run=${cycles}&warm=auto` : '';
      await openAt(page, `${link}${length}&view=curve`, 0);
      const messages = link.split('&').filter((pair) => pair.startsWith('msg='));
      await page.evaluate((instead) => Object.assign(window, { instead }), { load, messages });
      await page.locator('#measure').click();
      const { measures, deadlocked, failed } = await page.evaluate(() => window.answers);
      expect(failed).toBeUndefined();
      expect(measures.digest).toBe(digest);
      // A run that deadlocks is over before it is measured.
      if (!deadlocked) expect(measures.started + measures.cycles).toBe(cycles);
      await page.goto('about:blank');
    });
  }
});

// One scenario, one history: the page's worker sees the runs that the host froze.
import { readFileSync } from 'node:fs';
import { expect, openAt, test } from '../page.js';

const histories = JSON.parse(readFileSync(new URL('../../frozen/histories.json', import.meta.url)));

for (const { name, link, cycles, digest } of histories) {
  test(name, async ({ page }) => {
    const load = new URLSearchParams(link).get('lam');
    // The page asks for a curve without the messages sent by hand. Its request goes out with
    // the load and the messages of the link instead; all else is as the page read it.
    const messages = link.split('&').filter((pair) => pair.startsWith('msg='));
    await page.addInitScript(
      ([load, messages]) => {
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
              const asked = request.replace(/(?<=&loads=)[^&]*/, load);
              super.postMessage([asked, ...messages].join('&'));
            }
          };
        });
      },
      [load, messages],
    );
    // A run whose link asks for no precision is asked for its length.
    const length = Number(load) > 0 && !link.includes('prec=') ? `&run=${cycles}&warm=auto` : '';
    await openAt(page, `${link}${length}&view=curve`, 0);
    await page.locator('#measure').click();
    const { measures, deadlocked, failed } = await page.evaluate(() => window.answers);
    expect(failed).toBeUndefined();
    const { digest: found, started, cycles: measured } = measures;
    expect(found).toBe(digest);
    // A run that deadlocks is over before it is measured.
    if (!deadlocked) expect(started + measured).toBe(cycles);
  });
}

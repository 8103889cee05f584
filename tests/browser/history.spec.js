// One scenario, one history: the page's worker sees the runs that the host froze.
import { readFileSync } from 'node:fs';
import { expect, openAt, test } from './lab.js';

const histories = JSON.parse(readFileSync(new URL('../frozen/histories.json', import.meta.url)));

/** Messages of a link: `at:from>to+to:length;…`. */
function messages(link) {
  const listed = new URLSearchParams(link.replaceAll('+', '%2B')).get('msg');
  return (listed?.split(';') ?? []).map((text) => {
    const [, at, from, to, length] = text.match(/^(\d+):([^>]+)>([^:]+)(?::(\d+))?$/);
    return { at: Number(at), from, to: to.split('+'), ...(length && { length: Number(length) }) };
  });
}

for (const { name, link, cycles, digest } of histories) {
  test(name, async ({ page }) => {
    const load = Number(new URLSearchParams(link).get('lam'));
    // The page asks for a curve without the messages sent by hand. Its request goes out with
    // the load and the messages of the link instead; all else is as the page read it.
    await page.addInitScript(
      (change) => {
        window.answers = new Promise((answered) => {
          window.Worker = class extends Worker {
            constructor(...given) {
              super(...given);
              this.addEventListener('message', ({ data: { event } }) => {
                // Reports are maps, because their measures are flattened into them.
                if (event.Point) answered(Object.fromEntries(event.Point));
                if (event.Failed) answered(event);
              });
            }

            postMessage(request) {
              const scenario = { ...request.scenario, messages: change.messages };
              super.postMessage({ ...request, scenario, loads: [change.load] });
            }
          };
        });
      },
      { load, messages: messages(link) },
    );
    await openAt(page, link, 0);
    await page.locator('#measure').click();
    const { digest: found, started, cycles: measured, deadlocked, Failed } = await page.evaluate(
      () => window.answers,
    );
    expect(Failed).toBeUndefined();
    expect(found).toBe(digest);
    // A run that locks is over before it is measured.
    if (!deadlocked) expect(started + measured).toBe(cycles);
  });
}

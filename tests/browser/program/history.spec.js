// One scenario, one history: the page's worker sees the runs that the host froze. tests/same_history.rs repeats all of
// them in WebAssembly; here are those that are soon over.
import { readFileSync } from 'node:fs';
import { expect, open, step, test } from '../page.js';
import { askWorker, curveTask } from '../wire.js';

const histories = JSON.parse(readFileSync(new URL('../../frozen/histories.json', import.meta.url)));
const short = histories.filter(({ cycles }) => cycles < 10_000);

test('the page’s worker sees the runs that the host froze', async ({ page }) => {
  expect(short.length).toBeGreaterThan(10);
  await open(page, 't=mesh:4x4&c=0');
  for (const { name, link, cycles, digest } of short) {
    await step(name, async () => {
      const load = Number(new URLSearchParams(link).get('lam'));
      // A run whose link asks for no precision is asked for its length.
      const length = load > 0 && !link.includes('prec=') ? `&run=${cycles}&warm=auto` : '';
      const { report } = await askWorker(page, curveTask(1, `${link}${length}`, load));
      const { measures, deadlocked } = report;
      expect(measures.digest).toBe(digest);
      // A run that deadlocks is over before it is measured.
      if (!deadlocked) expect(measures.started + measures.cycles).toBe(cycles);
    });
  }
});

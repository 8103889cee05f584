// One scenario, one history: the page's worker sees the runs that the host froze. tests/same_history.rs repeats all of
// them in WebAssembly; here are those that are soon over.
import { readFileSync } from 'node:fs';
import { expect, open, step, test } from '../page.js';
import { askWorker, jobTask } from '../wire.js';

const histories = JSON.parse(readFileSync(new URL('../../frozen/histories.json', import.meta.url)));
const short = histories.filter(({ cycles }) => cycles < 10_000);

test('the page’s worker sees the runs that the host froze', async ({ page }) => {
  expect(short.length).toBeGreaterThan(10);
  await open(page, 't=mesh:4x4&c=0');
  for (const { name, link, cycles, digest } of short) {
    await step(name, async () => {
      const load = Number(new URLSearchParams(link).get('lam'));
      // Random messages are sent for as long as the file says.
      const warmup = link.includes('warm=') ? '' : '&warm=auto';
      const length = load > 0 ? `&run=${cycles}${warmup}` : '';
      const { report } = await askWorker(page, jobTask(1, `${link}${length}`));
      const { measures, deadlocked } = report;
      expect(measures.digest).toBe(digest);
      // A run that deadlocks is over before it is measured.
      if (!deadlocked) expect(measures.started + measures.cycles).toBe(cycles);
    });
  }
});

// One scenario, one history: the page's worker sees the run that the host froze. tests/same_history.rs repeats all of
// them natively and in WebAssembly; here is a short one.
import { readFileSync } from 'node:fs';
import { expect, open, test } from '../page.js';
import { askWorker, jobTask } from '../wire.js';

const histories = JSON.parse(readFileSync(new URL('../../frozen/histories.json', import.meta.url)));

test('the page’s worker sees the run that the host froze', async ({ page }) => {
  const { link, cycles, digest } = histories.find(({ name }) => name === 'store-and-forward with exponential lengths');
  await open(page, 't=mesh:4x4&c=0');
  // Random messages are sent for as long as the file says.
  const { report } = await askWorker(page, jobTask(1, `${link}&run=${cycles}`));
  const { measures } = report;
  expect(measures.digest).toBe(digest);
  expect(measures.started + measures.cycles).toBe(cycles);
});

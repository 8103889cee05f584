// One scenario, one history: the page's worker, in WebAssembly, sees the runs that the host froze, to the last bit.
// tests/same_history.rs reads the same files natively.
import { readFileSync } from 'node:fs';
import { expect, open, test } from '../page.js';
import { askWorker, simulation } from '../wire.js';

const frozen = (name) => JSON.parse(readFileSync(new URL(`../../frozen/${name}.json`, import.meta.url)));

/** The report of the page's worker on a scenario. */
const report = async (page, link) => (await askWorker(page, simulation(link))).report;

test('the page’s worker sees the runs of messages that the host froze', async ({ page }) => {
  await open(page, 't=mesh:4x4&c=0');
  const histories = frozen('histories');
  expect(histories.length).toBeGreaterThanOrEqual(20);
  for (const { name, link, cycles, digest } of histories) {
    // The warm-up is found, unless the link says so already.
    const automatic = link.includes('&warm=auto') ? link : `${link}&warm=auto`;
    const { deadlocked, measures } = await report(page, `${automatic}&run=${cycles}`);
    expect.soft(measures.digest, name).toBe(digest);
    // A run that deadlocks ends before it is measured.
    if (!deadlocked) expect.soft(measures.started + measures.cycles, name).toBe(cycles);
  }
});

test('the page’s worker sees the packets, and measures the figures, that the host froze', async ({ page }) => {
  await open(page, 't=mesh:4x4&c=0');
  for (const { link, digest } of frozen('packets')) expect((await report(page, link)).measures.digest, link).toBe(digest);

  const { link, latency, network_latency } = frozen('figures');
  const { measures } = await report(page, link);
  expect(measures.latency).toMatchObject(latency);
  expect(measures.network_latency).toMatchObject(network_latency);
});

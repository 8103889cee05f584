// Speed of the simulator natively and in the built page: `npm --prefix tests/browser run speed`, on FLITSCOPE_DIST or dist/;
// `-- mesh:64x64` measures the rows of one network.
// Prints the table of the guide: offered flits/node/cycle, flit-hops per second of processor time, and the ratio. Asserts none.
//
// A row is a line of benches/workloads.csv. The command line and a simulating worker of Chromium measure the same point, in
// turn, several times; the best of each counts, because others may use the machine. The time is that of the processor, user
// and system, of the whole process.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { dist } from './dist.js';
import config from './playwright.config.js';
import { serve } from './serve.js';
import { askWorker, simulation } from './wire.js';

/** Processor time of one measurement [s], natively. */
const SECONDS = 1;
const TIMES = 3;
const FURTHER = 4;

const root = fileURLToPath(new URL('../..', import.meta.url));
const lines = readFileSync(`${root}/benches/workloads.csv`, 'utf8').trim().split('\n').slice(1);
const rows = lines.map((line) => {
  const [network, ...numbers] = line.split(',');
  const [vcs, buffer, flits, load] = numbers.map(Number);
  return { network, vcs, buffer, flits, load };
});

const build = ['build', '--release', '--locked', '--bin', 'flitscope'];
execFileSync('cargo', build, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
const metadata = ['metadata', '--format-version', '1', '--no-deps', '--offline'];
const target = JSON.parse(execFileSync('cargo', metadata, { cwd: root, encoding: 'utf8' })).target_directory;

/** Simulates a row for some cycles; returns its flit hops and the processor time [s]. */
function natively({ network, vcs, buffer, flits, load }, cycles) {
  const input = JSON.stringify({
    network, vcs, buffer, length: { fixed: flits }, traffic: { rate: load / flits }, run: { warmup: 0, cycles, replications: 1 },
  });
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$0" simulate -', `${target}/release/flitscope`];
  const { stdout, stderr, status } = spawnSync('bash', timed, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [user, system] = stderr.trim().split(' ').map(Number);
  return { hops: Number(/^flit_hops +(\d+)$/m.exec(stdout)[1]), time: user + system };
}

const { base, close } = await serve(dist);
const browser = await chromium.launch(config.use.launchOptions);
const browserSession = await browser.newBrowserCDPSession();

/** Processor time of the processes that run pages [s]. */
async function processorTime() {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/**
 * The same in a worker. It compiles its code in the first run, which would count for a short one, so the time is that of
 * `FURTHER` runs after it.
 */
async function inChromium(page, { network, vcs, buffer, flits, load }, cycles) {
  const link = `t=${network}&vc=${vcs}&buf=${buffer}&M=${flits}&warm=0&lam=${load / flits}&run=${cycles}&rep=1`;
  const timed = async (runs) => {
    const begin = await processorTime();
    const { report } = await askWorker(page, simulation(link), runs);
    return { hops: report.measures.flit_hops, time: (await processorTime()) - begin };
  };
  const { time: first } = await timed(1);
  const { hops, time: all } = await timed(1 + FURTHER);
  return { hops, time: (all - first) / FURTHER };
}

// Nothing moves on this page.
const page = await browser.newPage({ serviceWorkers: 'block' });
await page.goto(`${base}#/lessons`);
await page.waitForFunction(() => 'flitscope' in window);

/** Flit hops per microsecond of what a long run does more than a short one, so that its bounds and its start do not count. */
const speed = (long, short) => (long.hops - short.hops) / (long.time - short.time) / 1e6;
const best = (runs) => Math.max(...runs);
const rounded = (number) => number.toPrecision(number < 100 ? 2 : 3);

console.log('| network | V | B | M (flits) | offered | native | Chromium\'s worker | ratio |');
console.log('|---|---|---|---|---|---|---|---|');
for (const row of rows.filter(({ network }) => network === (process.argv[2] ?? network))) {
  const FIRST = 1_000;
  const [first, second] = [FIRST, 4 * FIRST].map((cycles) => natively(row, cycles));
  const perCycle = Math.max(second.time - first.time, 0.001) / (3 * FIRST);
  const cycles = FIRST + Math.round(SECONDS / perCycle);
  const [native, worker] = [[], []];
  for (let i = 0; i < TIMES; i += 1) {
    native.push(speed(natively(row, cycles), natively(row, FIRST)));
    const [long, short] = [await inChromium(page, row, cycles), await inChromium(page, row, FIRST)];
    worker.push(speed(long, short));
    if (natively(row, FIRST).hops !== short.hops) throw new Error('not the same run');
  }
  const [host, guest] = [best(native), best(worker)];
  const { network, vcs, buffer, flits, load } = row;
  console.log(`| ${network} | ${vcs} | ${buffer} | ${flits} | ${load} | ${rounded(host)} M | ${rounded(guest)} M | ${(guest / host).toFixed(2)} |`);
}
await browser.close();
await close();

// Speed of the built page: `npm --prefix tests/browser run bench`. Prints figures, asserts none.
import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { playAt } from './page.js';
import config from './playwright.config.js';
import { serve } from './serve.js';
import { examination, examine } from './wire.js';

const folder = process.env.FLITSCOPE_DIST ?? new URL('../../dist', import.meta.url).pathname;
const dist = new URL(`file://${folder}/`);
const { base, close } = await serve(dist.pathname);

for (const name of readdirSync(dist).filter((file) => /\.(wasm|js|css)$/.test(file))) {
  const bytes = readFileSync(new URL(name, dist));
  console.log(`${name}: ${bytes.length} bytes, ${brotliCompressSync(bytes).length} as brotli`);
}

const browser = await chromium.launch(config.use.launchOptions);

/** Milliseconds from the request to Home with its network and buttons. */
async function timeToInteractive() {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const begin = performance.now();
  await page.goto(base, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('#send-one')?.checkVisibility() && document.querySelector('#worms')?.width > 2);
  const time = performance.now() - begin;
  await page.close();
  return time;
}

const times = [];
for (let i = 0; i < 5; i += 1) times.push(await timeToInteractive());
times.sort((a, b) => a - b);
console.log(`Home interactive after ${times.map((time) => time.toFixed(0)).join(', ')} ms`);

/**
 * Milliseconds until the first picture and until Home is interactive, over 1.6 Mbit/s with round trips of 150 ms.
 * The server does not compress, so the rate is that of the files as they are: raised by how much brotli takes from them.
 */
async function slowStart() {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const bytes = { raw: 0, packed: 0 };
  page.on('response', async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    bytes.raw += body.length;
    bytes.packed += body.length && brotliCompressSync(body).length;
  });
  await page.goto(base);
  await page.waitForLoadState('networkidle');
  const gain = bytes.raw / bytes.packed;
  await page.close();
  const slow = await browser.newPage({ serviceWorkers: 'block' });
  const session = await slow.context().newCDPSession(slow);
  await session.send('Network.enable');
  const throughput = (1.6e6 / 8) * gain;
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput });
  await slow.goto(base, { waitUntil: 'commit' });
  await slow.waitForFunction(() => document.querySelector('#send-one')?.checkVisibility() && document.querySelector('#worms')?.width > 2);
  const interactive = await slow.evaluate(() => performance.now());
  const [first] = await slow.evaluate(() => performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime));
  await slow.close();
  return `first picture after ${first.toFixed(0)} ms, interactive after ${interactive.toFixed(0)} ms (${(bytes.packed / 1000).toFixed(0)} kB as brotli)`;
}
console.log(`Home over 1.6 Mbit/s and 150 ms: ${await slowStart()}`);

/** Milliseconds until a script is compiled, proved and handed over, several times [ms]. */
async function scriptTimes(name, network, vcs) {
  const script = readFileSync(new URL(`../../src/study/custom/examples/${name}.rhai`, import.meta.url), 'utf8');
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.goto(base);
  await page.waitForFunction(() => 'flitscope' in window);
  const times = await examine(page, examination(script, network, vcs), 6);
  await page.close();
  return times.map((time) => time.toFixed(0)).join(', ');
}

for (const [name, network, vcs] of [
  ['dimension-order', 'mesh:8x8', 2],
  ['odd-even', 'mesh:8x8', 2],
  ['duato', 'mesh:8x8', 2],
  ['duato-torus', 'torus:8x8', 3],
  ['dimension-order', 'mesh:16x16', 2],
  ['duato', 'mesh:16x16', 2],
]) {
  console.log(`script ${name} on ${network}, V=${vcs}: known after ${await scriptTimes(name, network, vcs)} ms`);
}

/**
 * Frames per second while a scenario plays, and perhaps is measured by workers at the same time;
 * the longest frame, and how often the page was deaf for more than 50 ms.
 */
async function frames(query, speed, measures = false) {
  const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });
  await page.goto(`${base}#/lab?${query}&c=400${measures ? '&view=curve' : ''}`);
  const shows = (cycle) => document.querySelector('#stage-summary')?.textContent.includes(`End of cycle ${cycle - 1}:`);
  await page.waitForFunction(shows, 400, { timeout: 120_000 });
  await playAt(page, String(Math.log2(speed)));
  if (measures) await page.locator('#measure').click();
  await page.locator('#play').click();
  const { fps, longest, deaf } = await page.evaluate(
    () =>
      new Promise((done) => {
        const deaf = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) deaf.push(duration);
        });
        observer.observe({ entryTypes: ['longtask'] });
        const stamps = [];
        const next = (now) => {
          stamps.push(now);
          if (now - stamps[0] < 4000) requestAnimationFrame(next);
          else {
            const gaps = stamps.slice(1).map((stamp, i) => stamp - stamps[i]);
            done({ fps: (gaps.length * 1000) / (now - stamps[0]), longest: Math.max(...gaps), deaf });
          }
        };
        requestAnimationFrame(next);
      }),
  );
  const said = await page.locator('#stage-summary').textContent();
  const [, worms] = /: (\d+) messages/.exec(said);
  await page.close();
  const tasks = deaf.length ? `${deaf.length} long tasks up to ${Math.max(...deaf).toFixed(0)} ms` : 'no long task';
  return { fps, told: `${fps.toFixed(1)} frames/s, longest ${longest.toFixed(0)} ms, ${tasks}; ${worms} worms` };
}

/** How long the page is deaf while it starts, and in the ten seconds after that [ms]. */
async function deafAtStart(query) {
  const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ entryTypes: ['longtask'] });
  });
  await page.goto(`${base}#/lab?${query}`);
  await page.waitForFunction(() => document.querySelector('#stage-summary')?.textContent.includes('cycle'));
  await page.waitForTimeout(1000);
  const begun = await page.evaluate(() => performance.now());
  await page.waitForTimeout(10_000);
  const tasks = await page.evaluate(() => window.tasks.map(({ startTime, duration }) => [startTime, duration]));
  await page.close();
  const told = (part) => part.map(([, duration]) => duration.toFixed(0)).join(', ') || 'none';
  return `at the start ${told(tasks.filter(([at]) => at < begun))}; afterwards ${told(tasks.filter(([at]) => at >= begun))}`;
}

for (const query of ['t=mesh:4x4&lam=0.01', 't=hypercube:12&vc=2&buf=4&M=16&lam=0.015', 't=torus-uni:16x16x16&M=25&lam=0.0005']) {
  console.log(`long tasks of ${query}: ${await deafAtStart(`${query}&play=6`)}`);
}

for (const [name, query] of [
  ['8x8 torus', 't=torus:8x8&buf=2&M=16&lam=0.011'],
  ['32x32 torus', 't=torus:32x32&buf=2&M=16&lam=0.004'],
  ['10-cube, 5120 links', 't=hypercube:10&vc=2&buf=4&M=16&lam=0.026'],
  ['the same, heat and matrix', 't=hypercube:10&vc=2&buf=4&M=16&lam=0.026&heat=1&matrix=1'],
  ['16-ary 3-cube, matrix', 't=torus-uni:16x16x16&M=25&lam=0.0005&matrix=1'],
  ['16-ary 3-cube, no matrix', 't=torus-uni:16x16x16&M=25&lam=0.0005&matrix=0'],
  ['12-cube, 24,576 links, matrix', 't=hypercube:12&vc=2&buf=4&M=16&lam=0.015&matrix=1'],
  ['the same, heat and matrix', 't=hypercube:12&vc=2&buf=4&M=16&lam=0.015&matrix=1&heat=1'],
]) {
  for (const speed of [6, 60]) {
    console.log(`${name} at ${speed} cycles/s: ${(await frames(query, speed)).told}`);
  }
}
for (const [name, query] of [
  ['6-cube', 't=hypercube:6&vc=1&M=32&lam=0.008&rep=50'],
  ['10-cube', 't=hypercube:10&vc=1&M=200&lam=0.001&rep=10'],
]) {
  console.log(`${name} while it is measured: ${(await frames(query, 60, true)).told}`);
}

/** Milliseconds until a past cycle is shown: anywhere in 20,000 cycles, and one step back. */
async function timesOfGoingBack(query) {
  const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });
  await page.goto(`${base}#/lab?${query}&c=20000`);
  const shown = (cycle) => document.querySelector('#stage-summary')?.textContent.includes(`End of cycle ${cycle - 1}:`);
  await page.waitForFunction(shown, 20000, { timeout: 120_000 });
  const times = await page.evaluate(async () => {
    const line = document.querySelector('.timeline input');
    const summary = document.querySelector('#stage-summary');
    const until = (cycle) =>
      new Promise((done) => {
        const look = () =>
          summary.textContent.includes(`End of cycle ${cycle - 1}:`) ? done() : requestAnimationFrame(look);
        look();
      });
    const seek = async (cycle) => {
      const begin = performance.now();
      line.value = cycle;
      line.dispatchEvent(new Event('input', { bubbles: true }));
      await until(cycle);
      return performance.now() - begin;
    };
    const back = async (cycle) => {
      const begin = performance.now();
      document.querySelector('#back').click();
      await until(cycle);
      return performance.now() - begin;
    };
    const [anywhere, byOne] = [[], []];
    for (let i = 1; i <= 300; i += 1) anywhere.push(await seek((i * 7919) % 20000));
    for (let i = 0; i < 30; i += 1) {
      const cycle = 1000 + ((i * 7919) % 19000);
      await seek(cycle);
      for (let j = 1; j <= 10; j += 1) byOne.push(await back(cycle - j));
    }
    return [anywhere, byOne];
  });
  await page.close();
  const told = times.map((each) => {
    each.sort((a, b) => a - b);
    const [median, p95] = [0.5, 0.95].map((share) => each[Math.floor(each.length * share)].toFixed(0));
    return `median ${median} ms, p95 ${p95} ms, longest ${each.at(-1).toFixed(0)} ms`;
  });
  return `anywhere ${told[0]}; back by one ${told[1]}`;
}

for (const [name, query] of [
  ['32x32 torus', 't=torus:32x32&buf=2&M=16&lam=0.004'],
  ['10-cube', 't=hypercube:10&vc=1&M=200&lam=0.001'],
]) {
  console.log(`${name}, past cycles: ${await timesOfGoingBack(query)}`);
}
await browser.close();
await close();

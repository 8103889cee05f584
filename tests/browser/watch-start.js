// Watches which functions the page calls before anybody touches it, and writes down the others, which the release build
// then puts into a file of their own (scripts/wasm/unused.js). After `trunk build --release`:
// `npm --prefix tests/browser run watch-start`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import config from './playwright.config.js';
import { serve } from './serve.js';

const { watched, writeUnused } = createRequire(import.meta.url)('../../scripts/wasm/unused.js');

/** Where people come in. */
const STARTS = [
  '#/',
  '#/lab',
  '#/lab?t=mesh:4x4&c=3',
  '#/lab?t=torus:8x8&lam=0.01',
  '#/lab?t=mesh:4x4&c=20&play=8',
  '#/lab?t=hypercube:6&lam=0.01&c=100&play=30',
  '#/lab?t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&c=20',
  '#/lab?t=hypercube:12&vc=2&buf=4&M=16&lam=0.015&matrix=1&heat=1&play=6',
  '#/lab?t=torus-uni:16x16x16&M=25&lam=0.0005&play=6',
  '#/papers',
  '#/laboratory',
];
/** How long a start is watched [ms]: until a network has played for a while. */
const WATCHED = 12_000;
const PREFIX = 'called_';

const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'flitscope-'));
const [bound, dist] = [join(folder, 'bound'), join(folder, 'dist')];
const linked = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'wasm32-unknown-unknown', 'page', 'app.wasm');
execFileSync('wasm-bindgen', ['--target', 'web', '--no-typescript', '--keep-debug', '--no-demangle', '--out-dir', bound, linked]);
const { program, names } = watched(readFileSync(join(bound, 'app_bg.wasm')), PREFIX);
cpSync(join(root, 'dist'), dist, { recursive: true });
const named = (pattern) => join(dist, readdirSync(dist).find((name) => pattern.test(name)));
writeFileSync(named(/^app_bg-/), program);
const script = readFileSync(join(bound, 'app.js'), 'utf8').replace('wasm = instance.exports;', '$& globalThis.watched = wasm;');
writeFileSync(named(/^app-.*\.js$/), script);

const server = await serve(dist);
const browser = await chromium.launch(config.use.launchOptions);
const called = new Set();

async function watch(start, width) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.goto(server.base + start);
  await page.waitForFunction(() => globalThis.watched);
  await page.waitForTimeout(WATCHED);
  // What JavaScript lets go of, Rust drops; otherwise the browser chooses the moment, sooner or later.
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(500);
  const numbers = await page.evaluate((prefix) => {
    const counts = Object.entries(globalThis.watched).filter(([name]) => name.startsWith(prefix));
    return counts.filter(([, { value }]) => value).map(([name]) => Number(name.slice(prefix.length)));
  }, PREFIX);
  numbers.forEach((number) => called.add(number));
  console.log(`${start} at ${width} px calls ${numbers.length} functions of ${names.length}`);
  await page.close();
}

// Two at a time: slow pages would show less of what they do.
const pages = STARTS.flatMap((start) => [1280, 390].map((width) => [start, width]));
const inTurn = async () => {
  for (let next = pages.shift(); next; next = pages.shift()) await watch(...next);
};
await Promise.all([inTurn(), inTurn()]);
const count = writeUnused(names.map((name, i) => ({ name, isCalled: called.has(i) })));
console.log(`${count} names of functions that nobody called`);
await browser.close();
server.close();
rmSync(folder, { recursive: true });

// What a built page weighs: each program, and all that Home and Explore fetch at their start, as a server sends it that
// compresses. Fails where a start is above the limit. `npm --prefix tests/browser run size -- DIST` (default: dist)
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import config from './playwright.config.js';
import { serve } from './serve.js';

/** The most that a start may fetch, compressed by brotli [bytes]. The aim is 420,000: the guide says what is in the way. */
const MOST = 590_000;
const STARTS = [['Home', '#/'], ['Explore', '#/lab?t=torus:8x8&lam=0.01']];

const dist = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? 'dist');
const brotli = (bytes) => brotliCompressSync(bytes).length;
const row = (name, ...bytes) => console.log(name.padEnd(24), ...bytes.map((count) => count.toLocaleString('en').padStart(11)));

console.log(`${'bytes'.padEnd(24)}         raw        gzip      brotli`);
for (const name of readdirSync(dist).filter((name) => name.endsWith('.wasm')).sort()) {
  const bytes = readFileSync(join(dist, name));
  row(name.replace(/-[0-9A-Z]{8}/, ''), bytes.length, gzipSync(bytes).length, brotli(bytes));
}

const server = await serve(dist);
const browser = await chromium.launch(config.use.launchOptions);
let isSmall = true;
for (const [name, address] of STARTS) {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const arrived = [];
  page.on('response', (response) => arrived.push(response));
  await page.goto(server.base + address);
  await page.locator('#stage-summary, #send-one').filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(arrived.filter((response) => response.url().startsWith('http')).map((response) => response.body()));
  const sum = bodies.reduce((sum, body) => sum + brotli(body), 0);
  row(`start of ${name}`, bodies.reduce((sum, body) => sum + body.length, 0), bodies.reduce((sum, body) => sum + gzipSync(body).length, 0), sum);
  if (sum > MOST) {
    isSmall = false;
    console.log(`The start of ${name} may take at most ${MOST.toLocaleString('en')} bytes.`);
  }
  await page.close();
}
await browser.close();
await server.close();
process.exitCode = isSmall ? 0 : 1;

// A program that cannot start says why, and what to do; nothing that is only slow is called a failure. What is
// fetched has the hash of its content in its name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dist } from '../dist.js';
import { alone, expect, failing, openFresh, step } from '../page.js';
import { serve } from '../serve.js';
import { CURVE, PLACES } from './all_places.js';

const program = (name, type) => new RegExp(`/${name}-[0-9A-Z]{8}\\.${type}$`);
const missing = (route) => route.fulfill({ status: 404, body: 'nothing here' });
const damaged = (route) => route.fulfill({ contentType: 'application/wasm', body: 'not a program' });
const html = (route) => route.fulfill({ contentType: 'text/html', body: '<p>Home' });

/** Takes a file away from the server until what it returns is called. */
async function without(page, file, answer = missing) {
  await page.route(file, answer);
  return () => page.unroute(file);
}

failing('a file that is missing or damaged is named, and the program starts once it is there', async ({ page }) => {
  const said = page.getByRole('alert');
  for (const [what, file, answer, sentence] of [
    ['no script', program('app', 'js'), missing, /has no file app-[0-9A-Z]{8}\.js \(status 404\); reload the page/],
    ['no program', program('app_bg', 'wasm'), missing, /has no file app_bg-[0-9A-Z]{8}\.wasm \(status 404\); reload the page/],
    ['a page of the server in its place', program('app_bg', 'wasm'), html, /has no file app_bg-[0-9A-Z]{8}\.wasm;/],
    ['a file of something else', program('app_bg', 'wasm'), damaged, /its file is damaged or this browser is too old for it/],
  ]) {
    await step(what, async () => {
      const bring = await without(page, file, answer);
      await openFresh(page, '#/lab?t=mesh:4x4&c=7');
      await expect(said).toContainText('Flitscope cannot start');
      await expect(said).toContainText(sentence);
      await expect(page.locator('#shell')).not.toContainText('is loading');
      await bring();
    });
  }
  await step('a program that only loads slowly', async () => {
    let go;
    const gone = new Promise((called) => (go = called));
    const asked = page.waitForRequest(program('app_bg', 'wasm'));
    const bring = await without(page, program('app_bg', 'wasm'), async (route) => {
      await gone;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.waitForFunction(() => document.readyState === 'complete');
    await expect(page.locator('#loading')).toContainText('The page is loading');
    await expect(said).toHaveCount(0);
    go();
    await expect(page.locator('#cycle')).toHaveText('6');
    await bring();
  });
});

failing('what prevents the start is named', async ({ context }) => {
  /** Tries it in a tab of its own. */
  const tried = (what, body) =>
    step(what, async () => {
      const page = await context.newPage();
      await body(page);
      await page.close();
    });
  await tried('no start file', async (page) => {
    await without(page, program('start', 'js'));
    await page.goto('');
    await expect(page.locator('#shell')).toContainText('The page cannot start: its start file is missing');
  });
  await tried('no WebAssembly', async (page) => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await page.goto('');
    await expect(page.getByRole('alert')).toContainText('WebAssembly is disabled or missing in this browser');
  });
  await tried('no server', async (page) => {
    await page.goto(pathToFileURL(join(dist, 'index.html')).href);
    await expect(page.locator('#shell')).toContainText('serve the folder, as scripts/serve does');
  });
  for (const [policy, directive] of [
    ["script-src 'self' 'unsafe-inline'", 'script-src'],
    ["script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'", 'connect-src'],
  ]) {
    await tried(policy, async (page) => {
      const server = await serve(dist, { headers: { 'content-security-policy': policy } });
      await page.goto(server.base);
      await expect(page.getByRole('alert')).toContainText('Content-Security-Policy forbids it');
      await expect(page.getByRole('alert')).toContainText(`(${directive})`);
      await server.close();
    });
  }
});

alone('works under a strict policy, from a folder of any name, and what it fetches has its hash in its name', async ({ page, context }) => {
  // Every program is compiled in a context of its own, and a curve is measured.
  alone.slow();
  const hosting = (name) => readFileSync(fileURLToPath(new URL(`../../../scripts/host/${name}`, import.meta.url)), 'utf8');
  const policy = hosting('policy.txt').trim();
  expect(policy).not.toContain('unsafe-inline');
  for (const server of ['nginx.conf', 'Caddyfile']) expect(hosting(server)).toContain(`"${policy}"`);
  const server = await serve(dist, { headers: { 'content-security-policy': policy }, under: '/courses/2026 networks' });
  const broken = [];
  const fetched = new Set();
  context.on('request', (request) => {
    const url = request.url().split(/[?#]/)[0];
    if (url.startsWith(server.base)) fetched.add(url.slice(server.base.length));
    else if (!/^(data|blob):/.test(url)) broken.push(`fetches ${url}`);
  });
  await page.exposeFunction('noteViolation', (what) => broken.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      noteViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile} ${event.sample}`);
    });
  });
  await page.goto(server.base + CURVE);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured');
  for (const [address, place] of PLACES) {
    await page.goto(server.base + address);
    await expect(page.locator(place).first()).toBeVisible();
  }
  await server.close();
  expect(broken).toEqual([]);
  await step('names of files', () => {
    for (const name of ['', 'icon.svg']) fetched.delete(name);
    for (const name of fetched) expect(name).toMatch(/-[0-9A-Z]{8}[./]/);
    const kinds = [...fetched].map((name) => name.replace(/-[0-9A-Z]{8}/, ''));
    const programs = ['app', 'worker', 'lesson'].map((name) => `${name}_bg.wasm`);
    const scripts = ['start.js', 'app.js', 'start_worker.js', 'start_lesson.js'];
    expect(kinds).toEqual(expect.arrayContaining([...programs, ...scripts, 'style.css', 'library.css']));
  });
});

failing('every simulation says that a file of the workers is missing, and can be started again', async ({ page }) => {
  for (const [what, address, button, place, pattern, well] of [
    ['the search for deadlock', '#/lab?t=torus-uni:4&vc=1&show=deadlock&c=0', '#deadlock-again', '#deadlock-verdict + p', /(.*)/, /cycle/],
    [
      'a table of a paper',
      '#/papers/shahrabi/figure-1',
      '#figure-1 .rerun',
      '#figure-1 .state',
      /could not be simulated: (.*)/,
      /[1-9]\d* (of \d+ )?rows simulated/,
    ],
    ['Experiment', '#/laboratory?m=queue&from=0.1&to=0.8&sims=2', '#simulate', '#simulation-status', /Simulation failed: (.*)/, /simulated/],
  ]) {
    await step(what, async () => {
      const bring = await without(page, program('worker_bg', 'wasm'));
      await openFresh(page, address);
      if (button !== '#deadlock-again') await page.locator(button).click();
      const status = page.locator(place);
      await expect(status).toContainText(pattern);
      await expect(status).toContainText(/workers cannot start: \S+ has no file worker_bg-[0-9A-Z]{8}\.wasm \(status 404\); reload/i);
      await bring();
      await page.locator(button).click();
      await expect(status).toContainText(well);
    });
  }
});

failing('a measurement says why its workers cannot start, and can be started again', async ({ page }) => {
  const gone = await serve(dist);
  const status = page.locator('#measure-status');
  const measure = page.locator('#measure');
  await step('a server that is gone', async () => {
    // Workers that were started ahead would measure without a server.
    const bring = await without(page, program('start_worker', 'js'), (route) => route.abort());
    await page.goto(gone.base + CURVE);
    await expect(page.locator('.chart canvas')).toBeVisible();
    await gone.close();
    await bring();
    await measure.click();
    await expect(status).toContainText(
      `the server cannot be reached: ${new URL(gone.base).host} does not answer; try again once the server is running`,
    );
    await expect(measure).toHaveText('Measure');
  });
  const again = await serve(dist, { port: Number(new URL(gone.base).port) });
  await step('a damaged program', async () => {
    const bring = await without(page, program('worker_bg', 'wasm'), damaged);
    await measure.click();
    await expect(status).toContainText('Could not measure: workers cannot start: its file is damaged');
    await bring();
  });
  await measure.click();
  await expect(status).toContainText('loads measured');
  await again.close();
});

alone.describe('without JavaScript', () => {
  alone.use({ javaScriptEnabled: false });

  alone('the page shows a figure and says what it is', async ({ page }) => {
    await page.goto('');
    const figure = page.locator('#shell svg');
    await expect(figure).toBeVisible();
    expect(await figure.locator('path[fill^="var(--hue"]').count()).toBeGreaterThan(2);
    await expect(page.getByRole('heading', { name: 'Flitscope' })).toBeVisible();
    await expect(page.locator('#shell')).toContainText('A message travels as a worm of flits');
    await expect(page.locator('noscript p')).toHaveText(/^The page needs JavaScript and WebAssembly/);
    await expect(page.locator('noscript p')).toBeVisible();
  });
});

// A program that cannot start says why, and what to do; nothing that is only slow is called a failure. What is
// fetched has the hash of its content in its name.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test as failing } from '@playwright/test';
import { dist } from '../dist.js';
import { expect, open, openAt, step, test } from '../page.js';
import { serve } from '../serve.js';
import { PLACES } from './all_places.js';

const program = (name, type) => new RegExp(`/${name}-[0-9a-f]{16}\\.${type}(\\?\\d+)?$`);
const missing = (route) => route.fulfill({ status: 404, body: 'nothing here' });

/** Takes a file away from the server until what it returns is called. */
async function without(page, file, answer = missing) {
  await page.route(file, answer);
  return () => page.unroute(file);
}

failing.describe('the page', () => {
  const said = (page) => page.getByRole('alert');

  for (const [what, file] of [
    ['its script', program('app', 'js')],
    ['its program', program('app_bg', 'wasm')],
  ]) {
    failing(`without ${what} says which file is missing, and starts once it is there`, async ({ page }) => {
      const bring = await without(page, file);
      await page.goto('#/lab?t=mesh:4x4&c=7');
      await expect(said(page)).toContainText('Flitscope cannot start');
      await expect(said(page)).toContainText(/has no file app\S*-[0-9a-f]{16}\.(js|wasm) \(status 404\); reload the page/);
      await expect(page.locator('#shell')).not.toContainText('is loading');
      await bring();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('#cycle')).toHaveText('7');
    });
  }

  failing('tells a missing file from a damaged one', async ({ page }) => {
    await step('a page of the server in its place', async () => {
      const bring = await without(page, program('app_bg', 'wasm'), (route) => route.fulfill({ contentType: 'text/html', body: '<p>Home' }));
      await page.goto('');
      await expect(said(page)).toContainText(/has no file app_bg-[0-9a-f]{16}\.wasm;/);
      await bring();
    });
    await step('a file of something else', async () => {
      await without(page, program('app_bg', 'wasm'), (route) =>
        route.fulfill({ contentType: 'application/wasm', body: 'not a program' }),
      );
      await page.reload();
      await expect(said(page)).toContainText('its file is damaged or this browser is too old for it');
    });
  });

  failing('without the file with which it starts says so', async ({ page }) => {
    await without(page, program('start', 'js'));
    await page.goto('');
    await expect(page.locator('#shell')).toContainText('The page cannot start: its start file is missing');
  });

  failing('without WebAssembly says so', async ({ page }) => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await page.goto('');
    await expect(said(page)).toContainText('WebAssembly is disabled or missing in this browser');
  });

  failing('opened as a file says that it must be served', async ({ page }) => {
    await page.goto(pathToFileURL(join(dist, 'index.html')).href);
    await expect(page.locator('#shell')).toContainText('serve the folder, as scripts/serve does');
  });

  for (const [policy, directive] of [
    ["script-src 'self' 'unsafe-inline'", 'script-src'],
    ["script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'", 'connect-src'],
  ]) {
    failing(`under ${policy} says what forbids it`, async ({ page }) => {
      const server = await serve(dist, { headers: { 'content-security-policy': policy } });
      await page.goto(server.base);
      await expect(said(page)).toContainText("Content-Security-Policy forbids it");
      await expect(said(page)).toContainText(`(${directive})`);
      await server.close();
    });
  }

  failing('works under a strict policy, from a folder of any name', async ({ page }) => {
    const hosting = (name) => readFileSync(fileURLToPath(new URL(`../../../scripts/host/${name}`, import.meta.url)), 'utf8');
    const policy = hosting('policy.txt').trim();
    expect(policy).not.toContain('unsafe-inline');
    for (const server of ['nginx.conf', 'Caddyfile']) expect(hosting(server)).toContain(`"${policy}"`);
    const server = await serve(dist, { headers: { 'content-security-policy': policy }, under: '/courses/2026 networks' });
    const broken = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.base)) broken.push(`fetches ${request.url()}`);
    });
    await page.exposeFunction('noteViolation', (what) => broken.push(what));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        noteViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile} ${event.sample}`);
      });
    });
    await page.goto(`${server.base}#/lab?t=hypercube:3&vc=1&M=4&view=curve&c=0`);
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
    for (const [address, place] of PLACES) {
      await page.goto(server.base + address);
      await expect(page.locator(place).first()).toBeVisible();
    }
    await server.close();
    expect(broken).toEqual([]);
  });

  failing('that only loads slowly does not say that it cannot', async ({ page }) => {
    let go;
    const gone = new Promise((called) => (go = called));
    await page.route(program('app_bg', 'wasm'), async (route) => {
      await gone;
      await route.continue();
    });
    await page.goto('#/lab?t=mesh:4x4&c=7');
    await expect(page.locator('#loading')).toContainText('The page is loading');
    await page.waitForTimeout(300);
    await expect(page.locator('#loading')).toContainText('The page is loading');
    await expect(said(page)).toHaveCount(0);
    go();
    await expect(page.locator('#cycle')).toHaveText('7');
  });
});

failing.describe('workers', () => {
  const CASES = [
    ['a measurement', '#/lab?t=hypercube:3&vc=1&M=4&view=curve&c=0', '#measure', '#measure-status', /Could not measure: (.*)/, /loads measured/],
    [
      'a comparison of algorithms',
      '#/lab?t=mesh:4x4&vc=2&M=8&md=3&mc=dual-path&warm=auto&prec=0.2&view=curve&c=0',
      '#measure',
      '#measure-status',
      /Could not measure: (.*)/,
      /loads measured/,
    ],
    ['the search for deadlock', '#/lab?t=torus-uni:4&vc=1&show=deadlock&c=0', '#deadlock-again', '#deadlock-verdict + p', /(.*)/, /Can deadlock|cycle/i],
    [
      'a table of a paper',
      '#/papers/shahrabi/figure-1',
      '#figure-1 .rerun',
      '#figure-1 .state',
      /could not be simulated: (.*)/,
      /[1-9]\d* (of \d+ )?rows simulated/,
    ],
    ['the laboratory', '#/laboratory?m=queue&from=0.1&to=0.8&sims=2', '#simulate', '#simulation-status', /Simulation failed: (.*)/, /simulated/],
  ];
  for (const [what, address, button, place, pattern, well] of CASES) {
    failing(`${what} says that a file of the workers is missing, and can be started again`, async ({ page }) => {
      const bring = await without(page, program('worker_bg', 'wasm'));
      await page.goto(address);
      if (button !== '#deadlock-again') await page.locator(button).click();
      const status = page.locator(place);
      await expect(status).toContainText(pattern);
      await expect(status).toContainText(/workers cannot start: \S+ has no file worker_bg-[0-9a-f]{16}\.wasm \(status 404\); reload/i);
      await bring();
      await page.locator(button).click();
      await expect(status).toContainText(well, { timeout: 50_000 });
    });
  }

  failing('of a server that is gone are not called stopped', async ({ page }) => {
    const server = await serve(dist);
    // Those that were started ahead would measure without a server.
    const start = /\/start_worker-[0-9a-f]{16}\.js$/;
    await page.route(start, (route) => route.abort());
    await page.goto(`${server.base}#/lab?t=hypercube:3&vc=1&M=4&view=curve&c=0`);
    await expect(page.locator('.chart canvas')).toBeVisible();
    await server.close();
    await page.unroute(start);
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText(
      `the server cannot be reached: ${new URL(server.base).host} does not answer; try again once the server is running`,
    );
    await expect(page.locator('#measure')).toHaveText('Measure');
  });

  failing('whose program is damaged say so', async ({ page }) => {
    await without(page, program('worker_bg', 'wasm'), (route) =>
      route.fulfill({ contentType: 'application/wasm', body: 'not a program' }),
    );
    await openAt(page, 't=hypercube:3&vc=1&M=4&view=curve', 0);
    await page.locator('#measure').click();
    await expect(page.locator('#measure-status')).toContainText('its file is damaged');
  });
});

failing('papers and laboratory say that their program is missing, and start once it is there', async ({ page }) => {
  const bring = await without(page, program('library', 'js'));
  await page.goto('#/papers/ciciani');
  const said = page.locator('#library').getByRole('alert');
  await expect(said).toContainText(/Papers and experiments cannot start\s*The reason: \S+ has no file library-[0-9a-f]{16}\.js/);
  await bring();
  await page.locator('#library').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('#paper-title')).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('every file that is fetched has the hash of its content in its name', async ({ page }) => {
  const fetched = new Map();
  const reading = [];
  const read = (response) => {
    const name = new URL(response.url()).pathname.split('/').pop();
    if (name) reading.push(response.body().then((body) => fetched.set(name, body)));
  };
  page.context().on('response', read);
  await openAt(page, 't=hypercube:3&vc=1&M=4&view=curve', 0);
  await page.locator('#measure').click();
  await expect(page.locator('#measure-status')).toContainText('loads measured', { timeout: 50_000 });
  await page.goto('#/papers/ciciani');
  await expect(page.locator('#paper-title')).toBeVisible();
  // What comes now could not be read to its end.
  page.context().off('response', read);
  await Promise.all(reading);
  // Two that name each other have the hash of both, without these names.
  const pair = [...fetched.keys()].filter((name) => /^(app|__wasm_split)-\w+\.js$/.test(name)).sort((a) => (a.startsWith('app') ? -1 : 1));
  expect(pair).toHaveLength(2);
  const unnamed = (name) => fetched.get(name).toString().replace(/(from "\.\/(app|__wasm_split))-[0-9a-f]{16}/g, '$1');
  for (const [name, body] of fetched) {
    const content = pair.includes(name) ? pair.map(unnamed).join('') : body;
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    expect(name).toContain(`-${hash}.`);
  }
  const kinds = [...fetched.keys()].map((name) => name.replace(/-[0-9a-f]{16}/, ''));
  for (const needed of ['start.js', 'app.js', 'chart.js', 'library.js', 'start_worker.js', 'worker.js']) {
    expect(kinds).toContain(needed);
  }
  for (const needed of ['app', 'chart', 'library', 'worker']) expect(kinds).toContain(`${needed}_bg.wasm`);
  expect(kinds).toContain('style.css');
});

test('without a clipboard, links are to be taken from the address bar', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, 't=mesh:4x4&c=0');
  await page.keyboard.press('s');
  await expect(page.getByRole('alert')).toContainText('copy the link from the address bar');
});

failing.describe('without JavaScript', () => {
  failing.use({ javaScriptEnabled: false });

  failing('the page shows a figure and says what it is', async ({ page }) => {
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

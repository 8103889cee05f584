// What the tests do with the page, in the words of a person.
import { readdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';
import { dist } from './dist.js';
import config from './playwright.config.js';

export { expect };

/** Fails a test in which the page logged an error or warning, or a request failed. */
async function watched(page, use) {
  const complaints = [];
  page.on('console', (message) => {
    // Only the tests without a network let the page be stored (offline.spec.js).
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    // The heading of a dialog has the focus when it opens; the page around a frame keeps it until then.
    if (message.text().startsWith('Blocked autofocusing on a <h2>')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Who leaves the page while a program is being fetched gives that up.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  await use(page);
  expect(complaints).toEqual([]);
}

/** Tests that need a browser context of their own: another device, or permissions. */
export const alone = base.extend({
  page: ({ page }, use) => watched(page, use),
});

/**
 * Tests whose pages are new, without anything stored, but of one context. A context has one process, which compiles
 * the programs of the page once and keeps what it compiled as long as it is in use.
 */
export const test = base.extend({
  shared: [
    async ({ browser }, use) => {
      const { baseURL, viewport } = config.use;
      const context = await browser.newContext({ baseURL, viewport, serviceWorkers: 'block' });
      const keeper = await context.newPage();
      await keeper.route('**/keeper', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      await keeper.goto('keeper');
      const programs = readdirSync(dist).filter((name) => name.endsWith('.wasm'));
      // Not awaited: a page waits for those that it needs.
      await keeper.evaluate((programs) => {
        window.kept = programs.map((name) => WebAssembly.compileStreaming(fetch(name)));
      }, programs);
      await use({ context, keeper });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: ({ shared }, use) => use(shared.context),
  page: ({ shared, viewport }, use) => fresh(shared, viewport, (page) => watched(page, use)),
});

/** A new page of the shared context, without anything stored. */
async function fresh({ context, keeper }, viewport, use) {
  await keeper.evaluate(() => localStorage.clear());
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await use(page);
  await Promise.all(context.pages().map((page) => page !== keeper && page.close()));
  await context.clearPermissions();
}

/** The same for pages that are made to fail: the errors that they log are expected. */
export const failing = test.extend({ page: ({ shared, viewport }, use) => fresh(shared, viewport, use) });

export const { step } = test;

/** What the inspector is about, and why that waits. */
export const title = (page) => page.locator('.selected h2');
export const why = (page) => page.locator('.why');

/** The names of the marks in the picture. */
export const legend = (page) => page.locator('.legend-line li');
export const matrix = (page) => page.locator('.matrix');
export const banner = (page) => page.getByRole('banner');

/** Opens an address as the first thing in a tab. */
export async function openFresh(page, link) {
  await page.goto('about:blank');
  await page.goto(link);
}

/** Opens the network on a link's query; without one, Home. */
export async function open(page, query) {
  await page.goto(query === undefined ? '' : `#/lab?${query}`);
  await expect(page.locator('#worms')).toBeVisible();
  // On a page that is open already, the link is followed in a moment.
  await painted(page);
}

/** Waits until what has changed is painted. */
export function painted(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Does what the search finds first for a text: a command by its name, an example, a node, a message. */
export async function command(page, text) {
  // The key is a character in a field.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('/');
  await page.locator('#search-field').fill(text);
  await page.locator('#search-field').press('Enter');
  await expect(page.locator('.search')).toHaveCount(0);
  await painted(page);
}

/** The button of a command, by its id, in the menu that has it, which is opened. */
export async function inMenu(page, menu, id) {
  const item = page.locator(`#${menu} #${id}`);
  if (!(await item.isVisible())) await page.locator(`#${menu}-button`).click();
  await expect(item).toBeVisible();
  return item;
}

/** Opens all settings, unless they are open. */
export async function settings(page) {
  const title = page.locator('.panel-head').getByRole('heading', { name: 'All settings' });
  if (!(await title.isVisible())) await command(page, 'All settings');
  await expect(title).toBeVisible();
  await expect(page.locator('.form')).toBeVisible();
}

/** Opens the network standing still after a number of cycles, with all settings beside it. */
export async function editAt(page, query, cycles) {
  await openAt(page, query, cycles);
  await settings(page);
}

/** Chooses an example by its name. */
export async function example(page, name) {
  await command(page, 'Examples');
  await page.locator('.gallery a', { has: page.getByText(name, { exact: true }) }).click();
  await expect(page.locator('.gallery')).toBeHidden();
}

/** Opens a diagram, chart or editor; the time line is in sight without. */
export async function dock(page, name) {
  if (name === 'Time line') return page.locator('.panel.side .close').click();
  return command(page, name === 'Make' ? 'A routing function or a network' : name);
}

/** Opens the panel of a button, unless it is open. */
export async function opened(page, id) {
  const panel = page.locator(`#${id}`);
  if (!(await panel.isVisible())) await page.locator(`#${id}-button`).click();
  await expect(panel).toBeVisible();
  return panel;
}

/** Opens the curves that are compared, and the axes, of the latency curve. */
export const curveSettings = (page) => opened(page, 'curve-settings');

/** Opens the files of the latency curve. */
export const curveExport = (page) => opened(page, 'curve-export');

/** Opens the read-outs. */
export async function readOuts(page) {
  await command(page, 'Inspect');
  await page.locator('.read-outs > summary').click();
  await expect(page.locator('.rates')).toBeVisible();
}

/** Goes to the end of a cycle, by its number. */
export async function goTo(page, cycle) {
  if (!(await page.locator('#goto').isVisible())) await page.locator('#speed-button').click();
  await page.locator('#goto').fill(String(cycle));
  await page.locator('#goto').press('Enter');
  await page.keyboard.press('Escape');
}

/** Plays at a speed, as the exponent of two. */
export async function playAt(page, speed) {
  await page.locator('#speed-button').click();
  await page.getByLabel('Speed', { exact: true }).fill(speed);
  await page.keyboard.press('Escape');
}

/** Opens the buttons for phases and events. */
export async function moreSteps(page) {
  await page.locator('#speed-button').click();
  await expect(page.locator('#next-event')).toBeVisible();
}

/** How many messages have been delivered so far. */
export async function delivered(page) {
  const told = await page.locator('#stage-summary').textContent();
  return Number(/(\d+) delivered/.exec(told)[1]);
}

/** Waits until so many messages have been delivered. */
export async function hasDelivered(page, count) {
  await expect(page.locator('#stage-summary')).toContainText(`, ${count} delivered`);
}

/** Opens a place by its link, in the bar or in its menu. */
export async function toPlace(page, name) {
  const link = page.locator('.places').getByRole('link', { name, exact: true });
  const menu = page.locator('#places-button');
  await expect(link.or(menu).filter({ visible: true }).first()).toBeVisible();
  if (!(await link.isVisible())) await menu.click();
  await link.click();
}

/** Undo and redo, in their menu, which is opened. */
export const undo = (page) => inMenu(page, 'places', 'undo');
export const redo = (page) => inMenu(page, 'places', 'redo');

/** Opens the network standing still after a number of cycles, as a link counts them. */
export async function openAt(page, query, cycles) {
  await open(page, `${query}&c=${cycles}`);
  await stands(page, cycles);
}

/** Waits until the page stands still after a number of cycles: at the end of the last one, numbered from 0. */
export async function stands(page, cycles) {
  await expect(page.locator('#cycle')).toHaveText(cycles === 0 ? 'start' : String(cycles - 1));
  await expect(page.locator('#stage-summary')).toContainText(cycles === 0 ? 'Start:' : `End of cycle ${cycles - 1}:`);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
  await expect(page.locator('.stage').first()).not.toHaveClass(/gliding/);
}

/** What is painted on a canvas, by default the one of what moves, pixel by pixel. */
export function picture(page, canvas = page.locator('#worms')) {
  return canvas.evaluate(
    async (canvas) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      // It has no size before it is painted for the first time.
      while (canvas.width < 2) await frame();
      // After the frame in which the last change was painted.
      await frame();
      await frame();
      return canvas.toDataURL();
    },
  );
}

/** Nodes, links and labels, pixel by pixel. */
export function resting(page) {
  return picture(page, page.locator('.stage canvas').first());
}

/** The middle of a node of a lattice on the page, of 4x4 nodes if nothing else is said. */
export async function meshPoint(page, x, y, { columns = 4, rows = 4 } = {}) {
  const stage = page.locator('.stage').first();
  const box = await stage.boundingBox();
  const [left, top, right, bottom] = (await stage.getAttribute('data-nodes')).split(' ').map(Number);
  return [
    box.x + left + ((right - left) * x) / Math.max(columns - 1, 1),
    box.y + bottom - ((bottom - top) * y) / Math.max(rows - 1, 1),
  ];
}

/** The middle of a node's disc in the picture, found by pointing left, right, above, below. */
export function middle(page, name, [x, y]) {
  return page.evaluate(
    async ([name, x, y]) => {
      const stage = document.querySelector('.stage');
      const heading = document.querySelector('#told');
      const isThere = async (clientX, clientY) => {
        stage.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 77 }));
        // What follows from the event has been done when this goes on.
        await scheduler.yield();
        return heading.textContent.startsWith(name);
      };
      if (!(await isThere(x, y))) return `${heading.textContent} is at ${x}, ${y}`;
      const edge = async (dx, dy) => {
        let [inside, outside] = [0, 140];
        while (outside - inside > 0.5) {
          const far = (inside + outside) / 2;
          if (await isThere(x + dx * far, y + dy * far)) inside = far;
          else outside = far;
        }
        return inside;
      };
      const [left, right] = [await edge(-1, 0), await edge(1, 0)];
      const [above, below] = [await edge(0, -1), await edge(0, 1)];
      return [x + (right - left) / 2, y + (below - above) / 2, (left + right) / 2];
    },
    [name, x, y],
  );
}

/** What is pointed at, in a sentence. */
export const told = (page) => page.locator('#told');

/** Moves the pointer off the picture, so that nothing is pointed at. */
export async function away(page) {
  await page.mouse.move(3, 3);
  await painted(page);
}

/** Waits until nothing is selected. */
export const nothing = (page) => expect(page.locator('.panel.side')).toBeHidden();

/** Presses at one place and lets go at another. */
export async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

/** What lays fingers on the screen, by `touchStart`, `touchMove` and `touchEnd`. */
export async function hand(page) {
  const session = await page.context().newCDPSession(page);
  return (type, ...points) => {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}

/** Draws a finger over the screen. */
export async function swipe(page, from, to) {
  const touch = await hand(page);
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step += 1) {
    await touch('touchMove', from.map((value, i) => value + ((to[i] - value) * step) / 8));
  }
  await touch('touchEnd');
}

/** Selects a node or a message by its name. */
export const look = command;

/** Presses a key until an element has the focus. */
export async function focusBy(page, key, selector) {
  const isThere = () => page.evaluate((selector) => document.activeElement.matches(selector), selector);
  for (let presses = 0; !(await isThere()); presses += 1) {
    expect(presses, `${selector} is reached by ${key}`).toBeLessThan(100);
    await page.keyboard.press(key);
  }
}

/** A number that the page shows. */
export async function number(locator) {
  return Number.parseFloat(await locator.textContent());
}

/** How much of the page is to be reached only by scrolling sideways [pixels]. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** axe, run within the page and asked for violations only: a third of the time of its usual way over a blank page. */
export const axe = (page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks that axe finds nothing, and that nothing is wider than the screen. */
export async function accessible(page, state) {
  // The preview of *Share* is the same page once more.
  const { violations } = await axe(page).withTags(TAGS).exclude('.share-preview iframe').analyze();
  const found = violations.map(({ id, nodes }) => [
    id,
    nodes.map((node) => [node.html, [...node.any, ...node.all, ...node.none].map((reason) => reason.message).join('; ')]),
  ]);
  expect(found, state).toEqual([]);
  expect(await overflow(page), state).toBeLessThanOrEqual(0);
}

/** The colors on a canvas, as `r,g,b`. */
export function colors(canvas) {
  return canvas.evaluate((canvas) => {
    // Read from a copy: a canvas that is often read is moved out of the graphics card.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    return [...seen];
  });
}

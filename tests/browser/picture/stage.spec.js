// The network owns the screen: its share of the window, what stands beside it, and that nothing moves it.
import { command, expect, openAt, openFresh, painted, stands, step, test } from '../page.js';

const TORUS = 't=torus:8x8&vc=2&buf=4&M=24&lam=0.012';
const SIZES = [[1280, 800], [1920, 1080]];
const PHONE = [390, 844];

/** The box around nodes and channels, in pixels of the window: what is painted of them. */
async function drawn(page) {
  await painted(page);
  return page.locator('.stage canvas').first().evaluate((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let i = 3; i < data.length; i += 4) {
      if (data[i] === 0) continue;
      const [x, y] = [((i - 3) / 4) % width, Math.floor((i - 3) / 4 / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    const at = canvas.getBoundingClientRect();
    const pixel = at.width / width;
    return { x: at.x + left * pixel, y: at.y + top * pixel, width: (right - left) * pixel, height: (bottom - top) * pixel };
  });
}

/** The share of the window that a box takes. */
const share = (page, box) => {
  const { width, height } = page.viewportSize();
  return (box.width * box.height) / (width * height);
};

/** Buttons, links, fields and sliders in sight. */
const controls = (page) => page.evaluate(() => {
  const all = document.querySelectorAll('button, a[href], input, select, textarea, summary');
  const isInSight = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isIn = box.width > 1 && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    return isIn && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      && one.contains(document.elementFromPoint(x, y)?.closest('button, a[href], input, select, textarea, summary, label') ?? null)
      || isIn && one.checkVisibility() && one.disabled;
  };
  return [...all].filter(isInSight).map((one) => one.id || one.textContent.trim() || one.className);
});

/** Sizes of the texts in sight, outside pictures. */
const sizes = (page) => page.evaluate(() => {
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('svg, .unseen, script, style, noscript') || !element.checkVisibility()) continue;
    seen.add(getComputedStyle(element).fontSize);
  }
  return [...seen].map(Number.parseFloat).filter((size) => size > 0).sort((a, b) => a - b);
});

async function at(page, [width, height], link, cycles) {
  await page.setViewportSize({ width, height });
  await openAt(page, link, cycles);
}

test('the network has its share of the window, and few controls stand beside it', async ({ page }) => {
  for (const size of SIZES) {
    await step(`Explore at ${size[0]}`, async () => {
      await at(page, size, TORUS, 200);
      expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.45);
      expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(14);
      await page.locator('.stage').focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.panel.side')).toBeVisible();
      expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(14);
      expect((await sizes(page)).length, String(await sizes(page))).toBeLessThanOrEqual(4);
    });
    await step(`a curve at ${size[0]}`, async () => {
      await at(page, size, `${TORUS}&view=curve`, 200);
      const chart = await page.locator('.chart canvas').first().boundingBox();
      expect(chart.width).toBeGreaterThanOrEqual(500);
      expect(chart.height).toBeGreaterThanOrEqual(350);
      expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.35);
      expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(16);
    });
    await step(`a dragonfly at ${size[0]}`, async () => {
      await at(page, size, 't=dragonfly:2,4,2&vc=2&M=16&lam=0.005', 60);
      expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.5);
    });
    await step(`a lesson at ${size[0]}`, async () => {
      await openFresh(page, '#/lessons/deadlock-in-a-ring/3');
      await expect(page.locator('#predict')).toBeVisible();
      expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.4);
      expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(16);
    });
    await step(`Home at ${size[0]}`, async () => {
      await openFresh(page, '');
      await expect(page.locator('#send-one')).toBeVisible();
      expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.45);
      expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(12);
    });
  }
  await step('a line of nodes has the width of its ground', async () => {
    await openFresh(page, '#/lessons/one-message/1');
    const panel = await page.locator('.panel.lesson').boundingBox();
    expect((await drawn(page)).width).toBeGreaterThanOrEqual(0.85 * panel.x);
  });
});

test('on a phone the network comes first', async ({ page }) => {
  await at(page, PHONE, 't=mesh:5x7&vc=2&buf=4&M=24&lam=0.01', 140);
  expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.5);
  expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(11);
  await openFresh(page, '#/lessons/deadlock-in-a-ring/3');
  await expect(page.locator('#predict')).toBeInViewport();
  expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.25);
  expect((await controls(page)).length, String(await controls(page))).toBeLessThanOrEqual(14);
  await openFresh(page, '');
  await expect(page.locator('#send-one')).toBeVisible();
  expect(share(page, await drawn(page))).toBeGreaterThanOrEqual(0.4);
});

test('a message, a selection and a verdict leave the network as it is', async ({ page }) => {
  const size = (box) => [box.width, box.height].map(Math.round);
  await at(page, SIZES[0], TORUS, 200);
  const before = await drawn(page);
  await page.keyboard.press('l');
  await expect(page.locator('.hint')).toContainText('Nodes show');
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  expect(await drawn(page)).toEqual(before);
  await page.keyboard.press('w');
  await expect(page.locator('.panel.side')).toBeVisible();
  expect(size(await drawn(page))).toEqual(size(before));
  await page.keyboard.press('Escape');
  expect(await drawn(page)).toEqual(before);
  await step('in a lesson', async () => {
    await openFresh(page, '#/lessons/deadlock-in-a-ring/3');
    await page.locator('.question input').first().fill('0');
    const asked = await drawn(page);
    await page.locator('#predict').click();
    await page.locator('#end-step').click();
    await expect(page.locator('.verdict-box')).toBeVisible();
    expect(await drawn(page)).toEqual(asked);
  });
});

test('one button is filled, and every control is at most 12 stops from the network', async ({ page }) => {
  for (const link of [TORUS, `${TORUS}&view=curve`, `${TORUS}&show=deadlock`, `${TORUS}&view=script`]) {
    await at(page, SIZES[0], link, 200);
    await expect(page.locator('.primary').filter({ visible: true })).toHaveCount(1);
  }
  await at(page, SIZES[0], TORUS, 200);
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.locator('.stage').focus();
    const reached = [];
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press(key);
      reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
      if (['BODY', 'A'].includes(reached.at(-1))) break;
    }
    const wanted = key === 'Tab' ? ['why', 'picture-button', 'back', 'play', 'forward', 'speed-button'] : ['share-menu-button', 'analyse-button', 'set-messages-button', 'set-routing-button', 'set-network-button', 'places-button'];
    for (const id of wanted) expect(reached, key).toContain(id);
  }
});

test('everything is found by its name', async ({ page }) => {
  await at(page, SIZES[0], TORUS, 200);
  await command(page, 'Deadlock analysis');
  await expect(page).toHaveURL(/show=deadlock/);
  await command(page, 'Buffer B');
  await expect(page.locator('#buffer')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await command(page, '3,4');
  await expect(page.locator('.selected h2')).toContainText('(3,4)');
  await command(page, 'Four multicast algorithms');
  await expect(page).toHaveURL(/side=/);
  await command(page, 'The knee of a curve');
  await expect(page).toHaveURL(/lessons\/the-knee-of-a-curve/);
  await page.keyboard.press('/');
  await page.locator('#search-field').fill('virtual channel');
  await expect(page.locator('.search li').filter({ hasText: 'term' }).first()).toBeVisible();
  await page.locator('#search-field').fill('xyzzy');
  await expect(page.locator('.search [role=status]')).toHaveText('Nothing is called xyzzy.');
  await page.keyboard.press('Escape');
  await expect(page.locator('.search')).toHaveCount(0);
});

test('nothing is cut off at the usual sizes of windows', async ({ page }) => {
  for (const [width, height] of [[1280, 720], [1366, 768], [1920, 1080], PHONE, [640, 400]]) {
    for (const link of [TORUS, `${TORUS}&sel=n3,3`, `${TORUS}&show=routes`]) {
      await at(page, [width, height], link, 60);
      await stands(page, 60);
      const cut = await page.evaluate(() => {
        const bars = [...document.querySelectorAll('.bar')].filter((bar) => bar.scrollWidth > bar.clientWidth + 1);
        const buttons = [...document.querySelectorAll('.bar button, .corner button')].filter((one) => one.checkVisibility());
        const out = buttons.filter((one) => {
          const box = one.getBoundingClientRect();
          return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
        });
        return [...bars, ...out].map((one) => one.id || one.className);
      });
      expect(cut, `${width} x ${height} ${link}`).toEqual([]);
    }
  }
});

// The picture and what hands and keys do with it: near and far, messages, questions, the
// channel matrix, heat, labels, present mode, themes, links.
import { test as plain } from '@playwright/test';
import {
  drag, expect, focusBy, look, meshPoint, number, open, openAt, picture, resting, stands, test,
} from './lab.js';

const MESH = 't=mesh:4x4&vc=1&M=8';
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';
const BLOCKED = 't=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';
const LARGE = 't=torus-uni:16x16x16&M=25&lam=0.0005';

const title = (page) => page.locator('.selected h2');
const why = (page) => page.locator('.why');
const tool = (page, name) => page.locator('.stage-tools').getByRole('button', { name });
const legend = (page) => page.locator('.heat-legend');
const matrix = (page) => page.locator('.matrix');
const banner = (page) => page.getByRole('banner');

/** Moves the pointer off the picture, so that nothing is pointed at. */
async function away(page) {
  await page.mouse.move(3, 3);
  await expect(title(page)).toHaveText('');
}

/** The middle of a node's disc in the picture, found by pointing left, right, above, below. */
function middle(page, name, [x, y]) {
  return page.evaluate(
    async ([name, x, y]) => {
      const stage = document.querySelector('.stage');
      const heading = document.querySelector('.selected h2');
      const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const isThere = async (clientX, clientY) => {
        stage.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 77 }));
        await painted();
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

test('the wheel zooms about the pointer', async ({ page }) => {
  await openAt(page, MESH, 0);
  const at = await meshPoint(page, 0, 3);
  const [x, y, radius] = await middle(page, 'Node (0,3)', at);
  await page.mouse.move(x, y);
  const before = await resting(page);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => resting(page)).not.toBe(before);
  const [nearX, nearY, nearRadius] = await middle(page, 'Node (0,3)', [x, y]);
  expect(nearRadius).toBeGreaterThan(1.2 * radius);
  expect(Math.hypot(nearX - x, nearY - y)).toBeLessThan(2);
  await page.mouse.wheel(0, 150);
  const [againX, againY] = await middle(page, 'Node (0,3)', [x, y]);
  expect(Math.hypot(againX - x, againY - y)).toBeLessThan(2);
});

for (const [how, fit] of [
  ['the button', (page) => tool(page, 'Fit').click()],
  ['a key', (page) => page.keyboard.press('0')],
  ['turning the wheel back', (page) => page.mouse.wheel(0, 2000)],
]) {
  test(`by ${how} everything is in view again, as it was`, async ({ page }) => {
    await openAt(page, TORUS, 80);
    await away(page);
    const before = [await resting(page), await picture(page)];
    const box = await page.locator('.stage').boundingBox();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.mouse.wheel(0, -400);
    await page.mouse.wheel(0, -200);
    await expect.poll(() => resting(page)).not.toBe(before[0]);
    await drag(page, [box.x + 5, box.y + 50], [box.x + 60, box.y + 90]);
    for (let i = 0; i < 4; i += 1) await fit(page);
    await page.mouse.move(3, 3);
    await expect(title(page)).toHaveText('');
    await expect.poll(() => resting(page)).toBe(before[0]);
    expect(await picture(page)).toBe(before[1]);
  });
}

test('a drag beside the nodes moves the picture', async ({ page }) => {
  await openAt(page, MESH, 0);
  const before = await resting(page);
  await tool(page, 'Zoom in').click();
  await expect.poll(() => resting(page)).not.toBe(before);
  const node = await meshPoint(page, 1, 1, { zoom: 1.5 });
  const [x, y] = await middle(page, 'Node (1,1)', node);
  const beside = await meshPoint(page, 1.5, 1.5, { zoom: 1.5 });
  await drag(page, beside, [beside[0] - 70, beside[1] + 40]);
  const [movedX, movedY] = await middle(page, 'Node (1,1)', [x - 70, y + 40]);
  expect(Math.hypot(movedX - x + 70, movedY - y - 40)).toBeLessThan(2);
  await expect(page).not.toHaveURL(/msg=/);
});

test('a message drawn while time runs is sent, and Ctrl+Z takes it away', async ({ page }) => {
  await openAt(page, `${MESH}&lam=0.002`, 10);
  await page.getByLabel('Speed').fill('1');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(11);
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 3, 2));
  await expect(page).toHaveURL(/msg=\d+:0,0(>|%3E)3,2/);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
  const sent = Number(/msg=(\d+):/.exec(page.url())[1]);
  expect(sent).toBeGreaterThan(11);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/msg=/);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
});

test('a drag that ends beside the nodes sends nothing', async ({ page }) => {
  await openAt(page, MESH, 0);
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 1.5, 1.5));
  await expect(page.locator('.hint')).toHaveText(/Nothing is sent yet/);
  await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 0, 0.05));
  await expect(title(page)).toContainText('Node (0,0)');
  await expect(page).toHaveURL(/sel=n0,0/);
  await expect(page).not.toHaveURL(/msg=/);
});

test.describe('fingers', () => {
  test.use({ hasTouch: true });

  /** What lays fingers on the screen, by `touchStart`, `touchMove` and `touchEnd`. */
  async function hand(page) {
    const session = await page.context().newCDPSession(page);
    return (type, ...points) => {
      const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
      return session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
  }

  async function swipe(page, from, to) {
    const touch = await hand(page);
    await touch('touchStart', from);
    for (let step = 1; step <= 8; step += 1) {
      await touch('touchMove', from.map((value, i) => value + ((to[i] - value) * step) / 8));
    }
    await touch('touchEnd');
  }

  test('two fingers zoom, and what is between them stays there', async ({ page }) => {
    await openAt(page, MESH, 0);
    const at = await meshPoint(page, 2, 1);
    const [x, y, radius] = await middle(page, 'Node (2,1)', at);
    const before = await resting(page);
    const apart = (far, dx, dy) => [[x - far + dx, y + dy], [x + far + dx, y + dy]];
    const touch = await hand(page);
    await touch('touchStart', ...apart(60, 0, 0));
    for (let i = 1; i <= 6; i += 1) {
      await touch('touchMove', ...apart(60 + 6 * i, 5 * i, 2 * i));
    }
    await touch('touchEnd');
    await expect.poll(() => resting(page)).not.toBe(before);
    const [nearX, nearY, nearRadius] = await middle(page, 'Node (2,1)', [x + 30, y + 12]);
    expect(nearRadius / radius).toBeCloseTo(96 / 60, 1);
    expect(Math.hypot(nearX - x - 30, nearY - y - 12)).toBeLessThan(4);
    await expect(page).not.toHaveURL(/msg=/);
  });

  test('a finger draws a message from node to node', async ({ page }) => {
    await openAt(page, MESH, 0);
    await swipe(page, await meshPoint(page, 1, 3), await meshPoint(page, 1, 0));
    await expect(page).toHaveURL(/msg=0:1,3(>|%3E)1,0/);
  });

  test('a tap selects a node', async ({ page }) => {
    await openAt(page, MESH, 0);
    await page.touchscreen.tap(...(await meshPoint(page, 2, 2)));
    await expect(title(page)).toContainText('Node (2,2)');
    await expect(page).toHaveURL(/sel=n2,2/);
  });

  test.describe('on a small screen', () => {
    test.use({ isMobile: true, viewport: { width: 390, height: 700 } });

    test('a finger beside the nodes scrolls past the picture', async ({ page }) => {
      await openAt(page, MESH, 0);
      const from = await meshPoint(page, 1.5, 1.5);
      await swipe(page, from, [from[0], from[1] - 150]);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
      await expect(page).not.toHaveURL(/msg=/);
    });
  });
});

test('a click on a blocked worm tells why it waits and whom it waits for', async ({ page }) => {
  await openAt(page, BLOCKED, 10);
  await away(page);
  const before = await picture(page);
  // On the right-hand side of the way from node 2 to node 3, where the header stands.
  await page.mouse.click(...(await meshPoint(page, 2.5, -0.12, { columns: 7, rows: 1 })));
  await expect(title(page)).toContainText('Message 1');
  await expect(why(page)).toHaveText(/^Why blocked\? .*held by message 0/);
  await page.mouse.move(3, 3);
  expect(await picture(page)).not.toBe(before);
  await expect(page).toHaveURL(/sel=m1/);
  await page.keyboard.press('Escape');
  await expect(title(page)).toHaveText('');
  await expect(page).not.toHaveURL(/sel=/);
  expect(await picture(page)).toBe(before);
});

test('w goes from blocked worm to blocked worm, and around', async ({ page }) => {
  await openAt(page, LOCKED, 10);
  for (const [message, holder] of [[0, 1], [1, 2], [2, 3], [3, 0], [0, 1]]) {
    await page.keyboard.press('w');
    await expect(title(page)).toContainText(`Message ${message}`);
    await expect(why(page)).toContainText(`held by message ${holder}`);
  }
  await openAt(page, ALONE, 4);
  await page.keyboard.press('w');
  await expect(page.locator('.hint')).toHaveText('No header is blocked in this cycle.');
});

test('a worm that is followed stays in the middle, however near', async ({ page }) => {
  await openAt(page, ALONE, 2);
  await look(page, '#0');
  await page.getByRole('button', { name: 'Keep in view' }).click();
  for (let i = 0; i < 3; i += 1) await tool(page, 'Zoom in').click();
  const box = await page.locator('.stage').boundingBox();
  const headers = [];
  for (const cycle of [3, 4, 5, 6, 7]) {
    await page.locator('#forward').click();
    await stands(page, cycle);
    const [header] = /\(\d,\d\)/.exec(await why(page).textContent());
    headers.push(header);
    await expect(page.getByRole('button', { name: 'Keep in view' })).toHaveAttribute('aria-pressed', 'true');
  }
  expect(new Set(headers).size).toBe(5);
  await page.mouse.click(box.x + box.width / 2, box.y + 42 + (box.height - 42) / 2);
  await expect(title(page)).toContainText(`Node ${headers.at(-1)}`);
});

test('pointing in the channel matrix shows the channel in the picture, and the other way around', async ({ page }) => {
  await openAt(page, `${MESH}&msg=0:0,1>3,1&matrix=1`, 4);
  await away(page);
  const squares = matrix(page).locator('canvas');
  await expect(squares).toHaveAttribute('aria-label', 'Channel matrix: 16 nodes as rows, their ports as columns, 48 channels.');
  const before = [await picture(page), await picture(page, squares)];
  await page.mouse.move(...(await meshPoint(page, 0.5, 0.9)));
  await expect(title(page)).toContainText('Channel (0,1) → (1,1)');
  const pointed = [await picture(page), await picture(page, squares)];
  expect(pointed[0]).not.toBe(before[0]);
  expect(pointed[1]).not.toBe(before[1]);
  await away(page);
  expect(await picture(page, squares)).toBe(before[1]);
  // Somewhere in the squares is the same channel.
  const box = await matrix(page).boundingBox();
  const found = await matrix(page).evaluate(async (element, { x, y, width, height }) => {
    const heading = document.querySelector('.selected h2');
    const names = new Set();
    let found;
    for (let row = 0; row < 40; row += 1) {
      for (let column = 0; column < 20; column += 1) {
        const at = { clientX: x + (width * (column + 0.5)) / 20, clientY: y + (height * (row + 0.5)) / 40 };
        element.dispatchEvent(new PointerEvent('pointermove', at));
        await new Promise((done) => setTimeout(done));
        if (heading.textContent.startsWith('Channel')) names.add(heading.textContent);
        if (heading.textContent.startsWith('Channel (0,1) → (1,1)')) found = [at.clientX, at.clientY];
      }
    }
    return { found, names: names.size };
  }, box);
  expect(found.names).toBe(48);
  await page.mouse.move(...found.found);
  await expect(title(page)).toContainText('Channel (0,1) → (1,1)');
  expect([await picture(page), await picture(page, squares)]).toEqual(pointed);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(3, 3);
  await expect(page).toHaveURL(/matrix=1/);
  await expect(title(page)).toContainText('Channel (0,1) → (1,1)');
  await expect(page.locator('.inspector .lanes')).toContainText('held by message 0');
});

test('a network of 4096 nodes opens with its channel matrix, and both can be worked with', async ({ page }) => {
  await openAt(page, LARGE, 60);
  await expect(tool(page, 'Channel matrix')).toHaveAttribute('aria-pressed', 'true');
  await expect(matrix(page).locator('canvas')).toHaveAttribute('aria-label', /4096 nodes as rows.*12288 channels/);
  const box = await matrix(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(title(page)).toContainText('Channel (');
  await away(page);
  await look(page, '5,6,7');
  await expect(title(page)).toContainText('Node (5,6,7)');
  await page.locator('#forward').click();
  await stands(page, 61);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect(matrix(page)).toBeHidden();
  await expect(page).toHaveURL(/matrix=0/);
  await page.reload();
  await stands(page, 61);
  await expect(matrix(page)).toBeHidden();
});

test('a network of 1024 nodes opens as a drawing', async ({ page }) => {
  await openAt(page, 't=hypercube:10&vc=1&M=200&lam=0.001', 20);
  await expect(matrix(page)).toBeHidden();
});

test('heat is shown with a legend of eight numbers', async ({ page }) => {
  await openAt(page, TORUS, 200);
  const before = await picture(page);
  await expect(legend(page)).toBeHidden();
  await page.keyboard.press('h');
  await expect(legend(page)).toContainText('flits per cycle and channel');
  const numbers = legend(page).locator('.swatches > span');
  await expect(numbers).toHaveText(['0', '0.02', '0.05', '0.1', '0.2', '0.35', '0.5', '0.75']);
  const colors = await numbers.locator('i').evaluateAll((all) => all.map((i) => getComputedStyle(i).backgroundColor));
  expect(new Set(colors).size).toBe(8);
  expect(await picture(page)).not.toBe(before);
  await tool(page, 'Utilization').click();
  await expect(legend(page)).toBeHidden();
  await page.mouse.move(3, 3);
  expect(await picture(page)).toBe(before);
});

test('l goes through four ways of naming nodes', async ({ page }) => {
  await openAt(page, MESH, 0);
  const seen = [];
  for (const name of ['numbers', 'Hamiltonian labels', 'no labels', 'addresses']) {
    seen.push(await resting(page));
    await page.keyboard.press('l');
    await expect(page.locator('.hint')).toHaveText(`Nodes show ${name}.`);
  }
  expect(new Set(seen).size).toBe(4);
  expect(await resting(page)).toBe(seen[0]);
});

test('for an audience there are only picture and transport, until Esc', async ({ page }) => {
  await openAt(page, LOCKED, 10);
  const hidden = ['.form', '.side', '#stage-summary', '.stage-key', '.event-kinds'];
  await page.keyboard.press('f');
  await expect(page.locator('.form')).toBeHidden();
  for (const part of hidden) await expect(page.locator(part).filter({ visible: true })).toHaveCount(0);
  // The heading is still there for those who hear the page.
  const { width, height } = await banner(page).boundingBox();
  expect(Math.max(width, height)).toBeLessThanOrEqual(1);
  for (const part of ['.stage', '.transport', '.verdict']) await expect(page.locator(part)).toBeVisible();
  const size = await page.locator('.verdict').evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
  expect(size).toBeGreaterThanOrEqual(24);
  // Remotes of lecturers send these.
  await page.keyboard.press('PageDown');
  await stands(page, 11);
  await page.keyboard.press('PageUp');
  await stands(page, 10);
  await page.keyboard.press('Escape');
  await expect(page.locator('.form')).toBeVisible();
  // Also when the picture has the focus, which lets go of what is selected by the same key.
  await page.locator('.stage').focus();
  await page.keyboard.press('f');
  await expect(page.locator('.form')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.locator('.form')).toBeVisible();
});

test('the find box finds nodes and messages, and answers nonsense in a sentence', async ({ page }) => {
  await openAt(page, TORUS, 80);
  await page.keyboard.press('/');
  await expect(page.locator('#find')).toBeFocused();
  for (const [text, found] of [['3,4', 'Node (3,4)'], ['#2', 'Message 2'], ['12', 'Message 12']]) {
    await look(page, text);
    await expect(title(page)).toContainText(found);
    await expect(page.locator('#find-problem')).toHaveText('');
  }
  await look(page, 'nowhere');
  await expect(page.locator('#find-problem')).toHaveText(
    'node must be a node from 0,0 to 7,7 in torus:8x8, not nowhere, or a message such as #12',
  );
  await expect(title(page)).toContainText('Message 12');
});

for (const [query, labels] of [[`${MESH}&msg=0:0,0>3,3`, /^\d,\d$/], ['t=hypercube:4&vc=1&M=8&lam=0.01', /^[01]{4}$/]]) {
  test(`a saved picture of ${query.slice(2).split('&')[0]} is an SVG file with all its nodes`, async ({ page }) => {
    await openAt(page, query, 6);
    const coming = page.waitForEvent('download');
    await page.keyboard.press('e');
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^flitscope-[\w-]+-cycle-6\.svg$/);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const { root, broken, texts, title } = await page.evaluate((text) => {
      const file = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        root: file.documentElement.tagName,
        broken: file.querySelectorAll('parsererror').length,
        texts: [...file.querySelectorAll('g:first-of-type > text')].map((label) => label.textContent),
        title: file.querySelector('title').textContent,
      };
    }, Buffer.concat(chunks).toString());
    expect([root, broken]).toEqual(['svg', 0]);
    expect(texts.filter((text) => labels.test(text))).toHaveLength(16);
    expect(title).toBe(await page.locator('#stage-summary').textContent());
  });
}

test('themes follow one another, are remembered, and a link has the last word', async ({ page }) => {
  await openAt(page, MESH, 0);
  const root = page.locator('html');
  const pictures = [];
  for (const [choice, theme] of [
    ['auto', 'light'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['projector', 'projector'],
    ['auto', 'light'],
    ['light', 'light'],
    ['dark', 'dark'],
  ]) {
    await expect(banner(page).getByRole('button', { name: `Theme: ${choice}` })).toBeVisible();
    await expect(root).toHaveAttribute('data-theme', theme);
    pictures.push(await resting(page));
    if (pictures.length < 7) await page.getByRole('button', { name: 'Theme:' }).click();
  }
  expect(new Set(pictures).size).toBe(3);
  await page.reload();
  await stands(page, 0);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.goto('about:blank');
  await openAt(page, `${MESH}&theme=projector`, 0);
  await expect(root).toHaveAttribute('data-theme', 'projector');
  // A lecture's link is not a choice for the next visit.
  await page.goto('about:blank');
  await openAt(page, MESH, 0);
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

for (const [reducedMotion, is] of [['reduce', 'stand still'], ['no-preference', 'slide']]) {
  test(`with motion "${reducedMotion}" flits ${is} between cycles`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await openAt(page, ALONE, 3);
    await page.getByLabel('Speed').fill('0');
    await page.locator('#play').click();
    await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(3);
    const frames = await page.locator('#worms').evaluate(async (canvas) => {
      const frames = [];
      for (let i = 0; i < 40; i += 1) {
        await new Promise(requestAnimationFrame);
        frames.push([document.querySelector('#cycle').textContent, canvas.toDataURL()]);
      }
      return frames;
    });
    const cycles = new Map();
    for (const [cycle, image] of frames) cycles.set(cycle, (cycles.get(cycle) ?? new Set()).add(image));
    const most = Math.max(...[...cycles.values()].map((images) => images.size));
    if (reducedMotion === 'reduce') expect(most).toBe(1);
    else expect(most).toBeGreaterThan(3);
  });
}

test.describe('without a pointer', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a whole session needs only keys', async ({ page }) => {
    await page.goto('');
    await expect(page.locator('#worms')).toBeVisible();
    await focusBy(page, 'Tab', '#preset');
    await page.keyboard.type('Blocked');
    await expect(page).toHaveURL(/t=mesh:7&vc=1&M=6/);
    await focusBy(page, 'Tab', '.stage');
    await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(2);
    await page.keyboard.press('Space');
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
    await page.keyboard.press('Home');
    await stands(page, 0);
    // From node 0 two to the right, and a message from there to the end of the line.
    await page.keyboard.press('ArrowRight');
    await expect(title(page)).toContainText('Node (0)');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('0');
    await expect(title(page)).toContainText('Node (2)');
    await page.keyboard.press('i');
    await expect(page.locator('.hint')).toHaveText('Source (2). Now choose the destination, or Esc.');
    for (let node = 3; node <= 6; node += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/msg=[^&]*0:2(>|%3E)6/);
    await focusBy(page, 'Tab', '#forward');
    for (let cycle = 1; cycle <= 6; cycle += 1) {
      await page.keyboard.press('Enter');
      await stands(page, cycle);
    }
    await page.keyboard.press('w');
    await expect(why(page)).toHaveText(/^Why blocked\? .*held by message 0/);
    await page.keyboard.press('Control+z');
    await expect(page).not.toHaveURL(/2(>|%3E)6/);
    await stands(page, 0);
    await page.keyboard.press('ArrowRight');
    await stands(page, 1);
    await page.keyboard.press('s');
    await expect(banner(page)).toContainText('Link copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/#\/lab\?t=mesh:7&vc=1&M=6&msg=.*&c=1$/);
    await page.goto('about:blank');
    await page.goto(copied);
    await stands(page, 1);
  });
});

test('letters can be switched off, and stay off', async ({ page }) => {
  await openAt(page, TORUS, 20);
  await page.keyboard.press('?');
  await page.getByLabel('Single letters are shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await stands(page, 20);
  for (const key of ['h', 'm', 'f', '.']) await page.keyboard.press(key);
  await page.keyboard.press('ArrowRight');
  await stands(page, 21);
  await expect(legend(page)).toBeHidden();
  await expect(matrix(page)).toBeHidden();
  await expect(page.locator('.form')).toBeVisible();
  await page.keyboard.press('?');
  await page.getByLabel('Single letters are shortcuts').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('h');
  await expect(legend(page)).toBeVisible();
});

test('keys work at once after a dialog, and with the focus on a checkbox', async ({ page }) => {
  await openAt(page, `${TORUS}&show=routes`, 20);
  await page.keyboard.press('?');
  await page.getByLabel('Single letters are shortcuts').focus();
  // In one go: until the next frame the focus is in what is closed.
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const within = document.activeElement;
    dialog.close();
    within.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }));
  });
  await expect(legend(page)).toBeVisible();
  await page.getByLabel('Paths that share no node').focus();
  await page.keyboard.press('h');
  await expect(legend(page)).toBeHidden();
});

test('every step is told in a sentence, and nothing is told while time runs', async ({ page }) => {
  await openAt(page, ALONE, 0);
  const told = page.locator('#told');
  await expect(told).toHaveAttribute('aria-live', 'polite');
  const known = new Map([
    [1, 'message 0 leaves its queue at (0,0)'],
    [2, 'flits move on, nothing else changes'],
    [18, 'message 0 arrives at (5,5) after 17 cycles'],
    [19, 'the network is empty'],
  ]);
  for (let cycle = 1; cycle <= 19; cycle += 1) {
    await page.locator('#forward').click();
    await stands(page, cycle);
    const sentence = known.get(cycle);
    await expect(told).toHaveText(sentence ? `Cycle ${cycle}: ${sentence}.` : /^Cycle \d+: [^.]+\.$/);
  }
  await openAt(page, TORUS, 50);
  await page.locator('#forward').click();
  await expect(told).toHaveText(/^Cycle 51: [^.]+\.$/);
  await page.locator('#play').click();
  await expect(told).toHaveText('');
});

test('worms are also a list of buttons, which select them', async ({ page }) => {
  await openAt(page, LOCKED, 10);
  await page.getByText('Worms as a list').click();
  const rows = page.locator('.worm-list li');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Message 2 (2) → (0), header at (3), blocked: needs VC 0 of the channel to (0), held by message 3');
  await rows.nth(2).getByRole('button', { name: 'Message 2' }).press('Enter');
  await expect(title(page)).toContainText('Message 2');
  await expect(why(page)).toContainText('held by message 3');
  await openAt(page, LOCKED, 0);
  await expect(page.locator('.worm-list')).toContainText('No worm is in the network in this cycle.');
});

for (const [what, text, selected] of [['a node', '3,4', /&sel=n3,4/], ['a message', '#7', /&sel=m7/]]) {
  test(`a link brings back how the picture looked, with ${what} selected`, async ({ page }) => {
    await openAt(page, `${TORUS}&sel=least-occupied&theme=dark`, 60);
    await page.getByRole('combobox', { name: 'Drawing' }).selectOption('folded');
    await look(page, text);
    await tool(page, 'Utilization').click();
    await tool(page, 'Channel matrix').click();
    for (const part of [/heat=1/, /matrix=1/, /theme=dark/, /draw=folded/, /sel=least-occupied/, selected]) {
      await expect(page).toHaveURL(part);
    }
    await page.mouse.move(3, 3);
    const told = await page.locator('.selected').innerText();
    const before = [await resting(page), await picture(page), await picture(page, matrix(page).locator('canvas'))];
    const url = page.url();
    await page.goto('about:blank');
    await page.goto(url);
    await stands(page, 60);
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(title(page)).not.toHaveText('');
    expect(await page.locator('.selected').innerText()).toBe(told);
    await expect(page.getByRole('combobox', { name: 'Selection' })).toHaveValue('least-occupied');
    await expect.poll(() => resting(page)).toBe(before[0]);
    expect([await picture(page), await picture(page, matrix(page).locator('canvas'))]).toEqual(before.slice(1));
    expect(page.url()).toBe(url);
  });
}

test('what a link selects and the network does not have is refused in words', async ({ page }) => {
  await openAt(page, `${MESH}&sel=n9,9&draw=upside-down&theme=pink&heat=1`, 0);
  const problems = page.getByRole('alert');
  await expect(problems).toContainText('sel=n9,9: selection must be a node such as n0 or a message such as m12');
  await expect(problems).toContainText('draw=upside-down: drawing must be');
  await expect(problems).toContainText('theme=pink: theme must be auto, light, dark or projector');
  await expect(legend(page)).toBeVisible();
});

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false });

  plain('the page shows a figure and says what it is', async ({ page }) => {
    await page.goto('');
    const figure = page.locator('#shell svg');
    await expect(figure).toBeVisible();
    expect(await figure.locator('path[fill^="var(--hue"]').count()).toBeGreaterThan(2);
    await expect(page.getByRole('heading', { name: 'Flitscope' })).toBeVisible();
    await expect(page.locator('#shell')).toContainText('A message travels as a worm of flits');
    await expect(page.locator('noscript p')).toHaveText(/^It needs JavaScript and WebAssembly/);
    await expect(page.locator('noscript p')).toBeVisible();
  });
});

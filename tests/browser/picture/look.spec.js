// How the picture looks: heat, labels, themes, motion, for an audience, as a file.
import {
  expect, legend, number, openAt, picture, resting, stands, test, title, tool,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

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
  const hidden = ['.bar', '.settings', '.side', '#stage-summary', '.stage-key', '.stage-tools'];
  await page.keyboard.press('f');
  await expect(page.locator('.side')).toBeHidden();
  for (const part of hidden) await expect(page.locator(part).filter({ visible: true })).toHaveCount(0);
  // The heading is still there for those who hear the page.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const part of ['.stage', '.transport', '.verdict']) await expect(page.locator(part)).toBeVisible();
  const size = await page.locator('.verdict').evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
  expect(size).toBeGreaterThanOrEqual(24);
  // Remotes of lecturers send these.
  await page.keyboard.press('PageDown');
  await stands(page, 11);
  await page.keyboard.press('PageUp');
  await stands(page, 10);
  await page.keyboard.press('Escape');
  await expect(page.locator('.side')).toBeVisible();
  // Also when the picture has the focus, which lets go of what is selected by the same key.
  await page.locator('.stage').focus();
  await page.keyboard.press('f');
  await expect(page.locator('.side')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.locator('.side')).toBeVisible();
});

test('themes follow one another, are remembered, and a link has the last word', async ({ page }) => {
  await openAt(page, MESH, 0);
  const root = page.locator('html');
  await page.locator('#more-button').click();
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
    await expect(page.getByRole('button', { name: `Theme: ${choice}` })).toBeVisible();
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

for (const [query, labels] of [[`${MESH}&msg=0:0,0>3,3`, /^\d,\d$/], ['t=hypercube:4&vc=1&M=8&lam=0.01', /^[01]{4}$/]]) {
  test(`a saved picture of ${query.slice(2).split('&')[0]} is an SVG file with all its nodes`, async ({ page }) => {
    await openAt(page, query, 6);
    const coming = page.waitForEvent('download');
    await page.keyboard.press('e');
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^(mesh|hypercube)-[\w-]+-cycle-6\.svg$/);
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

test('the picture is a PNG file, too', async ({ page }) => {
  await openAt(page, `${MESH}&msg=0:0,0>3,3`, 6);
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Picture as PNG' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^mesh-[\w-]+-cycle-6\.png$/);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const png = Buffer.concat(chunks);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Twice the width of the picture, in the file's head.
  expect(png.readUInt32BE(16)).toBe(2000);
});

test('the key names every mark of the picture, and one-way links where there are some', async ({ page }) => {
  const key = page.locator('.stage-key li').filter({ visible: true });
  const always = ['header', 'body', 'tail', 'blocked', 'held', 'room for a flit', 'waits for', '3message 3, not started',
    '+2two more', 'queued', 'has arrived', 'failed'];
  await openAt(page, `${MESH}&msg=0:0,0>3,3`, 0);
  await expect(key).toHaveText(always);
  await openAt(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2', 0);
  await expect(key).toHaveText([...always, 'one way only']);
});

// The look of the picture: marks, heat, names of nodes, themes, motion, and files of it.
import {
  command, expect, inMenu, legend, number, openAt, openFresh, picture, playAt, resting, stands, step, test,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8&msg=0:0,0>3,3';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

test('the legend names the marks that are there, h shows the use of channels, and l changes the names of nodes', async ({ page }) => {
  const always = ['header', 'body', 'tail', 'held'];
  await openAt(page, MESH, 6);
  await expect(legend(page)).toHaveText(always);
  await step('the use of channels, in five levels', async () => {
    const before = await picture(page);
    await page.keyboard.press('h');
    await expect(legend(page)).toHaveText([...always, 'used 0–60 %']);
    await expect.poll(() => picture(page)).not.toBe(before);
    await command(page, 'Use of channels');
    await expect(legend(page)).toHaveText(always);
    await page.mouse.move(3, 3);
    await expect.poll(() => picture(page)).toBe(before);
  });
  await step('four ways of naming nodes', async () => {
    const seen = [];
    for (const name of ['numbers', 'Hamiltonian labels', 'no labels', 'addresses']) {
      seen.push(await resting(page));
      await page.keyboard.press('l');
      await expect(page.locator('.hint')).toHaveText(`Nodes show ${name}.`);
      await expect.poll(() => resting(page)).not.toBe(seen.at(-1));
    }
    expect(new Set(seen).size).toBe(4);
    await expect.poll(() => resting(page)).toBe(seen[0]);
  });
  await openAt(page, LOCKED, 10);
  await expect(legend(page)).toContainText(['waits for']);
});

test('the chosen theme is remembered, but a theme in a link takes precedence', async ({ page }) => {
  await openAt(page, MESH, 0);
  const root = page.locator('html');
  const pictures = new Set();
  for (const [choice, theme] of [['auto', 'light'], ['light', 'light'], ['dark', 'dark'], ['projector', 'projector']]) {
    await expect(await inMenu(page, 'places', 'theme')).toContainText(choice);
    await expect(root).toHaveAttribute('data-theme', theme);
    pictures.add(await resting(page));
    if (choice !== 'projector') await (await inMenu(page, 'places', 'theme')).click();
  }
  expect(pictures.size).toBe(3);
  await page.reload();
  await stands(page, 0);
  await expect(root).toHaveAttribute('data-theme', 'projector');
  await openFresh(page, `#/lab?${MESH}&theme=dark&c=0`);
  await stands(page, 0);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  // The theme of a link is not remembered.
  await openFresh(page, `#/lab?${MESH}&c=0`);
  await stands(page, 0);
  await expect(root).toHaveAttribute('data-theme', 'projector');
});

test('flits slide between cycles, but not where reduced motion is preferred', async ({ page }) => {
  /** Plays, and returns the number of different pictures of each cycle, as soon as there are enough of them. */
  const play = async (reducedMotion, speed, enough) => {
    await page.emulateMedia({ reducedMotion });
    await openFresh(page, `#/lab?${ALONE}&c=3`);
    await stands(page, 3);
    await playAt(page, speed);
    await page.locator('#play').click();
    await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(3);
    return page.locator('#worms').evaluate(async (canvas, { cycles, pictures }) => {
      const seen = new Map();
      const most = () => Math.max(0, ...[...seen.values()].map((images) => images.size));
      while (seen.size < cycles && most() < pictures) {
        await new Promise(requestAnimationFrame);
        const cycle = document.querySelector('#cycle').textContent;
        seen.set(cycle, (seen.get(cycle) ?? new Set()).add(canvas.toDataURL()));
      }
      return [...seen.values()].map((images) => images.size);
    }, enough);
  };
  expect(await play('reduce', '2', { cycles: 4, pictures: 2 })).toEqual([1, 1, 1, 1]);
  const slid = await play('no-preference', '0', { cycles: 20, pictures: 2 });
  expect(Math.max(...slid)).toBe(2);
});

test('the picture is saved as SVG and as PNG', async ({ page }) => {
  await openAt(page, MESH, 6);
  const saved = async (ask) => {
    const coming = page.waitForEvent('download');
    await ask();
    const download = await coming;
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return [download.suggestedFilename(), Buffer.concat(chunks)];
  };
  const [name, svg] = await saved(() => page.keyboard.press('e'));
  expect(name).toMatch(/^mesh-[\w-]+-end-of-cycle-5\.svg$/);
  const { root, broken, texts, title } = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      root: file.documentElement.tagName,
      broken: file.querySelectorAll('parsererror').length,
      texts: [...file.querySelectorAll('g:first-of-type > text')].map((label) => label.textContent),
      title: file.querySelector('title').textContent,
    };
  }, svg.toString());
  expect([root, broken]).toEqual(['svg', 0]);
  expect(texts.filter((text) => /^\d,\d$/.test(text))).toHaveLength(16);
  await expect(page.locator('#stage-summary')).toHaveText(title);
  const version = await page.locator('html').getAttribute('data-revision');
  const maker = version ? `Flitscope 0.1.0+${version}` : 'Flitscope 0.1.0';
  expect(svg.toString()).toContain(`</title><desc>${maker}</desc>`);
  const [other, png] = await saved(() => command(page, 'Picture as PNG'));
  expect(other).toMatch(/^mesh-[\w-]+-end-of-cycle-5\.png$/);
  // Its width, in the head of the file, is twice that of the picture.
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 2000]);
  expect(png.toString('latin1')).toContain(`tEXtSoftware\0${maker}`);
});

// Films: the pictures of consecutive cycles as an animated GIF. Their frames are compared with the canvas on request;
// tests/command_line/film.rs compares them with the pictures of their cycles.
import { accessible, command, expect, openAt, stands, test } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=4&lam=0.03';
const [FIRST, LAST] = [20, 26];

/** What the page shows as its picture: the canvases, one over the other, on the paper. As a data URL. */
function shown(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const layers = [...document.querySelectorAll('.stage canvas')].filter((canvas) => canvas.width > 1);
    const sheet = document.createElement('canvas');
    [sheet.width, sheet.height] = [layers[0].width, layers[0].height];
    const pen = sheet.getContext('2d', { willReadFrequently: true });
    pen.fillStyle = document.documentElement.style.getPropertyValue('--stage');
    pen.fillRect(0, 0, sheet.width, sheet.height);
    for (const layer of layers) pen.drawImage(layer, 0, 0);
    return sheet.toDataURL();
  });
}

/** Opens the page, where it stands still, with a picture of whole pixels. */
async function openSized(page, cycle) {
  await openAt(page, MESH, cycle);
  const content = '.stage { flex: none !important; width: 640px !important; height: 480px !important; }';
  await page.addStyleTag({ content });
  await expect.poll(() => page.locator('#worms').evaluate((canvas) => [canvas.width, canvas.height])).toEqual([640, 480]);
}

/** The pictures that the page shows from the first to the last cycle, where it then stands. */
async function cycles(page) {
  const seen = [];
  for (let cycle = FIRST; cycle <= LAST; cycle += 1) {
    if (cycle > FIRST) await page.keyboard.press('ArrowRight');
    await stands(page, cycle);
    seen.push(await shown(page));
  }
  return seen;
}

/** Opens the dialog and fills in its fields. */
async function dialog(page, fields = {}) {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Film…' }).click();
  const film = page.getByRole('dialog', { name: 'Film' });
  await expect(film.getByLabel('Cycles before the first frame')).toBeVisible();
  for (const [name, value] of Object.entries(fields)) await film.getByLabel(name).fill(String(value));
  return film;
}

/** Makes the film; its name and its bytes in base64. */
async function made(page, film) {
  const coming = page.waitForEvent('download');
  await film.getByRole('button', { name: 'Make film' }).click();
  const download = await coming;
  await expect(film.getByRole('status')).toContainText(`${download.suggestedFilename()} saved: `);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return [download.suggestedFilename(), Buffer.concat(chunks).toString('base64')];
}

/** The frames of a film, as the browser decodes them, as data URLs, with their durations [µs]. */
function frames(page, base64) {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const { frameCount } = decoder.tracks.selectedTrack;
    const found = [];
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      const sheet = document.createElement('canvas');
      [sheet.width, sheet.height] = [image.displayWidth, image.displayHeight];
      sheet.getContext('2d', { willReadFrequently: true }).drawImage(image, 0, 0);
      found.push([sheet.toDataURL(), image.duration]);
    }
    return found;
  }, base64);
}

/** For every pair of pictures, the share of color components that differ, and by how much they do at most. */
function differences(page, pictures, others) {
  return page.evaluate(async ([pictures, others]) => {
    const components = async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const sheet = document.createElement('canvas');
      [sheet.width, sheet.height] = [image.width, image.height];
      const pen = sheet.getContext('2d', { willReadFrequently: true });
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    };
    const found = [];
    for (const [index, picture] of pictures.entries()) {
      const [one, other] = [await components(picture), await components(others[index])];
      const far = one.map((value, at) => Math.abs(value - other[at]));
      found.push([far.filter((by) => by > 0).length / far.length, far.reduce((most, by) => Math.max(most, by), 0)]);
    }
    return found;
  }, [pictures, others]);
}

test('a film is made, canceled while it is made, and refused in a sentence', async ({ page }) => {
  await openAt(page, MESH, 0);
  const downloads = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await command(page, 'Film');
  const film = page.getByRole('dialog', { name: 'Film' });
  const make = film.getByRole('button', { name: 'Make film' });
  const last = film.getByLabel('Cycles before the last frame');
  await expect(film.getByLabel('Cycles before the first frame')).toHaveValue('0');
  await expect(last).toHaveValue('80');
  await accessible(page, 'the dialog of the film');
  await last.fill('5000');
  await make.click();
  await expect(film.getByRole('alert')).toHaveText('Cycles must be a range of at most 2000, one for each frame, not 0..5000 with 5001.');
  await last.fill('1999');
  await make.press('Enter');
  await expect(film.getByRole('status')).toContainText(/^Frame [1-9]\d* of 2000$/);
  await expect(film.getByRole('progressbar')).toHaveAttribute('max', '2000');
  await expect(film.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(film.getByRole('status')).toHaveText('Canceled; nothing was saved.');
  // Another film is not disturbed by the canceled one.
  await last.fill('3');
  const [name, data] = await made(page, film);
  expect(name).toMatch(/^mesh-[\w-]+-start-to-end-of-cycle-2\.gif$/);
  expect(await frames(page, data)).toHaveLength(4);
  // Esc closes the dialog and ends the film that is being made.
  await last.fill('1999');
  await make.click();
  await expect(film.getByRole('status')).toContainText(/^Frame [1-9]/);
  await page.keyboard.press('Escape');
  await expect(film).toBeHidden();
  expect(downloads).toEqual([name]);
});

test('the frames of a film are what the canvas shows in their cycles, but for smoothed edges', { tag: '@all' }, async ({ page }) => {
  await openSized(page, FIRST);
  const seen = await cycles(page);
  expect(new Set(seen).size).toBe(seen.length);
  const film = await dialog(page, { 'Cycles before the first frame': FIRST, 'Cycles before the last frame': LAST, 'Frames per second': 8 });
  const [name, data] = await made(page, film);
  expect(name).toMatch(/^mesh-[\w-]+-end-of-cycle-19-to-end-of-cycle-25\.gif$/);
  const found = await frames(page, data);
  expect(found.map(([, duration]) => duration)).toEqual(seen.map((_, index) => (index % 2 ? 120000 : 130000)));
  const pictures = found.map(([picture]) => picture);
  for (const [all, far] of await differences(page, pictures, seen)) {
    expect(far).toBeLessThan(32);
    expect(all).toBeLessThan(0.1);
  }
  // The page is as it was.
  await film.getByRole('button', { name: 'Close' }).click();
  await expect(film).toBeHidden();
  await stands(page, LAST);
  expect(await shown(page) === seen.at(-1)).toBe(true);
});

test('panes side by side are filmed together', { tag: '@all' }, async ({ page }) => {
  const query = 't=mesh:4x4&vc=1&M=8&mc=dual-path&msg=0:1,1>0,0%2B3,3%2B0,3&side=dual-path;separate';
  await openAt(page, query, 0);
  await expect(page.locator('.pane')).toHaveCount(2);
  const film = await dialog(page, { 'Cycles before the first frame': 0, 'Cycles before the last frame': 6, Width: 800, Height: 400 });
  const [, data] = await made(page, film);
  const found = await frames(page, data);
  const changes = await page.evaluate(async (addresses) => {
    const halves = [];
    for (const address of addresses) {
      const image = new Image();
      image.src = address;
      await image.decode();
      const sheet = document.createElement('canvas');
      [sheet.width, sheet.height] = [800, 400];
      const pen = sheet.getContext('2d', { willReadFrequently: true });
      pen.drawImage(image, 0, 0);
      halves.push([0, 400].map((x) => pen.getImageData(x, 0, 400, 400).data.join()));
    }
    return [0, 1].map((half) => new Set(halves.map((both) => both[half])).size);
  }, found.map(([address]) => address));
  // Something moves in both halves.
  for (const pictures of changes) expect(pictures).toBeGreaterThan(3);
});

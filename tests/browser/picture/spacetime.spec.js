// One message in space and time, live rates, and the form of switching, ports and delays.
import { delivered, dock, editAt, example, expect, number, open, openAt, readOuts, settings, stands, test } from '../page.js';

const BLOCKED = 't=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6';

/** The cells of a table's body, row by row, once it has rows: a table of the dock is fetched when it is first shown. */
async function cells(page, table) {
  const rows = page.locator(`${table} tbody tr`);
  await expect(rows).not.toHaveCount(0);
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
}

test('a preset compares the three modes, and its link brings them back', async ({ page, context }) => {
  await openAt(page, 't=mesh:4x4', 0);
  await example(page, 'One message, three switching modes');
  await expect(page.locator('.sheet svg')).toHaveCount(3);
  const expected = [
    ['Wormhole', '5', '12', 'd(1 + r) + M − 1 + i + e = 5·(1 + 0) + 8 − 1 + 0 + 0 = 12'],
    ['Virtual cut-through', '5', '12', 'd(1 + r) + M − 1 + i + e = 5·(1 + 0) + 8 − 1 + 0 + 0 = 12'],
    ['Store-and-forward', '33', '40', 'd(M + r) + i + e = 5·(8 + 0) + 0 + 0 = 40'],
  ];
  expect(await cells(page, '#accounts')).toEqual(expected);
  await expect(page).toHaveURL(/view=modes/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator('.sheet svg')).toHaveCount(3);
  expect(await cells(other, '#accounts')).toEqual(expected);
});

test('delays enter the formula', async ({ page }) => {
  await openAt(page, 't=mesh:6&vc=1&M=8&ti=2&te=3&rd=1&msg=0:0>5&view=modes', 0);
  const rows = await cells(page, '#accounts');
  expect(rows.map((row) => row[2])).toEqual(['22', '22', '50']);
  for (const row of rows) expect(row[3].endsWith(`= ${row[2]}`)).toBe(true);
});

test('a blocked worm is told, drawn, and gathers when the mode changes', async ({ page }) => {
  await openAt(page, `${BLOCKED}&view=spacetime&follow=1`, 10);
  await expect(page.locator('.told')).toContainText('blocked for 22 cycles');
  const svg = page.locator('.sheet svg');
  await expect(svg).toHaveAttribute('aria-label', /Message 1 from \(0\) to \(6\), 6 flits over 6 channels/);
  expect(await svg.locator('.wait.blocked').getAttribute('d')).not.toBe('');
  const held = await svg.locator('.held').getAttribute('d');
  await settings(page);
  await page.getByLabel('Switching', { exact: true }).selectOption('virtual-cut-through');
  await expect(page.locator('#accounts')).toContainText('Virtual cut-through');
  await expect(page.locator('.told')).toContainText('Message 1 ');
  expect(await svg.locator('.held').getAttribute('d')).not.toBe(held);
});

test('a message in a deadlock is followed until it stands, and the channel that it waits for has its name', async ({ page }) => {
  await openAt(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&view=spacetime', 12);
  await expect(page.locator('.told')).toContainText('will never arrive: deadlock since cycle');
  await expect(page.locator('.sheet svg')).toContainText('→ 2');
  await expect(page.locator('#accounts')).toContainText('not known before its header arrives');
});

test('the example of a blocked worm opens with its diagram', async ({ page }) => {
  await openAt(page, 't=mesh:4x4', 0);
  await example(page, 'Wormhole blocking holds channels');
  await expect(page.locator('.told')).toContainText('Message 1 from (0) to (6)');
});

test('what is still to come is pale, and time uncovers it', async ({ page }) => {
  await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=spacetime', 0);
  const veil = async () => (await page.locator('.veil').boundingBox()).width;
  const before = await veil();
  for (let i = 1; i <= 5; i += 1) await page.locator('#forward').click();
  await stands(page, 5);
  expect(await veil()).toBeLessThan(before - 20);
});

test('the keyboard opens a diagram and chooses its message', async ({ page }) => {
  await openAt(page, `${BLOCKED}`, 60);
  await page.locator('.dock-tabs').getByRole('button', { name: 'Space-time' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.told')).toContainText('Message 1 ');
  await page.locator('#follow').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(page.locator('.told')).toContainText('Message 0 ');
  await expect(page).toHaveURL(/follow=0/);
  await page.locator('.dock-tabs').getByRole('button', { name: 'Time line' }).press('Space');
  await expect(page.locator('.sheet')).toBeHidden();
});

test('outside wormhole switching a buffer holds a whole message, and its size is kept', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&buf=3&M=4&lam=0.02', 0);
  await page.getByText('Selection, layout, ports').click();
  const buffer = page.getByLabel('Buffer B');
  await expect(buffer).toHaveValue('3');
  await page.getByLabel('Switching', { exact: true }).selectOption('store-and-forward');
  await expect(buffer).toBeDisabled();
  await expect(buffer).toHaveValue('a whole message');
  await expect(page).toHaveURL(/sw=store-and-forward/);
  await expect(page).toHaveURL(/buf=3/);
  await page.getByLabel('Switching', { exact: true }).selectOption('wormhole');
  await expect(buffer).toHaveValue('3');
  await page.getByRole('combobox', { name: 'Selection' }).selectOption('least-occupied');
  await expect(page).toHaveURL(/sel=least-occupied/);
});

test('ports are chosen by name or by number', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&M=4&lam=0.02', 0);
  await page.getByText('Selection, layout, ports').click();
  const pressed = (name) => page.getByRole('button', { name, pressed: true });
  await expect(pressed('never waits')).toBeVisible();
  await page.getByRole('button', { name: 'all-port' }).press('Enter');
  await expect(page.getByLabel('Injection ports p')).toHaveValue('4');
  await expect(page.getByLabel('Ejection ports')).toHaveValue('4');
  await page.getByRole('button', { name: 'one-port' }).press('Enter');
  await expect(page).toHaveURL(/pe=1/);
  await page.getByLabel('Ejection ports').fill('');
  await page.getByLabel('Ejection ports').blur();
  await expect(pressed('never waits')).toBeVisible();
  await expect(page.getByLabel('Start-up')).toHaveCount(0);
});

test('rates are the same whichever way one comes to a cycle', async ({ page }) => {
  await openAt(page, 't=torus:8x8&buf=2&M=16&lam=0.008', 1500);
  await readOuts(page);
  const read = () => page.locator('.rates tbody').innerText();
  const there = await read();
  expect(await number(page.locator('#accepted'))).toBeGreaterThan(0.05);
  expect(await number(page.locator('#recent-network-latency'))).toBeGreaterThan(15);
  const line = page.getByRole('slider', { name: 'Cycle' });
  await line.fill('700');
  await stands(page, 700);
  expect(await read()).not.toBe(there);
  await line.fill('1500');
  await stands(page, 1500);
  expect(await read()).toBe(there);
  // The curve ends at its right edge, and nothing moves when numbers change.
  await expect(page.locator('.course path').last()).toHaveAttribute('d', /^M/);
});

test('read-outs do not shift while time runs', async ({ page }) => {
  await open(page, 't=torus:8x8&buf=2&M=16&lam=0.008');
  await readOuts(page);
  const place = () => page.locator('.rates').boundingBox();
  const before = await place();
  await page.getByLabel('Speed').fill('6');
  await expect.poll(() => delivered(page)).toBeGreaterThan(3);
  expect(await place()).toEqual(before);
});

test('a diagram is exported as picture and as numbers, in four formats', async ({ page }) => {
  await openAt(page, `${BLOCKED}&view=spacetime&follow=1`, 10);
  const saved = async (name) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `${name} of the diagram` }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^mesh-[\\w-]+-message-1\\.${name.toLowerCase()}$`));
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  // A picture of 960 pixels, twice as sharp.
  const png = await saved('PNG');
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 1920]);
  const svg = (await saved('SVG')).toString();
  const title = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    return file.querySelector('parsererror') ? 'broken' : file.querySelector('title').textContent;
  }, svg);
  expect(title).toContain('Message 1 from (0) to (6), 6 flits over 6 channels');
  const [head, ...rows] = (await saved('CSV')).toString().trim().split('\n');
  expect(head).toBe('mode,message,row,kind,from,to,lane,flit,cycle,freed');
  const [journey] = JSON.parse(await saved('JSON'));
  expect(journey.rows.map((row) => row.crossings.length)).toEqual(Array(7).fill(6));
  expect(rows).toHaveLength(42);
  expect(rows.map((row) => Number(row.split(',')[8]))).toEqual(journey.rows.flatMap((row) => row.crossings));
  expect(journey.waits.some((wait) => wait.kind === 'blocked')).toBe(true);
});

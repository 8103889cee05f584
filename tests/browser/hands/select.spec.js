// Selecting a node or a message: by a click, a key, a list, a name or a link.
import {
  away, command, expect, look, matrix, meshPoint, nothing, openAt, picture, resting, settings, stands, test, title, told, why,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const BLOCKED = 't=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

test('a click on a blocked message shows why it waits', async ({ page }) => {
  await openAt(page, BLOCKED, 10);
  await away(page);
  const before = await picture(page);
  // On the right-hand side of the way from node 2 to node 3, where the header stands.
  await page.mouse.click(...(await meshPoint(page, 2.5, -0.12, { columns: 7, rows: 1 })));
  await expect(title(page)).toContainText('Message 1');
  await expect(why(page)).toHaveText(/^Why blocked\? .*held by message 0/);
  await page.mouse.move(3, 3);
  await expect.poll(() => picture(page)).not.toBe(before);
  await expect(page).toHaveURL(/sel=m1/);
  await page.keyboard.press('Escape');
  await nothing(page);
  await expect(page).not.toHaveURL(/sel=/);
  await expect.poll(() => picture(page)).toBe(before);
});

test('the key w and a list select blocked messages', async ({ page }) => {
  await openAt(page, LOCKED, 0);
  await page.keyboard.press('w');
  await expect(page.locator('.hint')).toHaveText('No header is blocked in this cycle.');
  await page.keyboard.press('1');
  await page.getByText('Messages in flight').click();
  await expect(page.locator('.worm-list')).toContainText('No message is in the network in this cycle.');
  await openAt(page, LOCKED, 10);
  for (const [message, holder] of [[0, 1], [1, 2]]) {
    await page.keyboard.press('w');
    await expect(title(page)).toContainText(`Message ${message}`);
    await expect(why(page)).toContainText(`held by message ${holder}`);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await page.getByText('Messages in flight').click();
  const row = page.locator('.worm-list li').nth(3);
  await expect(row).toContainText('Message 3 (3) → (1), header at (0), blocked: needs VC 0 of the channel to (1), held by message 0');
  await row.getByRole('button', { name: 'Message 3', exact: true }).press('Enter');
  await expect(title(page)).toContainText('Message 3');
  await expect(why(page)).toContainText('held by message 0');
});

test('the search selects nodes and messages, and a link restores the selection and the look', async ({ page }) => {
  await openAt(page, `${TORUS}&sel=least-occupied&theme=dark`, 60);
  await settings(page);
  await page.getByText('Selection, layout, ports').click();
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('folded');
  await command(page, 'Use of channels');
  await command(page, 'Channel matrix');
  await look(page, '3,4');
  await expect(title(page)).toContainText('Node (3,4)');
  await expect(page).toHaveURL(/&sel=n3,4/);
  await look(page, '#7');
  await expect(title(page)).toContainText('Message 7');
  for (const part of [/heat=1/, /matrix=1/, /theme=dark/, /draw=folded/, /sel=least-occupied/, /&sel=m7/]) {
    await expect(page).toHaveURL(part);
  }
  await page.mouse.move(3, 3);
  const squares = matrix(page).locator('canvas').first();
  const told = await page.locator('.selected').innerText();
  const before = [await resting(page), await picture(page), await picture(page, squares)];
  const url = page.url();
  await page.goto('about:blank');
  await page.goto(url);
  await stands(page, 60);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(title(page)).toContainText('Message 7');
  await expect.poll(() => page.locator('.selected').innerText()).toBe(told);
  await expect.poll(() => resting(page)).toBe(before[0]);
  await expect.poll(() => picture(page)).toBe(before[1]);
  await expect.poll(() => picture(page, squares)).toBe(before[2]);
  expect(page.url()).toBe(url);
});

test('what became of a message is said at any time, and one sent by hand can be removed', async ({ page }) => {
  const list = '0:0,0>2,3;0:1,0>2,1;0:3,1>1,1;0:0,0>2,0;0:1,0>3,0;0:2,0>4,0;0:3,0>5,0;0:4,0>0,0;0:5,0>1,0';
  await openAt(page, `t=torus:6x6&vc=1&buf=2&M=16&msg=${list}&sel=m8`, 75);
  await expect(title(page)).toHaveText('Message 8');
  await expect(why(page)).toHaveText('Delivered in cycle 49, 49 cycles after it was generated.');
  await look(page, '#9');
  await expect(why(page)).toHaveText('It has not been generated yet.');
  const remove = page.getByRole('button', { name: 'Remove this message' });
  await expect(remove).toBeHidden();
  await look(page, '#8');
  await remove.click();
  await expect(page).not.toHaveURL(/5,0(>|%3E)1,0/);
  await expect(page).toHaveURL(/4,0(>|%3E)0,0/);
  await stands(page, 75);
});

test('a message that has not started is shown beside its node and can be selected', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=6&msg=0:0,0>3,2;0:2,1>0,3;5:2,1>0,0', 0);
  await away(page);
  const before = await picture(page);
  await look(page, '#2');
  await expect(why(page)).toHaveText('Message 2 waits at node (2,1), to (0,0), 6 flits, starts at cycle 5.');
  await expect.poll(() => picture(page), 'its destination is shown').not.toBe(before);
  await expect(page).toHaveURL(/sel=m2/);
  for (let cycle = 1; cycle <= 7; cycle += 1) await page.keyboard.press('ArrowRight');
  await stands(page, 7);
  await expect(why(page)).toContainText(/header (of message 2 )?is at/);
  await page.mouse.click(...(await meshPoint(page, 0, 0)));
  await expect(why(page)).toHaveText(/^No message waits here; \d of its 2 channels (is|are) held\.$/);
});

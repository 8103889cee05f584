// Asking for a node or a message: by a click, a key, a list, a name, a link.
import {
  away, expect, look, matrix, meshPoint, openAt, picture, resting, settings, stands, step, test, title,
  tool, why,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.011';
const ALONE = 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5';
const BLOCKED = 't=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

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

test('worms are also a list of buttons, which select them', async ({ page }) => {
  await openAt(page, LOCKED, 10);
  await page.getByText('Messages in flight').click();
  const rows = page.locator('.worm-list li');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Message 2 (2) → (0), header at (3), blocked: needs VC 0 of the channel to (0), held by message 3');
  await rows.nth(2).getByRole('button', { name: 'Message 2', exact: true }).press('Enter');
  await expect(title(page)).toContainText('Message 2');
  await expect(why(page)).toContainText('held by message 3');
  await openAt(page, LOCKED, 0);
  await expect(page.locator('.worm-list')).toContainText('No message is in the network in this cycle.');
});

test('a link brings back how the picture looked, and what was selected', async ({ page }) => {
  await openAt(page, `${TORUS}&sel=least-occupied&theme=dark`, 60);
  await settings(page);
  await page.getByText('Selection, layout, ports').click();
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('folded');
  await page.locator('#edit').click();
  await tool(page, 'Utilization').click();
  await tool(page, 'Channel matrix').click();
  for (const [text, selected] of [['3,4', /&sel=n3,4/], ['#7', /&sel=m7/]]) {
    await step(text, async () => {
      await look(page, text);
      for (const part of [/heat=1/, /matrix=1/, /theme=dark/, /draw=folded/, /sel=least-occupied/, selected]) {
        await expect(page).toHaveURL(part);
      }
      await page.mouse.move(3, 3);
      const told = await page.locator('.selected').innerText();
      const before = [await resting(page), await picture(page), await picture(page, matrix(page).locator('canvas').first())];
      const url = page.url();
      await page.goto('about:blank');
      await page.goto(url);
      await stands(page, 60);
      await expect(page.getByRole('alert')).toBeHidden();
      await expect(title(page)).not.toHaveText('');
      expect(await page.locator('.selected').innerText()).toBe(told);
      await expect.poll(() => resting(page)).toBe(before[0]);
      expect([await picture(page), await picture(page, matrix(page).locator('canvas').first())]).toEqual(before.slice(1));
      expect(page.url()).toBe(url);
    });
  }
  await settings(page);
  await page.getByText('Selection, layout, ports').click();
  await expect(page.getByRole('combobox', { name: 'Selection' })).toHaveValue('least-occupied');
});

test('a message that has not started stands beside its node from cycle 0 on, and can be asked about', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=6&msg=0:0,0>3,2;0:2,1>0,3;5:2,1>0,0', 0);
  await away(page);
  const before = await picture(page);
  // Beside node 2,1, above on the left: message 2 follows message 1.
  const mark = await meshPoint(page, 2 - 0.26, 1 + 0.28);
  await page.mouse.move(...mark);
  await expect(title(page)).toHaveText('Message 2');
  await expect(why(page)).toHaveText('Message 2 waits at node (2,1), to (0,0), 6 flits, starts at cycle 5.');
  expect(await picture(page), 'where it goes').not.toBe(before);
  await page.mouse.click(...mark);
  await expect(page).toHaveURL(/sel=m2/);
  for (let cycle = 1; cycle <= 7; cycle += 1) await page.keyboard.press('ArrowRight');
  await stands(page, 7);
  await expect(why(page)).toContainText(/header (of message 2 )?is at/);
  const node = await meshPoint(page, 0, 0);
  await page.mouse.click(...node);
  await expect(why(page)).toHaveText(/^No message waits here; \d of its 2 channels (is|are) held\.$/);
});

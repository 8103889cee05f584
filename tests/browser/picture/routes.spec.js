// Routes between two nodes, and the routing function that leads along them.
import { drag, expect, meshPoint, openAt, picture, resting, settings, step, test } from '../page.js';

const MESH = 't=mesh:4x4&vc=2&M=8';

const told = (page) => page.locator('#routes');
const steps = (page) => page.locator('.steps li');

test('two nodes are chosen in the picture, and all paths between them are shown', async ({ page }) => {
  await openAt(page, `${MESH}&r=label`, 0);
  const [before, addresses] = [await picture(page), await resting(page)];
  await page.keyboard.press('2');
  await expect.poll(() => picture(page)).not.toBe(before);
  // Nodes show their labels while label routing is shown.
  await expect.poll(() => resting(page)).not.toBe(addresses);
  await page.keyboard.press('r');
  await expect.poll(() => resting(page)).toBe(addresses);
  await openAt(page, `${MESH}&r=duato&show=routes`, 0);
  await page.mouse.click(...(await meshPoint(page, 0, 0)));
  await expect(page.locator('.hint')).toContainText('Source (0,0)');
  await page.mouse.click(...(await meshPoint(page, 2, 2)));
  await expect(told(page)).toContainText('6 paths from (0,0) to (2,2)');
  await expect(steps(page)).toHaveCount(5);
  // Dragging from node to node does the same, and sends nothing.
  await drag(page, await meshPoint(page, 3, 3), await meshPoint(page, 3, 0));
  await expect(told(page)).toContainText('One path from (3,3) to (3,0), of 3 hops');
  await expect(page).toHaveURL(/show=routes&pair=3,3(>|%3E)3,0/);
  expect(page.url()).not.toContain('msg=');
});

test('a route is walked hop by hop, and a message is sent along it', async ({ page }) => {
  await openAt(page, `${MESH}&r=duato&show=routes&pair=0,0>1,1`, 0);
  const first = steps(page).first().locator('.offer');
  await expect(first).toHaveText([/\(1,0\)VC 1; escape VC 0/, /\(0,1\)VC 1$/]);
  await expect(steps(page).nth(1)).toContainText('(1,0)');
  const before = await picture(page);
  await first.nth(1).click();
  await expect(steps(page).nth(1)).toContainText('(0,1)');
  await expect.poll(() => picture(page)).not.toBe(before);
  await page.locator('#send-along').click();
  await expect(page).toHaveURL(/msg=[^&]*@0,0(>|%3E)0,1/);
  await expect(page.locator('.stage')).toBeFocused();
});

test('the ends of a route are typed, and node-disjoint paths are shown', async ({ page }) => {
  await openAt(page, 't=hypercube:4&show=routes&pair=0>13', 0);
  await expect(told(page)).toContainText('One path from 0000 to 1101, of 3 hops');
  await expect(page.locator('.digits').first().locator('.now')).toHaveText('0');
  const [from, to] = ['From', 'To'].map((name) => page.getByLabel(name, { exact: true }));
  await to.fill('99');
  await to.press('Enter');
  await expect(page.locator('.panel-body .problem:not(:empty)')).toContainText(['not 99']);
  await expect(told(page)).toContainText('to 1101');
  await from.fill('5');
  await from.press('Enter');
  await expect(told(page)).toContainText('from 0101');
  await page.getByRole('button', { name: '⇄' }).click();
  await expect(told(page)).toContainText('from 1101 to 0101');
  const all = await picture(page);
  await page.getByLabel('Node-disjoint paths').check();
  await expect(told(page)).toContainText('4 node-disjoint paths');
  await expect.poll(() => picture(page)).not.toBe(all);
  await expect(page).toHaveURL(/apart=1/);
});

test('routes lead through an intermediate node that is typed, chosen in turn, or in the link', async ({ page }) => {
  await openAt(page, `${MESH}&r=valiant&show=routes&pair=0,0>1,1`, 0);
  await expect(told(page)).toContainText('through any node');
  // Which way a message takes is not known before it is sent.
  await expect(page.locator('#send-along')).toHaveCount(0);
  const any = await picture(page);
  const through = page.locator('#route-through');
  await through.fill('3,2');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('One path from (0,0) to (1,1), through (3,2), of 8 hops');
  await expect(steps(page)).toHaveCount(9);
  await expect(page).toHaveURL(/through=3,2/);
  await expect.poll(() => picture(page)).not.toBe(any);
  await page.reload();
  await expect(through).toHaveValue('3,2');
  await expect(told(page)).toContainText('through (3,2), of 8 hops');
  await page.getByRole('button', { name: 'Next node' }).click();
  await expect(through).toHaveValue('0,3');
  await page.getByRole('button', { name: 'Any node' }).click();
  await expect(told(page)).toContainText('through any node');
  await expect(page).not.toHaveURL(/through=/);
  await through.fill('9,9');
  await page.keyboard.press('Enter');
  await expect(page.locator('.problem').filter({ hasText: 'Through must be' })).toBeVisible();
});

test('the menu has the routing functions of the network, with their settings and explanations', async ({ page }) => {
  await step('up*/down* is explained beside its name and above its routes', async () => {
    await openAt(page, 't=mesh:4x4&r=up-down&vc=1&M=8&show=routes&pair=0,0>3,3', 0);
    await expect(told(page)).toContainText('Arrowheads lead up, to the root');
    await page.locator('#set-routing-button').click();
    await expect(page.locator('#set-routing')).toContainText('No message goes up after it has gone down');
    await page.keyboard.press('Escape');
  });
  await openAt(page, `${MESH}&r=dimension-reversal:2`, 0);
  await settings(page);
  const routing = page.locator('#routing');
  const field = page.locator('#routing-reversals');
  const westFirst = routing.locator('option[value="west-first"]');
  await step('a setting of a routing function has a field below the menu', async () => {
    await expect(routing).toHaveValue('dimension-reversal');
    await expect(field).toHaveValue('2');
    await field.fill('3');
    await field.press('Enter');
    await expect(page).toHaveURL(/r=dimension-reversal:3/);
    await field.fill('16');
    await field.press('Enter');
    await expect(page.locator('.form')).toContainText('Reversals r must be a whole number from 0 to 15, not 16');
    await routing.selectOption('west-first');
    await expect(field).toHaveCount(0);
  });
  await step('another network has other routing functions', async () => {
    await expect(westFirst).toHaveCount(1);
    await page.locator('#topology').selectOption('torus');
    await expect(routing).toHaveValue('dimension-order');
    await expect(westFirst).toHaveCount(0);
    await expect(page.locator('.hint, .problems')).toContainText([/the routing function is “Dimension order” now/]);
  });
});

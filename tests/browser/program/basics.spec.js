// The main job: choose, play, step both ways, inspect, share.
import {
  delivered, editAt, expect, hasDelivered, meshPoint, number, open, openAt, picture, settings, stands, test, undo,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.008';

test('a first-time visitor sees worms moving without touching anything', async ({ page }) => {
  await page.goto('#/lab');
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(150);
  const before = await picture(page);
  const cycle = await number(page.locator('#cycle'));
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(cycle + 2);
  expect(await picture(page)).not.toBe(before);
});

test('playing delivers messages, pausing stops time', async ({ page }) => {
  await openAt(page, TORUS, 100);
  const before = await delivered(page);
  await page.getByLabel('Speed').fill('7');
  await page.locator('#play').click();
  await expect.poll(() => delivered(page)).toBeGreaterThan(before + 5);
  await page.locator('#play').click();
  const cycle = await page.locator('#cycle').textContent();
  await page.waitForTimeout(300);
  await expect(page.locator('#cycle')).toHaveText(cycle);
});

test('ten steps forward and ten back give the same picture', async ({ page }) => {
  await openAt(page, TORUS, 230);
  const before = await picture(page);
  for (let i = 1; i <= 10; i += 1) {
    await page.locator('#forward').click();
    await stands(page, 230 + i);
  }
  expect(await picture(page)).not.toBe(before);
  for (let i = 9; i >= 0; i -= 1) {
    await page.locator('#back').click();
    await stands(page, 230 + i);
  }
  expect(await picture(page)).toBe(before);
});

test('the time line goes to any cycle, back to 0', async ({ page }) => {
  await openAt(page, TORUS, 3000);
  const late = await picture(page);
  const line = page.getByRole('slider', { name: 'Cycle' });
  await line.fill('0');
  await stands(page, 0);
  await expect(page.locator('#stage-summary')).toContainText('0 messages');
  await line.fill('3000');
  await stands(page, 3000);
  expect(await picture(page)).toBe(late);
});

test('a link and a reload restore the same flits at the same cycle', async ({ page, context }) => {
  await openAt(page, TORUS, 317);
  await page.locator('#forward').click();
  await stands(page, 318);
  await expect(page).toHaveURL(/c=318/);
  const before = await picture(page);
  await page.reload();
  await stands(page, 318);
  expect(await picture(page)).toBe(before);
  const other = await context.newPage();
  await other.goto(page.url());
  await stands(other, 318);
  expect(await picture(other)).toBe(before);
});

test('following a second link on the open page changes everything', async ({ page }) => {
  await openAt(page, TORUS, 40);
  await page.evaluate(() => {
    window.location.hash = '#/lab?t=hypercube:4&lam=0.01&c=77';
  });
  await stands(page, 77);
  await settings(page);
  await expect(page.getByLabel('Topology')).toHaveValue('hypercube');
});

test('an address that has been entered is not written over before it is followed', async ({ page }) => {
  await openAt(page, TORUS, 20);
  const entered = '#/lab?t=hypercube:3&vc=1&M=6&c=7';
  // The browser tells of a new address a while later; here, when it is told to.
  await page.evaluate((entered) => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    history.replaceState(null, '', entered);
  }, entered);
  await stands(page, 21);
  await page.waitForTimeout(500);
  expect(new URL(page.url()).hash).toBe(entered);
  await page.evaluate(() => window.dispatchEvent(new Event('hashchange')));
  await stands(page, 7);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/hypercube:3.*c=8$/);
});

test('a line drawn from node to node sends a message', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8', 0);
  await page.mouse.move(...(await meshPoint(page, 0, 0)));
  await page.mouse.down();
  await page.mouse.move(...(await meshPoint(page, 1.5, 1.5)), { steps: 4 });
  await expect(page.locator('.hint')).toHaveText('Source (0,0). Let go over the destination.');
  await page.mouse.move(...(await meshPoint(page, 3, 2)), { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('.hint')).toContainText('starts in cycle 0');
  await expect(page).toHaveURL(/msg=0:0,0%3E3,2|msg=0:0,0>3,2/);
  await page.getByRole('slider', { name: 'Cycle' }).fill('13');
  await stands(page, 13);
  // 5 channels and 8 flits: the tail arrives in cycle 5 + 8 - 1 = 12.
  await hasDelivered(page, 1);
  await page.locator('#back').click();
  await stands(page, 12);
  await hasDelivered(page, 0);
});

test('pointing at a channel says who holds it', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8&msg=0:0,1>3,1', 4);
  // Between (0,1) and (1,1), on the right-hand side of the way there.
  await page.mouse.move(...(await meshPoint(page, 0.5, 0.9)));
  const inspector = page.locator('.inspector');
  await expect(inspector).toContainText('Channel (0,1) → (1,1)');
  await expect(inspector).toContainText('held by message 0 ((0,1) → (3,1))');
});

test('four worms deadlock in a ring, and the page says so', async ({ page }) => {
  await open(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1');
  await expect(page.locator('.verdict')).toContainText('message 0 waits for the channel (1) → (2), which message 1 holds; 1 for');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
  await settings(page);
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(page.locator('.verdict')).not.toContainText('Deadlock');
  await page.getByRole('slider', { name: 'Cycle' }).fill('60');
  await expect(page.locator('.verdict')).toContainText('All delivered');
  await hasDelivered(page, 4);
});

test('every topology of the menu can be chosen and carries traffic', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&M=4&lam=0.02', 0);
  const menu = page.getByLabel('Topology');
  const options = await menu.locator('option').evaluateAll((all) => all.map((o) => o.value));
  expect(options.length).toBeGreaterThan(5);
  for (const option of options) {
    await menu.selectOption(option);
    await page.getByRole('slider', { name: 'Cycle' }).fill('100');
    await stands(page, 100);
    expect(await delivered(page), option).toBeGreaterThan(10);
  }
});

test('the keyboard alone is enough', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8', 0);
  await page.locator('.stage').focus();
  await page.keyboard.press('Enter'); // selects the first node
  await page.keyboard.press('Enter'); // as source
  await expect(page.locator('.hint')).toContainText('Source (0,0)');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.inspector')).toContainText('Node (1,1)');
  await page.keyboard.press('Enter'); // as destination
  await page.keyboard.press('Escape');
  await page.locator('.stage').blur();
  for (let i = 0; i < 10; i += 1) await page.keyboard.press('ArrowRight');
  await stands(page, 10);
  await hasDelivered(page, 1);
  await page.keyboard.press('Home');
  await stands(page, 0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('End');
  await stands(page, 10);
});

test('typing a rate key by key does not stop the run on the way', async ({ page }) => {
  await open(page, TORUS);
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(2);
  await settings(page);
  await page.getByLabel('Speed').fill('6');
  const field = page.locator('#traffic-rate');
  await field.fill('');
  await field.pressSequentially('0.02', { delay: 60 });
  await expect(page).toHaveURL(/t=torus:8x8/);
  await expect.poll(() => delivered(page)).toBeGreaterThan(3);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
  await expect(field).toHaveValue('0.02');
});

test('messages that a new network cannot carry are brought back by Undo', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&vc=1&M=8&msg=0:0,0>3,3', 5);
  await page.getByLabel('Topology').selectOption('hypercube');
  await expect(page.getByText('were removed')).toBeVisible();
  await page.locator('.problems').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Topology')).toHaveValue('mesh');
  await expect(page.getByText('1 sent by hand')).toBeVisible();
});

test('a reload while worms move comes back to about the same cycle', async ({ page }) => {
  await openAt(page, TORUS, 100);
  await page.getByLabel('Speed').fill('6');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(250);
  await page.reload();
  // 64 cycles a second, written once a second.
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThanOrEqual(160);
});

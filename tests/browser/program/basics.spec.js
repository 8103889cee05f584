// The main job: choose, play, step both ways, inspect, share.
import {
  delivered, editAt, expect, hasDelivered, meshPoint, number, open, openAt, painted, picture, playAt, settings, stands, step, test, told,
} from '../page.js';

const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.008';

test('a first-time visitor sees worms moving; Pause stops them, and a reload while they move loses at most a second', async ({ page }) => {
  const cycle = page.locator('#cycle');
  await page.goto('#/lab');
  await expect.poll(() => number(cycle)).toBeGreaterThan(150);
  await step('worms move', async () => {
    const before = await picture(page);
    await expect.poll(() => picture(page)).not.toBe(before);
  });
  await step('Pause stops time', async () => {
    await playAt(page, '12');
    await page.locator('#play').click();
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
    const stopped = await cycle.textContent();
    // At this speed a run that went on would be hundreds of cycles further after two frames.
    await painted(page);
    await expect(cycle).toHaveText(stopped);
  });
  await step('Play delivers messages', async () => {
    await playAt(page, '6');
    const before = await delivered(page);
    await page.locator('#play').click();
    await expect.poll(() => delivered(page)).toBeGreaterThan(before + 5);
  });
  await step('the address follows while time runs, and a reload opens it', async () => {
    const written = () => Number(new URLSearchParams(page.url().split('?')[1]).get('c'));
    const before = await number(cycle);
    await expect.poll(written).toBeGreaterThan(before);
    await page.reload();
    expect(written()).toBeGreaterThan(before);
    await stands(page, written());
  });
});

test('steps, the time line, a reload and a link show the same picture in the same cycle', async ({ page, context }) => {
  await openAt(page, TORUS, 317);
  const before = await picture(page);
  await step('steps forward and back', async () => {
    for (const cycle of [318, 319, 320]) {
      await page.locator('#forward').click();
      await stands(page, cycle);
    }
    expect(await picture(page)).not.toBe(before);
    for (const cycle of [319, 318, 317]) {
      await page.locator('#back').click();
      await stands(page, cycle);
    }
    expect(await picture(page)).toBe(before);
  });
  await step('the time line, back to cycle 0', async () => {
    const line = page.getByRole('slider', { name: 'Cycle' });
    await line.fill('0');
    await stands(page, 0);
    await expect(page.locator('#stage-summary')).toContainText('0 messages');
    await line.fill('317');
    await stands(page, 317);
    expect(await picture(page)).toBe(before);
  });
  await page.locator('#forward').click();
  await stands(page, 318);
  await expect(page).toHaveURL(/c=318/);
  const next = await picture(page);
  await step('a reload', async () => {
    await page.reload();
    await stands(page, 318);
    expect(await picture(page)).toBe(next);
  });
  await step('the link in another tab', async () => {
    const other = await context.newPage();
    await other.goto(page.url());
    await stands(other, 318);
    expect(await picture(other)).toBe(next);
  });
  await step('without a clipboard, the link is to be taken from the address bar', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.keyboard.press('s');
    await expect(page.getByRole('alert')).toContainText('copy the link from the address bar');
  });
});

test('a link that is entered on the open page is followed, and not overwritten before', async ({ page }) => {
  await openAt(page, TORUS, 20);
  const entered = '#/lab?t=hypercube:3&vc=1&M=6&c=7';
  // The browser reports a new address a while later; here, when the test does.
  await page.evaluate((entered) => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    history.replaceState(null, '', entered);
  }, entered);
  await stands(page, 21);
  // The page writes its address 150 ms after a change, by a timer: it is over when this later one is.
  await page.evaluate(() => new Promise((later) => setTimeout(later, 200)));
  expect(new URL(page.url()).hash).toBe(entered);
  await page.evaluate(() => window.dispatchEvent(new Event('hashchange')));
  await stands(page, 7);
  await settings(page);
  await expect(page.getByLabel('Topology')).toHaveValue('hypercube');
  await page.locator('#forward').click();
  await expect(page).toHaveURL(/hypercube:3.*c=8$/);
});

test('messages are sent by a line from node to node and by keys, and a channel says which of them holds it', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&M=8', 0);
  await step('a line', async () => {
    await page.mouse.move(...(await meshPoint(page, 0, 1)));
    await page.mouse.down();
    await page.mouse.move(...(await meshPoint(page, 1.5, 1.5)), { steps: 4 });
    await expect(page.locator('.hint')).toHaveText('Source (0,1). Let go over the destination.');
    await page.mouse.move(...(await meshPoint(page, 3, 3)), { steps: 4 });
    await page.mouse.up();
    await expect(page.locator('.hint')).toContainText('starts in cycle 0');
    await expect(page).toHaveURL(/msg=0:0,1%3E3,3|msg=0:0,1>3,3/);
  });
  const line = page.getByRole('slider', { name: 'Cycle' });
  await step('a channel says who holds it', async () => {
    await line.fill('4');
    await stands(page, 4);
    // The message that was drawn is selected.
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await painted(page);
    // Between (0,1) and (1,1), on the right-hand side of the way there.
    await page.mouse.move(...(await meshPoint(page, 0.5, 0.9)));
    await expect(told(page)).toContainText('Channel (0,1) → (1,1): VC 0 held by message 0 ((0,1) → (3,3))');
    await page.mouse.move(3, 3);
  });
  await step('its tail arrives when the formula says', async () => {
    await line.fill('13');
    await stands(page, 13);
    // 5 channels and 8 flits: the tail arrives in cycle 5 + 8 - 1 = 12.
    await hasDelivered(page, 1);
    await page.locator('#back').click();
    await stands(page, 12);
    await hasDelivered(page, 0);
  });
  await step('keys', async () => {
    await page.keyboard.press('Home');
    await stands(page, 0);
    await page.locator('.stage').focus();
    await page.keyboard.press('Enter'); // selects the first node
    await page.keyboard.press('Enter'); // as source
    await expect(page.locator('.hint')).toContainText('Source (0,0)');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('.panel.side')).toContainText('Node (1,1)');
    await page.keyboard.press('Enter'); // as destination
    await expect(page).toHaveURL(/;0:0,0(>|%3E)1,1/);
    await page.keyboard.press('Escape');
    await page.locator('.stage').blur();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await stands(page, 1);
    await line.fill('13');
    await line.blur();
    await stands(page, 13);
    await hasDelivered(page, 2);
    await page.keyboard.press('Home');
    await stands(page, 0);
    await page.keyboard.press('End');
    await stands(page, 13);
  });
});

test('a deadlock is named, a further virtual channel resolves it, and Undo returns messages that a new network cannot carry', async ({ page }) => {
  await open(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1');
  await expect(page.locator('.verdict')).toContainText('0 waits for 1, 1 for 2');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
  await settings(page);
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(page.locator('.verdict')).not.toContainText('Deadlock');
  await page.getByRole('slider', { name: 'Cycle' }).fill('60');
  await expect(page.locator('.verdict')).toContainText('All delivered');
  await hasDelivered(page, 4);
  await page.getByLabel('Topology').selectOption('mesh');
  await expect(page.getByText('were removed')).toBeVisible();
  await page.locator('.said').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Topology')).toHaveValue('torus-uni');
  await expect(page.getByText('4 sent by hand')).toBeVisible();
});

test('every topology of the menu can be chosen and carries traffic', { tag: '@all' }, async ({ page }) => {
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

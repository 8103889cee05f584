// Routes between two nodes, whether messages can deadlock, failed links.
import {
  drag, example, expect, meshPoint, openAt, picture, readOuts, resting, settings, stands, step, test, title,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=2&M=8';
const RING = 't=torus-uni:4&vc=1&M=8';
const LOCKED = `${RING}&msg=0:0>2;0:1>3;0:2>0;0:3>1`;

const told = (page) => page.locator('#routes');
const verdict = (page) => page.locator('#deadlock-verdict');
const steps = (page) => page.locator('.steps li');
const tab = (page, name) => page.getByRole('group', { name: 'The picture shows' }).getByRole('button', { name });

test('two nodes are picked in the picture, and all paths between them are shown', async ({ page }) => {
  await openAt(page, `${MESH}&r=duato`, 0);
  const before = await picture(page);
  await tab(page, 'Routes').click();
  await expect.poll(() => picture(page)).not.toBe(before);
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

test('routes are walked, asked for by name, and told apart', async ({ page }) => {
  await step('the walk goes the way that is chosen, over the virtual channels that are allowed', async () => {
    await openAt(page, `${MESH}&r=duato&show=routes&pair=0,0>1,1`, 0);
    const first = steps(page).first().locator('.offer');
    await expect(first).toHaveText([/\(1,0\)VC 1; escape VC 0/, /\(0,1\)VC 1$/]);
    await expect(steps(page).nth(1)).toContainText('(1,0)');
    const before = await picture(page);
    await first.nth(1).click();
    await expect(steps(page).nth(1)).toContainText('(0,1)');
    await expect.poll(() => picture(page)).not.toBe(before);
  });
  await step('nodes can be typed, and what is none is answered with a sentence', async () => {
    await openAt(page, 't=hypercube:4&show=routes&pair=0>13', 0);
    await expect(told(page)).toContainText('One path from 0000 to 1101, of 3 hops');
    await expect(page.locator('.digits').first().locator('.now')).toHaveText('0');
    await page.getByLabel('To', { exact: true }).fill('99');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await expect(page.locator('.over .problem:not(:empty)')).toContainText(['not 99']);
    await expect(told(page)).toContainText('to 1101');
    await page.getByLabel('From', { exact: true }).fill('5');
    await page.getByLabel('From', { exact: true }).press('Enter');
    await expect(told(page)).toContainText('from 0101');
    await page.getByRole('button', { name: '⇄' }).click();
    await expect(told(page)).toContainText('from 1101 to 0101');
  });
  await step('node-disjoint paths are as many as the smaller degree', async () => {
    await openAt(page, 't=mesh-hypercube:3x8&r=mh-mesh-first&show=routes&pair=1,0>2,5', 0);
    const all = await picture(page);
    await page.getByLabel('Node-disjoint paths').check();
    await expect(told(page)).toContainText('4 node-disjoint paths');
    await expect.poll(() => picture(page)).not.toBe(all);
    await expect(page).toHaveURL(/apart=1/);
  });
});

test('labels stand on nodes while label routing is shown', async ({ page }) => {
  await openAt(page, `${MESH}&r=label`, 0);
  const before = await resting(page);
  await page.keyboard.press('r');
  await expect.poll(() => resting(page)).not.toBe(before);
  await page.keyboard.press('r');
  await expect.poll(() => resting(page)).toBe(before);
});

test('a dependency cycle appears and vanishes with V, the dateline and the routing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAt(page, `${RING}&show=deadlock`, 0);
  await expect(verdict(page)).toHaveText('Can deadlock');
  await expect(page.locator('.over .found')).toContainText('cycle');
  await expect(steps(page)).toHaveCount(4);
  const deadlocked = await picture(page);
  await page.getByRole('button', { name: 'V + 1' }).click();
  await expect(verdict(page)).toHaveText('Free of deadlock');
  await expect(steps(page)).toHaveCount(0);
  await expect.poll(() => picture(page)).not.toBe(deadlocked);
  await page.locator('#dateline-too').uncheck();
  await expect(verdict(page)).toHaveText('Can deadlock');
  await page.locator('#dateline-too').check();
  await expect(verdict(page)).toHaveText('Free of deadlock');
  await page.locator('#set-routing-button').click();
  await page.locator('#routing').selectOption('unrestricted');
  await expect(verdict(page)).toHaveText('Can deadlock');
  await page.locator('#routing').selectOption('duato');
  await expect(verdict(page)).toHaveText('Free of deadlock');
});

test('the cycle is gone round, one dependency after the other', async ({ page }) => {
  await openAt(page, `${RING}&show=deadlock`, 0);
  await expect(verdict(page)).toHaveText('Can deadlock');
  const first = await picture(page);
  await expect.poll(() => picture(page)).not.toBe(first);
  await expect.poll(() => picture(page)).toBe(first);
});

test('a deadlock that is said to be possible is played, and another routing function ends it', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&r=unrestricted&vc=1&lam=0.001&show=deadlock', 0);
  await expect(verdict(page)).toHaveText('Can deadlock');
  await page.locator('#play-deadlock').click();
  await expect(page).toHaveURL(/msg=.*@/);
  await expect(title(page)).toContainText('Deadlock');
  await expect(page.locator('.stage')).toBeFocused();
  await expect(page.locator('.selected .lanes li').first()).toContainText(/Message 0 holds .* which message 1 holds/);
  // The link has the paths that the messages are told to take.
  await page.reload();
  await expect(title(page)).toContainText('Deadlock');
  // Another routing function leads the same messages its own way.
  await page.locator('#set-routing-button').click();
  await page.locator('#routing').selectOption('dimension-order');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/msg=(?!.*@)/);
  await expect(page.locator('.problems')).toHaveCount(0);
});

test('why a function is free is gone through, one virtual channel at a time', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAt(page, 't=mesh:3x3&r=duato&vc=2&show=deadlock', 0);
  await page.locator('#show-proof').click();
  const step = page.locator('#proof-step');
  await expect(step).toContainText('removed from the start');
  const all = await picture(page);
  const slider = page.locator('#proof-off');
  const most = Number(await slider.getAttribute('max'));
  await page.locator('#proof-next').click();
  await expect(page.locator('label[for=proof-off]')).toHaveText(`Removed: 1 of ${most} virtual channels`);
  await expect.poll(() => picture(page)).not.toBe(all);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => picture(page)).toBe(all);
  await page.keyboard.press('End');
  await expect(step).toContainText('messages cannot deadlock');
  await expect(page.locator('#proof-next')).toBeDisabled();
  // A button that can do no more leaves the focus to the slider.
  await page.locator('#proof-back').click();
  await page.locator('#proof-next').focus();
  await page.keyboard.press('Enter');
  await expect(slider).toBeFocused();
  // Another network has another proof.
  await page.getByRole('button', { name: 'V + 1' }).click();
  await expect(page.locator('#show-proof')).toHaveAttribute('aria-pressed', 'false');
  await expect(step).toHaveCount(0);
});

test('a long analysis is canceled, and begun again', async ({ page }) => {
  await openAt(page, 't=torus:32x32&r=unrestricted&vc=2&show=deadlock', 0);
  await page.locator('#deadlock-cancel').focus();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toHaveText('Not known');
  await expect(page.locator('.over .found')).toContainText('canceled');
  await expect(page.locator('#deadlock-again')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#deadlock-cancel')).toBeVisible();
});

test('a message is sent the way that was walked', async ({ page }) => {
  await openAt(page, 't=mesh:3x3&r=unrestricted&vc=1&show=routes', 0);
  await page.locator('.steps li').first().getByRole('button', { name: '→ (0,1)' }).click();
  await page.locator('#send-along').click();
  await expect(page).toHaveURL(/msg=[^&]*@0,0(>|%3E)0,1/);
  await expect(page.locator('.stage')).toBeFocused();
  await openAt(page, 't=mesh:3x3&r=valiant&vc=2&show=routes', 0);
  await expect(page.locator('#send-along')).toHaveCount(0);
});

test('another network forgets the cycle of the one before', async ({ page }) => {
  await openAt(page, 't=hypercube:6&r=unrestricted&vc=1&show=deadlock', 0);
  await expect(verdict(page)).toHaveText('Can deadlock');
  await example(page, 'A torus and its dateline');
  await expect(verdict(page)).toHaveText('Free of deadlock');
  await page.getByRole('button', { name: 'V − 1' }).click();
  await expect(steps(page)).toHaveCount(5);
  await page.locator('#set-network-button').click();
  await page.getByLabel('Radices').fill('3');
  await page.getByLabel('Radices').press('Enter');
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'V − 1' })).toBeDisabled();
  await tab(page, 'Routes').click();
  await example(page, 'Deadlock in a ring');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press(']');
  await expect(title(page)).toContainText('Deadlock', { timeout: 20_000 });
});

test('a large network is analyzed without keeping the page waiting', async ({ page }) => {
  await openAt(page, 't=hypercube:8&r=duato&vc=3&show=deadlock', 0);
  await expect(verdict(page)).toHaveText('Free of deadlock', { timeout: 20_000 });
  await expect(page.locator('.over .found')).toContainText('escape');
});

test('worms that have deadlocked are told in their order, and lead on to why', async ({ page }) => {
  await openAt(page, LOCKED, 20);
  await expect(title(page)).toContainText('Deadlock');
  const rows = page.locator('.selected .lanes li');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('Message 0 holds (0) → (1), waits for the channel (1) → (2), which message 1 holds');
  await rows.nth(2).getByRole('button').click();
  await expect(page.locator('.why')).toContainText('Why blocked?');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(4);
});

test('a link that is failed is gone round by those who can, and undone', async ({ page }) => {
  await openAt(page, `${MESH}&r=duato&lam=0.01&show=routes&pair=0,0>1,1`, 0);
  await expect(told(page)).toContainText('2 paths');
  const whole = await picture(page);
  await tab(page, 'Inspect').click();
  await page.mouse.click(...(await meshPoint(page, 0.5, 0)));
  await expect(title(page)).toContainText('Channel');
  await page.getByRole('button', { name: 'Fail this link' }).click();
  await expect(page).toHaveURL(/fail=/);
  await tab(page, 'Routes').click();
  await expect(told(page)).toContainText('One path from (0,0) to (1,1), of 2 hops');
  await page.locator('#set-routing-button').click();
  await page.locator('#routing').selectOption('dimension-order');
  await page.keyboard.press('Escape');
  await expect(told(page)).toContainText('no path from (0,0) to (1,1) around the failed links');
  await page.locator('#warnings-button').click();
  await expect(page.locator('#warnings .warning').first()).toContainText('no path left');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('One path');
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('2 paths');
  await expect.poll(() => picture(page)).toBe(whole);
});

test('a message that cannot be delivered is told, and counted', async ({ page }) => {
  await openAt(page, `${MESH}&msg=0:0,0>3,0;0:3,3>0,3&fail=1,0>2,0`, 40);
  await page.locator('#warnings-button').click();
  await expect(page.locator('#warnings .warning').first()).toContainText('cannot be delivered');
  await page.keyboard.press('Escape');
  await readOuts(page);
  await expect(page.locator('#routed')).toContainText('Undeliverable: 1');
});

test('faults come with the link and a key fails what is selected', async ({ page }) => {
  await openAt(page, `${MESH}&fail=0,0>1,0`, 0);
  const failed = await picture(page);
  await page.mouse.click(...(await meshPoint(page, 0.5, 0)));
  await expect(page.getByRole('button', { name: 'Repair this link' })).toBeVisible();
  await page.keyboard.press('x');
  await expect.poll(() => picture(page)).not.toBe(failed);
  await stands(page, 0);
  await expect(page.getByRole('button', { name: 'Fail this link' })).toBeVisible();
});

test('how often the escape was needed stands among the read-outs', async ({ page }) => {
  await openAt(page, 't=hypercube:6&r=duato&vc=3&lam=0.012', 300);
  await readOuts(page);
  await expect(page.locator('#routed')).toHaveText(/On an escape channel: \d+ of \d+ hops/);
});

test('the menu has the routing functions that are defined on the network', async ({ page }) => {
  await openAt(page, `${MESH}&r=west-first`, 0);
  await settings(page);
  const values = () => page.locator('#routing option').evaluateAll((all) => all.map((o) => o.value));
  await expect(page.locator('#routing')).toHaveValue('west-first');
  expect(await values()).toContain('west-first');
  await page.locator('#topology').selectOption('torus');
  await expect(page.locator('#routing')).toHaveValue('dimension-order');
  expect(await values()).not.toContain('west-first');
  await expect(page.locator('.hint, .problems')).toContainText([/routing is dimension-order now/]);
});

test('a number of a routing function has a field below the menu', async ({ page }) => {
  await openAt(page, `${MESH}&r=dimension-reversal:2`, 0);
  await settings(page);
  const field = page.locator('#routing-reversals');
  await expect(page.locator('#routing')).toHaveValue('dimension-reversal');
  await expect(field).toHaveValue('2');
  await field.fill('3');
  await field.press('Enter');
  await expect.poll(() => page.url()).toContain('r=dimension-reversal:3');
  await field.fill('16');
  await field.press('Enter');
  await expect(page.locator('.form')).toContainText('Reversals r must be a whole number from 0 to 15, not 16');
  await page.locator('#routing').selectOption('up-down');
  await expect(field).toHaveCount(0);
});

test('routes through a node of one’s choice, by key, by click, and in the link', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&r=valiant&vc=2&M=8&show=routes&pair=0,0>1,1', 0);
  await expect(told(page)).toContainText('through any node');
  const any = await picture(page);
  await page.locator('#route-through').fill('3,2');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('One path from (0,0) to (1,1), through (3,2), of 8 hops');
  await expect(steps(page)).toHaveCount(9);
  await expect(page).toHaveURL(/through=3,2/);
  const chosen = await picture(page);
  expect(chosen).not.toBe(any);
  await page.reload();
  await expect(page.locator('#route-through')).toHaveValue('3,2');
  await expect.poll(() => picture(page)).toBe(chosen);
  await page.getByRole('button', { name: 'Next node' }).click();
  await expect(page.locator('#route-through')).toHaveValue('0,3');
  await page.getByRole('button', { name: 'Any node' }).click();
  await expect(told(page)).toContainText('through any node');
  await expect(page).not.toHaveURL(/through=/);
  await page.locator('#route-through').fill('9,9');
  await page.keyboard.press('Enter');
  await expect(page.locator('.problem').filter({ hasText: 'Through must be' })).toBeVisible();
});

test('up*/down* is explained beside its name, and its root and its ways up are drawn', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&r=up-down&vc=1&M=8&show=routes&pair=0,0>3,3', 0);
  await expect(told(page)).toContainText('Arrowheads lead up, to the root');
  await page.locator('#set-routing-button').click();
  await expect(page.locator('#set-routing')).toContainText('No message goes up after it has gone down');
});

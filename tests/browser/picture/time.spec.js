// Time: by phase, by event, to a typed cycle, and what is marked along the time line.
import {
  alone, delivered, editAt, expect, hasDelivered, moreSteps, number, open, openAt, picture, stands, test,
} from '../page.js';

const ALONE = 't=mesh:4x4&vc=1&M=8&msg=0:0,0>3,2';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.008';

/** Waits until the page shows a phase of a cycle; no name: the cycle is over. */
async function shows(page, cycle, phase) {
  await expect(page.locator('#phase')).toHaveText(phase);
  await stands(page, cycle);
}

const kind = (page, name) => page.locator('.event-kinds').getByRole('button', { name });

test('a cycle is gone through phase by phase, and back', async ({ page }) => {
  await openAt(page, TORUS, 230);
  await moreSteps(page);
  const before = await picture(page);
  for (const cycle of [231, 232]) {
    for (const phase of ['Route', 'Allocate', '']) {
      await page.locator('#phase-forward').click();
      await shows(page, cycle, phase);
    }
  }
  expect(await picture(page)).not.toBe(before);
  for (const [cycle, phase] of [
    [232, 'Allocate'],
    [232, 'Route'],
    [231, ''],
    [231, 'Allocate'],
    [231, 'Route'],
    [230, ''],
  ]) {
    await page.locator('#phase-back').click();
    await shows(page, cycle, phase);
  }
  expect(await picture(page)).toBe(before);
});

test('there is no phase before the first cycle', async ({ page }) => {
  await openAt(page, ALONE, 1);
  await moreSteps(page);
  for (const [cycle, phase] of [[1, 'Allocate'], [1, 'Route'], [0, ''], [0, '']]) {
    await page.locator('#phase-back').click();
    await shows(page, cycle, phase);
  }
});

test('playing, seeking and steps by cycle end a phase', async ({ page }) => {
  await openAt(page, TORUS, 50);
  await page.keyboard.press('Control+ArrowRight');
  await shows(page, 51, 'Route');
  await page.locator('#forward').click();
  await shows(page, 52, '');
  await page.keyboard.press('Control+ArrowRight');
  await shows(page, 53, 'Route');
  await page.locator('#back').click();
  await shows(page, 52, '');
  await page.keyboard.press('Control+ArrowRight');
  await page.getByRole('slider', { name: 'Cycle' }).fill('70');
  await shows(page, 70, '');
  await page.keyboard.press('Control+ArrowRight');
  await shows(page, 71, 'Route');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(72);
  await expect(page.locator('#phase')).toHaveText('');
});

test('the next event is where something happens, the previous one where it did', async ({ page }) => {
  await openAt(page, TORUS, 100);
  await moreSteps(page);
  for (const name of ['injected', 'blocked', 'deadlock']) await kind(page, name).click();
  const cycles = [100];
  for (let i = 1; i <= 5; i += 1) {
    const before = await delivered(page);
    await page.locator('#next-event').click();
    await expect.poll(() => delivered(page)).toBeGreaterThan(before);
    cycles.push(await number(page.locator('#cycle')));
    await stands(page, cycles.at(-1));
  }
  for (const cycle of cycles.slice(1, -1).reverse()) {
    await page.locator('#previous-event').click();
    await stands(page, cycle);
  }
});

test('the search for an event goes on in time, and says when there is none', async ({ page }) => {
  await openAt(page, ALONE, 0);
  await moreSteps(page);
  for (const name of ['injected', 'blocked', 'deadlock']) await kind(page, name).click();
  await expect(kind(page, 'injected')).toHaveAttribute('aria-pressed', 'false');
  await page.locator('#next-event').click();
  // 5 channels and 8 flits: the tail arrives in cycle 5 + 8 - 1 = 12, which is then over.
  await stands(page, 13);
  await hasDelivered(page, 1);
  await page.locator('#next-event').click();
  await expect(page.locator('#time-refusal')).toHaveText('No such event after cycle 13: nothing more happens.');
  await stands(page, 13);
  await page.locator('#previous-event').click();
  await expect(page.locator('#time-refusal')).toHaveText('No such event before cycle 13.');
  await kind(page, 'delivered').click();
  await page.locator('#previous-event').click();
  await expect(page.locator('#time-refusal')).toContainText('No kind of event is chosen');
});

test('the next event finds a deadlock, after which there is nothing', async ({ page }) => {
  await openAt(page, LOCKED, 0);
  await moreSteps(page);
  for (const name of ['injected', 'blocked', 'delivered']) await kind(page, name).click();
  await page.locator('#next-event').click();
  await stands(page, 2);
  await expect(page.locator('.verdict')).toContainText('message 0 waits for the channel (1) → (2), which message 1 holds');
  await page.locator('#next-event').click();
  await expect(page.locator('#time-refusal')).toHaveText('No such event after cycle 2: nothing more happens.');
  await stands(page, 2);
});

test('events are marked along the time line', async ({ page }) => {
  await editAt(page, LOCKED, 40);
  const marks = (name) => page.locator(`.timeline .${name}`);
  await expect(marks('injected')).toHaveAttribute('d', 'M10 1v4');
  await expect(marks('was-blocked')).toHaveAttribute('d', 'M20 8v3');
  await expect(marks('deadlocked')).toHaveAttribute('d', 'M20 0v20');
  await expect(marks('delivered')).toHaveAttribute('d', '');
  await page.getByLabel('Virtual channels V').fill('2');
  await page.getByRole('slider', { name: 'Cycle' }).fill('90');
  await expect(marks('delivered')).toHaveAttribute('d', /^M/);
  await expect(marks('deadlocked')).toHaveAttribute('d', '');
});

test('a typed cycle is gone to, and what is none is answered', async ({ page }) => {
  await openAt(page, TORUS, 10);
  const field = page.getByRole('textbox', { name: 'Cycle', exact: true });
  await field.fill('1,375');
  await field.press('Enter');
  await stands(page, 1375);
  await expect(field).toHaveValue('');
  await field.fill('soon');
  await field.press('Enter');
  await expect(page.locator('#time-refusal')).toHaveText(
    'Cycle must be a whole number from 0 to 10000000, not soon.',
  );
  await expect(field).toHaveValue('soon');
  await stands(page, 1375);
  await field.fill('0');
  await field.press('Enter');
  await stands(page, 0);
  await expect(page.locator('#time-refusal')).toHaveText('');
});

test('keys step by phase and by event', async ({ page }) => {
  await openAt(page, LOCKED, 0);
  await page.keyboard.press('Control+ArrowRight');
  await shows(page, 1, 'Route');
  await page.keyboard.press('Control+ArrowRight');
  await shows(page, 1, 'Allocate');
  await page.keyboard.press('Control+ArrowLeft');
  await shows(page, 1, 'Route');
  await page.keyboard.press('Shift+ArrowRight');
  await shows(page, 2, '');
  await page.keyboard.press('Shift+ArrowLeft');
  await shows(page, 1, '');
});

test('back to cycle 0 and anywhere in a network of 1024 nodes', async ({ page }) => {
  await openAt(page, 't=hypercube:10&vc=1&M=200&lam=0.001', 3000);
  const late = await picture(page);
  await page.locator('#back').click();
  await stands(page, 2999);
  await page.locator('#to-start').click();
  await stands(page, 0);
  await expect(page.locator('#stage-summary')).toContainText('0 messages');
  await page.locator('#goto').fill('3000');
  await page.locator('#goto').press('Enter');
  await stands(page, 3000);
  expect(await picture(page)).toBe(late);
});

for (const [width, hasTouch] of [[360, true], [360, false], [1280, false]]) {
  alone.describe(`${width} px${hasTouch ? ' and fingers' : ''}`, () => {
    alone.use({ viewport: { width, height: 740 }, hasTouch, isMobile: hasTouch });

    alone('every control of time can be hit', async ({ page }) => {
      await open(page, `${TORUS}&c=40`);
      await stands(page, 40);
      const controls = page
        .locator('.controls button, .transport input, .dock input, .settings button')
        .filter({ visible: true });
      const least = hasTouch ? 44 : 24;
      for (const control of await controls.all()) {
        const box = await control.boundingBox();
        const isSlider = (await control.getAttribute('type')) === 'range';
        expect(box.height, await control.getAttribute('id')).toBeGreaterThanOrEqual(isSlider ? 24 : least);
        expect(box.width).toBeGreaterThanOrEqual(least);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}

test('beyond what a run keeps time goes no further, and says why', async ({ page }) => {
  const refusal = page.locator('#time-refusal');
  const why = /^The network is saturated: \d+ messages wait in cycle (\d+), the most that a run keeps/;
  // About 1024 messages a cycle, of which a few arrive.
  await open(page, 't=mesh:32x32&lam=1&M=64&c=5000');
  await expect(refusal).toHaveText(why, { timeout: 45_000 });
  const [, end] = (await refusal.textContent()).match(why);
  await stands(page, Number(end));
  await page.locator('#forward').click();
  await expect(refusal).toHaveText(why);
  await page.locator('#play').click();
  await expect(refusal).toHaveText(why);
  await page.locator('#back').click();
  await stands(page, Number(end) - 1);
  await expect(refusal).toBeEmpty();
});

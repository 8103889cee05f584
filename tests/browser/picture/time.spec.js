// Time: by phase, by event, to a typed cycle, and the marks along the time line. What the past looks like and which events there
// are is tested natively (tests/simulator/history.rs).
import {
  editAt, expect, hasDelivered, moreSteps, number, open, openAt, picture, stands, step, test,
} from '../page.js';

const ALONE = 't=mesh:4x4&vc=1&M=8&msg=0:0,0>3,2';
const LOCKED = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';
const TORUS = 't=torus:8x8&buf=2&M=16&lam=0.008';

/** Waits until the page shows a phase of the last of so many cycles; without a name, its end. */
async function shows(page, cycles, phase) {
  await expect(page.locator('#phase')).toHaveText(phase);
  await stands(page, cycles);
}

const kind = (page, name) => page.locator('.event-kinds').getByRole('button', { name });

test('buttons and keys step through the phases of a cycle, which other steps end', async ({ page }) => {
  await openAt(page, TORUS, 230);
  await moreSteps(page);
  const before = await picture(page);
  await step('forward and back', async () => {
    for (const phase of ['Route', 'Allocate', '']) {
      await page.locator('#phase-forward').click();
      await shows(page, 231, phase);
    }
    await expect.poll(() => picture(page)).not.toBe(before);
    await page.keyboard.press('Control+ArrowRight');
    await shows(page, 232, 'Route');
    await page.keyboard.press('Control+ArrowLeft');
    await shows(page, 231, '');
    for (const [cycle, phase] of [[231, 'Allocate'], [231, 'Route'], [230, '']]) {
      await page.locator('#phase-back').click();
      await shows(page, cycle, phase);
    }
    await expect.poll(() => picture(page)).toBe(before);
  });
  await step('steps by cycle, seeking and playing end a phase', async () => {
    const line = page.getByRole('slider', { name: 'Cycle' });
    for (const [act, cycle] of [
      [() => page.locator('#forward').click(), 232],
      [() => page.locator('#back').click(), 232],
      [() => line.fill('1'), 1],
    ]) {
      await page.keyboard.press('Control+ArrowRight');
      await expect(page.locator('#phase')).toHaveText('Route');
      await act();
      await shows(page, cycle, '');
    }
  });
  await step('there is no phase before the first cycle', async () => {
    for (const [cycle, phase] of [[1, 'Allocate'], [1, 'Route'], [0, ''], [0, '']]) {
      await page.keyboard.press('Control+ArrowLeft');
      await shows(page, cycle, phase);
    }
  });
  await page.keyboard.press('Control+ArrowRight');
  await shows(page, 1, 'Route');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(2);
  await expect(page.locator('#phase')).toHaveText('');
});

test('the next and the previous event are found, and a sentence says when there is none', async ({ page }) => {
  const refusal = page.locator('#time-refusal');
  await openAt(page, ALONE, 0);
  await moreSteps(page);
  for (const name of ['injected', 'blocked', 'deadlock']) await kind(page, name).click();
  await expect(kind(page, 'injected')).toHaveAttribute('aria-pressed', 'false');
  await page.locator('#next-event').click();
  // 5 channels and 8 flits: the tail arrives in cycle 5 + 8 - 1 = 12, which the counter names.
  await expect(page.locator('#cycle')).toHaveText('12');
  await stands(page, 13);
  await hasDelivered(page, 1);
  await page.locator('#next-event').click();
  await expect(refusal).toHaveText('No such event after the end of cycle 12: nothing more happens.');
  await stands(page, 13);
  await page.locator('#previous-event').click();
  await expect(refusal).toHaveText('No such event before the end of cycle 12.');
  await kind(page, 'delivered').click();
  await page.locator('#previous-event').click();
  await expect(refusal).toContainText('No kind of event is chosen');
  await kind(page, 'injected').click();
  await page.locator('#previous-event').click();
  await stands(page, 1);
  await step('a deadlock, by keys', async () => {
    await kind(page, 'injected').click();
    await kind(page, 'deadlock').click();
    await openAt(page, LOCKED, 0);
    await page.locator('#next-event').blur();
    await page.keyboard.press('Shift+ArrowRight');
    await stands(page, 2);
    await expect(page.locator('.verdict')).toContainText('Deadlock since cycle 1: 0 waits for 1');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(refusal).toHaveText('No such event after the end of cycle 1: nothing more happens.');
    await kind(page, 'injected').click();
    await page.keyboard.press('Shift+ArrowLeft');
    await stands(page, 1);
  });
});

test('the time line marks events, and a cycle can be typed', async ({ page }) => {
  await editAt(page, LOCKED, 40);
  const marks = (name) => page.locator(`.timeline .${name}`);
  await expect(marks('injected')).toHaveAttribute('d', 'M10 2v6');
  await expect(marks('was-blocked')).toHaveAttribute('d', 'M20 10v5');
  await expect(marks('deadlocked')).toHaveAttribute('d', 'M20 0v40');
  await expect(marks('delivered')).toHaveAttribute('d', '');
  await page.getByLabel('Virtual channels V').fill('2');
  await page.getByRole('slider', { name: 'Cycle' }).fill('90');
  await expect(marks('delivered')).toHaveAttribute('d', /^M/);
  await expect(marks('deadlocked')).toHaveAttribute('d', '');
  await page.locator('#speed-button').click();
  const field = page.locator('#goto');
  await field.fill('1,374');
  await field.press('Enter');
  await stands(page, 1375);
  await expect(field).toHaveValue('');
  await field.fill('soon');
  await field.press('Enter');
  const refusal = page.locator('#time-refusal');
  await expect(refusal).toHaveText('Cycle must be a whole number from 0 to 9999999, not soon.');
  await expect(field).toHaveValue('soon');
  await stands(page, 1375);
  await field.fill('2');
  await field.press('Enter');
  await stands(page, 3);
  await expect(refusal).toHaveText('');
  await page.locator('#to-start').click();
  await stands(page, 0);
  await expect(page.locator('#stage-summary')).toContainText('0 delivered');
});

test('time stops where a run would keep too many messages, and a sentence says why', { tag: '@all' }, async ({ page }) => {
  const refusal = page.locator('#time-refusal');
  const why = /^The network is saturated: \d+ messages wait at the end of cycle (\d+), the most that a run keeps/;
  // About 1024 messages a cycle, of which a few arrive: a thousand cycles of work.
  await open(page, 't=mesh:32x32&lam=1&M=64&c=5000');
  await expect(refusal).toHaveText(why);
  const [, end] = (await refusal.textContent()).match(why);
  await stands(page, Number(end) + 1);
  await page.locator('#forward').click();
  await expect(refusal).toHaveText(why);
  await page.locator('#play').click();
  await expect(refusal).toHaveText(why);
  await page.locator('#back').click();
  await stands(page, Number(end));
  await expect(refusal).toBeEmpty();
});

// Nothing that a student does in a lesson is lost, hidden, or called done when it is not.
import { expect, test } from '../page.js';

const RING = '#/lessons/deadlock-in-a-ring';
/** A question for a number whose run ends with a deadlock. */
const NUMBER = '#/lessons/virtual-channels-and-the-dateline/4';
const heading = (page) => page.locator('.lesson-step h2');
const field = (page) => page.locator('#answer-field');
const verdict = (page) => page.locator('.question .verdict-box');
const stepButton = (page, step) => page.locator('.lesson-steps button').nth(step - 1);

async function openStep(page, address) {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(/\?t=/);
}

async function answer(page, text) {
  await field(page).fill(text);
  await page.locator('#predict').click();
}

/** Answers, and waits for what is said of it. */
async function answered(page, text) {
  await answer(page, text);
  await page.locator('#end-step').click();
  await expect(verdict(page)).toBeVisible();
}

test('a text that is no answer is refused before anything runs, and is not recorded', async ({ page }) => {
  await openStep(page, NUMBER);
  await answer(page, 'banana');
  await expect(page.locator('#answer-refused')).toHaveText('Answer must be a number, not banana.');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('banana');
  await expect(page.locator('#cycle')).toHaveText('0');
  await expect(page.locator('#predict')).toBeVisible();
  await expect(stepButton(page, 4)).not.toHaveClass(/answered/);
  await field(page).fill('6');
  await expect(page.locator('#answer-refused')).toHaveText('');
  await answered(page, '6');
  await expect(stepButton(page, 4)).toHaveClass(/answered/);
  await page.locator('#answer-again').click();
  await answer(page, '-3');
  await expect(page.locator('#answer-refused')).toHaveText('Answer must be a number from 0, not -3.');
  // A path that leads nowhere.
  await openStep(page, '#/lessons/turn-models/2');
  await answer(page, '3,3 1,1');
  await expect(page.locator('#answer-refused')).toContainText('each a neighbor of the one before');
  // A node that the network does not have.
  await openStep(page, `${RING}/2`);
  await answer(page, '2>9');
  await expect(page.locator('#answer-refused')).toContainText('from 0 to 7 in torus-uni:8, not 9');
});

test('an answer that is typed but not given survives Next, Back and a reload', async ({ page }) => {
  await openStep(page, `${RING}/2`);
  await field(page).fill('1>2');
  await page.locator('#step-on').click();
  await expect(page.locator('.step-number')).toHaveText('3');
  await page.locator('#step-back').click();
  await expect(field(page)).toHaveValue('1>2');
  await page.reload();
  await expect(field(page)).toHaveValue('1>2');
});

test('a lesson is done when it is answered, and says which steps are open', async ({ page }) => {
  await openStep(page, `${RING}/1`);
  const steps = await page.locator('.lesson-steps button').count();
  for (let step = 2; step <= steps; step += 1) {
    await page.locator('#step-on').click();
    await expect(page.locator('.step-number')).toHaveText(`${step}`);
  }
  await expect(stepButton(page, 2)).toHaveClass(/open/);
  await expect(stepButton(page, 2)).toHaveAccessibleName(/still open/);
  await expect(stepButton(page, 1)).not.toHaveClass(/open/);
  await page.goto('#/lessons');
  const card = page.locator('.lesson-card', { hasText: 'not answered: step 2' });
  await expect(card).not.toHaveClass(/finished/);
  // It leads to the first open step.
  await card.click();
  await expect(page.locator('.step-number')).toHaveText('2');
  await answered(page, '2>3');
  await stepButton(page, steps).click();
  await page.locator('.open-steps button').first().click();
  await expect(page.locator('.step-number')).not.toHaveText('2');
});

test('two tabs keep what was done in both', async ({ page, context }) => {
  const other = await context.newPage();
  await openStep(page, `${RING}/2`);
  await openStep(other, `${RING}/1`);
  await answered(page, '2>3');
  // The other tab hears of it, and what it stores itself takes nothing away.
  await expect(stepButton(other, 2)).toHaveClass(/answered/);
  await openStep(other, NUMBER);
  await answered(other, '6');
  await page.goto('#/lessons');
  await page.reload();
  await expect(page.locator('.lesson-card .how-far', { hasText: /^step/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear' }).click();
  await other.goto('#/lessons');
  await expect(other.locator('.lesson-card .how-far', { hasText: /^step/ })).toHaveCount(0);
  await page.locator('#undo-clear').click();
  await expect(page.locator('.lesson-card .how-far', { hasText: /^step/ })).toHaveCount(2);
  await expect(other.locator('.lesson-card .how-far', { hasText: /^step/ })).toHaveCount(2);
});

test('code and answers that are typed in one tab are shown in the other', async ({ page, context }) => {
  const other = await context.newPage();
  const write = '#/lessons/write-dimension-order/2';
  await openStep(page, write);
  await openStep(other, write);
  const [code, same] = [page, other].map((tab) => tab.locator('#script'));
  await expect(code).toHaveValue(/fn route/);
  await expect(same).toHaveValue(/fn route/);
  await code.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n// first');
  await expect(same).toHaveValue(/first$/);
  await same.focus();
  await other.keyboard.press('Control+End');
  await other.keyboard.type(', second');
  await expect(code).toHaveValue(/first, second$/);
  await openStep(page, `${RING}/2`);
  await openStep(other, `${RING}/2`);
  await field(page).fill('1>2');
  await expect(field(other)).toHaveValue('1>2');
});

test('a browser that stores nothing more is reported, and the lesson goes on', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openStep(page, `${RING}/2`);
  await answered(page, '2>3');
  await expect(page.locator('.lesson .problem', { hasText: 'This browser stores nothing more' })).toBeVisible();
  await expect(verdict(page)).toContainText('As you predicted.');
  // What is typed lasts as long as the page.
  await page.locator('.lesson-steps button').nth(2).click();
  await field(page).fill('3');
  await page.locator('#step-on').click();
  await expect(page.locator('.step-number')).toHaveText('4');
  await page.locator('#step-back').click();
  await expect(field(page)).toHaveValue('3');
});

const screens = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 390, height: 800 },
];
for (const screen of screens) {
  test(`what is said of an answer, and what can be done next, is in view at ${screen.width}×${screen.height}`, async ({ page }) => {
    await page.setViewportSize(screen);
    const inView = async (...ids) => {
      for (const id of ids) {
        const seen = page.locator(id);
        await expect(seen).toBeVisible();
        // Nothing lies over its middle.
        await expect.poll(() => seen.evaluate((seen) => {
          const { left, top, width, height } = seen.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return seen.contains(there);
        })).toBe(true);
      }
    };
    await openStep(page, NUMBER);
    if (screen.width > 760) await inView('#predict');
    await answered(page, '6');
    await inView('.question .verdict-box b', '#answer-again', '#show-answer');
    if (screen.width > 760) await inView('#step-on');
    await openStep(page, `${RING}/7`);
    await page.locator('#check').click();
    await inView('.challenge .verdict-box', '#check', '#start-over');
    await page.locator('#solution').click();
    await inView('.challenge .verdict-box b', '#start-over');
  });
}

test('a changed challenge is left as it is, and what a button replaces can be brought back', async ({ page }) => {
  await openStep(page, '#/lessons/virtual-channels-and-the-dateline/7');
  const sent = page.getByRole('list', { name: 'Messages sent' }).getByRole('listitem');
  const send = async (from, to) => {
    await page.getByLabel('from', { exact: true }).fill(from);
    await page.getByLabel('to', { exact: true }).fill(to);
    await page.keyboard.press('Enter');
  };
  await send('0', '5');
  await send('2', '1');
  await expect(sent).toHaveCount(2);
  await stepButton(page, 1).click();
  await expect(page.locator('.step-number')).toHaveText('1');
  await stepButton(page, 7).click();
  await expect(sent).toHaveText([/^0 → 5/, /^2 → 1/]);
  await expect(page.getByText('The network is as you left it here.')).toBeVisible();
  await page.locator('#start-over').click();
  await expect(sent).toHaveCount(0);
  await page.locator('#undo-replaced').click();
  await expect(sent).toHaveCount(2);
  await expect(page.locator('#undo-replaced')).toHaveCount(0);
  await page.locator('#solution').click();
  await expect(sent).toHaveCount(3);
  await page.locator('#undo-replaced').click();
  await expect(sent).toHaveCount(2);
});

test('code that Start over or a solution replaces is brought back in place', async ({ page }) => {
  await openStep(page, '#/lessons/write-dimension-order/2');
  const code = page.locator('#script');
  await expect(code).toHaveValue(/fn route/);
  await expect(page.locator('#undo-replaced')).toHaveCount(0);
  await code.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n// my own');
  for (const button of ['#start-over', '#solution']) {
    await page.locator(button).click();
    await expect(code).not.toHaveValue(/my own/);
    await page.locator('#undo-replaced').click();
    await expect(code).toHaveValue(/my own$/);
  }
});

test('the divider of a lesson stays where it was put', async ({ page }) => {
  await openStep(page, '#/lessons/write-dimension-order/2');
  const divider = page.getByRole('separator').first();
  await divider.focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowUp');
  const height = () => page.locator('.dock').evaluate((dock) => Math.round(dock.getBoundingClientRect().height));
  const put = await height();
  await page.reload();
  await expect(page.locator('#script')).toHaveValue(/fn route/);
  await expect.poll(height).toBe(put);
});

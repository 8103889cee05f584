// What a student does in a lesson is kept, refused with a reason, and judged where it can be seen.
import { expect, openFresh, test } from '../page.js';
import {
  answer, challenge, DEADLOCK, field, goToStep, heading, onward, openStep, RING, SCRIPT, sendByName, stepButton, textFile, typeCode, verdict,
} from './lesson.js';

test('a text that is no answer is refused before anything runs; a deadlock ends the run by itself', async ({ page }) => {
  await openStep(page, DEADLOCK);
  const refused = page.locator('#answer-refused');
  await field(page).fill('banana');
  await page.locator('#predict').click();
  await expect(refused).toHaveText('Answer must be a number, not banana.');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('banana');
  await expect(page.locator('#cycle')).toHaveText('start');
  await expect(page.locator('#predict')).toBeVisible();
  await expect(await stepButton(page, 4)).not.toHaveClass(/answered/);
  await field(page).fill('-3');
  await expect(refused).toHaveText('');
  await page.locator('#predict').click();
  await expect(refused).toHaveText('Answer must be a number from 0, not -3.');
  await field(page).fill('6');
  await page.locator('#predict').click();
  await expect(await stepButton(page, 4)).toHaveClass(/answered/);
  // The run lasts a few seconds on the screen, and longer if frames are slow.
  await expect(verdict(page)).toContainText('Not quite.');
  await expect(page.locator('#end-step')).toHaveCount(0);
});

test('a lesson names the steps that are open', async ({ page }) => {
  await openStep(page, `${RING}/2`);
  await stepButton(page, 1);
  const steps = await page.locator('.lesson-steps button').count();
  await goToStep(page, steps);
  await expect(await stepButton(page, 2)).toHaveClass(/open/);
  await expect(await stepButton(page, 2)).toHaveAccessibleName(/still open/);
  await expect(await stepButton(page, 1)).not.toHaveClass(/open/);
  await page.goto('#/lessons');
  const card = page.locator('.lesson-card', { hasText: 'not answered: step 2' });
  await expect(card).not.toHaveClass(/finished/);
  // It leads to the first open step.
  await card.click();
  await expect(page.locator('.lesson-step .step-number')).toHaveText('2');
  await answer(page, '2>3');
  await goToStep(page, steps);
  await page.locator('.open-steps button').first().click();
  await expect(page.locator('.lesson-step .step-number')).toHaveText('3');
});

test('an answer that was given keeps its verdict, and a function that met a challenge its headline', async ({ page }) => {
  await openStep(page, `${RING}/2`);
  await answer(page, '2>3');
  const said = await verdict(page).innerText();
  expect(said).toMatch(/^As you predicted\.\s+\S/);
  await expect(await stepButton(page, 2)).toHaveAccessibleName(/, answered$/);
  await goToStep(page, 3);
  await answer(page, '9');
  await expect(await stepButton(page, 3)).toHaveAccessibleName(/answered, not right yet$/);
  await expect(await stepButton(page, 3)).toHaveClass(/missed/);
  await goToStep(page, 2);
  await page.reload();
  await expect(verdict(page)).toHaveText(said, { useInnerText: true });
  await expect(verdict(page)).toHaveClass(/right/);

  const met = challenge(page).locator('.verdict-box.right');
  await openStep(page, SCRIPT);
  await page.locator('#script').fill(SOLUTION);
  await page.locator('#check').click();
  await expect(met).toContainText('Reached');
  const reached = await met.innerText();
  await onward(page);
  await expect(met).toHaveCount(0);
  await page.locator('#step-back').click();
  await expect(met).toHaveText(reached, { useInnerText: true });
  await page.reload();
  await expect(met).toHaveText(reached, { useInnerText: true });
  // Neither a success nor what came before it is to be undone.
  await expect(page.locator('#undo-replaced')).toHaveCount(0);
});

/** Dimension order. */
const SOLUTION = `fn route(net, here, to) {
  if net.x(here) < net.x(to) { return net.up(0); }
  if net.x(here) > net.x(to) { return net.down(0); }
  if net.y(here) < net.y(to) { return net.up(1); }
  return net.down(1);
}`;

test('the last step of a lesson leads on to the next one', async ({ page }) => {
  await openStep(page, '#/lessons/write-dimension-order/4');
  await page.getByLabel('but messages can deadlock').check();
  await page.locator('#predict').click();
  await expect(page.locator('.onward a.primary')).toHaveText(/^Next lesson: \S/);
});

test('two tabs share answers, typed text and code, and what one clears both can get back', async ({ page, context }) => {
  const other = await context.newPage();
  await openStep(page, SCRIPT);
  await openStep(other, SCRIPT);
  const [code, same] = [page, other].map((tab) => tab.locator('#script'));
  await expect(code).toHaveValue(/fn route/);
  await expect(same).toHaveValue(/fn route/);
  await typeCode(page, '\n// first');
  await expect(same).toHaveValue(/first$/);
  await typeCode(other, ', second');
  await expect(code).toHaveValue(/first, second$/);
  await openStep(page, `${RING}/2`);
  await openStep(other, `${RING}/2`);
  await field(page).fill('1>2');
  await expect(field(other)).toHaveValue('1>2');
  await answer(page, '2>3');
  await expect(await stepButton(other, 2)).toHaveClass(/answered/);
  // What the other tab stores takes nothing away.
  await openStep(other, DEADLOCK);
  await answer(other, '6');
  const begun = (tab) => tab.locator('.lesson-card .how-far', { hasText: /^step/ });
  await page.goto('#/lessons');
  await page.reload();
  await expect(begun(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear' }).click();
  await other.goto('#/lessons');
  await expect(begun(other)).toHaveCount(0);
  await page.locator('#undo-clear').click();
  await expect(begun(page)).toHaveCount(3);
  await expect(begun(other)).toHaveCount(3);
});

test('a browser that stores nothing more is reported, and everything is there as long as the page', async ({ page }) => {
  await page.addInitScript(() => {
    window.setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openFresh(page, '#/lessons');
  const lesson = ['id = "mine"', 'title = "Mine"', 'course = "switching"', 'place = 1', 'minutes = 3', 'goal = "You have seen it."'];
  const step = (title) => ['[[step]]', `title = "${title}"`, 'text = "A network."', 'scene = "t=mesh:3x3&c=0"'];
  const text = [...lesson, ...step('First'), ...step('Second')].join('\n');
  await page.locator('.lessons input[type=file]').first().setInputFiles(textFile(text));
  const notKept = page.locator('.problem', { hasText: 'the lesson is there only until the page is closed' });
  await expect(notKept).toBeVisible();
  await onward(page);
  await expect(heading(page)).toContainText('Second');
  await expect(notKept).toBeVisible();

  await openStep(page, `${RING}/2`);
  await answer(page, '2>3');
  await expect(page.locator('.lesson .problem', { hasText: 'your work is lost when the page is closed' })).toBeVisible();
  await expect(verdict(page)).toContainText('As you predicted.');
  // A lesson of the program is there on every visit, and so is one's own once there is room for it.
  await expect(notKept).toBeHidden();
  await page.goto('#/lessons');
  await expect(notKept).toBeVisible();
  await page.evaluate(() => {
    Storage.prototype.setItem = window.setItem;
  });
  await openStep(page, '#/lessons/mine/1');
  await expect(notKept).toBeHidden();
  await page.goto('#/lessons');
  await expect(notKept).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('flitscope-own-lesson/mine'))).toContain('title = "Mine"');
});

/** Waits until elements are visible, and nothing lies over their middles. */
async function inView(page, ...ids) {
  for (const id of ids) {
    const seen = page.locator(id);
    await expect(seen).toBeVisible();
    await expect.poll(() => seen.evaluate((seen) => {
      const { left, top, width, height } = seen.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen.contains(there);
    }), `${id} is in view`).toBe(true);
  }
}

for (const [width, height, tag = []] of [
  [1280, 720],
  [390, 800],
  [1366, 768, '@all'],
  [1024, 768, '@all'],
]) {
  test(`a verdict, and what can be done next, is in view at ${width}×${height}`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openStep(page, DEADLOCK);
    await inView(page, '#predict');
    await answer(page, '6');
    await inView(page, '.question .verdict-box b', '#answer-again', '#show-answer');
    await openStep(page, `${RING}/7`);
    await page.locator('#check').click();
    await inView(page, '.challenge .verdict-box', '#check', '#start-over');
    await page.locator('#solution').click();
    // The explanation is longer than what a phone shows of it.
    await inView(page, '.challenge .verdict-box b', ...(width > 760 ? ['#start-over'] : []));
  });
}

test('messages of a challenge are sent by name, kept while other steps are shown, and restored when they were replaced', async ({ page }) => {
  await openStep(page, '#/lessons/virtual-channels-and-the-dateline/7');
  const sent = page.getByRole('list', { name: 'Messages sent' }).getByRole('listitem');
  await sendByName(page, '0', '5');
  await sendByName(page, '2', '1');
  await expect(sent).toHaveCount(2);
  await goToStep(page, 1);
  await goToStep(page, 7);
  await expect(sent).toHaveText([/^0 → 5/, /^2 → 1/]);
  await expect(page.getByText('The network is as you left it here.')).toBeVisible();
  await page.locator('#start-over').click();
  await expect(sent).toHaveCount(0);
  await page.locator('#undo-replaced').click();
  await expect(sent).toHaveCount(2);
  await expect(page.locator('#undo-replaced')).toHaveCount(0);
});

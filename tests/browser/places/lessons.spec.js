// The lessons of the program: found, read, and answered by pointer and by keyboard.
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessible, alone, expect, focusBy, meshPoint, overflow, painted, picture, step, test } from '../page.js';
import {
  answer, challenge, field, goToStep, heading, lessonMenu, onward, openStep, RING, SCRIPT, skipRuns, stepButton, typeCode, verdict,
} from './lesson.js';

/** The challenge of the lesson RING; its last step is a question. */
const CHALLENGE = 7;

test('a lesson is found from Home, described on its front page, and begun; its words are explained', async ({ page }) => {
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  const ofLessons = () => requested.filter((url) => /\/(start_)?lesson(_bg)?-[0-9A-Z]+\.(js|wasm)/.test(url)).length;
  await page.goto('#/');
  await page.getByRole('link', { name: /^Learn it/ }).click();
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  const cards = page.locator('.lesson-card');
  await expect(cards.filter({ hasText: 'Cubes in a row' })).toContainText('optional');
  expect(await page.locator('.lessons section > h2').count()).toBeGreaterThanOrEqual(5);
  await page.waitForLoadState('networkidle');
  expect(ofLessons(), 'the program of lessons is fetched when a lesson is opened').toBe(0);

  // A card leads to the first step of its lesson, later to the next one; the front page is for teachers.
  const card = cards.filter({ hasText: 'Tornado' });
  const about = page.locator('.about');
  await card.click();
  await expect(page.locator('.goal')).toBeVisible();
  await lessonMenu(page);
  await page.getByRole('link', { name: 'About this lesson' }).click();
  await expect(about.getByRole('heading', { level: 1 })).toHaveText('Tornado: why minimal routing can be bad');
  await expect(page.locator('#begin')).toHaveText(/^(Begin|Continue)/);
  await expect(page.locator('#begin')).toBeFocused();
  await expect.poll(ofLessons).toBeGreaterThanOrEqual(2);
  await expect(about).toContainText(/about \d+ minutes · \d+ steps · \d+ questions · 1 challenge/);
  await expect(about).toContainText(/Estimated at [\d.]+ minutes: \d+ words at 180 a minute/);
  await expect(about).toContainText('ch. 9: Oblivious Routing');
  await expect(about).toContainText('Channel load is counted in messages');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(page.locator('#worms')).toBeVisible();

  await lessonMenu(page);
  await page.getByRole('link', { name: 'About this lesson' }).click();
  await about.getByRole('button', { name: 'nonminimal' }).click();
  await expect(page.locator('.explained')).toContainText('paths can be longer than the distance');
  await about.getByRole('link', { name: 'A larger ring' }).click();
  await expect(heading(page)).toContainText('A larger ring');
  await lessonMenu(page);
  await page.getByRole('link', { name: 'About this lesson' }).click();
  await expect(page.locator('#begin')).toHaveText('Continue at step 6');
  await page.goto('#/lessons');
  await expect(card).toContainText('step 6 of');
  await card.click();
  await expect(heading(page)).toContainText('A larger ring');

  // A word in the text of a step is explained below it, and all words are in the glossary.
  await goToStep(page, 1);
  const term = page.locator('.step-text button.term').first();
  const word = await term.getAttribute('data-term');
  await term.click();
  await expect(page.locator('.explained')).toContainText(word);
  await page.locator('.explained').getByRole('link', { name: 'All words' }).click();
  await expect(page.locator('.glossary dt').filter({ hasText: new RegExp(`^${word}$`) })).toBeVisible();
  expect(await page.locator('.glossary dt').count()).toBeGreaterThan(40);
});

// A browser context has one clock, so that tests which stop it need one of their own.
alone('a channel is predicted by a click, marked in the picture, and judged when the run has been shown', async ({ page }) => {
  await page.clock.install();
  await openStep(page, '#/lessons/blocking-holds-channels/1');
  const unmarked = await picture(page);
  await expect(page.locator('#predict')).toBeDisabled();
  await page.mouse.click(...(await meshPoint(page, 2.03, 1.5, { columns: 5, rows: 3 })));
  await expect(field(page)).toHaveValue(/^2,1>2,2$|^2,2>2,1$/);
  await expect.poll(() => picture(page)).not.toBe(unmarked);

  // The run is shown first; time stands still, so that it does not end by itself.
  await field(page).fill('2,2>2,1');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('#predict').click();
  await expect(page.getByText('The picture shows it now.')).toBeVisible();
  await expect(verdict(page)).toHaveCount(0);
  await page.clock.resume();
  await page.locator('#end-step').click();
  await expect(verdict(page)).toContainText('Not quite.');
  await expect(verdict(page)).toContainText('That one leads back.');
  await expect(verdict(page)).not.toContainText(/wrong/i);

  await page.locator('#answer-again').click();
  await expect(page.locator('#cycle')).toHaveText('start');
  await field(page).fill('');
  await expect.poll(() => picture(page)).toBe(unmarked);
  await answer(page, '2,1>2,2');
  await expect(verdict(page)).toContainText('As you predicted.');
});

test('links of a challenge fail by clicks or by name, and are repaired again', async ({ page }) => {
  await openStep(page, '#/lessons/turn-models/7');
  const between = async (x, y) => page.mouse.click(...(await meshPoint(page, x, y)));
  const failed = page.getByRole('list', { name: 'Failed links' }).getByRole('listitem');
  await between(1.5, 0.94);
  await expect(failed).toHaveText([/^1,1 – 2,1/]);
  await between(1.5, -0.06);
  await expect(failed).toHaveCount(2);
  await expect(challenge(page)).toContainText('Reached with 2 failed links, as few as in the solution.');
  await failed.first().getByRole('button').click();
  await expect(failed).toHaveText([/^1,0 – 2,0/]);
  await page.getByLabel('one end').fill('1,1');
  await page.getByLabel('other end').fill('3,3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('two neighboring nodes, not 1,1 and 3,3')).toBeVisible();
  await page.getByLabel('other end').fill('2,1');
  await page.keyboard.press('Enter');
  await expect(failed).toHaveCount(2);
});

test('a challenge is met by a change that it allows; work on a lesson is handed in, saved, cleared and restored', async ({ page }) => {
  await openStep(page, `${RING}/2`);
  await answer(page, '2>3');
  await goToStep(page, CHALLENGE);
  await expect(page.locator('#set-network-button')).toHaveCount(0);
  await page.locator('#check').click();
  await expect(challenge(page).locator('.verdict-box')).toBeVisible();
  // A shown solution does not count for the student.
  await page.locator('#solution').click();
  await expect(challenge(page)).toContainText('This is one solution.');
  await page.locator('#start-over').click();
  await expect(challenge(page)).not.toContainText('This is one solution.');
  await expect(page).not.toHaveURL(/vc=2/);
  // The challenge names the settings that it is about, and each leads to its field.
  await page.locator('.chips-to-change button', { hasText: 'channels V' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(challenge(page)).toContainText('Reached with 1 change, as few as in the solution.');
  await goToStep(page, CHALLENGE + 1);
  await page.locator('.hand-out summary').click();
  await page.locator('#receipt-name').fill('Ada');
  await page.locator('#receipt').click();
  const saved = async (button) => {
    const saving = page.waitForEvent('download');
    await button.click();
    return (await saving).path();
  };
  const receipt = JSON.parse(await readFile(await saved(page.locator('#save-receipt')), 'utf8'));
  expect(receipt).toMatchObject({ flitscope: 'receipt-1', lesson: 'deadlock-in-a-ring', name: 'Ada' });
  const statements = JSON.parse(await readFile(await saved(page.locator('#save-xapi')), 'utf8'));
  const answered = statements.filter(({ verb }) => verb.display.en === 'answered');
  expect(answered[0]).toMatchObject({ actor: { account: { name: 'Ada' } }, result: { response: '2>3', success: true } });
  // Only the page knows when.
  expect(Date.parse(answered[0].timestamp)).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'The receipt as a link' }).click();
  const [whole, parts] = [page.locator('.grade').first(), page.locator('.grade').last()];
  await expect(whole).toContainText('Ada');
  await expect(whole).toContainText(/Confirmed as recorded\s*yes/);
  await expect(parts.locator('tbody tr').first()).toContainText(/2>3\s*right at try 1/);
  await expect(parts.locator('tbody tr', { hasText: `${CHALLENGE}. ` })).toContainText('met at par');

  await page.goto('#/lessons');
  const card = page.locator('.lesson-card', { hasText: 'not answered' });
  await expect(card).toHaveCount(1);
  const file = await saved(page.getByRole('button', { name: 'Save as a file' }));
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(card).toHaveCount(0);
  await page.locator('.progress-box input[accept^=".txt"]').setInputFiles(file);
  await expect(card).toHaveCount(1);
  await page.reload();
  await expect(card).toHaveCount(1);
});

const narrow = { width: 390, height: 800 };

/** Does with the keyboard alone what a step of a kind asks for. */
async function byKeyboard(page, kind) {
  await expect(heading(page)).toBeFocused();
  await expect(page.locator('#worms')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  if (kind === 'challenge') {
    await expect(page.locator('#solution')).toBeVisible();
    await focusBy(page, 'Tab', '#solution');
    await page.keyboard.press('Enter');
    await expect(challenge(page)).toContainText('This is one solution.');
  } else if (kind !== 'text') {
    await expect(page.locator('#skip')).toBeVisible();
    await focusBy(page, 'Tab', '#skip');
    await page.keyboard.press('Enter');
    await expect(verdict(page)).toContainText('This is what happens.');
  }
}

test('a lesson is walked with the keyboard alone, on a narrow screen', async ({ page }) => {
  await page.setViewportSize(narrow);
  await skipRuns(page);
  await openStep(page, `${RING}/1`);
  const kinds = ['text', 'channel', 'number', 'node', 'choice', 'choice', 'challenge', 'choice'];
  for (const [index, kind] of kinds.entries()) {
    await step(`step ${index + 1}`, async () => {
      await expect(page.locator('.lesson-step .step-number')).toHaveText(`${index + 1}`);
      await byKeyboard(page, kind);
      if (index + 1 === kinds.length) return;
      // In a step without a question, the run is the next thing to do.
      for (const id of kind === 'text' ? ['#run-step', '#step-on'] : ['#step-on']) {
        await focusBy(page, 'Tab', id);
        await page.keyboard.press('Enter');
        if (id === '#run-step') await expect(page.locator('#step-on')).toBeVisible();
      }
    });
  }
});

/** Steps of the kinds that the lesson RING does not have. */
const OTHER_KINDS = [
  ['#/lessons/e-cube-and-gray-code/1', 'set'],
  ['#/lessons/e-cube-and-gray-code/3', 'path'],
  ['#/lessons/the-knee-of-a-curve/3', 'curve'],
  [SCRIPT, 'challenge'],
];

test('questions for a set, a path and a curve, and a challenge to write code, are done with the keyboard alone', async ({ page }) => {
  await page.setViewportSize(narrow);
  await skipRuns(page);
  for (const [address, kind] of OTHER_KINDS) {
    await step(address, async () => {
      await openStep(page, address);
      await byKeyboard(page, kind);
    });
  }
});

test('steps of every kind are accessible', { tag: '@all' }, async ({ page }) => {
  // Axe takes several seconds for each of the steps on a busy machine.
  test.setTimeout(300_000);
  const ofRing = [1, 2, 3, 4, 5, 7].map((number) => `${RING}/${number}`);
  for (const address of [...ofRing, ...OTHER_KINDS.map(([address]) => address)]) {
    await openStep(page, address);
    await accessible(page, address);
  }
});

test('no step of any lesson is wider than a phone', { tag: '@all' }, async ({ page }) => {
  // More than two hundred steps are opened one after the other.
  test.setTimeout(600_000);
  const courses = fileURLToPath(new URL('../../../src/lesson/courses', import.meta.url));
  const files = readdirSync(courses, { recursive: true }).filter((name) => name.endsWith('.toml'));
  await page.setViewportSize(narrow);
  for (const file of files) {
    const id = file.replace(/^.*\/|\.toml$/g, '');
    const steps = readFileSync(join(courses, file), 'utf8').match(/^\[\[step\]\]$/gm).length;
    await openStep(page, `#/lessons/${id}/1`);
    for (let number = 1; number <= steps; number += 1) {
      await expect(page.locator('.lesson-step .step-number')).toHaveText(`${number}`);
      expect(await overflow(page), `${id}/${number}`).toBeLessThanOrEqual(0);
      if (number < steps) await onward(page);
    }
  }
});

test('code that is typed in a lesson survives Next, Back and a reload, and what replaces it can be undone', async ({ page }) => {
  await openStep(page, SCRIPT);
  const code = page.locator('#script');
  await expect(code).toHaveValue(/fn route/);
  const given = await code.inputValue();
  await expect(page.locator('#undo-replaced')).toHaveCount(0);
  await typeCode(page, '\n// my own');
  await onward(page);
  await expect(heading(page)).toContainText('3');
  await expect(code).not.toHaveValue(/my own/);
  await page.locator('#step-back').click();
  await expect(code).toHaveValue(/my own$/);

  await page.reload();
  await expect(code).toHaveValue(/my own$/);

  const routing = () => /r=[^&]*/.exec(page.url())?.[0];
  await expect.poll(routing).toContain('script');
  const before = routing();
  for (const button of ['#start-over', '#solution']) {
    await page.locator(button).click();
    await expect(code).not.toHaveValue(/my own/);
    await page.locator('#undo-replaced').click();
    await expect(code).toHaveValue(/my own$/);
  }
  await page.locator('#start-over').click();
  await expect(code).toHaveValue(given);
  await expect.poll(routing).toBe(before);
  await page.reload();
  await expect(code).toHaveValue(given);
});

test('the scene of a step that is left while its script is compiled does not replace that of the next one', async ({ page }) => {
  // `window.compiler` is the worker that gets the line typed below; once `window.held` is a list, its requests are put there.
  await page.addInitScript(() => {
    const Plain = Worker;
    window.Worker = class extends Plain {
      postMessage(...parts) {
        if (ArrayBuffer.isView(parts[0]) && new TextDecoder().decode(parts[0]).includes('// my own')) window.compiler ??= this;
        if (window.held && window.compiler === this) window.held.push(parts);
        else super.postMessage(...parts);
      }
      release(parts) {
        super.postMessage(...parts);
      }
    };
  });
  await openStep(page, SCRIPT);
  const code = page.locator('#script');
  await expect(code).toHaveValue(/Here the message is in the right column/);
  await typeCode(page, '\n// my own');
  await page.waitForFunction(() => window.compiler);
  await page.evaluate(() => (window.held = []));
  await onward(page);
  await expect(heading(page)).toContainText('All pairs');
  await page.locator('#step-back').click();
  await expect(heading(page)).toContainText('The other half');
  await page.waitForFunction(() => window.held.length > 0);
  // All that was asked is answered, in order.
  await page.evaluate(async () => {
    const held = window.held;
    window.held = undefined;
    let replies = 0;
    const answered = new Promise((done) => {
      window.compiler.addEventListener('message', () => {
        replies += 1;
        if (replies >= held.length) done();
      });
    });
    for (const parts of held) window.compiler.release(parts);
    await answered;
  });
  await painted(page);
  await expect(heading(page)).toContainText('The other half');
  await expect(code).toHaveValue(/my own$/);
});

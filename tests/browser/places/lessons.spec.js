// Lessons: found, read, answered by hand and by key, given to an audience, handed out.
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessible, expect, focusBy, overflow, step, test } from '../page.js';

const RING = '#/lessons/deadlock-in-a-ring';
/** The step of it that challenges; the last one asks. */
const CHALLENGE = 7;
const heading = (page) => page.locator('.lesson-step h2');
const verdict = (page) => page.locator('.question .verdict-box');

/** Opens a step of a lesson, with its scene on the stage. */
async function openStep(page, address) {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(/\?t=/);
}

test('lessons are found from Home, by course, and begun with one click', async ({ page }) => {
  await page.goto('#/');
  await page.getByRole('link', { name: /^Learn it/ }).click();
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  const cards = page.locator('.lesson-card');
  expect(await cards.count()).toBeGreaterThanOrEqual(16);
  expect(await page.locator('.lessons section > h2').count()).toBeGreaterThanOrEqual(5);
  // A card leads to the front page of its lesson until the lesson is begun, then to the step.
  await cards.first().click();
  await expect(page.locator('#begin')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(page.locator('#worms')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(cards.first()).toContainText('step 1 of');
  await cards.first().click();
  await expect(heading(page)).toBeVisible();
});

test('the front page of a lesson says what it is about and how long it takes, also for one from a file', async ({ page }) => {
  await page.goto('#/lessons/tornado/about');
  const about = page.locator('.about');
  await expect(about.getByRole('heading', { level: 1 })).toHaveText('Tornado: why minimal routing can be bad');
  await expect(about).toContainText(/about \d+ minutes · \d+ steps · \d+ questions · 1 challenge/);
  await expect(about).toContainText(/Estimated at [\d.]+ minutes: \d+ words at 180 a minute/);
  await expect(about).toContainText('ch. 9: Oblivious Routing');
  await expect(about).toContainText('Channel load is counted in messages');
  await about.getByRole('button', { name: 'nonminimal' }).click();
  await expect(page.locator('.explained')).toContainText('paths can be longer than the distance');
  await about.getByRole('link', { name: 'A larger ring' }).click();
  await expect(heading(page)).toContainText('A larger ring');
  // The title above a step leads back.
  await page.locator('a.lesson-title').click();
  await expect(page.locator('#begin')).toHaveText('Continue at step 6');
  await about.getByRole('link', { name: 'A detour that helps' }).click();
  await expect(about.getByRole('heading', { level: 1 })).toHaveText('A detour that helps');
  await expect(page.locator('#begin')).toHaveText('Begin');
  // An optional course is marked.
  await page.goto('#/lessons');
  await expect(page.locator('.lesson-card', { hasText: 'Cubes in a row' })).toContainText('optional');

  const mine = `id = "mine"\ntitle = "My lesson"\ncourse = "switching"\nplace = 1\nminutes = 3\ngoal = "You have seen it."\n
[[step]]\ntitle = "Nine nodes"\ntext = "It has {{nodes()}} nodes."\nscene = "t=mesh:3x3&c=0"\n`;
  await page.locator('.lessons-head input[type=file]').setInputFiles({ name: 'my.toml', mimeType: 'text/plain', buffer: Buffer.from(mine) });
  await page.locator('a.lesson-title').click();
  await expect(page).toHaveURL(/#\/lessons\/mine\/about$/);
  await expect(about).toContainText('You have seen it.');
  await about.getByRole('link', { name: 'Nine nodes' }).click();
  await expect(page.locator('.step-text')).toContainText('It has 9 nodes.');
});

test('a prediction is made by a click, stays in the picture, and is met when it has been seen', async ({ page }) => {
  await openStep(page, `${RING}/2`);
  const field = page.locator('#answer-field');
  await expect(page.locator('#predict')).toBeDisabled();
  // Somewhere on the ring there is a channel.
  const box = await page.locator('#worms').boundingBox();
  for (let tries = 0; tries < 240 && !(await field.inputValue()); tries += 1) {
    const [angle, radius] = [tries * 0.1, box.height * (0.28 + 0.0006 * tries)];
    await page.mouse.click(box.x + box.width / 2 + radius * Math.cos(angle), box.y + box.height / 2 + radius * Math.sin(angle));
  }
  await expect(field).toHaveValue(/^\d>\d$/);
  await field.fill('0>1');
  await page.locator('#predict').click();
  await expect(page.getByText('The picture shows it now.')).toBeVisible();
  await page.locator('#end-step').click();
  await expect(verdict(page)).toContainText('Not quite.');
  await expect(verdict(page)).not.toContainText(/wrong/i);
  await page.locator('#answer-again').click();
  await expect(page.locator('#cycle')).toHaveText('0');
  await field.fill('2>3');
  await page.locator('#predict').click();
  await page.locator('#end-step').click();
  await expect(verdict(page)).toContainText('As you predicted.');
});

test('who waits for a deadlock is told what came of the prediction', async ({ page }) => {
  await openStep(page, '#/lessons/virtual-channels-and-the-dateline/4');
  await page.locator('#answer-field').fill('6');
  await page.locator('#predict').click();
  await expect(verdict(page)).toContainText('Not quite.', { timeout: 20_000 });
  await expect(page.locator('#end-step')).toHaveCount(0);
});

test('on a phone, what is said of an answer or an attempt stands above the picture', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const isAbove = async (told) => {
    await expect(told).toBeVisible();
    const stage = page.locator('.stage-column');
    await expect.poll(async () => {
      const [said, picture] = [await told.boundingBox(), await stage.boundingBox()];
      return said.y > 0 && said.y + said.height <= picture.y;
    }).toBe(true);
  };
  await openStep(page, '#/lessons/virtual-channels-and-the-dateline/4');
  await page.locator('#answer-field').fill('6');
  await page.locator('#predict').click();
  await page.locator('#end-step').click();
  await isAbove(verdict(page));
  await openStep(page, '#/lessons/virtual-channels-and-the-dateline/7');
  await page.locator('#check').click();
  await isAbove(page.locator('.challenge .verdict-box'));
});

test('clicks in the picture meet a challenge, and what they did can be taken back', async ({ page }) => {
  await openStep(page, '#/lessons/turn-models/7');
  const at = async (x, y) => {
    const box = await page.locator('#worms').boundingBox();
    // The picture is square and in the middle: a share of its height, about its center.
    await page.mouse.click(box.x + box.width / 2 + x * box.height, box.y + box.height / 2 + y * box.height);
  };
  const failed = page.getByRole('list', { name: 'Failed links' }).getByRole('listitem');
  await at(0, 0.16);
  await expect(failed).toHaveText([/^1,1 – 2,1/]);
  await at(0, 0.415);
  await expect(failed).toHaveCount(2);
  await expect(page.locator('.challenge')).toContainText('Reached with 2 failed links, as few as in the solution.');
  await failed.first().getByRole('button').click();
  await expect(failed).toHaveText([/^1,0 – 2,0/]);
  // And by name, for who does not click.
  await page.getByLabel('one end').fill('1,1');
  await page.getByLabel('other end').fill('3,3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('two neighboring nodes, not 1,1 and 3,3')).toBeVisible();
  await page.getByLabel('other end').fill('2,1');
  await page.keyboard.press('Enter');
  await expect(failed).toHaveCount(2);
});

test('messages of a challenge are sent by clicks or by name', async ({ page }) => {
  await openStep(page, '#/lessons/virtual-channels-and-the-dateline/7');
  const sent = page.getByRole('list', { name: 'Messages sent' }).getByRole('listitem');
  for (const [from, to] of ['05', '21', '43']) {
    await page.getByLabel('from', { exact: true }).fill(from);
    await page.getByLabel('to', { exact: true }).fill(to);
    await page.keyboard.press('Enter');
  }
  await expect(sent).toHaveText([/^0 → 5/, /^2 → 1/, /^4 → 3/]);
  await expect(page.locator('.challenge')).toContainText('Reached with 3 messages');
});

test('a challenge is met by a change, and only what the step allows can be changed', async ({ page }) => {
  await openStep(page, RING);
  await page.locator('.lesson-steps button').nth(CHALLENGE - 1).click();
  await expect(page.locator('.challenge')).toBeVisible();
  await expect(page.locator('#set-vcs-button')).toBeVisible();
  await expect(page.locator('#set-network-button')).toHaveCount(0);
  await page.locator('#check').click();
  await expect(page.locator('.challenge .verdict-box')).toBeVisible();
  await page.locator('#set-vcs-button').click();
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(page.locator('.challenge')).toContainText('Reached with 1');
  await page.locator('#start-over').click();
  await expect(page).not.toHaveURL(/vc=2/);
});

test('a word is explained where it stands, and the glossary has all of them', async ({ page }) => {
  await openStep(page, '#/lessons/one-message/1');
  const term = page.locator('button.term').first();
  const word = await term.getAttribute('data-term');
  await term.click();
  await expect(page.locator('.explained')).toContainText(word);
  await page.locator('.explained').getByRole('link', { name: 'All words' }).click();
  await expect(page.locator('.glossary dt').filter({ hasText: new RegExp(`^${word}$`) })).toBeVisible();
  expect(await page.locator('.glossary dt').count()).toBeGreaterThan(40);
});

test('a lecturer gives a lesson with one key', async ({ page }) => {
  await openStep(page, `${RING}/1`);
  await page.keyboard.press('f');
  await expect(page.locator('.lab.presenting > .lesson')).toBeVisible();
  const size = await page.locator('.lesson-step .step-text').evaluate((text) => parseFloat(getComputedStyle(text).fontSize));
  expect(size).toBeGreaterThanOrEqual(24);
  const title = await heading(page).textContent();
  // What moves is run, then its end is shown, then the next step comes.
  for (let presses = 0; presses < 4 && (await heading(page).textContent()) === title; presses += 1) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(200);
  }
  await expect(heading(page)).not.toHaveText(title);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(verdict(page)).toContainText('This is what happens.');
  await page.keyboard.press('PageUp');
  await expect(heading(page)).toHaveText(title);
  await page.keyboard.press('Escape');
  await expect(page.locator('.lab.presenting')).toHaveCount(0);
});

test('progress is kept, saved, cleared and taken back; a receipt is replayed', async ({ page }) => {
  await openStep(page, `${RING}/2`);
  await page.locator('#answer-field').fill('2>3');
  await page.locator('#predict').click();
  await page.locator('#end-step').click();
  await page.locator('.lesson-steps button').nth(CHALLENGE - 1).click();
  // A shown solution does not count for the student.
  await page.locator('#solution').click();
  await expect(page.locator('.challenge')).toContainText('This is one solution.');
  await page.locator('#start-over').click();
  await expect(page.locator('.challenge')).not.toContainText('This is one solution.');
  await page.locator('#set-vcs-button').click();
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(page.locator('.challenge')).toContainText('Reached with 1 change, as few as in the solution.');
  await page.locator('.lesson-steps button').last().click();
  await page.locator('.hand-out summary').click();
  await page.locator('#receipt-name').fill('Ada');
  await page.locator('#receipt').click();
  const saving = page.waitForEvent('download');
  await page.locator('#save-receipt').click();
  const receipt = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(receipt).toMatchObject({ flitscope: 'receipt-1', lesson: 'deadlock-in-a-ring', name: 'Ada' });
  await page.getByRole('link', { name: 'The receipt as a link' }).click();
  const [whole, parts] = [page.locator('.grade').first(), page.locator('.grade').last()];
  await expect(whole).toContainText('Ada');
  await expect(whole).toContainText(/Confirmed as recorded\s*yes/);
  await expect(parts.locator('tbody tr').first()).toContainText(/2>3\s*right at try 1/);
  await expect(parts.locator('tbody tr', { hasText: `${CHALLENGE}. ` })).toContainText('met at par');

  // The last step is open, so that the card says what is not answered.
  await openStep(page, `${RING}/${CHALLENGE + 1}`);
  await page.goto('#/lessons');
  const card = page.locator('.lesson-card', { hasText: 'not answered' });
  await expect(card).toHaveCount(1);
  const progress = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await progress).path();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(card).toHaveCount(0);
  await page.locator('.progress-box input[type=file]').setInputFiles(file);
  await expect(card).toHaveCount(1);
  await page.reload();
  await expect(card).toHaveCount(1);
});

test('a lesson file is opened, and one that is not as it should be is told by line', async ({ page }) => {
  await page.goto('#/lessons');
  const open = (text) => page.locator('.lessons-head input[type=file]').setInputFiles({ name: 'my.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const lesson = `id = "mine"\ntitle = "My lesson"\ncourse = "switching"\nplace = 1\nminutes = 3\ngoal = "You have seen it."\n
[[step]]\ntitle = "One <b>step</b>"\ntext = "It has {{nodes()}} nodes. <img src=x onerror=alert(1)>"\nscene = "t=mesh:3x3&c=0"\n`;
  await open(lesson);
  await expect(heading(page)).toContainText('One <b>step</b>');
  await expect(page.locator('.step-text')).toContainText('It has 9 nodes. <img');
  expect(await page.locator('.lesson img').count()).toBe(0);
  await page.goto('#/lessons');
  await open(lesson.replace('minutes = 3', 'minuets = 3'));
  await expect(page.locator('.problem', { hasText: 'line 5' })).toContainText('unknown field `minuets`');
});

test('the program of lessons is fetched when one is opened, and soon there', async ({ page }) => {
  const files = [];
  page.on('request', (request) => files.push(request.url()));
  const isOfLessons = (url) => /\/lesson(_bg)?-[0-9a-f]+\.(js|wasm)/.test(url);
  await page.goto('#/lessons');
  await expect(page.locator('.lesson-card').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(files.filter(isOfLessons)).toEqual([]);
  await page.locator('.lesson-card').first().click();
  await page.locator('#begin').click();
  await expect(heading(page)).toBeVisible();
  expect(files.filter(isOfLessons).length).toBeGreaterThanOrEqual(2);
});

test('sheets for students and teachers can be printed', async ({ page }) => {
  await page.goto(`${RING}/sheet`);
  await expect(page.locator('.worksheet .qr svg')).toBeVisible();
  await expect(page.locator('.worksheet')).not.toContainText('Answer:');
  await page.getByRole('checkbox', { name: /Teacher/ }).check();
  await expect(page.locator('.worksheet')).toContainText('Answer:');
  expect(await page.locator('.worksheet .sheet-picture svg').count()).toBeGreaterThan(0);
});

// One walk for each lesson, with the keyboard alone, on a screen that is narrow. The first step of each kind, in the order
// of the files, is also checked with axe, on a wide one.
const courses = fileURLToPath(new URL('../../../src/lesson/courses', import.meta.url));
const files = readdirSync(courses, { recursive: true }).filter((name) => name.endsWith('.toml')).sort();
const seen = new Set();
const lessons = files.map((file) => {
  const [, ...steps] = readFileSync(join(courses, file), 'utf8').split(/^\[\[step\]\]$/m);
  const kinds = steps.map((step) => /^kind = "(.*)"$/m.exec(step)?.[1] ?? (/^\[step\.goal\]$/m.test(step) ? 'goal' : 'text'));
  const isFirst = (kind) => !seen.has(kind) && Boolean(seen.add(kind));
  return { id: file.replace(/^.*\/|\.toml$/g, ''), steps: kinds.map((kind) => ({ kind, isFirst: isFirst(kind) })) };
});
const [narrow, wide] = [{ width: 390, height: 800 }, { width: 1280, height: 800 }];
for (const { id, steps } of lessons) {
  test(`the lesson ${id} is walked with the keyboard alone`, async ({ page }) => {
    await page.setViewportSize(narrow);
    await openStep(page, `#/lessons/${id}/1`);
    for (const [index, { kind, isFirst }] of steps.entries()) {
      await step(`step ${index + 1}`, async () => {
        await expect(page.locator('.step-number')).toHaveText(`${index + 1}`);
        await expect(heading(page)).toBeFocused();
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await expect(page.locator('#worms')).toBeVisible();
        if (isFirst) {
          await page.setViewportSize(wide);
          await accessible(page);
          await page.setViewportSize(narrow);
        }
        if (kind === 'goal') {
          await expect(page.locator('#solution')).toBeVisible();
          await focusBy(page, 'Tab', '#solution');
          await page.keyboard.press('Enter');
          await expect(page.locator('.challenge')).toContainText('This is one solution.', { timeout: 20_000 });
        } else if (kind !== 'text') {
          await expect(page.locator('#skip')).toBeVisible();
          await focusBy(page, 'Tab', '#skip');
          await page.keyboard.press('Enter');
          await expect(page.locator('#end-step').or(verdict(page)).first()).toBeVisible();
          if (await page.locator('#end-step').count()) {
            await focusBy(page, 'Tab', '#end-step');
            await page.keyboard.press('Enter');
          }
          await expect(verdict(page)).toContainText('This is what happens.');
        }
        if (index + 1 < steps.length) {
          await focusBy(page, 'Tab', '#step-on');
          await page.keyboard.press('Enter');
        }
      });
    }
  });
}

test('code that is typed in a lesson is there again after Next and Back, and after a reload', async ({ page }) => {
  await openStep(page, '#/lessons/write-dimension-order/2');
  const code = page.locator('#script');
  await expect(code).toHaveValue(/fn route/);
  const given = await code.inputValue();
  await code.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n// my own');
  await page.locator('#step-on').click();
  await expect(heading(page)).toContainText('3');
  await expect(code).not.toHaveValue(/my own/);
  await page.locator('#step-back').click();
  await expect(code).toHaveValue(/my own$/);
  await page.reload();
  await expect(code).toHaveValue(/my own$/);
  const routing = () => /r=[^&]*/.exec(page.url())?.[0];
  const before = routing();
  expect(before).toContain('script');
  // A solution that is shown is shown in the editor too.
  await page.locator('#solution').click();
  await expect(code).not.toHaveValue(/my own/);
  await page.locator('#start-over').click();
  await expect(code).toHaveValue(given);
  // The address follows after a moment.
  await expect.poll(routing).toBe(before);
  await page.reload();
  await expect(code).toHaveValue(given);
});

test('the scene of a step that is left while its script is compiled does not replace that of the next one', async ({ page }) => {
  await page.addInitScript(() => {
    const Plain = Worker;
    globalThis.Worker = class extends Plain {
      postMessage(...parts) {
        globalThis.asked = this;
        setTimeout(() => super.postMessage(...parts), this.delay ?? 0);
      }
    };
  });
  await openStep(page, '#/lessons/write-dimension-order/2');
  const code = page.locator('#script');
  await expect(code).toHaveValue(/Here the message is in the right column/);
  // The worker that compiles scripts is the one that hears of this line; from now on it hears late.
  await page.evaluate(() => (globalThis.asked = undefined));
  await code.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n// my own');
  await page.waitForFunction(() => globalThis.asked);
  await page.evaluate(() => (globalThis.asked.delay = 1500));
  await page.locator('#step-on').click();
  await expect(heading(page)).toContainText('All pairs');
  await page.locator('#step-back').click();
  await expect(heading(page)).toContainText('The other half');
  // Long enough for the script to be compiled.
  await page.waitForTimeout(2500);
  await expect(code).toHaveValue(/my own$/);
});

test('a challenge points to the settings with which it is solved', async ({ page }) => {
  await openStep(page, '#/lessons/one-message/8');
  const points = page.locator('.chips-to-change button');
  await expect(points).toHaveText(['length M']);
  await points.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#set-length')).toBeVisible();
  await page.getByLabel('Message length M').fill('3');
  await expect(page.locator('#set-length-button')).toHaveText('3 flits');
});

test('the two channels of a link are told apart, and the reply to the wrong one says that it leads back', async ({ page }) => {
  await openStep(page, '#/lessons/blocking-holds-channels/1');
  const unasked = await page.locator('#worms').evaluate((canvas) => canvas.toDataURL());
  await page.locator('#answer-field').fill('2,2>2,1');
  await page.locator('#predict').click();
  await page.locator('#end-step').click();
  await expect(verdict(page)).toContainText('That one leads back.');
  await page.locator('#answer-again').click();
  // Arrowheads stand in the picture as long as the question does.
  await expect(page.locator('#cycle')).toHaveText('0');
  await page.locator('#answer-field').fill('');
  await expect.poll(() => page.locator('#worms').evaluate((canvas) => canvas.toDataURL())).toBe(unasked);
});

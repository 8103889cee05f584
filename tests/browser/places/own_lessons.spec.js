// Lessons from files: opened, stored, handed out by links and on paper, with views, tries and variants.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accessible, command, expect, openFresh, test } from '../page.js';
import {
  answer, field, goToStep, heading, lessonMenu, onward, RING, stepButton, textFile, verdict,
} from './lesson.js';

const EXAMPLE = readFileSync(fileURLToPath(new URL('../../../src/lesson/example.toml', import.meta.url)), 'utf8');
const problem = (page, text) => page.locator('.problem', { hasText: text });

/** A lesson of two steps, the first of which has a question with two tries. */
const lesson = (id = 'mine') => `id = "${id}"
title = "My lesson"
course = "switching"
place = 1
minutes = 3
goal = "You have seen it."
tries = 2

[terms]
"flubber" = "A word that only this lesson explains."

[[step]]
title = "First"
text = "A [flubber](term) in {{nodes()}} nodes. <img src=x onerror=alert(1)>"
scene = "t=mesh:3x3&vc=1&M=4&msg=0:0,0>2,2&c=0"
then = "It takes {{latency(0)}} cycles."

[step.ask]
kind = "number"
text = "How long does it take?"
answer = "latency(0)"

[[step.ask.wrong]]
when = "answer == hops(0)"
text = "Only the header."

[[step.ask.wrong]]
when = "answer == length(0)"
text = "Only the flits."

[[step]]
title = "Second"
text = "Make it shorter."
allow = ["length"]

[step.goal]
text = "Let it arrive within five cycles."
holds = "latency(0) <= 5"
solution = ["M=2"]
par = 1
`;

/** Gives the list of lessons a file. */
async function give(page, text) {
  await page.goto('#/lessons');
  await page.locator('.lessons input[type=file]').first().setInputFiles(textFile(text));
}

/** Opens a lesson file from the list of lessons. */
async function openFile(page, text) {
  await give(page, text);
  await expect(heading(page)).toBeVisible();
}

/** Makes a receipt on the last step; returns its link. */
async function receiptLink(page) {
  await stepButton(page, 1);
  await page.locator('.lesson-steps button').last().click();
  await page.locator('.hand-out summary').click();
  await page.locator('#receipt').click();
  return page.getByRole('link', { name: 'The receipt as a link' }).getAttribute('href');
}

test('a lesson from a file survives reload, Next, Back and a second tab, is listed and removed, and asked for by its address', async ({ page, context }) => {
  await openFile(page, lesson());
  await expect(page).toHaveURL(/#\/lessons\/mine\/1\?t=/);
  // Markup in a file is shown as text.
  await expect(page.locator('.step-text')).toContainText('in 9 nodes. <img');
  await expect(page.locator('.lesson img')).toHaveCount(0);
  await onward(page);
  await expect(heading(page)).toContainText('Second');
  await page.goBack();
  await expect(heading(page)).toContainText('First');
  await page.reload();
  await expect(heading(page)).toContainText('First');
  const other = await context.newPage();
  await other.goto('#/lessons/mine/2');
  await expect(heading(other)).toContainText('Second');
  await other.close();
  await lessonMenu(page);
  await page.getByRole('link', { name: 'About this lesson' }).click();
  await expect(page).toHaveURL(/#\/lessons\/mine\/about$/);
  await expect(page.locator('.about')).toContainText('You have seen it.');
  await page.goto('#/lessons/glossary');
  await page.locator('#find-word').fill('flubber');
  await expect(page.locator('.glossary dt')).toHaveText(['flubber']);
  await expect(page.locator('.glossary dd')).toContainText('My lesson');
  await page.goto('#/lessons');
  const own = page.locator('.own-lessons');
  await expect(own.locator('.lesson-card')).toContainText(['My lesson']);
  await expect(own.locator('.how-far')).toHaveText('step 2 of 2');
  await accessible(page, 'a lesson from a file in the list');
  await own.getByRole('button', { name: 'Remove My lesson' }).click();
  await expect(own).toHaveCount(0);

  // Without its file, the address of a step asks for it and opens the step.
  await page.goto('#/lessons/mine/2');
  await expect(page.locator('.wanted')).toContainText('“mine” is not a built-in lesson');
  await expect(page.getByText('Opening the lesson')).toBeHidden();
  await page.locator('.wanted input[type=file]').setInputFiles(textFile(lesson()));
  await expect(heading(page)).toContainText('Second');
  await expect(page).toHaveURL(/#\/lessons\/mine\/2/);
  await expect(page.locator('.wanted')).toHaveCount(0);
});

test('the link of a step contains a short lesson, names a file beside the page, or says which file to give with it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (sentence) => {
    await lessonMenu(page);
    await page.locator('#copy-step-link').click();
    await expect(page.locator('#more')).toContainText(sentence);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await openFile(page, lesson());
  await onward(page);
  const link = await copied('Link copied.');
  // Share says the same.
  await command(page, 'Link, QR code');
  await expect(page.locator('#share-link')).toHaveValue(link);
  await page.locator('#share-step').selectOption('1');
  await expect(page.locator('#share-link')).toHaveValue(link.replace(/step=2$/, 'step=1'));
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.clear());
  await openFresh(page, link);
  await expect(heading(page)).toContainText('Second');
  await expect(page).toHaveURL(/#\/lessons\/mine\/2/);
  // Back does not open the link again.
  await page.locator('#step-back').click();
  await expect(heading(page)).toContainText('First');

  // Characters that do not pack.
  const noise = Array.from({ length: 1500 }, (_, n) => `# ${Math.sin(n).toString().slice(3)}`).join('\n');
  await openFile(page, `${lesson('long')}${noise}`);
  const short = await copied('give the file long.toml with it');
  expect(short).toMatch(/#\/lessons\/long\/1$/);
  await command(page, 'Link, QR code');
  await expect(page.locator('dialog.share')).toContainText('give the file long.toml with it');
  await expect(page.locator('#share-link')).toHaveValue(short);

  await page.route('**/week-2/mine.toml', (route) => route.fulfill({ contentType: 'text/plain', body: lesson() }));
  await openFresh(page, '#/lessons/open?from=week-2/mine.toml&step=2');
  await expect(heading(page)).toContainText('Second');
  expect(await copied('Link copied.')).toMatch(/#\/lessons\/open\?from=week-2\/mine\.toml&step=2$/);
  await openFresh(page, '#/lessons/open?from=https://example.org/a.toml');
  await expect(problem(page, 'from must be the name of a lesson file')).toBeVisible();
});

test('the receipt of a lesson from a file asks for the file', async ({ page }) => {
  await openFile(page, lesson());
  await answer(page, '7');
  const link = await receiptLink(page);
  await page.evaluate(() => localStorage.clear());
  await openFresh(page, link);
  await expect(page.locator('.wanted')).toContainText('This receipt is of “mine”');
  await expect(page.locator('.lessons')).not.toContainText('has just been replayed');
  await page.locator('.wanted input[type=file]').setInputFiles(textFile(lesson()));
  await expect(page.locator('.lessons')).toContainText('has just been replayed');
});

test('a worksheet is for students or teachers, with a code of the lesson and links to hand out', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('#/lessons/one-message/sheet');
  const sheet = page.locator('.worksheet');
  await expect(sheet.locator('.qr svg')).toBeVisible();
  await expect(sheet.locator('.sheet-picture svg').first()).toBeVisible();
  await expect(sheet).not.toContainText('Answer:');
  await page.getByRole('checkbox', { name: /Teacher/ }).check();
  await expect(sheet).toContainText('Answer:');
  await page.getByText('For teachers: links to hand out').click();
  await expect(page.locator('#student-link')).toHaveValue(/#\/lessons\/one-message\/1\?view=student$/);
  await expect(page.locator('#teacher-link')).toHaveValue(/#\/lessons\/one-message\/1\?view=teacher$/);
  await expect(page.locator('.link-code svg')).toBeVisible();
  await expect(page.locator('.handing-out')).toContainText('a convenience, not a protection');
  await page.getByRole('button', { name: 'Copy the link for students' }).click();
  await expect(page.locator('.handing-out')).toContainText('Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('view=student');
  await accessible(page, 'a worksheet');

  // The link of a lesson from a file is longer than a code that a phone can read, unless the file is beside the page.
  await openFile(page, lesson());
  await page.goto('#/lessons/mine/sheet');
  await expect(sheet.locator('h1')).toHaveText('My lesson');
  await expect(page.locator('.sheet-file')).toContainText('Open mine.toml at ');
  await page.route('**/mine.toml', (route) => route.fulfill({ contentType: 'text/plain', body: lesson() }));
  await openFresh(page, '#/lessons/open?from=mine.toml');
  await expect(heading(page)).toBeVisible();
  await page.goto('#/lessons/mine/sheet');
  await expect(sheet.locator('.qr svg')).toBeVisible();
});

test('the link for students hides solutions, answers and the teacher’s sheet in its tab', async ({ page }) => {
  await openFresh(page, `${RING}/7?view=student`);
  await expect(heading(page)).toBeVisible();
  await expect(page).not.toHaveURL(/view=/);
  await expect(page.locator('.bar.top')).toContainText('Student’s view');
  await expect(page.locator('#check')).toBeVisible();
  await expect(page.locator('#solution')).toHaveCount(0);
  await goToStep(page, 2);
  await expect(page.locator('#predict')).toBeVisible();
  await expect(page.locator('#skip')).toHaveCount(0);
  await answer(page, '0>1');
  await expect(page.locator('#answer-again')).toBeVisible();
  await expect(page.locator('#show-answer')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('#predict')).toBeVisible();
  await expect(page.locator('#skip')).toHaveCount(0);
  await page.goto(`${RING}/sheet`);
  await expect(page.locator('.worksheet h1')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Teacher/ })).toHaveCount(0);
  await expect(page.getByText('For teachers')).toHaveCount(0);
  // The link for teachers ends it.
  await page.goto(`${RING}/7?view=teacher`);
  await expect(page.locator('#solution')).toBeVisible();
});

test('tries are counted, and after the last wrong one the answer is shown', async ({ page }) => {
  await openFile(page, lesson());
  await expect(page.locator('.tries')).toHaveText('Try 1 of 2.');
  // The picture does not give the answer away.
  await page.locator('#play').click();
  await expect(page.locator('#time-refusal')).toHaveText('The run is shown when the question is answered.');
  await page.keyboard.press('ArrowRight');
  await answer(page, '4');
  await expect(verdict(page)).toContainText('Only the');
  await expect(page.locator('#cycle')).toHaveText('start');
  await page.locator('#answer-again').click();
  await expect(page.locator('.tries')).toHaveText('Try 2 of 2.');
  await answer(page, '3');
  await expect(verdict(page)).toContainText('It takes 7 cycles.');
  await expect(verdict(page)).toContainText('Both tries are used');
  await expect(page.locator('#answer-again')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.tries')).toContainText('Both tries are used');
  await expect(page.locator('#predict')).toHaveCount(0);
  await expect(field(page)).toBeDisabled();
});

test('a name chooses the variant, in the browser as on the command line', async ({ page }) => {
  await openFile(page, EXAMPLE);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await page.getByLabel('Your name').fill(' ada LOVELACE');
  await page.locator('#take-variant').click();
  await expect(heading(page)).toContainText('When does it arrive?');
  const scene = /t=mesh:\dx\d/.exec(page.url())[0];
  await page.reload();
  await expect(heading(page)).toContainText('When does it arrive?');
  expect(page.url()).toContain(scene);
  await answer(page, '3');
  // The seed of this name is fixed by a test of the core, and so is what is drawn from it.
  const link = await receiptLink(page);
  expect(link).toContain('seed=240595');
  await expect(page.locator('#receipt-name')).toHaveValue('ada LOVELACE');
  await page.goto(link);
  await expect(page.locator('.grade').first()).toContainText(/Variant\s*240595/);
  await expect(page.locator('.grade').first()).toContainText(/Confirmed as recorded\s*yes/);
  // Another name does not fit the variant.
  await openFresh(page, link.replace(/name=[^&]*/, 'name=Eve'));
  await expect(page.locator('.lessons')).toContainText('its variant, 240595, is not that of the name Eve');
});

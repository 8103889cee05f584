// Making a lesson by its form alone: no step needs the file, and what is recorded can be solved by a student.
import { readFile } from 'node:fs/promises';
import { expect, inMenu, openAt, openFresh, test, toPlace } from '../page.js';
import { answer, heading, verdict } from './lesson.js';

const file = (page) => page.locator('#lesson-file');
const checked = (page) => page.locator('.checked');

/** Begins a lesson with one step, whose picture is that of a query. */
async function begin(page, query) {
  await page.goto(`#/lessons/build?${query}`);
  await page.locator('#lesson-name').fill('A lesson');
  await page.locator('#lesson-goal').fill('You can say it.');
  await page.locator('#lesson-conclusions').fill('One fact.\n\nAnother fact.\n');
  await page.locator('#add-step').click();
  await expect(page.locator('#step-title')).toBeVisible();
  await page.locator('#step-title').fill('Look');
  await page.locator('#step-text').fill('The mesh has {{nodes()}} nodes.');
  await expect(page.locator('.preview .step-text')).toContainText('The mesh has');
}

/** The text of the file, once it holds what was entered last. */
async function written(page, pattern) {
  await expect(file(page)).toHaveValue(pattern);
  return file(page).inputValue();
}

/** Goes to the list of lessons and back, with the builder closed in between. */
async function leaveAndReturn(page) {
  await toPlace(page, 'Lessons');
  await expect(page.locator('.lesson-card').first()).toBeVisible();
  await expect(page.locator('.builder')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('.builder')).toBeVisible();
}

test('a question is made by clicks, played, saved under the name of the lesson, and handed out as a link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page, 't=mesh:6&vc=1&M=4&msg=0:0>5&c=9');
  await expect(page.locator('#step-until')).toHaveValue('cycle');
  await expect(page.locator('#step-stop')).toHaveValue('9');
  await page.locator('#step-task').selectOption('question');
  await page.locator('#question-text').fill('How long does it take?');
  await page.locator('#question-answer').fill('8');
  await page.locator('#find-queries').click();
  await page.locator('.proposals').getByRole('button', { name: 'latency(0)' }).click();
  await expect(page.locator('#question-query')).toHaveValue('latency(0)');
  // No foreseen answer is compulsory, and one is typed as a student types it.
  await expect(checked(page)).toContainText('The lesson holds. Played:Step 1, number: 8');
  await page.locator('#add-wrong').click();
  await page.locator('#wrong-1').fill('5');
  await page.locator('#wrong-1-text').fill('That is the number of hops.');
  const text = await written(page, /when = "answer == 5"\ntext = "That is the number of hops."/);
  expect(text).toContain('id = "a-lesson"');
  expect(text).toContain('conclusions = [\n    "One fact.",\n    "Another fact.",\n]');
  expect(text).toContain('scene = "t=mesh:6');
  expect(text).toMatch(/[&"]c=0\b/);
  await expect(checked(page)).toContainText('The lesson holds.');
  const saving = page.waitForEvent('download');
  await page.locator('#save-lesson').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('a-lesson.toml');
  expect(await readFile(await saved.path(), 'utf8')).toBe(text);
  await page.locator('#share-lesson').click();
  await expect(page.locator('.builder')).toContainText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // Coming back copies nothing, and the form is as it was left.
  await page.evaluate(() => navigator.clipboard.writeText('another text'));
  await leaveAndReturn(page);
  await expect(page.locator('#lesson-name')).toHaveValue('A lesson');
  await expect(page.locator('#lesson-conclusions')).toHaveValue('One fact.\nAnother fact.');
  await expect(file(page)).toHaveValue(text);
  await expect(checked(page)).toContainText('The lesson holds.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('another text');
  await page.locator('#play-lesson').click();
  await expect(heading(page)).toContainText('Look');
  await answer(page, '5');
  await expect(verdict(page)).toContainText('That is the number of hops.');
  await openFresh(page, link);
  await expect(heading(page)).toContainText('Look');
  await expect(page.locator('.question')).toBeVisible();
});

test('a recorded challenge is solved with the controls that the student gets; what is typed last is saved', async ({ page }) => {
  // A selected message does not hinder recording.
  await begin(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&sel=m1&c=10');
  await page.locator('#step-task').selectOption('challenge');
  await page.locator('#goal-text').fill('Let all arrive.');
  await page.locator('#challenge-holds').fill('all_arrived()');
  // Nothing is changed yet.
  await page.locator('#record-solution').click();
  await expect(page.locator('.builder .problem').filter({ hasText: 'the network is as in the step' })).toBeVisible();
  await page.locator('#set-messages-button').click();
  await page.getByRole('textbox', { name: 'Virtual channels V' }).fill('2');
  await expect(page.locator('#set-messages-button')).toContainText('2 lanes');
  await page.keyboard.press('Escape');
  await page.locator('#record-solution').click();
  await expect(page.locator('.recorded')).toHaveText('Recorded: vc=2');
  // The goal is judged when everything is over, not in the cycle in which the step was added.
  await expect(page.locator('#step-until')).toHaveValue('end');
  await expect(page.locator('.allowed summary')).toHaveText('The student may use: virtual channels V, and the dateline');
  await expect(checked(page)).toContainText('Step 1, challenge: vc=2');
  // Without the control the check says what is missing.
  await page.locator('.allowed summary').click();
  await page.locator('input[name="allow"][value="vcs"]').uncheck();
  await expect(checked(page)).toContainText('The solution changes the virtual channels V, which the student cannot');
  await page.locator('input[name="allow"][value="vcs"]').check();
  await expect(checked(page)).toContainText('The lesson holds.');
  // What does not hold is said where the lesson is handed out.
  await page.locator('#challenge-holds').fill('');
  await expect(page.locator('.onward')).toContainText('The lesson does not hold yet');
  await expect(checked(page)).toContainText('A query must be entered, such as arrival(0).');
  await page.locator('#challenge-holds').fill('all_arrived()');
  await expect(checked(page)).toContainText('The lesson holds.');
  const saving = page.waitForEvent('download');
  await page.locator('#step-then').fill('The very last words.');
  await page.locator('#save-lesson').click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('The very last words.');
  await page.locator('#play-lesson').click();
  await expect(page.locator('.challenge')).toBeVisible();
  await page.locator('#set-messages-button').click();
  await page.getByLabel('Virtual channels V').fill('2');
  await expect(page.locator('.challenge')).toContainText('Reached with 1 change, as few as in the solution.');
});

test('a view of Explore becomes a step; steps are moved and deleted, and a deleted one comes back', async ({ page }) => {
  await openAt(page, 't=mesh:3x3&vc=1&M=4&msg=0:0,0>2,2', 3);
  await (await inMenu(page, 'share-menu', 'make-step')).click();
  await expect(page.locator('.builder')).toBeVisible();
  await page.locator('#add-step').click();
  await expect(page.locator('#step-stop')).toHaveValue('3');
  await expect(file(page)).toHaveValue(/scene = "t=mesh:3x3/);
  const steps = page.locator('.lesson-steps button[aria-label^="Step"]');
  await page.locator('#add-step').click();
  await expect(steps).toHaveCount(2);
  await page.locator('#step-title').fill('Second');
  await page.getByRole('button', { name: 'Move the step before the previous one' }).click();
  await expect(steps.first()).toHaveAccessibleName('Step 1: Second');
  await expect(page.getByRole('button', { name: 'Move the step after the next one' })).toHaveText('Later →');
  await page.locator('#delete-step').click();
  await expect(steps).toHaveCount(1);
  await page.locator('#undo-replaced').click();
  await expect(steps).toHaveCount(2);
});

test('the file and the form are the same lesson, and a mistake leads to its step', async ({ page }) => {
  await begin(page, 't=mesh:4x4&vc=1&M=4&msg=0:0,0>3,3&c=0');
  const text = await written(page, /title = "Look"/);
  await page.locator('.file-text summary').click();
  await file(page).fill(text.replace('title = "Look"', 'title = "Look again"'));
  await expect(page.locator('#step-title')).toHaveValue('Look again');
  await file(page).fill(text.replace('{{nodes()}}', '{{nodse()}}'));
  await expect(checked(page)).toContainText('One thing is missing or wrong');
  await page.locator('.lesson-steps').getByRole('button', { name: 'About' }).click();
  await checked(page).getByRole('button', { name: 'Step 1:' }).click();
  await expect(page.locator('#step-text')).toHaveValue(/nodse/);
});

test('a choice of sentences, a term, tries, and values that differ between students are made without the file', async ({ page }) => {
  await begin(page, 't=mesh:4x4&vc=1&M=4&msg=0:0,0>3,3&c=0');
  await page.locator('#step-task').selectOption('question');
  await page.locator('#question-kind').selectOption('choice');
  await page.locator('#question-text').fill('Does it arrive?');
  await page.locator('#option-1').fill('Yes.');
  await page.locator('#option-1-holds').fill('delivered() == 1');
  await page.locator('#option-2').fill('No.');
  await page.locator('#option-2-holds').fill('delivered() == 0');
  await page.locator('#option-2-says').fill('Nothing is in its way.');
  await expect(checked(page)).toContainText('Step 1, choice: Yes.');
  await page.locator('.lesson-steps').getByRole('button', { name: 'About' }).click();
  await page.getByText('Terms that it explains').click();
  await page.locator('#term-new').fill('Worm');
  await page.keyboard.press('Enter');
  await page.locator('#term-0').fill('A message in the network.');
  await expect(file(page)).toHaveValue(/worm = "A message in the network."/);
  await expect(checked(page)).toContainText('The lesson holds.');

  await page.locator('#lesson-tries').fill('2');
  await page.getByText('Variants: values that differ between students').click();
  await page.locator('#add-value').click();
  await page.locator('#value-1').fill('flits');
  await page.locator('#value-1-from').fill('3');
  await page.locator('#value-1-to').fill('6');
  await page.locator('#seed-by-name').check();
  await page.locator('.lesson-steps').getByRole('button', { name: /^Step 1/ }).click();
  await page.locator('#step-text').fill('The message has $(flits) flits.');
  // The preview has the value of the first variant.
  await expect(page.locator('.preview .step-text')).toContainText(/The message has [3-6] flits\./);
  await page.getByText('The network as a link').click();
  const scene = page.locator('#step-scene');
  await scene.fill((await scene.inputValue()).replace('M=4', 'M=$(flits)'));
  await page.locator('#question-tries').fill('1');
  const text = await written(page, /tries = 2[^]*tries = 1/);
  expect(text).toContain('seed = "name"');
  expect(text).toMatch(/\[\[vary\]\]\nname = "flits"\nfrom = 3\nto = 6/);
  await expect(checked(page)).toContainText('variants');
});

// The place Grade: receipts of a class become a table and comma-separated values.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessible, expect, test } from '../page.js';

const EXAMPLE = readFileSync(fileURLToPath(new URL('../../../src/lesson/example.toml', import.meta.url)), 'utf8');
const HEAD = 'file,lesson,name,first_try,right,asks,goals,at_par,challenges,holds,why,variant,notes';

const rows = (page) => page.locator('#grades > tbody > tr:not(.grade-details)');
const names = (page) => rows(page).locator('th').allTextContents();
const text = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

/** A receipt of a built-in lesson as a link, with these answers to its second step. */
const ring = (name, ...answers) =>
  `#/lessons/receipt?lesson=deadlock-in-a-ring&hash=0&name=${name}${answers.map((answer) => `&answer-2=${answer}`).join('')}`;

/** A receipt of the example lesson. */
const own = (name, seed) =>
  JSON.stringify({ flitscope: 'receipt-1', lesson: 'your-own-message', hash: '0', name, seed, answers: [{ step: 1, tries: ['1'] }] });

async function saved(page, button = '#save-grades') {
  const saving = page.waitForEvent('download');
  await page.locator(button).click();
  return readFile(await (await saving).path(), 'utf8');
}

test('chosen or dropped receipts become a table that is sorted by any column, with every step on demand', async ({ page }) => {
  await page.goto('#/lessons');
  await page.getByRole('link', { name: 'Grade receipts' }).click();
  await page.locator('#grade-files').setInputFiles([
    text('bo.txt', ring('Bo', '0>1', '2>3')),
    text('ada.txt', ring('ada', '2>3')),
    text('cy.txt', ring('Cy', '0>1', '1>2')),
    text('eve.txt', ring('Eve', '0>1', '2>3')),
    text('photo.jpg', 'no receipt'),
  ]);
  await expect(page.locator('#graded')).toHaveText('4 receipts replayed, 1 other file.');
  // In the order of their names.
  expect(await names(page)).toEqual(['ada', 'Bo', 'Cy', 'Eve']);
  await expect(rows(page).nth(4)).toContainText('a receipt must be as the page writes it');
  await expect(rows(page).nth(1)).toContainText('same answers and scenes as eve.txt');
  const head = (name) => page.locator('#grades thead').getByRole('button', { name, exact: true });
  await head('Right at first try').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Bo', 'Cy', 'Eve', 'ada']);
  await page.keyboard.press('Enter');
  await expect(page.locator('#grades th[aria-sort="descending"]')).toHaveText(/Right at first try/);
  expect((await names(page)).at(0)).toBe('ada');
  await expect(rows(page).last()).toContainText('photo.jpg');
  await head('Name').click();
  await expect.poll(() => names(page)).toEqual(['ada', 'Bo', 'Cy', 'Eve']);
  await page.getByRole('button', { name: 'Bo', exact: true }).click();
  await expect(page.locator('.grade-details')).toContainText(/0>1, 2>3\s*right at try 2/);
  await accessible(page, 'graded');
  const csv = (await saved(page)).split('\n');
  expect(csv[0]).toBe(HEAD);
  expect(csv[1]).toContain('ada.txt,deadlock-in-a-ring,ada,1,1,');
  const students = (await saved(page, '#save-students')).split('\n');
  expect(students[0]).toMatch(/^name,lessons,.*,notes,files,deadlock-in-a-ring$/);
  expect(students.slice(1, 5).map((row) => row.split(',')[0])).toEqual(['ada', 'Bo', 'Cy', 'Eve']);

  // Dropped files are graded, too.
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'di.txt', { type: 'text/plain' }));
    return transfer;
  }, ring('Di', '2>3'));
  await page.locator('.drop-files').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.locator('#graded')).toHaveText('1 receipt replayed.');
});

test('a folder is graded with the lesson file in it', async ({ page }, info) => {
  const folder = info.outputPath('class');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ada.json'), own('Ada Lovelace', 240595));
  writeFileSync(join(folder, 'eve.json'), own('Eve', 240595));
  writeFileSync(join(folder, 'message.toml'), EXAMPLE);
  writeFileSync(join(folder, '.hidden'), '');
  await page.goto('#/lessons/grade');
  await page.locator('#grade-folder').setInputFiles(folder);
  await expect(page.locator('#graded')).toHaveText('2 receipts replayed.');
  await expect(rows(page).nth(1)).toContainText('its variant, 240595, is not that of the name Eve');
  const csv = (await saved(page)).split('\n');
  expect(csv[1]).toMatch(/^class\/ada\.json,your-own-message,Ada Lovelace,0,0,2,0,0,1,false,it is of another version of the lesson,240595,/);
  // Without the file, the row says what is missing.
  await page.locator('#grade-files').setInputFiles([text('ada.json', own('Ada Lovelace', 240595))]);
  await expect(rows(page).first()).toContainText('its file be given with the receipt, not your-own-message');
});

test('grading is canceled while the worker has not replied, and other receipts are graded then', async ({ page }) => {
  // While `window.holds`, workers are asked nothing.
  await page.addInitScript(() => {
    const Plain = Worker;
    window.Worker = class extends Plain {
      postMessage(...parts) {
        if (!window.holds) super.postMessage(...parts);
      }
    };
  });
  await page.goto('#/lessons/grade');
  await page.evaluate(() => (window.holds = true));
  await page.locator('#grade-files').setInputFiles([text('ada.txt', ring('Ada', '2>3'))]);
  await page.locator('#cancel-grading').click();
  await expect(page.locator('#graded')).toHaveText('Canceled.');
  await expect(rows(page)).toHaveCount(0);
  await page.evaluate(() => (window.holds = false));
  await page.locator('#grade-files').setInputFiles([text('bo.txt', ring('Bo', '2>3'))]);
  await expect(page.locator('#graded')).toHaveText('1 receipt replayed.');
});

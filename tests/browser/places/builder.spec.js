// Making a lesson: what is added to the file, and what is copied.
import { expect, test } from '../page.js';

const file = (page) => page.locator('#lesson-file');

async function begin(page, query) {
  await page.goto(`#/lessons/build?${query}`);
  await page.locator('#lesson-name').fill('A lesson');
  await page.locator('#begin-lesson').click();
  await expect(file(page)).toHaveValue(/id = "a-lesson"/);
}

/** Goes to the list of lessons and back, with the builder closed in between. */
async function leaveAndReturn(page) {
  await page.locator('.to-lessons').click();
  await expect(page.locator('.lesson-card').first()).toBeVisible();
  await expect(page.locator('.builder')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('.builder')).toBeVisible();
}

test('a step begins at cycle 0 and has every other setting of the view', async ({ page }) => {
  await begin(page, 't=mesh:4x4&vc=1&M=4&msg=0:0,0>3,3&c=1');
  await expect(page.locator('#cycle')).toHaveText('1');
  await page.locator('#add-step').click();
  await expect(file(page)).toHaveValue(/until = 1\b/);
  const scene = /scene = "(.*)"/.exec(await file(page).inputValue())[1];
  const pairs = scene.split('&');
  expect(pairs).toContain('vc=1');
  expect(pairs).toContain('c=0');
});

test('a link is copied once, and what was written is added once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page, 't=mesh:4x4&vc=1&M=4&msg=0:0,0>3,3&c=9');
  await page.locator('#add-step').click();
  await expect(file(page)).toHaveValue(/until = 9/);
  // The check that follows every change of the file is over, so that the link is the last answer.
  await expect(page.locator('.checked b')).toBeVisible();
  await page.locator('#share-lesson').click();
  await expect(page.locator('.builder')).toContainText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#/lessons/open?');

  const written = await file(page).inputValue();
  const told = await page.locator('.checked').textContent();
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await leaveAndReturn(page);
  await expect(file(page)).toHaveValue(written);
  // By the time another file has been checked, anything that the return causes has happened.
  await file(page).fill(`${written}\nno lesson`);
  await expect(page.locator('.checked')).not.toHaveText(told);
  await expect(page.locator('.builder')).not.toContainText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('something else');
});

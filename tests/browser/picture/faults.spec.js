// Failed links.
import { expect, meshPoint, openAt, picture, readOuts, test, title } from '../page.js';

const MESH = 't=mesh:4x4&vc=2&M=8';

const told = (page) => page.locator('#routes');

/** Opens the list of warnings, which begins with a sentence, and closes it. */
async function isWarned(page, sentence) {
  await page.locator('#set-messages-button').click();
  await expect(page.locator('#set-messages .warning').first()).toContainText(sentence);
  await page.keyboard.press('Escape');
}

test('a link is failed in the picture, routes lead around it where they can, and undo repairs it', async ({ page }) => {
  await openAt(page, `${MESH}&r=duato&lam=0.01&show=routes&pair=0,0>1,1`, 0);
  await expect(told(page)).toContainText('2 paths');
  const whole = await picture(page);
  await page.keyboard.press('Escape');
  await page.mouse.click(...(await meshPoint(page, 0.5, 0)));
  await expect(title(page)).toContainText('Channel');
  await page.getByRole('button', { name: 'Fail this link' }).click();
  await expect(page).toHaveURL(/fail=/);
  await page.keyboard.press('2');
  await expect(told(page)).toContainText('One path from (0,0) to (1,1), of 2 hops');
  await page.locator('#set-routing-button').click();
  await page.locator('#routing').selectOption('dimension-order');
  await page.keyboard.press('Escape');
  await expect(told(page)).toContainText('no path from (0,0) to (1,1) around the failed links');
  await isWarned(page, 'no path left');
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('One path');
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('2 paths');
  await expect.poll(() => picture(page)).toBe(whole);
});

test('a link fails from the start by the address, undeliverable messages are counted, and a key repairs it', async ({ page }) => {
  await openAt(page, `${MESH}&msg=0:0,0>3,0;0:3,3>0,3&fail=1,0>2,0`, 40);
  await isWarned(page, 'cannot be delivered');
  await readOuts(page);
  await expect(page.locator('#routed')).toContainText('Undeliverable: 1');
  await page.mouse.click(...(await meshPoint(page, 1.5, 0)));
  await expect(page.getByRole('button', { name: 'Repair this link' })).toBeVisible();
  const failed = await picture(page);
  await page.keyboard.press('x');
  await expect.poll(() => picture(page)).not.toBe(failed);
  await expect(page.getByRole('button', { name: 'Fail this link' })).toBeVisible();
  await expect(page).not.toHaveURL(/fail=/);
});

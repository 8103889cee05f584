// What the tests of lessons have in common.
import { expect } from '../page.js';

export const RING = '#/lessons/deadlock-in-a-ring';
/** A question for a number whose run ends with a deadlock. */
export const DEADLOCK = '#/lessons/virtual-channels-and-the-dateline/4';
/** A challenge to write a routing function. */
export const SCRIPT = '#/lessons/write-dimension-order/2';

export const heading = (page) => page.locator('.lesson-step h2');
export const field = (page) => page.locator('#answer-field');
export const verdict = (page) => page.locator('.question .verdict-box');
export const challenge = (page) => page.locator('.challenge');
/** The button of a step, in the list of steps, which is opened. */
export async function stepButton(page, step) {
  const button = page.locator('#lesson-steps .lesson-steps button').nth(step - 1);
  if (!(await button.isVisible())) await page.locator('#lesson-steps-button').click();
  await expect(button).toBeVisible();
  return button;
}

/** Opens a step of a lesson, with its scene on the stage. */
export async function openStep(page, address) {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(/\?t=/);
}

/** Goes to a step of the lesson that is open. */
export async function goToStep(page, step) {
  await (await stepButton(page, step)).click();
  await expect(page.locator('.lesson-step .step-number')).toHaveText(`${step}`);
}

/** Goes to the next step, whether the task of this one is done or not. */
export async function onward(page) {
  const on = page.locator('#step-on');
  if (await on.isVisible()) return on.click();
  const now = Number(await page.locator('.lesson-step .step-number').textContent());
  return (await stepButton(page, now + 1)).click();
}

/** Shows the end of a run at once from now on, as for everybody who prefers reduced motion. */
export const skipRuns = (page) => page.emulateMedia({ reducedMotion: 'reduce' });

/** Answers a question and waits for the verdict. */
export async function answer(page, text) {
  await skipRuns(page);
  await field(page).fill(text);
  await page.locator('#predict').click();
  await expect(verdict(page)).toBeVisible();
}

/** Types at the end of the code of a routing function. */
export async function typeCode(page, text) {
  await page.locator('#script').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Sends a message of a challenge by the names of its nodes. */
export async function sendByName(page, from, to) {
  await page.getByLabel('from', { exact: true }).fill(from);
  await page.getByLabel('to', { exact: true }).fill(to);
  await page.keyboard.press('Enter');
}

/** Opens what else there is to do with a lesson. */
export async function lessonMenu(page) {
  const about = page.getByRole('link', { name: 'About this lesson' });
  // The bar may be made anew while a lesson is loaded.
  await expect(async () => {
    if (!(await about.isVisible())) await page.locator('#more-button').click();
    await expect(about).toBeVisible({ timeout: 3000 });
  }).toPass();
}

/** A file for an input, with a text in it. */
export const textFile = (text, name = 'my.toml') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

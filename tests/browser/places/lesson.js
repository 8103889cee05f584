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
export const stepButton = (page, step) => page.locator('.lesson-steps button').nth(step - 1);

/** Opens a step of a lesson, with its scene on the stage. */
export async function openStep(page, address) {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(/\?t=/);
}

/** Goes to a step of the lesson that is open. */
export async function goToStep(page, step) {
  await stepButton(page, step).click();
  await expect(page.locator('.step-number')).toHaveText(`${step}`);
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

/** A file for an input, with a text in it. */
export const textFile = (text, name = 'my.toml') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

// Nonsense in, a sentence and a usable page out.
import { editAt, expect, number, open, openAt, picture, settings, stands, step, test } from '../page.js';

test('nonsense in the fragment yields sentences and a usable page', async ({ page }) => {
  await open(page, 't=mesh:0x4&vc=99&lam=NaN&M=0&c=-5&color=red');
  const problems = page.getByRole('alert');
  await expect(problems).toContainText('t=mesh:0x4: Radices k must be');
  await expect(problems).toContainText('not 0x4; using mesh:8x8');
  await expect(problems).toContainText('vc=99: vcs must be a whole number from 1 to 16');
  await expect(problems).toContainText('lam=NaN: traffic.rate must be a number');
  await expect(problems).toContainText('M=0: length.fixed must be a whole number');
  await expect(problems).toContainText('c=-5: cycle must be a whole number');
  await expect(problems).toContainText('there is no setting called color');
  await problems.getByRole('button', { name: 'Dismiss' }).click();
  await expect(problems).toBeHidden();
  await settings(page);
  await page.locator('#traffic-rate').fill('0.01');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(3);
  // What was not understood stays in the link for a version that does.
  await page.locator('#play').click();
  await expect(page).toHaveURL(/color=red/);
});

test('what is said of a link stays where the link led', async ({ page }) => {
  await open(page, 't=mesh:4x4&lam=NaN');
  await expect(page.locator('.problems')).toContainText('lam=NaN');
  await page.getByRole('link', { name: 'Experiment' }).click();
  await expect(page.locator('.problems')).toBeHidden();
});

test('the page works with an odd fragment', async ({ page }) => {
  for (const hash of ['#/?t=mesh:4x4', '#/lab?', '#%%%', '#/lab?t=torus:8x8&msg=0:0,0%3E', '#/lab?t=hypercube:60']) {
    await step(hash, async () => {
      await page.goto('about:blank');
      await page.goto(hash);
      await settings(page);
      await page.getByLabel('Topology').selectOption('mesh');
      await page.getByRole('slider', { name: 'Cycle' }).fill('20');
      await stands(page, 20);
    });
  }
});

test('a wrong entry stays in its box beside the reason, and the run goes on', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&M=4&lam=0.02', 50);
  const before = await picture(page);
  for (const [label, entry, reason] of [
    ['Radices k', '0x4', 'Radices k must be'],
    ['Virtual channels V', 'two', 'Virtual channels V must be a whole number from 1 to 16, not two'],
    ['Injection rate λ', '-1', 'Injection rate λ must be a number of messages/node/cycle from 0 to 1'],
    ['Message length M', '0', 'Message length M must be a whole number from 1'],
  ]) {
    const field = page.locator('.field', { has: page.getByLabel(label) });
    await field.getByLabel(label).fill(entry);
    await expect(field.locator('.problem')).toContainText(reason);
    await field.getByLabel(label).blur();
    await expect(field.getByLabel(label)).toHaveValue(entry);
  }
  await stands(page, 50);
  expect(await picture(page)).toBe(before);
});

test('nodes that do not exist are refused in words', async ({ page }) => {
  await editAt(page, 't=mesh:4x4', 0);
  await page.getByRole('textbox', { name: 'Source' }).fill('9,9');
  await page.getByRole('textbox', { name: 'Destination' }).fill('0,0');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#send-note')).toHaveText(
    'source must be a node from 0,0 to 3,3 in mesh:4x4, not 9,9',
  );
  await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue('9,9');
});

test('a pattern that is not defined on the network is refused, and the menu says what holds', async ({ page }) => {
  await editAt(page, 't=mesh:5x4&M=4&lam=0.02', 10);
  const menu = page.getByLabel('Destinations');
  await menu.selectOption('transpose');
  await expect(page.getByRole('alert')).toContainText('transpose is not defined on mesh:5x4');
  await expect(menu).toHaveValue('uniform');
  await menu.selectOption('bit-complement');
  await expect(page).toHaveURL(/tr=bit-complement/);
});

// Nonsense in, a sentence and a usable page out. src/page/address/tests.rs and tests/fuzz/links.rs try many more links.
import {
  delivered, editAt, expect, openFresh, picture, playAt, settings, stands, step, test, toPlace,
} from '../page.js';

test('nonsense in a link yields sentences and a usable page', async ({ page }) => {
  await page.goto('#/lab?t=mesh:0x4&vc=99&lam=NaN&M=0&c=-5&color=red');
  const problems = page.locator('.problems');
  await expect(problems).toContainText('t=mesh:0x4: Radices k must be');
  await expect(problems).toContainText('not 0x4; using mesh:8x8');
  await expect(problems).toContainText('vc=99: vcs must be a whole number from 1 to 16');
  await expect(problems).toContainText('lam=NaN: traffic.rate must be a number');
  await expect(problems).toContainText('M=0: length.fixed must be a whole number');
  await expect(problems).toContainText('c=-5: cycle must be a whole number');
  await expect(problems).toContainText('there is no setting called color');
  await step('what was not understood is kept in the link for a version that does', async () => {
    await problems.getByRole('button', { name: 'Dismiss' }).click();
    await expect(problems).toBeHidden();
    await page.getByRole('slider', { name: 'Cycle' }).fill('20');
    await stands(page, 20);
    await expect(page).toHaveURL(/color=red.*c=20/);
  });
  await step('what is said of a link stays where the link led', async () => {
    await page.goto('#/lab?t=mesh:4x4&lam=NaN');
    await expect(problems).toContainText('lam=NaN');
    await toPlace(page, 'Experiment');
    await expect(problems).toBeHidden();
  });
  await step('an address that is none', async () => {
    await openFresh(page, '#%%%');
    await expect(page.locator('#worms')).toBeVisible();
    await settings(page);
    await page.getByLabel('Topology').selectOption('mesh');
    await page.getByRole('slider', { name: 'Cycle' }).fill('20');
    await stands(page, 20);
  });
});

test('a wrong entry stays in its box beside the reason, and changes nothing', async ({ page }) => {
  await editAt(page, 't=mesh:5x4&M=4&lam=0.02', 50);
  const before = await picture(page);
  await step('boxes', async () => {
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
  await step('nodes that do not exist', async () => {
    await page.getByRole('textbox', { name: 'Source' }).fill('9,9');
    await page.getByRole('textbox', { name: 'Destination' }).fill('0,0');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('#send-note')).toHaveText('source must be a node from 0,0 to 4,3 in mesh:5x4, not 9,9');
    await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue('9,9');
  });
  await step('a pattern that is not defined on the network', async () => {
    const menu = page.getByLabel('Destinations');
    await menu.selectOption('transpose');
    await expect(page.getByRole('alert')).toContainText('transpose is not defined on mesh:5x4');
    await expect(menu).toHaveValue('uniform');
    await stands(page, 50);
  });
  await step('a rate that is typed key by key does not stop the run on the way', async () => {
    await playAt(page, '6');
    await page.locator('#play').click();
    const field = page.locator('#traffic-rate');
    await field.fill('');
    await field.pressSequentially('0.03');
    await expect(page).toHaveURL(/t=mesh:5x4.*lam=0\.03/);
    const sent = await delivered(page);
    await expect.poll(() => delivered(page)).toBeGreaterThan(sent);
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
    await expect(field).toHaveValue('0.03');
  });
});

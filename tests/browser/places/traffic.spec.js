// Traffic beyond random messages: worst case, requests and replies, traces.
import { readFile } from 'node:fs/promises';
import { expect, open, openAt, settings, step, test, undo } from '../page.js';

const field = (page, label) => page.getByLabel(label).filter({ visible: true });

test('worst-case traffic is explained, and compared with uniform traffic', async ({ page }) => {
  await open(page, 't=torus:8x8&r=dimension-order&vc=2&M=4&lam=0.02');
  await settings(page);
  await field(page, 'Destinations').selectOption({ label: 'Worst case' });
  await expect(page.locator('#worst-case').filter({ visible: true })).toContainText('channel');
  await expect(page).toHaveURL(/tr=worst-case/);
  await page.locator('#race-uniform').filter({ visible: true }).click();
  await expect(page.locator('.panel.side')).toContainText('Worst case');
  await expect(page.locator('.panel.side')).toContainText('Uniform');
  await expect(page.locator('.measure .chart canvas').first()).toBeVisible();
});

test('requests and replies are set by fields, can deadlock, and are cured with one click', async ({ page }) => {
  await step('fields, which refuse what does not fit', async () => {
    await open(page, 't=mesh:4x4&vc=3&M=4&lam=0.02');
    await settings(page);
    await page.getByText('Requests and replies').filter({ visible: true }).click();
    const outstanding = field(page, 'Outstanding requests w');
    await outstanding.fill('4');
    await outstanding.press('Enter');
    await expect(page).toHaveURL(/cw=4/);
    await outstanding.fill('0');
    await outstanding.press('Enter');
    await expect(page.getByText('Outstanding requests w must be a whole number from 1 to 1000000, not 0')).toBeVisible();
    await expect(page).toHaveURL(/cw=4/);
    await field(page, 'Virtual channels of replies').selectOption({ label: 'Their own half' });
    await expect(page.getByText(/vcs must be even where replies have virtual channels of their own/)).toBeVisible();
    await expect(field(page, 'Virtual channels of replies')).toHaveValue('shared');
    await page.keyboard.press('Escape');
  });
  await step('a deadlock', async () => {
    await openAt(page, 't=mesh:4x4&M=4&buf=2&lam=0.2&cw=4', 140);
    const verdict = page.locator('.verdict');
    await expect(verdict).toContainText('Deadlock since cycle 123');
    await page.keyboard.press('1');
    await expect(page.locator('.panel.side')).toContainText('a place in the reply queue of (1,3), which is full');
    await page.locator('.said').getByRole('button', { name: 'Give replies their own virtual channels' }).click();
    await expect(page).toHaveURL(/cc=separate/);
    await expect(verdict).toContainText('A reply now waits only for replies');
  });
});

test('a trace is opened, undone, dropped and saved', async ({ page }) => {
  await open(page, 't=mesh:4x4&vc=1&M=4&lam=0.02');
  await settings(page);
  const trace = 'time,from,to,flits\n0,"0,0","3,0",4\n2,"0,1","0,3",2\n';
  const file = (text) => ({ name: 'trace.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const sent = page.getByText('2 sent by hand.').filter({ visible: true });
  await page.locator('#open-trace').setInputFiles(file('1,nowhere,"0,0",2\n'));
  await expect(page.getByText(/The trace cannot be opened: .*nowhere/)).toBeVisible();
  await page.locator('#open-trace').setInputFiles(file(trace));
  await expect(sent).toBeVisible();
  await expect(page).toHaveURL(/msg=/);
  await (await undo(page)).click();
  await expect(page).toHaveURL(/lam=0.02/);
  await expect(sent).toBeHidden();
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'trace.csv', { type: 'text/csv' }));
    return transfer;
  }, trace);
  await page.locator('.stage').first().dispatchEvent('drop', { dataTransfer: dropped });
  await expect(sent).toBeVisible();
  await page.locator('#forward').click();
  await page.locator('#share-menu-button').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save-trace').click()]);
  expect(saved.suggestedFilename()).toMatch(/-trace\.csv$/);
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/^time,from,to,flits\n0,"0,0","3,0",4\n/);
});

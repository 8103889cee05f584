// Every change of the scenario can be undone and redone. What counts as one change is tested natively (src/page/undo.rs).
import { editAt, example, expect, number, redo, settings, stands, test, undo } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

const told = (page) => page.locator('.hint');

/** Types into a field, and leaves it. */
async function type(page, label, text) {
  const field = page.getByLabel(label);
  await field.fill(text);
  await field.press('Enter');
  await field.blur();
}

test('undo and redo return to the scenario and the cycle shown before', async ({ page }) => {
  await editAt(page, `${MESH}&lam=0.02&buf=2`, 70);
  const buffer = page.getByLabel('Buffer B');
  await expect(await undo(page)).toBeDisabled();
  await type(page, 'Buffer B', '4');
  await stands(page, 0);
  await expect(await undo(page)).toContainText('buffer B 2 → 4');
  await page.getByRole('slider', { name: 'Cycle' }).fill('30');
  await stands(page, 30);
  await (await undo(page)).click();
  await stands(page, 70);
  await expect(buffer).toHaveValue('2');
  await expect(told(page)).toHaveText('Undone: buffer B 2 → 4');
  await expect(await undo(page)).toBeDisabled();
  await (await redo(page)).click();
  await stands(page, 30);
  await expect(buffer).toHaveValue('4');
  await expect(told(page)).toHaveText('Redone: buffer B 2 → 4');
  await expect(await redo(page)).toBeDisabled();
  // Ctrl+Z in a text field undoes typing; on a slider it undoes the change of the scenario.
  await buffer.fill('7');
  await buffer.press('Control+z');
  await expect(buffer).toHaveValue('4');
  await expect(await redo(page)).toBeDisabled();
  const slider = page.getByLabel('Load, as a share of capacity').first();
  await slider.fill('40');
  await expect(await undo(page)).toContainText(/injection rate λ 0\.02 → /);
  await slider.press('Control+z');
  await expect(page.locator('#traffic-rate')).toHaveValue('0.02');
  await stands(page, 30);
  // Time runs on through an undo.
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(31);
  await (await undo(page)).click();
  await expect(buffer).toHaveValue('2');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
});

test('networks, examples, links and sent messages are undone one by one', async ({ page }) => {
  await editAt(page, MESH, 0);
  const topology = page.getByLabel('Topology');
  await topology.selectOption('torus');
  await example(page, 'A 6-cube, e-cube routed');
  await settings(page);
  await expect(await undo(page)).toContainText(/A 6-cube, e-cube routed/);
  await page.evaluate(() => {
    window.location.hash = '#/lab?t=mesh:5&c=3';
  });
  await expect(await undo(page)).toContainText(/opening a link/);
  for (const before of ['hypercube', 'torus', 'mesh']) {
    await page.locator('body').press('Control+z');
    await expect(topology).toHaveValue(before);
  }
  await expect(page).toHaveURL(/t=mesh:4x4&vc=1&M=8/);
  await page.locator('body').press('Control+y');
  await expect(topology).toHaveValue('torus');
  await page.locator('body').press('Control+Shift+z');
  await expect(topology).toHaveValue('hypercube');
  // A new change leaves nothing to redo.
  await page.getByLabel('Source', { exact: true }).fill('0');
  await page.getByLabel('Destination', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = page.getByText('1 sent by hand');
  // The message that was sent is selected, and has the place of the settings.
  await settings(page);
  await expect(sent).toBeVisible();
  await expect(await redo(page)).toBeDisabled();
  await expect(await undo(page)).toContainText('message 000000 → 000101');
  await (await undo(page)).click();
  await expect(sent).toBeHidden();
  await (await redo(page)).click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await expect(sent).toBeHidden();
  await (await undo(page)).click();
  await expect(sent).toBeVisible();
});

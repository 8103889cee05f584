// Whatever changes the scenario can be undone and redone.
import { editAt, example, expect, open, redo, settings, stands, test, undo } from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

const told = (page) => page.locator('.settings .turned');

/** Types into a field, and leaves it. */
async function type(page, label, text) {
  const field = page.getByLabel(label);
  await field.fill(text);
  await field.press('Enter');
  await field.blur();
}

test('undo returns to the scenario and the cycle that it was left at', async ({ page }) => {
  await editAt(page, `${MESH}&lam=0.02&buf=2`, 70);
  await expect(undo(page)).toBeDisabled();
  await type(page, 'Buffer B', '4');
  await stands(page, 0);
  await expect(undo(page)).toHaveAttribute('title', 'Undo: buffer B 2 → 4 (Ctrl+Z)');
  await page.getByRole('slider', { name: 'Cycle' }).fill('30');
  await stands(page, 30);
  await undo(page).click();
  await stands(page, 70);
  await expect(page.getByLabel('Buffer B')).toHaveValue('2');
  await expect(told(page)).toHaveText('Undone: buffer B 2 → 4');
  await expect(undo(page)).toBeDisabled();
  await redo(page).click();
  await stands(page, 30);
  await expect(page.getByLabel('Buffer B')).toHaveValue('4');
  await expect(told(page)).toHaveText('Redone: buffer B 2 → 4');
  await expect(redo(page)).toBeDisabled();
});

test('a slider that is dragged is one change', async ({ page }) => {
  await editAt(page, `${MESH}&lam=0.02`, 10);
  const slider = page.getByLabel('Injection rate as a share of capacity').first();
  for (const share of ['20', '30', '40']) await slider.fill(share);
  await expect(undo(page)).toHaveAttribute('title', /^Undo: injection rate λ 0\.02 → /);
  // The slider keeps its arrows, but not this.
  await slider.press('Control+z');
  await expect(page.locator('#traffic-rate')).toHaveValue('0.02');
  await stands(page, 10);
  await expect(undo(page)).toBeDisabled();
});

test('changes of every kind are undone one by one, and by key', async ({ page }) => {
  await editAt(page, MESH, 0);
  await page.getByLabel('Topology').selectOption('torus');
  await example(page, 'A 6-cube, e-cube routed');
  await settings(page);
  await expect(undo(page)).toHaveAttribute('title', /^Undo: A 6-cube, e-cube routed/);
  await page.evaluate(() => {
    window.location.hash = '#/lab?t=mesh:5&c=3';
  });
  await expect(undo(page)).toHaveAttribute('title', /^Undo: opening a link/);
  await page.locator('body').press('Control+z');
  await expect(page.getByLabel('Topology')).toHaveValue('hypercube');
  await page.locator('body').press('Control+z');
  await expect(page.getByLabel('Topology')).toHaveValue('torus');
  await page.locator('body').press('Control+z');
  await expect(page.getByLabel('Topology')).toHaveValue('mesh');
  await expect(page).toHaveURL(/t=mesh:4x4&vc=1&M=8/);
  await page.locator('body').press('Control+y');
  await expect(page.getByLabel('Topology')).toHaveValue('torus');
  await page.locator('body').press('Control+Shift+z');
  await expect(page.getByLabel('Topology')).toHaveValue('hypercube');
  // A new change leaves nothing to redo.
  await type(page, 'Virtual channels V', '3');
  await expect(redo(page)).toBeDisabled();
});

test('a message sent by hand can be taken back', async ({ page }) => {
  await editAt(page, MESH, 0);
  await page.getByLabel('Source', { exact: true }).fill('0,0');
  await page.getByLabel('Destination', { exact: true }).fill('3,2');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('1 sent by hand')).toBeVisible();
  await expect(undo(page)).toHaveAttribute('title', 'Undo: message (0,0) → (3,2) (Ctrl+Z)');
  await undo(page).click();
  await expect(page.getByText('1 sent by hand')).toBeHidden();
  await redo(page).click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await undo(page).click();
  await expect(page.getByText('1 sent by hand')).toBeVisible();
});

test('what is typed into a box is the box’s to undo', async ({ page }) => {
  await editAt(page, `${MESH}&buf=2`, 0);
  await type(page, 'Virtual channels V', '3');
  const field = page.getByLabel('Buffer B');
  await field.fill('7');
  await field.press('Control+z');
  await expect(page.getByLabel('Virtual channels V')).toHaveValue('3');
});

test('time runs on through an undo', async ({ page }) => {
  await open(page, `${MESH}&lam=0.02`);
  await settings(page);
  await expect.poll(() => page.locator('#play').getAttribute('aria-label')).toBe('Pause');
  await type(page, 'Buffer B', '4');
  await undo(page).click();
  await expect(page.getByLabel('Buffer B')).toHaveValue('1');
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
});

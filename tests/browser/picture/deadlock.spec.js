// Whether messages can deadlock: the verdict, its cycle or its proof, and the deadlock played. Verdicts are tested natively
// (tests/laws/deadlock_analysis.rs).
import { expect, openAt, picture, step, test, title } from '../page.js';

const RING = 't=torus-uni:4&vc=1&M=8&show=deadlock';

const verdict = (page) => page.locator('#deadlock-verdict');
const steps = (page) => page.locator('.steps li');

test('a cycle of dependencies appears and vanishes with V, the dateline, the routing and the network', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAt(page, RING, 0);
  await expect(verdict(page)).toHaveText('Can deadlock');
  await expect(page.locator('.panel-body .found').first()).toContainText('cycle');
  await expect(steps(page)).toHaveCount(4);
  const deadlocked = await picture(page);
  await page.getByRole('button', { name: 'V + 1' }).click();
  await expect(verdict(page)).toHaveText('Free of deadlock');
  await expect(steps(page)).toHaveCount(0);
  await expect.poll(() => picture(page)).not.toBe(deadlocked);
  await page.locator('#dateline-too').uncheck();
  await expect(verdict(page)).toHaveText('Can deadlock');
  await page.locator('#dateline-too').check();
  await expect(verdict(page)).toHaveText('Free of deadlock');
  await page.locator('#set-routing-button').click();
  await page.locator('#routing').selectOption('unrestricted');
  await expect(verdict(page)).toHaveText('Can deadlock');
  await page.locator('#routing').selectOption('duato');
  await expect(verdict(page)).toHaveText('Free of deadlock');
  await page.keyboard.press('Escape');
  await step('another network has none of the cycle of the one before', async () => {
    await page.getByRole('button', { name: 'V − 1' }).click();
    await expect(page.getByRole('button', { name: 'V − 1' })).toBeDisabled();
    await expect(steps(page)).toHaveCount(4);
    await page.locator('#set-network-button').click();
    await page.getByLabel('Radices').fill('3');
    await page.getByLabel('Radices').press('Enter');
    await expect(steps(page)).not.toHaveCount(4);
  });
  await step('the dependencies of the cycle are shown in turn', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('about:blank');
    await openAt(page, RING, 0);
    await expect(steps(page)).toHaveCount(4);
    const first = await picture(page);
    await expect.poll(() => picture(page)).not.toBe(first);
  });
});

test('a possible deadlock is played, explained, and ended by another routing function', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&r=unrestricted&vc=1&lam=0.001&show=deadlock', 0);
  await expect(verdict(page)).toHaveText('Can deadlock');
  await page.locator('#play-deadlock').click();
  await expect(page).toHaveURL(/msg=.*@/);
  await expect(title(page)).toContainText('Deadlock');
  await expect(page.locator('.stage')).toBeFocused();
  const rows = page.locator('.selected .lanes li');
  await expect(rows.first()).toContainText(/Message 0 holds .* which message 1 holds/);
  // The link contains the paths that the messages have to take.
  await page.reload();
  await expect(page.locator('.verdict')).toContainText('Deadlock');
  await page.keyboard.press('1');
  await expect(title(page)).toContainText('Deadlock');
  await rows.nth(1).getByRole('button').click();
  await expect(page.locator('.why')).toContainText('Why blocked?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(rows.first()).toContainText('Message 0 holds');
  // Under another routing function, the same messages take its paths.
  await page.locator('#set-routing-button').click();
  await page.locator('#routing').selectOption('dimension-order');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/msg=(?!.*@)/);
  await expect(page.locator('.problems')).toHaveCount(0);
});

test('the proof that a routing function is free of deadlock is shown step by step', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAt(page, 't=mesh:3x3&r=duato&vc=2&show=deadlock', 0);
  await page.locator('#show-proof').click();
  const step = page.locator('#proof-step');
  await expect(step).toContainText('removed from the start');
  const all = await picture(page);
  const slider = page.locator('#proof-off');
  const most = Number(await slider.getAttribute('max'));
  await page.locator('#proof-next').click();
  await expect(page.locator('label[for=proof-off]')).toHaveText(`Removed: 1 of ${most} virtual channels`);
  await expect.poll(() => picture(page)).not.toBe(all);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => picture(page)).toBe(all);
  await page.keyboard.press('End');
  await expect(step).toContainText('messages cannot deadlock');
  await expect(page.locator('#proof-next')).toBeDisabled();
  // A button that becomes disabled passes the focus to the slider.
  await page.locator('#proof-back').click();
  await page.locator('#proof-next').focus();
  await page.keyboard.press('Enter');
  await expect(slider).toBeFocused();
  // Another network has another proof.
  await page.getByRole('button', { name: 'V + 1' }).click();
  await expect(page.locator('#show-proof')).toHaveAttribute('aria-pressed', 'false');
  await expect(step).toHaveCount(0);
});

test('a long analysis can be canceled and begun again', async ({ page }) => {
  // This takes seconds.
  await openAt(page, 't=torus:48x48&r=unrestricted&vc=2&show=deadlock', 0);
  await page.locator('#deadlock-cancel').focus();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toHaveText('Not known');
  await expect(page.locator('.panel-body .found').first()).toContainText('canceled');
  await expect(page.locator('#deadlock-again')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#deadlock-cancel')).toBeVisible();
});

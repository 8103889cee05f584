// Links that hide parts of the page and lock what a class is not to change.
import { accessible, editAt, expect, open, openAt, stands, test, undo } from '../page.js';

const told = (page) => page.getByRole('alert');

test('a locked link refuses mouse, keyboard and undo, and keeps its locks', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&msg=0:0,0>3,3', 4);
  await page.locator('#set-vcs-button').click();
  await page.locator('#vcs').fill('3');
  await page.locator('#vcs').press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/vc=3/);
  await page.evaluate(() => (location.hash += '&lock=vcs,view'));
  await expect(page.locator('#set-vcs-button')).toHaveCount(0);
  await undo(page).click();
  await expect(told(page)).toContainText('the link that you opened locks the virtual channels');
  await page.keyboard.press('h');
  await expect(told(page)).toContainText('the link that you opened locks the view');
  await expect(page.locator('.heat-legend')).toHaveCount(0);
  await page.locator('.dock-tabs').getByRole('button', { name: 'Latency curve' }).click();
  await expect(page.locator('.curve')).toHaveCount(0);
  await expect(page).toHaveURL(/lock=vcs,view/);

  // An edited address is put back, and other places do not release the lock.
  await page.evaluate(() => (location.hash = '#/lab?t=mesh:4x4&vc=4&c=0'));
  await expect(page).toHaveURL(/vc=3.*lock=vcs,view/);
  await page.getByRole('link', { name: 'Lessons' }).click();
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/vc=3.*lock=vcs,view/);
});

test('the restrictions of a link survive a reload at a place whose address does not name them', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&lock=vcs&hide=undo', 4);
  await page.getByRole('link', { name: 'Lessons' }).click();
  await expect(page.locator('.lab.reading')).toBeVisible();
  expect(page.url()).not.toContain('lock');
  await page.reload();
  await expect(page.locator('.lab.reading')).toBeVisible();
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/vc=1.*hide=undo&lock=vcs/);
  // A page that is opened anew is free.
  const other = await page.context().newPage();
  await other.goto('#/lessons');
  await other.getByRole('link', { name: 'Explore' }).click();
  await expect(other.locator('#set-vcs-button')).toBeVisible();
  await expect(other.locator('body')).toHaveAttribute('data-hide', '');
});

test('locked fields are grey among all settings, which name what is locked', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&vc=1&lam=0.01&lock=vcs,traffic,messages', 4);
  await expect(page.locator('.drawer')).toContainText(
    'The link that you opened locks the virtual channels, the traffic and the messages sent by hand.',
  );
  for (const id of ['vcs', 'traffic-pattern', 'traffic-rate', 'send-from']) {
    await expect(page.locator(`#${id}`)).toBeDisabled();
  }
  for (const id of ['topology', 'routing', 'switching', 'length']) await expect(page.locator(`#${id}`)).toBeEnabled();
  await accessible(page, 'locked fields');
});

test('a locked time stands still', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&msg=0:0,0>3,3&lock=time', 4);
  await page.locator('#play').click();
  await expect(page.locator('#time-refusal')).toContainText('locks the time shown');
  for (const key of ['Space', 'ArrowRight', 'Home', 'End', 'Shift+ArrowRight', 'Control+ArrowLeft']) {
    await page.keyboard.press(key);
    await stands(page, 4);
  }
  // A change of the scenario shows the same cycle.
  await page.locator('#set-vcs-button').click();
  await page.locator('#vcs').fill('3');
  await page.locator('#vcs').press('Enter');
  await expect(page).toHaveURL(/vc=3/);
  await stands(page, 4);
});

for (const [width, height] of [
  [640, 400],
  [390, 700],
]) {
  test(`an embedded page of ${width} pixels shows the picture and its time first`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, 't=torus:4x4&lam=0.01&ui=embed&hide=settings,dock,inspector,summary,tools&c=40');
    await stands(page, 40);
    for (const part of ['.bar', '.settings', '.dock', '.side', '.told-lines', '.stage-tools']) {
      await expect(page.locator(part).first()).toBeHidden();
    }
    for (const part of ['#worms', '#play']) {
      const box = await page.locator(part).boundingBox();
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      expect(box.height).toBeGreaterThan(30);
    }
    await accessible(page, 'embedded');
  });
}

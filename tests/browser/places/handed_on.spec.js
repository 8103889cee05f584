// Links that hide parts of the page and lock what a class is not to change.
import { accessible, expect, open, openAt, settings, stands, test, toPlace, undo } from '../page.js';

const told = (page) => page.getByRole('alert');

test('a locked link refuses mouse, keyboard and undo, and stays locked at other places and after a reload', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&msg=0:0,0>3,3', 4);
  await page.locator('#set-messages-button').click();
  await page.locator('#vcs').fill('3');
  await page.locator('#vcs').press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/vc=3/);
  await page.evaluate(() => (location.hash += '&hide=examples&lock=vcs,view'));
  await page.locator('#set-messages-button').click();
  await expect(page.locator('#buffer')).toBeVisible();
  await expect(page.locator('#vcs')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await (await undo(page)).click();
  await expect(told(page)).toContainText('the link that you opened locks the virtual channels');
  await page.keyboard.press('h');
  await expect(told(page)).toContainText('the link that you opened locks the view');
  await expect(page.locator('.legend-line')).not.toContainText('used');
  await page.keyboard.press('7');
  await expect(page.locator('.curve')).toHaveCount(0);
  await expect(page).toHaveURL(/hide=examples&lock=vcs,view/);

  // An edited address is put back.
  await page.evaluate(() => (location.hash = '#/lab?t=mesh:4x4&vc=4&c=0'));
  await expect(page).toHaveURL(/vc=3.*hide=examples&lock=vcs,view/);
  // Another place does not release the lock, nor does a reload there, where the address does not name it.
  await toPlace(page, 'Lessons');
  await expect(page.locator('.lab.reading')).toBeVisible();
  expect(page.url()).not.toContain('lock');
  await page.reload();
  await expect(page.locator('.lab.reading')).toBeVisible();
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/vc=3.*hide=examples&lock=vcs,view/);
  // A page that is opened anew is free.
  const other = await page.context().newPage();
  await other.goto('#/lessons');
  await other.getByRole('link', { name: 'Explore' }).click();
  await expect(other.locator('#set-messages-button')).toBeVisible();
  await expect(other.locator('body')).toHaveAttribute('data-hide', '');
});

test('a locked time stands still, and locked fields are grey among all settings, which name what is locked', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1&msg=0:0,0>3,3&lock=traffic,messages,vcs,time', 4);
  await page.locator('#play').click();
  await expect(page.locator('#time-refusal')).toContainText('locks the time shown');
  for (const key of ['Space', 'ArrowRight', 'Home', 'End', 'Shift+ArrowRight', 'Control+ArrowLeft']) await page.keyboard.press(key);
  // A change of the scenario shows the same cycle.
  await settings(page);
  await page.locator('#length').fill('3');
  await page.locator('#length').press('Enter');
  await expect(page).toHaveURL(/M=3/);
  await stands(page, 4);
  await expect(page.locator('.panel.side')).toContainText(
    'The link that you opened locks the virtual channels, the traffic, the messages sent by hand and the time shown.',
  );
  for (const id of ['vcs', 'traffic-pattern', 'send-from']) await expect(page.locator(`#${id}`)).toBeDisabled();
  for (const id of ['topology', 'routing', 'switching', 'length']) await expect(page.locator(`#${id}`)).toBeEnabled();
  await accessible(page, 'locked fields');
});

test('an embedded page shows the picture and its time first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await open(page, 't=torus:4x4&lam=0.01&ui=embed&hide=settings,dock,inspector,summary,tools&c=40');
  await stands(page, 40);
  await accessible(page, 'embedded');
  for (const [width, height] of [[390, 700], [640, 400]]) {
    await page.setViewportSize({ width, height });
    for (const part of ['.bar.top', '.side', '.status', '.corner .fit']) {
      await expect(page.locator(part).first()).toBeHidden();
    }
    for (const part of ['#worms', '#play']) {
      await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
      expect((await page.locator(part).boundingBox()).height).toBeGreaterThan(30);
    }
  }
});

// The dialog Share.
import { command, accessible, banner, expect, openAt, openFresh, stands, test } from '../page.js';

const dialog = (page) => page.locator('dialog.share');
const link = (page) => page.locator('#share-link');
const preview = (page) => page.frameLocator('.share-preview iframe');

async function share(page) {
  await command(page, 'Link, QR code');
  await expect(dialog(page)).toBeVisible();
}

test('the link says what was chosen, its preview shows it, and all forms can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAt(page, 't=mesh:4x4&vc=1&msg=0:0,0>3,3&heat=1', 9);
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await share(page);
  await expect(link(page)).toHaveValue(/#\/lab\?t=mesh:4x4&vc=1&msg=.*&heat=1&c=9$/);
  const before = await stored();
  await dialog(page).getByLabel('Plays from there, at this speed').check();
  await page.locator('#share-cycle').fill('4');
  await page.locator('#share-speed').fill('0.25');
  await page.locator('#share-theme').selectOption('dark');
  await page.locator('#share-host').fill('https://course.example/');
  await page.locator('#share-width').fill('700');
  await page.locator('#share-shows').selectOption('embed');
  await dialog(page).getByText('Visible: everything').click();
  await dialog(page).getByLabel('Settings', { exact: true }).uncheck();
  await dialog(page).getByLabel('Inspector').uncheck();
  await expect(dialog(page).getByText('Visible: all but 2 parts')).toBeVisible();
  await dialog(page).getByText('May be changed: everything').click();
  await dialog(page).getByRole('button', { name: 'Lock everything' }).click();
  await dialog(page).getByLabel('Time shown').check();
  await dialog(page).getByText('Of the view, the link includes everything').click();
  await dialog(page).getByLabel('Use of channels').uncheck();
  const said = 'theme=dark&ui=embed&hide=settings,inspector&lock=settings,view,place&host=https://course.example';
  // The fingerprint of the run belongs to the cycle shown.
  await expect(link(page)).toHaveValue(new RegExp(`msg=0:0,0(>|%3E)3,3&made=[^&~]+&c=4&play=0.25&${said}$`));

  const body = preview(page).locator('body');
  await expect(body).toHaveAttribute('data-ui', 'embed');
  await expect(body).toHaveAttribute('data-hide', 'settings inspector');
  await expect(preview(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(preview(page).locator('.transport')).toBeVisible();
  await expect(preview(page).locator('.settings')).toBeHidden();
  expect(await stored()).toBe(before);

  const address = await link(page).inputValue();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog(page).getByText('Link copied.')).toBeVisible();
  expect(await clipboard()).toBe(address);
  await dialog(page).getByRole('button', { name: 'Copy frame' }).click();
  await expect(dialog(page).getByText('Frame copied.')).toBeVisible();
  const frame = await page.evaluate(async () => {
    const page = new DOMParser().parseFromString(await navigator.clipboard.readText(), 'text/html');
    const { src, title, width, height } = page.querySelector('iframe');
    return { src: decodeURI(src), title, width, height };
  });
  expect(frame).toEqual({ src: decodeURI(address), title: 'Mesh 4×4', width: '700', height: '500' });
  await dialog(page).getByRole('button', { name: 'Copy Markdown' }).click();
  await expect(dialog(page).getByText('Markdown copied.')).toBeVisible();
  expect(await clipboard()).toBe(`[Mesh 4×4](${address})`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Save QR code' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('flitscope-qr.svg');
  await accessible(page, 'the Share dialog');
});

test('the keyboard opens the dialog and stays in it; a value that is refused is named; without a clipboard, the link is selected', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openAt(page, 't=mesh:4x4', 3);
  const button = page.locator('#share-menu-button');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.locator('#share').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Share' })).toBeFocused();
  // A letter is no shortcut of the page behind the dialog.
  await page.keyboard.press('h');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(link(page)).toBeFocused();

  const cycle = page.locator('#share-cycle');
  const before = await link(page).inputValue();
  await cycle.fill('-1');
  await expect(dialog(page).getByText('The number of cycles must be a whole number from 0 to 10000000, not -1.')).toBeVisible();
  await expect(cycle).toHaveValue('-1');
  await expect(link(page)).toHaveValue(before);
  await cycle.fill('5');
  await expect(link(page)).toHaveValue(before.replace(/~[0-9a-f]{8}/, '').replace('c=3', 'c=5'));

  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog(page).getByRole('status').first()).toContainText('The text is selected');
  const chosen = await link(page).evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(chosen).toBe(await link(page).inputValue());

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  await stands(page, 3);
  await expect(page).not.toHaveURL(/heat/);
});

test('a step of a lesson is handed on for students, with the theme and the restrictions, and the teacher keeps the own view', async ({ page }) => {
  await openFresh(page, '#/lessons/one-message/2');
  await expect(page.locator('.lesson h2').first()).toBeVisible();
  await share(page);
  await expect(link(page)).toHaveValue(/#\/lessons\/one-message\/2$/);
  await page.locator('#share-step').selectOption('3');
  await page.locator('#share-view').selectOption('student');
  await page.locator('#share-theme').selectOption('projector');
  await page.locator('#share-shows').selectOption('embed');
  await dialog(page).getByText('Visible: everything').click();
  await dialog(page).getByLabel('Links to other places').uncheck();
  await expect(link(page)).toHaveValue(/#\/lessons\/one-message\/3\?view=student&theme=projector&ui=embed&hide=places$/);
  await expect(preview(page).getByText('Student’s view')).toBeVisible();
  const student = await link(page).inputValue();
  await dialog(page).getByLabel('The picture alone').check();
  await expect(link(page)).toHaveValue(/#\/lab\?t=.*&theme=projector&ui=embed&hide=places$/);
  await dialog(page).getByLabel('The lesson, at a step').check();
  await expect(link(page)).toHaveValue(student);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.locator('.lesson h2').first()).toBeVisible();
  await expect(page.getByText('Student’s view')).toHaveCount(0);
  await openFresh(page, student.slice(student.indexOf('#')));
  await expect(page.getByText('Student’s view')).toBeVisible();
  await expect(page).toHaveURL(/one-message\/3/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
  await expect(page.locator('body')).toHaveAttribute('data-hide', 'places');
});

test('every other place is handed on with its theme, and without what is hidden', async ({ page }) => {
  for (const [address, shown] of [
    ['#/', '#send-one'],
    ['#/laboratory?m=queue&from=0.1&to=0.8', '#simulate'],
    ['#/papers/ciciani', '.equations .formula'],
    ['#/lessons/glossary', 'dt'],
  ]) {
    await openFresh(page, address);
    await expect(page.locator(shown).first()).toBeVisible();
    await share(page);
    await page.locator('#share-theme').selectOption('dark');
    await dialog(page).getByText('Visible: everything').click();
    await dialog(page).getByLabel('Links to other places').uncheck();
    await expect(link(page)).toHaveValue(/theme=dark&hide=places$/);
    const handed = await link(page).inputValue();
    await openFresh(page, handed.slice(handed.indexOf('#')));
    await expect(page.locator(shown).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('body')).toHaveAttribute('data-hide', 'places');
  }
});

test('a link states the version that made it, and says so if its run was another one', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAt(page, 't=mesh:4x4&vc=1&lam=0.05', 60);
  await page.keyboard.press('?');
  const version = await page.locator('#version').textContent();
  expect(version).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{10}(\.modified)?)?$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(banner(page)).toContainText('Link copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [made, run] = decodeURIComponent(copied.match(/made=([^&]+)/)[1]).split('~');
  expect([made, run]).toEqual([version, expect.stringMatching(/^[0-9a-f]{8}$/)]);
  const told = page.getByRole('alert').filter({ hasText: 'not the run of the link' });
  const opened = async (address) => {
    await page.goto('about:blank');
    await page.goto(address);
    await stands(page, 60);
  };
  await opened(copied);
  await expect(page).toHaveURL(/c=60$/);
  await expect(told).toHaveCount(0);
  // As a version would have made it in which the run was another one.
  await opened(copied.replace(`~${run}`, '~00000001'));
  await expect(told).toContainText(`Flitscope ${version}, which made it, simulated another one than this version, ${version}.`);
});

// A routing function of one's own: the editor, its verdicts, and where the function goes.
import { accessible, command, expect, openAt as openNetwork, step, test, toPlace } from '../page.js';

const script = (page) => page.locator('#script');

/** Opens the editor of a network. It starts with a function, which would replace what is typed before. */
async function openAt(page, query) {
  await openNetwork(page, `${query}&view=script`, 0);
  await expect(script(page)).not.toHaveValue('');
}

const routing = (page) => page.locator('[popovertarget=set-routing]');
const problem = (page) => page.locator('#script-problem');
const found = (page) => page.locator('.script-lines');
const use = (page) => page.locator('#use-script');

/** Every channel that leads nearer: it delivers, and it can deadlock. */
const NEARER = 'fn route(net, here, to) {\n    net.nearer(here, to)\n}\n';

/** Along the row only: most messages never arrive. */
const ROWS = 'fn route(net, here, to) {\n    if net.x(here) < net.x(to) { net.up(0) } else if net.x(here) > net.x(to) { net.down(0) }\n}\n';

test('a function is analyzed while it is typed, used on demand, and is in the link', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  // What the network has stands there, written out.
  await expect(script(page)).toHaveValue(/Dimension order/);
  await expect(found(page)).toContainText('Every message arrives');
  await expect(found(page)).toContainText('Deadlock-free');
  await script(page).fill(NEARER);
  await expect(found(page)).toContainText('Can deadlock');
  await expect(found(page)).toContainText('(0,0) → (1,0) → (1,1) → (0,1) → (0,0)');
  // The network has its function still.
  await expect(routing(page)).toHaveText('Dimension order');
  await use(page).click();
  await expect(routing(page)).toHaveText('Your routing function');
  await expect(use(page)).toHaveText('In use');
  await expect(page).toHaveURL(/r=script:/);
  expect(new URL(page.url()).hash.length).toBeLessThan(500);
  await page.reload();
  await expect(routing(page)).toHaveText('Your routing function');
  await expect(script(page)).toHaveValue(NEARER);
  await expect(use(page)).toHaveText('In use');
});

test('a function stays in use after a reload at another place', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  await script(page).fill(NEARER);
  await expect(found(page)).toContainText('Can deadlock');
  await use(page).click();
  await expect(use(page)).toHaveText('In use');
  for (const place of ['', 'lessons/blocking-holds-channels/1', 'papers/ciciani']) {
    await step(`a reload of ${place || 'Home'}`, async () => {
      await page.evaluate((hash) => { location.hash = hash; }, `#/${place}`);
      await expect(use(page)).toBeHidden();
      await page.reload();
      await toPlace(page, 'Explore');
      await expect(routing(page)).toHaveText('Your routing function');
      await expect(script(page)).toHaveValue(NEARER);
      await expect(use(page)).toHaveText('In use');
    });
  }
});

test('mistakes are shown at their line, a way that is lost in the picture, and an endless script is ended', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  await expect(found(page)).toContainText('Every message arrives');
  await step('a missing semicolon', async () => {
    await script(page).fill('fn route(net, here, to) {\n    let x = 1\n    net.up(x)\n}');
    await expect(problem(page)).toHaveText(/line 3, column \d+: A semicolon is missing/);
    await expect(page.locator('.gutter .wrong')).toHaveText('3');
    await expect(use(page)).toBeDisabled();
    await problem(page).locator('button').click();
    await expect(script(page)).toBeFocused();
  });
  await step('a message that is not delivered', async () => {
    await script(page).fill(ROWS);
    await expect(found(page)).toContainText('Does not deliver');
    await expect(found(page)).toContainText(/never arrives.*nothing is offered/);
    await expect(found(page).getByRole('button', { name: 'Show it in the picture' }).first()).toHaveAttribute('aria-pressed', 'true');
  });
  await step('a script without end, while the page plays', async () => {
    await openAt(page, 't=mesh:8x8&vc=1&lam=0.01');
    await script(page).fill('fn route(net, here, to) {\n    let i = 0;\n    while i < 4000 { i += 1; }\n    net.nearer(here, to)[0]\n}');
    await page.locator('#play').click();
    await expect(page.locator('#cycle')).not.toHaveText('start');
    await expect(problem(page)).toHaveText(/takes/);
    await script(page).fill(NEARER);
    await expect(found(page)).toContainText('Can deadlock');
  });
});

test('a function is written and used by keyboard alone', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  await expect(script(page)).toHaveValue(/Dimension order/);
  await script(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('fn route(net, here, to) {');
  await page.keyboard.press('Enter');
  await page.keyboard.type('net.nearer(here, to)');
  await expect(script(page)).toHaveValue('fn route(net, here, to) {\n    net.nearer(here, to)');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('}');
  await expect(found(page)).toContainText('Can deadlock');
  await page.keyboard.press('Control+Enter');
  await expect(use(page)).toHaveText('In use');
  await expect(script(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(script(page)).not.toBeFocused();
});

test('names are completed by keyboard alone', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  const names = page.getByRole('listbox', { name: 'Names' });
  const chosen = names.getByRole('option', { selected: true });
  await expect(script(page)).toHaveValue(/Dimension order/);
  await script(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('fn route(net, here, to) { net.');
  await expect(names).toBeVisible();
  await expect(chosen).toContainText('number of nodes');
  await expect(script(page)).toHaveAttribute('aria-activedescendant', 'script-name-0');
  await accessible(page, 'an open list of names');
  await step('letters filter the names, and arrows choose', async () => {
    await page.keyboard.type('ne');
    await expect(names.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toContainText('neighbor(here, port)');
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toContainText('nearer(here, to)');
    await page.keyboard.press('Enter');
    await expect(names).toBeHidden();
    await expect(script(page)).toHaveValue('fn route(net, here, to) { net.nearer(');
    await page.keyboard.type('he');
    await expect(names).toBeHidden();
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type(', to) }');
    await expect(script(page)).toHaveValue('fn route(net, here, to) { net.nearer(here, to) }');
  });
  await step('Escape closes the list for this word; Tab indents then, and leaves after another Escape', async () => {
    await page.keyboard.type('\n// net.');
    await expect(names).toBeHidden();
    await page.keyboard.type('\nnet.');
    await expect(names).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(names).toBeHidden();
    await page.keyboard.type('n');
    await expect(names).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(script(page)).toHaveValue(/\nnet\.n +$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(script(page)).not.toBeFocused();
  });
});

test('an example that replaces what was typed can be taken back, and the root of up*/down* is drawn', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  await expect(script(page)).toHaveValue(/Dimension order/);
  const examples = page.locator('#script-example');
  await expect(examples.locator('option').nth(2)).toBeAttached();
  // An example replaces another one without an offer to take it back.
  await examples.selectOption({ index: 2 });
  await expect(script(page)).not.toHaveValue(/Dimension order/);
  await expect(page.locator('#undo-script')).toHaveCount(0);
  await script(page).fill(NEARER);
  await examples.selectOption({ index: 1 });
  await expect(script(page)).not.toHaveValue(NEARER);
  await page.locator('#undo-script').click();
  await expect(script(page)).toHaveValue(NEARER);
  await step('root and directions of a function that asks for them', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await openNetwork(page, 't=mesh:4x4&r=up-down&vc=1&show=routes&pair=0,0>3,3&view=script', 0);
    await expect(script(page)).toHaveValue(/net\.is_up/);
    await use(page).click();
    await expect(routing(page)).toHaveText('Your routing function');
    await command(page, 'Routes between');
    await expect(page.getByText('Arrowheads lead up, to the root.')).toBeVisible();
  });
});

test('a function is compared with another one', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=2&M=8&warm=auto&prec=0.2');
  await script(page).fill(NEARER);
  await expect(found(page)).toContainText('Every message arrives');
  await page.locator('#race-other').selectOption('duato');
  await page.locator('#race').click();
  await expect(page.locator('#points tbody')).toContainText('Your routing function');
  await expect(page.locator('#points tbody')).toContainText('Duato');
});

test('on another network a function is compiled again, or replaced where it is not defined', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  await script(page).fill(ROWS);
  await expect(found(page)).toContainText('Does not deliver');
  await use(page).click();
  await expect(use(page)).toHaveText('In use');
  await expect(page).toHaveURL(/r=script:/);
  await page.evaluate(() => { location.hash = location.hash.replace('t=mesh:4x4', 't=torus:4x4'); });
  await expect(page.locator('[popovertarget=set-network]')).toHaveText(/Torus/);
  await expect(routing(page)).toHaveText('Your routing function');
  await page.locator('[popovertarget=set-network]').click();
  await page.locator('#topology').selectOption('complete');
  await expect(routing(page)).not.toHaveText('Your routing function');
  await expect(page.locator('.dropped, [role="status"]').filter({ hasText: 'Your routing function does not work on this network' }).first()).toBeVisible();
});

test('a lesson checks the function in its editor, and leaves the one of Explore alone', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=1');
  await expect(script(page)).toHaveValue(/Dimension order/);
  await script(page).fill(NEARER);
  await expect(found(page)).toContainText('Can deadlock');
  await page.goto('#/lessons/write-dimension-order/2');
  const told = page.locator('.challenge');
  const check = page.locator('#check');
  await expect(script(page)).toHaveValue(/Here the message is in the right column/);
  await step('a name is completed by mouse', async () => {
    await script(page).fill('');
    await script(page).pressSequentially('fn route(net, here, to) { net.dist');
    await page.getByRole('option', { name: 'distance(a, b)' }).click();
    await expect(script(page)).toHaveValue('fn route(net, here, to) { net.distance(');
    await expect(script(page)).toBeFocused();
  });
  await step('a function gets its verdict as soon as it is typed, and so does a text that is none', async () => {
    await script(page).fill(ROWS);
    await check.click();
    await expect(told).toContainText('Some messages do not arrive yet.');
    await script(page).fill('fn route(net, here, to) {\n    let x = 1\n    net.up(x)\n}');
    await expect(told.locator('.verdict-box')).toHaveCount(0);
    await check.click();
    await expect(told).toContainText('The text has an error in line 3, so there is nothing to check yet.');
    await page.locator('#solution').click();
    await expect(told).toContainText('This is one solution.');
    await expect(told).toContainText('between all 240 pairs of nodes');
  });
  await toPlace(page, 'Explore');
  await expect(script(page)).toHaveValue(NEARER);
});

test('on a phone a habit of Python is shown at its line, and in a table beside its replacement', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAt(page, 't=mesh:4x4&vc=1');
  await expect(script(page)).toHaveValue(/Dimension order/);
  await script(page).fill('fn route(net, here, to) {\n    // and\n    if here > 1 and to > 2 { 0 }\n}');
  await expect(problem(page)).toHaveText('line 3, column 17: Python\'s and is written && here.');
  await expect(problem(page)).toBeInViewport();
  await page.getByText('Python ↔ here').click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'range(4)', exact: true }) });
  await expect(row.getByRole('cell')).toHaveText('0..4');
  await row.scrollIntoViewIfNeeded();
  await accessible(page, 'the table of habits');
  const { x, width } = await page.locator('.python table').boundingBox();
  expect(x + width).toBeLessThanOrEqual(390);
});

test('on a phone the editor of a lesson does not cover its text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('#/lessons/write-dimension-order/2');
  // The programs of lessons and of the editor are fetched first.
  await expect(script(page)).toHaveValue(/Here the message is in the right column/);
  const check = page.locator('#check');
  await check.scrollIntoViewIfNeeded();
  await check.click();
  await expect(page.locator('.challenge')).toContainText('Some messages do not arrive yet.');
  await script(page).scrollIntoViewIfNeeded();
  await script(page).fill('def route(net, here, to):\n    return 0');
  await expect(problem(page)).toHaveText('line 1, column 1: Python\'s def f(x): is written fn f(x) { … } here.');
});

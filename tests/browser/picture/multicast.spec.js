// One to many: choosing destinations, the plan, all algorithms on the same set, groups, arrivals.
import { drag, example, expect, meshPoint, open, openAt, picture, resting, stands, test, undo } from '../page.js';

const MESH = 't=mesh:6x6&vc=1&M=16&ts=20&pi=4';
const CLASSIC = `${MESH}&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4&show=multicast`;

const at = (page, x, y) => meshPoint(page, x, y, { columns: 6, rows: 6 });
const source = (page) => page.locator('#cast-from');
const to = (page) => page.locator('#cast-to');
const plan = (page) => page.locator('#plan');
const rival = (page, name) => page.locator('#compared tbody tr').filter({ hasText: name });

test('nodes are clicked together to a set, whose plan is drawn at once', async ({ page }) => {
  await openAt(page, `${MESH}&show=multicast`, 0);
  await expect(plan(page)).toContainText('No destinations yet');
  const empty = await picture(page);
  await page.mouse.click(...(await at(page, 4, 4)));
  await page.mouse.click(...(await at(page, 2, 5)));
  await expect(to(page)).toHaveValue('4,4 2,5');
  await expect(plan(page)).toContainText('to 2 destinations');
  await expect.poll(() => picture(page)).not.toBe(empty);
  await expect(page).toHaveURL(/msg=0:0,0(>|%3E)4,4/);
  // Clicked again it is none.
  await page.mouse.click(...(await at(page, 4, 4)));
  await expect(to(page)).toHaveValue('2,5');
  await expect(plan(page)).toContainText('To one node it is an ordinary message');
  await page.mouse.click(...(await at(page, 2, 5)));
  await expect(plan(page)).toContainText('No destinations yet');
  await expect(source(page)).toHaveValue('0,0');
});

test('destinations and the source are dragged, and the plan follows before the hand lets go', async ({ page }) => {
  await openAt(page, CLASSIC, 0);
  await expect(plan(page)).toContainText('33 channels');
  await page.mouse.move(...(await at(page, 1, 3)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, 2, 4)), { steps: 4 });
  await page.mouse.move(...(await at(page, 3, 4)), { steps: 4 });
  await expect(to(page)).toHaveValue(/3,4/);
  expect(page.url()).not.toContain('3,4');
  await page.mouse.up();
  await expect(page).toHaveURL(/3,4/);
  await drag(page, await at(page, 3, 2), await at(page, 0, 1));
  await expect(source(page)).toHaveValue('0,1');
  // Undo brings the source back, then the destination.
  await undo(page).click();
  await expect(source(page)).toHaveValue('3,2');
  await undo(page).click();
  await expect(to(page)).toHaveValue(/1,3/);
});

test('the picture stays where it is while hands choose', async ({ page }) => {
  await openAt(page, `${MESH}&show=multicast`, 0);
  const place = () => page.locator('.stage').boundingBox();
  const before = await place();
  await page.mouse.click(...(await at(page, 4, 4)));
  await page.mouse.click(...(await at(page, 2, 5)));
  await expect(page.locator('.tracks b')).toHaveCount(2);
  expect(await place()).toEqual(before);
  await page.mouse.move(...(await at(page, 2, 5)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, 1, 3)), { steps: 4 });
  await expect(to(page)).toHaveValue('4,4 1,3');
  expect(await place()).toEqual(before);
  await page.mouse.up();
  await expect(page).toHaveURL(/1,3/);
  expect(await place()).toEqual(before);
});

test('a region adds all nodes in it, and some are drawn at random', async ({ page }) => {
  await openAt(page, `${MESH}&msg=0:0,0>5,5&show=multicast`, 0);
  await drag(page, await at(page, 2, 2), await at(page, 3, 4));
  await expect(to(page)).toHaveValue('5,5 2,2 3,2 2,3 3,3 2,4 3,4');
  await page.locator('#cast-count').fill('12');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(plan(page)).toContainText('to 12 destinations');
  const first = await to(page).inputValue();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(to(page)).not.toHaveValue(first);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(plan(page)).toContainText('No destinations yet');
});

test('what is no set is answered with a sentence, and what was typed stays', async ({ page }) => {
  await openAt(page, CLASSIC, 0);
  const note = page.locator('#cast-to-note');
  for (const [typed, told] of [
    ['1,1 6,0', 'must be a node from 0,0 to 5,5 in mesh:6x6, not 6,0'],
    ['1,1 3,2', 'another node than its source, not 3,2'],
    ['1,1 2,2 1,1', 'different nodes, not 1,1 twice'],
  ]) {
    await to(page).fill(typed);
    await to(page).press('Enter');
    await expect(note).toContainText(told);
    await expect(to(page)).toHaveValue(typed);
  }
  await to(page).fill('1,1 2,2');
  await to(page).press('Enter');
  await expect(note).toBeEmpty();
  await expect(plan(page)).toContainText('to 2 destinations');
  await page.locator('#cast-count').fill('36');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(page.locator('#cast-problem')).toContainText('must be a whole number from 1 to 35, not 36');
});

test('all algorithms are set beside each other, and a click chooses one', async ({ page }) => {
  await openAt(page, `${CLASSIC}&mc=dual-path`, 0);
  await expect(page.locator('#compared tbody tr')).toHaveCount(6);
  const hint = page.getByText('Nodes show Hamiltonian labels');
  await expect(hint).toBeVisible();
  await expect(rival(page, 'Dual path').locator('td')).toHaveText(['33', '18', '2', '1', /^53/, /^\d/]);
  await expect(rival(page, 'Multi-path').locator('td')).toHaveText(['21', '6', '4', '1', /^41 ★/, /^\d/]);
  await expect(rival(page, 'Column path').locator('td').nth(0)).toHaveText('26');
  const before = await picture(page);
  const labels = await resting(page);
  await page.getByRole('button', { name: 'Column path' }).click();
  await expect(plan(page)).toContainText('26 channels');
  await expect(page).toHaveURL(/mc=column-path/);
  await expect.poll(() => picture(page)).not.toBe(before);
  // It does not go by labels, so addresses stand on nodes again, and nothing says otherwise.
  await expect(hint).toBeHidden();
  await expect.poll(() => resting(page)).not.toBe(labels);
});

test('copies arrive where the strip says, forwards and backwards', async ({ page }) => {
  await openAt(page, `${CLASSIC}&mc=multi-path`, 0);
  const arrived = page.locator('#arrived');
  await expect(arrived).toHaveText('0 of 9 delivered; the last copy in cycle 41');
  await expect(page.locator('.tracks .line')).toHaveCount(4);
  await expect(page.locator('.tracks b')).toHaveCount(9);
  await page.getByRole('button', { name: 'Play it' }).click();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press(']');
  await expect(arrived).toHaveText('9 of 9 delivered; the last copy in cycle 41');
  await page.keyboard.press('Home');
  await stands(page, 0);
  await expect(arrived).toHaveText(/^0 of 9/);
});

test('the threshold of qualified groups is a slider, and every group shows its numbers', async ({ page }) => {
  await openAt(page, `${CLASSIC}&mc=qualified-groups`, 0);
  const rows = page.locator('#groups tbody tr');
  await expect(rows).toHaveCount(8);
  await expect(page.locator('.groups .help')).toContainText('= 7.00');
  await expect(page.locator('#groups .words').filter({ hasText: 'too heavy' })).toHaveCount(0);
  const slider = page.locator('#threshold');
  await slider.focus();
  for (let press = 0; press < 6; press += 1) await slider.press('ArrowLeft');
  await expect(page).toHaveURL(/mc=qualified-groups:0.2(&|$)/);
  await expect(page.locator('#groups .words').filter({ hasText: 'too heavy' })).toHaveCount(1);
  const after = await picture(page);
  await page.getByRole('button', { name: 'Before the division' }).click();
  await expect.poll(() => picture(page)).not.toBe(after);
  await page.locator('#e-cube').check();
  await expect(page).toHaveURL(/mc=qualified-groups:0.2:e-cube/);
});

test('a set is made by key alone', async ({ page }) => {
  await openAt(page, MESH, 0);
  await page.keyboard.press('o');
  await expect(plan(page)).toContainText('No destinations yet');
  await page.locator('.stage').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(to(page)).toHaveValue('1,0 1,1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('i');
  await expect(source(page)).toHaveValue('1,2');
});

test('a network that refuses multicasts says why and keeps the set', async ({ page }) => {
  await openAt(page, `${MESH}&fail=0,0>1,0&show=multicast`, 0);
  await to(page).fill('4,4 5,5');
  await to(page).press('Enter');
  await expect(page.locator('#cast-problem')).toContainText(' must ');
  await expect(to(page)).toHaveValue('4,4 5,5');
  await expect(plan(page)).toContainText('to 2 destinations');
});

test('presets of plans open in their tab', async ({ page }) => {
  await open(page, `${MESH}`);
  for (const [name, sentence] of [
    ['One message, nine destinations', 'to 9 destinations'],
    ['Multicast in a mesh-hypercube', '1 relay on the way'],
    ['Broadcast along a binomial tree', 'to 15 destinations'],
  ]) {
    await example(page, name);
    await expect(plan(page)).toContainText(sentence);
  }
});

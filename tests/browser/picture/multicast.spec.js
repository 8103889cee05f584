// One to many: choosing destinations, the plan, all algorithms on the same set, groups, arrivals. Plans and arrivals are tested
// natively (tests/pictures/plans.rs).
import { drag, expect, meshPoint, openAt, picture, resting, stands, step, test, undo } from '../page.js';

const MESH = 't=mesh:6x6&vc=1&M=16&ts=20&pi=4';
const CLASSIC = `${MESH}&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4&show=multicast`;

const at = (page, x, y) => meshPoint(page, x, y, { columns: 6, rows: 6 });
const source = (page) => page.locator('#cast-from');
const to = (page) => page.locator('#cast-to');
const plan = (page) => page.locator('#plan');
const rival = (page, name) => page.locator('#compared tbody tr').filter({ hasText: name });

test('destinations are clicked and dragged in the picture, which follows at once and stays in place', async ({ page }) => {
  await openAt(page, `${MESH}&show=multicast`, 0);
  await expect(plan(page)).toContainText('No destinations yet');
  const place = () => page.locator('.stage').boundingBox();
  const [empty, before] = [await picture(page), await place()];
  await step('a click adds or removes a destination', async () => {
    await page.mouse.click(...(await at(page, 4, 4)));
    await page.mouse.click(...(await at(page, 2, 5)));
    await expect(to(page)).toHaveValue('4,4 2,5');
    await expect(plan(page)).toContainText('to 2 destinations');
    await expect(page.locator('.tracks svg')).toBeVisible();
    await expect.poll(() => picture(page)).not.toBe(empty);
    await expect(page).toHaveURL(/msg=0:0,0(>|%3E)4,4/);
    expect(await place()).toEqual(before);
    await page.mouse.click(...(await at(page, 4, 4)));
    await expect(to(page)).toHaveValue('2,5');
    await expect(plan(page)).toContainText('To one node it is an ordinary message');
    await page.mouse.click(...(await at(page, 4, 4)));
    await expect(to(page)).toHaveValue('2,5 4,4');
  });
  await step('a drag moves a destination or the source', async () => {
    await page.mouse.move(...(await at(page, 2, 5)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 1, 3)), { steps: 4 });
    await expect(to(page)).toHaveValue(/1,3/);
    expect(page.url()).not.toContain('1,3');
    expect(await place()).toEqual(before);
    await page.mouse.up();
    await expect(page).toHaveURL(/1,3/);
    await drag(page, await at(page, 0, 0), await at(page, 0, 1));
    await expect(source(page)).toHaveValue('0,1');
    await (await undo(page)).click();
    await expect(source(page)).toHaveValue('0,0');
    await (await undo(page)).click();
    await expect(to(page)).toHaveValue(/2,5/);
  });
  await step('a drag from another node adds a region', async () => {
    await drag(page, await at(page, 2, 2), await at(page, 3, 4));
    await expect(to(page)).toHaveValue('2,5 4,4 2,2 3,2 2,3 3,3 2,4 3,4');
  });
});

test('destinations are typed, drawn at random or chosen by key, and a wrong set is refused in a sentence', async ({ page }) => {
  await openAt(page, CLASSIC, 0);
  await step('typed', async () => {
    const note = page.locator('#cast-to-note');
    for (const [typed, sentence] of [
      ['1,1 6,0', 'must be a node from 0,0 to 5,5 in mesh:6x6, not 6,0'],
      ['1,1 3,2', 'another node than its source, not 3,2'],
      ['1,1 2,2 1,1', 'different nodes, not 1,1 twice'],
    ]) {
      await to(page).fill(typed);
      await to(page).press('Enter');
      await expect(note).toContainText(sentence);
      await expect(to(page)).toHaveValue(typed);
    }
    await to(page).fill('1,1 2,2');
    await to(page).press('Enter');
    await expect(note).toBeEmpty();
    await expect(plan(page)).toContainText('to 2 destinations');
  });
  await step('drawn at random', async () => {
    const draw = page.getByRole('button', { name: 'Draw', exact: true });
    await page.locator('#cast-count').fill('36');
    await draw.click();
    await expect(page.locator('#cast-problem')).toContainText('must be a whole number from 1 to 35, not 36');
    await page.locator('#cast-count').fill('12');
    await draw.click();
    await expect(plan(page)).toContainText('to 12 destinations');
    const first = await to(page).inputValue();
    await draw.click();
    await expect(to(page)).not.toHaveValue(first);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(plan(page)).toContainText('No destinations yet');
  });
  await step('chosen by key', async () => {
    await openAt(page, MESH, 0);
    await page.keyboard.press('o');
    await expect(plan(page)).toContainText('No destinations yet');
    await page.locator('.stage').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await expect(to(page)).toHaveValue('1,0 1,1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('i');
    await expect(source(page)).toHaveValue('1,2');
  });
  await step('in a network that refuses multicasts', async () => {
    await openAt(page, `${MESH}&fail=0,0>1,0&show=multicast`, 0);
    await to(page).fill('4,4 5,5');
    await to(page).press('Enter');
    await expect(page.locator('#cast-problem')).toContainText(' must ');
    await expect(to(page)).toHaveValue('4,4 5,5');
    await expect(plan(page)).toContainText('to 2 destinations');
  });
});

test('all algorithms are compared, one is chosen, and the times at which its copies arrive are shown', async ({ page }) => {
  await openAt(page, `${CLASSIC}&mc=dual-path`, 0);
  await expect(page.locator('#compared tbody tr')).toHaveCount(6);
  const hint = page.getByText('Nodes show Hamiltonian labels');
  await expect(hint).toBeVisible();
  await expect(rival(page, 'Dual path').locator('td')).toHaveText(['33', '18', '2', '1', /^53/, /^\d/]);
  await expect(rival(page, 'Multi-path').locator('td')).toHaveText(['21', '6', '4', '1', /^41 ★/, /^\d/]);
  await expect(rival(page, 'Column path').locator('td').nth(0)).toHaveText('26');
  const [before, labels] = [await picture(page), await resting(page)];
  await page.getByRole('button', { name: 'Column path' }).click();
  await expect(plan(page)).toContainText('26 channels');
  await expect(page).toHaveURL(/mc=column-path/);
  await expect.poll(() => picture(page)).not.toBe(before);
  // It does not depend on labels, so nodes show addresses again.
  await expect(hint).toBeHidden();
  await expect.poll(() => resting(page)).not.toBe(labels);
  await page.getByRole('button', { name: 'Multi-path' }).click();
  const arrived = page.locator('#arrived');
  await expect(arrived).toHaveText('0 of 9 delivered; the last copy in cycle 41');
  await expect(page.locator('.tracks text').filter({ hasText: '→' })).toHaveCount(4);
  await page.getByRole('button', { name: 'Play it' }).click();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press(']');
  await expect(arrived).toHaveText('9 of 9 delivered; the last copy in cycle 41');
  await page.keyboard.press('Home');
  await stands(page, 0);
  await expect(arrived).toHaveText(/^0 of 9/);
});

test('the threshold of qualified groups is a slider, and every group has its numbers', async ({ page }) => {
  await openAt(page, `${CLASSIC}&mc=qualified-groups`, 0);
  const heavy = page.locator('#groups .words').filter({ hasText: 'too heavy' });
  await expect(page.locator('#groups tbody tr')).toHaveCount(8);
  await expect(page.locator('.groups .help')).toContainText('= 7.00');
  await expect(heavy).toHaveCount(0);
  const slider = page.locator('#threshold');
  await slider.focus();
  for (let press = 0; press < 6; press += 1) await slider.press('ArrowLeft');
  await expect(page).toHaveURL(/mc=qualified-groups:0.2(&|$)/);
  await expect(heavy).toHaveCount(1);
  const after = await picture(page);
  await page.getByRole('button', { name: 'Before the division' }).click();
  await expect.poll(() => picture(page)).not.toBe(after);
  await page.locator('#e-cube').check();
  await expect(page).toHaveURL(/mc=qualified-groups:0.2:e-cube/);
});

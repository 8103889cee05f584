// Several multicast algorithms side by side, on one clock.
import {
  command, example, expect, focusBy, goTo, meshPoint, number, openAt, picture, settings, stands, step, test, title, undo,
} from '../page.js';

const SET = 't=mesh:6x6&vc=1&M=8&mc=dual-path&ts=8&tp=2&pi=4'
  + '&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4';
const TWO = `${SET}&side=dual-path;separate`;
const FOUR = `${SET}&side=dual-path;multi-path;column-path;qualified-groups`;

const panes = (page) => page.locator('.pane');
const told = (page) => page.locator('.pane-told');
const worms = (page, pane) => panes(page).nth(pane).locator('canvas[id^=worms]');

/** The cycle by which a pane's copies have all arrived. */
async function end(page, pane) {
  await expect(told(page).nth(pane)).toContainText('All 9 by cycle');
  return Number.parseInt((await told(page).nth(pane).textContent()).match(/by cycle (\d+)/)[1], 10);
}

test('two algorithms run on one clock, forward and backward, until the slower one is done', async ({ page }) => {
  await openAt(page, TWO, 11);
  await expect(panes(page)).toHaveCount(2);
  await expect(told(page)).toHaveText([/of 9 copies; 2 worms, 33 channels\.$/, /of 9 copies; 9 worms, 35 channels\.$/]);
  const both = () => Promise.all([0, 1].map((pane) => picture(page, worms(page, pane))));
  const [sentences, pictures] = [await told(page).allTextContents(), await both()];
  await step('both show the phases of a cycle', async () => {
    await page.keyboard.press('Control+ArrowLeft');
    for (const pane of [0, 1]) await expect.poll(() => picture(page, worms(page, pane))).not.toBe(pictures[pane]);
  });
  await step('time stops when nothing is left to do in any of them', async () => {
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press(']');
    await page.locator('#play').click();
    const [quick, slow] = [await end(page, 0), await end(page, 1)];
    expect(slow).toBeGreaterThan(quick);
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
    // The clock stops when nothing is left to do, not before the last copy has arrived.
    expect(await number(page.locator('#cycle'))).toBeGreaterThanOrEqual(slow);
  });
  await step('an earlier cycle looks as before', async () => {
    await goTo(page, 11);
    await stands(page, 12);
    await page.keyboard.press('ArrowLeft');
    await stands(page, 11);
    await expect(told(page)).toHaveText(sentences);
    await expect.poll(both).toEqual(pictures);
  });
  await step('a node selected in one is selected and described in both', async () => {
    await page.mouse.click(...(await meshPoint(page, 3, 2, { columns: 6, rows: 6 })));
    await expect(title(page)).toContainText('Node (3,2)');
    await expect(page.locator('.pane-node')).toContainText(['Node (3,2)', 'Node (3,2)']);
    await expect(page.locator('.pane-node').nth(1)).toContainText('5 queued');
    await expect.poll(() => picture(page, worms(page, 0))).not.toBe(pictures[0]);
  });
  await step('random traffic is the same in every pane', async () => {
    await openAt(page, 't=mesh:4x4&vc=1&M=4&lam=0.004&mc=dual-path&md=4&pi=2&seed=5&side=dual-path;dual-path;separate', 300);
    await expect(panes(page)).toHaveCount(3);
    await expect(told(page).first()).toHaveText(/^\d+ copies; \d+ flit-hops\.$/);
    await expect(told(page).nth(1)).toHaveText(await told(page).first().textContent());
    await expect(told(page).nth(2)).not.toHaveText(await told(page).first().textContent());
  });
});

test('panes are opened by click or key, each with an algorithm of its own, and a link restores them', async ({ page }) => {
  await openAt(page, SET, 20);
  await expect(panes(page)).toHaveCount(0);
  await command(page, 'Two algorithms');
  await expect(panes(page)).toHaveCount(2);
  await page.locator('#picture-button').click();
  await page.getByRole('button', { name: '4 algorithms' }).click();
  await expect(panes(page)).toHaveCount(4);
  await panes(page).nth(1).getByRole('combobox').selectOption('separate');
  await expect(told(page).nth(1)).toContainText('9 worms');
  await expect(page).toHaveURL(/side=dual-path;separate;/);
  const before = await told(page).allTextContents();
  await page.reload();
  await stands(page, 20);
  await expect(told(page)).toHaveText(before);
  await page.keyboard.press('c');
  await expect(panes(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/side=/);
  await page.keyboard.press('c');
  await expect(panes(page)).toHaveCount(2);
  await focusBy(page, 'Tab', '.pane:nth-child(2) select');
  await page.keyboard.press('s');
  await expect(told(page).nth(1)).toContainText('9 worms');
  await focusBy(page, 'Tab', '.pane:nth-child(2) .stage');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.pane-node').first()).toContainText('Node (0,0)');
});

test('a preset opens four panes, and another network leaves none behind', async ({ page }) => {
  await openAt(page, FOUR, 12);
  await settings(page);
  await page.getByLabel('Radices').fill('4x4');
  await page.getByLabel('Radices').press('Enter');
  await expect(page).toHaveURL(/t=mesh:4x4/);
  await expect(panes(page)).toHaveCount(0);
  await example(page, 'Four multicast algorithms side by side');
  await expect(panes(page)).toHaveCount(4);
  await expect(panes(page).nth(3)).toHaveAccessibleName(/Qualified groups/);
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(8);
  // Messages are on their way in all panes.
  await example(page, '8×8 torus under load');
  await expect(panes(page)).toHaveCount(0);
  await settings(page);
  await (await undo(page)).click();
  await expect(page).toHaveURL(/t=mesh:6x6/);
  await expect(panes(page)).toHaveCount(4);
});

test('a saved picture contains all panes, with the names of their algorithms', async ({ page }) => {
  await openAt(page, 't=mesh:6x6&vc=1&M=8&mc=dual-path&msg=0:2,2>0,4+4,4+4,0+0,0&side=separate;dual-path;multi-path;column-path', 9);
  await expect(panes(page)).toHaveCount(4);
  await expect(told(page).last()).toContainText('of 4');
  const coming = page.waitForEvent('download');
  await page.keyboard.press('e');
  const chunks = [];
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk);
  const { pictures, texts } = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    const pictures = [...file.querySelectorAll('svg > svg')];
    return {
      pictures: pictures.map((picture) => picture.innerHTML),
      texts: [...file.querySelectorAll('svg:root > g text')].map((text) => text.textContent),
    };
  }, Buffer.concat(chunks).toString());
  expect(new Set(pictures).size, 'four different pictures').toBe(4);
  const sentences = await told(page).allTextContents();
  const names = await page.locator('.pane-head select').evaluateAll((all) => all.map((one) => one.selectedOptions[0].text));
  expect(texts).toEqual(names.flatMap((name, place) => [name, sentences[place]]));
});

// A network of one's own: drawn by mouse, by keyboard alone, and written as text.
import { drag, expect, openAt, redo, settings, step, test, undo } from '../page.js';

const PANEL = 't=mesh:4x4&view=network';

const drawing = (page) => page.locator('#network-drawing');
const text = (page) => page.locator('#network-text');
const told = (page) => page.locator('#network-told');
const status = (page) => page.locator('#network-status');
const tool = (page, name) => page.getByRole('group', { name: 'Tool' }).getByRole('button', { name, exact: true });
const node = (page, name) => drawing(page).getByRole('button', { name: new RegExp(`^(node|switch) ${name},`) });

/** Opens the panel with nothing in it. */
async function openEmpty(page) {
  await openAt(page, PANEL, 0);
  await expect(drawing(page)).toBeVisible();
  await page.locator('#network-begin').selectOption('Empty');
  await expect(text(page)).toHaveValue('');
  await drawing(page).scrollIntoViewIfNeeded();
}

/** A point of the drawing, given in fractions of its width and height, in pixels of the page. */
async function place(page, x, y) {
  const box = await drawing(page).boundingBox();
  return [box.x + x * box.width, box.y + y * box.height];
}

/** Where a node of the drawing is. */
async function middle(page, name) {
  const box = await node(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('a network is drawn, used, moved and undone by mouse, and is in the link', async ({ page }) => {
  await openEmpty(page);
  const places = [[0.4, 0.35], [0.6, 0.35], [0.5, 0.65]];
  for (const [x, y] of places) await page.mouse.click(...(await place(page, x, y)));
  await expect(told(page)).toHaveText('Added node 2.');
  await expect(drawing(page).getByRole('button')).toHaveCount(3);
  await expect(page.locator('#use-network')).toBeDisabled();
  await expect(status(page)).toContainText('Not a network yet.');
  await tool(page, 'Link').click();
  await drag(page, await middle(page, '0'), await middle(page, '1'));
  await expect(told(page)).toHaveText('Linked 0 with 1.');
  await drag(page, await middle(page, '1'), await middle(page, '2'));
  await expect(node(page, '1')).toHaveAttribute('aria-label', 'node 1, linked with 0 and 2');
  await expect(text(page)).toHaveValue(/^0 - 1\n1 - 2\n0 @ /);
  await expect(status(page)).toHaveText('The picture does not use it yet.');
  await page.locator('#use-network').click();
  await expect(status(page)).toHaveText('The picture uses it.');
  await expect(page).toHaveURL(/t=graph:/);
  await expect(page.locator('#set-network-button')).toHaveText('Your network of 3 nodes');
  // The picture has the network from before the drag, until it uses the new one.
  await tool(page, 'Move').click();
  await drag(page, await middle(page, '2'), await place(page, 0.65, 0.75));
  await expect(told(page)).toHaveText('Moved 2.');
  await expect(status(page)).toHaveText('The picture does not use it yet.');
  await page.locator('#network-undo').click();
  await expect(told(page)).toHaveText('Undone: moved 2.');
  await expect(status(page)).toHaveText('The picture uses it.');
  // Undo of the page does not change the drawing.
  await (await undo(page)).click();
  await expect(page).toHaveURL(/t=mesh:4x4/);
  await expect(drawing(page).getByRole('button')).toHaveCount(3);
  await (await redo(page)).click();
  await expect(page).toHaveURL(/t=graph:/);
});

test('a network is drawn and used by keyboard alone', async ({ page }) => {
  await openEmpty(page);
  await drawing(page).focus();
  await page.keyboard.press('n');
  await expect(node(page, '0')).toBeFocused();
  await page.keyboard.press('n');
  await expect(node(page, '1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('A link from 1: choose its other end.');
  await page.keyboard.press('PageUp');
  await expect(node(page, '0')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('Linked 1 with 0.');
  await page.keyboard.press('ArrowUp');
  await expect(told(page)).toHaveText('Moved 0.');
  await page.keyboard.press('F2');
  await expect(page.locator('#network-node-name')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('left');
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('Renamed 0 to left.');
  await node(page, '1').focus();
  await page.keyboard.press('n');
  await expect(node(page, '0')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(told(page)).toHaveText('Removed 0.');
  await expect(node(page, '1')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(told(page)).toHaveText('Undone: removed 0.');
  await page.keyboard.press('Control+Shift+Z');
  await expect(drawing(page).getByRole('button')).toHaveCount(2);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/t=graph:/);
  await expect(status(page)).toHaveText('The picture uses it.');
});

test('a network is written as text, changed by menus, opened from a file, or begins with what is shown', async ({ page }) => {
  await step('the settings lead to the drawing of the network that is shown', async () => {
    await openAt(page, 't=mesh:3x2', 0);
    await settings(page);
    await page.getByLabel('Topology').selectOption('graph');
    await page.locator('#draw-network').click();
    await expect(text(page)).toHaveValue(/a - b/);
    await page.locator('#network-begin').selectOption('A small fat tree');
    await expect(drawing(page).getByRole('button')).toHaveCount(11);
    await page.locator('#use-network').click();
    await expect(status(page)).toHaveText('The picture uses it.');
    const make = page.getByRole('group', { name: 'What to make' });
    await make.getByRole('button', { name: 'Routing function' }).click();
    await expect(page.locator('#script')).toBeVisible();
    await make.getByRole('button', { name: 'Network' }).click();
    await expect(drawing(page).getByRole('button')).toHaveCount(11);
  });
  await step('a mistake in the text names its line, and the drawing stays', async () => {
    await text(page).fill('a - b\nb - c\nc - a');
    await expect(drawing(page).getByRole('button')).toHaveCount(3);
    await text(page).fill('a - b\nb - c\nc - a\nc - a');
    const problem = page.locator('#network-text-problem');
    await expect(problem).toContainText('line 4');
    await expect(problem).toContainText('There is a link from c to a already');
    await expect(text(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(drawing(page).getByRole('button')).toHaveCount(3);
    await expect(page.locator('#use-network')).toBeDisabled();
    await text(page).fill('a - b\nc - d');
    await expect(problem).toBeEmpty();
    await expect(status(page)).toContainText('connected');
  });
  await step('a link is turned, and a node becomes a switch', async () => {
    await text(page).fill('a - b\nb - c\nc - a');
    await page.locator('#network-part').selectOption({ label: 'link a – b' });
    await page.getByRole('button', { name: 'From b to a only' }).click();
    await expect(text(page)).toHaveValue(/b -> a/);
    await page.locator('#network-part').selectOption({ label: 'node c, linked with a and b' });
    await page.getByLabel('Switch: it only routes').check();
    await expect(text(page)).toHaveValue(/switch c/);
  });
  await step('a file is opened, and a wrong one is refused', async () => {
    const file = page.locator('.own-network input[type="file"]');
    await file.setInputFiles({ name: 'net', mimeType: 'text/plain', buffer: Buffer.from('x - y\ny - z') });
    await expect(told(page)).toContainText('Opened a file (text) with 3 nodes.');
    await expect(text(page)).toHaveValue('x - y\ny - z');
    await file.setInputFiles({ name: 'net', mimeType: 'text/plain', buffer: Buffer.from('x - y\ny -') });
    await expect(page.locator('.problems')).toContainText('line 2');
    await expect(text(page)).toHaveValue('x - y\ny - z');
  });
  await step('what a file says and is not used is named, and the largest part is kept', async () => {
    const csv = 'source,target,capacity\nsw-1,"GPU 0",1\nsw-1,"GPU 1",2\nx,y,2\n';
    await page.locator('.own-network input[type="file"]').setInputFiles({ name: 'net.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(told(page)).toHaveText('Opened a file (CSV) with 5 nodes. 3 links are read as leading both ways. The attribute capacity of 3 links, from 1 to 2, is not used: every link carries one flit per cycle in each direction, so loads, bounds and throughput are those of equal links.');
    await expect(status(page)).toContainText('it consists of the 3 nodes with sw-1 and GPU 0, and the 2 nodes x and y');
    await page.getByRole('button', { name: 'Keep the largest part (3 nodes)' }).click();
    await expect(text(page)).toHaveValue('"sw-1" - "GPU 0"\n"sw-1" - "GPU 1"');
    await page.locator('#use-network').click();
    await expect(status(page)).toHaveText('The picture uses it.');
  });
  await step('an edge list that is pasted is read as one', async () => {
    await text(page).fill('0 10\n10 7\n7 0');
    await page.getByRole('button', { name: 'Read it as a file (edge list)' }).click();
    await expect(told(page)).toContainText('Opened a file (edge list) with 3 nodes.');
    await expect(status(page)).toHaveText('The picture does not use it yet.');
  });
});

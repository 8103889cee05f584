// Home, and what Back does.
import {
  command, dock, drag, example, expect, goTo, meshPoint, nothing, openAt, painted, picture, stands, step, test, title, toPlace,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';

const place = (page) => page.locator('main.lab');
const panel = (page) => page.locator('.panel.side');
const chip = (page, name) => page.locator(`#set-${name}-button`);

test.describe('Home', () => {
  test('shows a moving network and three ways on', async ({ page }) => {
    await page.goto('');
    await expect(place(page)).toHaveAttribute('data-place', 'home');
    await expect(page.locator('.way')).toContainText(['Learn it', 'Explore it', 'Check a paper']);
    await expect(page.locator('.form, .settings, .transport').filter({ visible: true })).toHaveCount(0);
    const before = await picture(page);
    await expect.poll(() => picture(page)).not.toBe(before);
    await step('a lesson takes as long as Lessons says', async () => {
      const [minutes] = /about \d+ minutes/.exec(await page.locator('#learn').textContent());
      await page.locator('#learn').click();
      await expect(page.locator('.lessons')).toContainText(minutes);
    });
  });

  test('describes a selected node, and answers both questions, beside the picture', async ({ page }) => {
    await page.goto('');
    const answer = page.locator('#answer');
    await expect(answer).toBeEmpty();
    const box = await page.locator('.stage').boundingBox();
    await page.locator('.stage').focus();
    await page.keyboard.press('Enter');
    await expect(answer).toHaveText(/^Node \(0,0\), \d+ queued, \d of \d+ channels held/);
    expect(await page.locator('.stage').boundingBox()).toEqual(box);
    await page.locator('#send-one').click();
    await expect(answer).toContainText(/^Message \d+/);
    await expect(answer).toContainText('header is at');
    await page.locator('#why-blocked').click();
    // The network runs until a message is blocked.
    await expect(answer).toContainText('Why blocked?');
    expect(new URL(page.url()).hash).not.toContain('?');
  });

  test('offers the network that was left, at its cycle', async ({ page }) => {
    await page.goto('');
    await expect(page.locator('#explore')).not.toContainText('as you left it');
    await openAt(page, MESH, 7);
    // The page stores it a moment later.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('flitscope-last'))).toContain('c=7');
    await page.goto('about:blank');
    await page.goto('#/');
    await expect(page.locator('#explore')).toContainText('as you left it');
    await page.locator('#explore').click();
    await expect(chip(page, 'network')).toHaveText('Mesh 4×4');
    await stands(page, 7);
  });

  test('on a phone the network comes first, and an example opens at its picture', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('');
    const way = await page.locator('#learn').boundingBox();
    const stage = await page.locator('.stage').boundingBox();
    expect(way.y).toBeGreaterThan(stage.y + stage.height);
    const hidden = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(hidden).toBeLessThanOrEqual(0);
    const card = page.getByRole('link', { name: /8×8 torus under load/ });
    await card.scrollIntoViewIfNeeded();
    await card.click();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
    await expect(page.locator('.stage')).toBeInViewport({ ratio: 0.9 });
  });
});

test.describe('Back', () => {
  test('undoes one click after the other, back to Home', async ({ page }) => {
    await page.goto('');
    await page.locator('#explore').click();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
    await command(page, 'Routes between');
    await expect(page).toHaveURL(/show=routes/);
    await example(page, 'A 6-cube, e-cube routed');
    await expect(page).toHaveURL(/t=hypercube:6/);
    await dock(page, 'Space-time');
    await expect(page).toHaveURL(/view=spacetime/);
    await page.goBack();
    await nothing(page);
    await expect(chip(page, 'network')).toHaveText('Hypercube n = 6');
    await page.goBack();
    await expect(chip(page, 'network')).toHaveText('Torus 8×8');
    await expect(panel(page)).toContainText('Routes');
    await page.goBack();
    await expect(panel(page)).toBeHidden();
    await page.goBack();
    await expect(place(page)).toHaveAttribute('data-place', 'home');
    await page.goForward();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
  });

  test('undoes messages, settings and visits of other places, which are the only entries', async ({ page }) => {
    await openAt(page, MESH, 0);
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    const goAfter = async (cycles) => {
      await goTo(page, cycles - 1);
      await stands(page, cycles);
    };
    await step('steps of time and selections make no entry', async () => {
      await page.locator('#forward').click();
      await stands(page, 1);
      await page.mouse.click(...(await meshPoint(page, 1, 1)));
      await expect(page).toHaveURL(/sel=n1,1.*c=1/);
      expect(await entries()).toBe(before);
    });
    await step('a message is selected when it is sent, and makes an entry, as a setting does', async () => {
      await drag(page, await meshPoint(page, 0, 0), await meshPoint(page, 3, 0));
      await expect(page).toHaveURL(/msg=1:0,0(>|%3E)3,0/);
      await expect(title(page)).toHaveText(/^Message \d+/);
      await page.mouse.move(3, 3);
      await goAfter(6);
      await expect(title(page)).toContainText('(0,0) → (3,0)');
      await chip(page, 'messages').click();
      // What is typed replaces the text of the field.
      await expect(page.getByLabel('Virtual channels V')).toBeFocused();
      await page.keyboard.type('2');
      await page.getByRole('button', { name: 'One more' }).first().click();
      await expect(page).toHaveURL(/vc=3/);
      await page.keyboard.press('Escape');
      await goAfter(9);
      await dock(page, 'Space-time');
      await expect(page.locator('.told')).toContainText('from (0,0) to (3,0)');
      await expect(page).toHaveURL(/view=spacetime/);
      await expect(page).toHaveURL(/c=9/);
      await expect.poll(entries).toBe(before + 3);
    });
    await step('other places make an entry each', async () => {
      for (const name of ['Papers', 'Explore']) {
        await toPlace(page, name);
        await expect(place(page)).toHaveAttribute('data-place', name === 'Papers' ? 'papers' : 'lab');
      }
      await stands(page, 9);
      await expect.poll(entries).toBe(before + 5);
    });
    await step('of two changes of the address at once, the page reads the last one twice', async () => {
      await page.evaluate(() => {
        dispatchEvent(new HashChangeEvent('hashchange'));
        dispatchEvent(new HashChangeEvent('hashchange'));
      });
      await painted(page);
      await page.locator('#forward').click();
      await stands(page, 10);
      await page.locator('#back').click();
      await stands(page, 9);
      expect(await entries()).toBe(before + 5);
    });
    await page.goBack();
    await expect(page).toHaveURL(/#\/papers/);
    await page.goBack();
    await expect(page).toHaveURL(/#\/lab\?t=mesh:4x4/);
    await stands(page, 9);
    await page.goBack();
    await expect(page).not.toHaveURL(/view=spacetime/);
    await expect(chip(page, 'messages')).toContainText('3 lanes');
    await page.goBack();
    await expect(chip(page, 'messages')).toContainText('1 lane ');
    await expect(page).toHaveURL(/msg=/);
    await page.goBack();
    await expect(page).not.toHaveURL(/msg=/);
  });
});

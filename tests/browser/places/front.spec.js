// The front door: Home, the places, the settings line, the examples, the dock, and what Back means.
import {
  dock, example, expect, focusBy, meshPoint, number, open, openAt, picture, settings, stands, test, title, why,
} from '../page.js';

const MESH = 't=mesh:4x4&vc=1&M=8';
const BUSY = 't=torus:8x8&buf=2&M=16&lam=0.0211';
const RING = 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1';

const place = (page) => page.locator('main.lab');
const tab = (page, name) => page.locator('.inspector .tabs').getByRole('button', { name });

test.describe('Home', () => {
  test('a stranger sees a network in motion and three ways on', async ({ page }) => {
    await page.goto('');
    await expect(place(page)).toHaveAttribute('data-place', 'home');
    await expect(page.locator('.way')).toHaveText([/^Learn it/, /^Explore it/, /^Check a paper/]);
    const before = await picture(page);
    await expect.poll(() => picture(page)).not.toBe(before);
    await expect(page.locator('.form, .settings, .transport').filter({ visible: true })).toHaveCount(0);
    // One screen.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(tall).toBeLessThanOrEqual(0);
  });

  test('the picture and the three ways fill the window', async ({ page }) => {
    await page.goto('');
    await expect(page.locator('#answer + .answer')).toBeVisible();
    const box = (what) => page.locator(what).boundingBox();
    const bottom = ({ y, height }) => y + height;
    const [stage, first, last, below] = [
      await box('.stage'), await box('.claim'), await box('.way >> nth=2'), await box('.first-examples'),
    ];
    expect(Math.abs(stage.y - first.y)).toBeLessThan(10);
    expect(stage.y).toBeLessThan(70);
    expect(below.y - bottom(last)).toBeLessThan(20);
    expect(below.y - bottom(await box('.story'))).toBeLessThan(25);
    expect(800 - bottom(below)).toBeLessThan(20);
    expect(stage.height).toBeGreaterThan(400);
  });

  test('says how long a lesson takes as Lessons does', async ({ page }) => {
    await page.goto('');
    const minutes = /about \d+ minutes/;
    const [here] = minutes.exec(await page.locator('#learn').textContent());
    await page.locator('#learn').click();
    await expect(page.locator('.lessons')).toContainText(here);
  });

  test('a node that is clicked says what it does', async ({ page }) => {
    await page.goto('');
    const box = await page.locator('.stage').boundingBox();
    await page.locator('.stage').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#answer')).toHaveText(/^Node \(0,0\), \d+ queued, \d of \d+ channels held/);
    expect(await page.locator('.stage').boundingBox()).toEqual(box);
  });

  test('both questions are answered right there', async ({ page }) => {
    await page.goto('');
    const answer = page.locator('#answer');
    await expect(answer).toBeEmpty();
    await page.locator('#send-one').click();
    await expect(answer).toContainText(/^Message \d+/);
    await expect(answer).toContainText('header is at');
    await page.locator('#why-blocked').click();
    await expect(answer).toContainText('Why blocked?', { timeout: 20_000 });
    expect(new URL(page.url()).hash).not.toContain('?');
  });

  test('who comes back goes on where the network was left', async ({ page }) => {
    await page.goto('');
    await expect(page.locator('#continue')).toHaveCount(0);
    await openAt(page, MESH, 7);
    // What people do takes longer than the page takes to remember it.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('flitscope-last'))).toContain('c=7');
    await page.goto('about:blank');
    await page.goto('#/');
    await page.locator('#continue').click();
    await expect(page.locator('#set-network-button')).toHaveText('Mesh 4×4');
    await stands(page, 7);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the cards come first, and nothing is wider than the screen', async ({ page }) => {
      await page.goto('');
      const card = await page.locator('.way').first().boundingBox();
      const stage = await page.locator('.stage').boundingBox();
      expect(card.y).toBeLessThan(stage.y);
      const wide = () => document.documentElement.scrollWidth - window.innerWidth;
      expect(await page.evaluate(wide)).toBeLessThanOrEqual(0);
    });
  });
});

test.describe('Back', () => {
  const hash = (page) => new URL(page.url()).hash;
  const entries = (page) => page.evaluate(() => history.length);

  test('undoes a click after the other, and stays on the site', async ({ page }) => {
    await page.goto('');
    await page.locator('#explore').click();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
    await tab(page, 'Routes').click();
    await expect(page).toHaveURL(/show=routes/);
    await example(page, 'A 6-cube, e-cube routed');
    await expect(page).toHaveURL(/t=hypercube:6/);
    await dock(page, 'Space-time');
    await expect(page).toHaveURL(/view=spacetime/);
    await page.goBack();
    await expect(page.locator('.dock.tall')).toHaveCount(0);
    await expect(page.locator('#set-network-button')).toHaveText('Hypercube n = 6');
    await page.goBack();
    await expect(page.locator('#set-network-button')).toHaveText('Torus 8×8');
    await expect(tab(page, 'Routes')).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(tab(page, 'Inspect')).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(place(page)).toHaveAttribute('data-place', 'home');
    await page.goForward();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
  });

  test('meets no entry that the user did not make', async ({ page }) => {
    await openAt(page, 't=hypercube:6&M=8&lam=0.01', 20);
    const before = await entries(page);
    for (let step = 0; step < 3; step += 1) await page.locator('#forward').click();
    await stands(page, 23);
    await page.locator('.stage').click();
    await page.waitForTimeout(400);
    expect(await entries(page)).toBe(before);
    for (const name of ['Papers', 'Explore']) {
      await page.locator('.places').getByRole('link', { name }).click();
      await expect(page.locator('.places').getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await page.waitForTimeout(400);
    }
    await expect(page.locator('#set-network-button')).toHaveText('Hypercube n = 6');
    expect(await entries(page)).toBe(before + 2);
    await page.goBack();
    await expect.poll(() => hash(page)).toMatch(/^#\/papers/);
    await page.goBack();
    await expect.poll(() => hash(page)).toMatch(/^#\/lab\?t=hypercube:6/);
    await stands(page, 23);
  });

  test('pressed twice at once, leads to the cycle that was left', async ({ page }) => {
    await openAt(page, 't=hypercube:6&M=8&lam=0.01', 23);
    await page.locator('.places').getByRole('link', { name: 'Papers' }).click();
    await expect(place(page)).toHaveAttribute('data-place', 'papers');
    await page.locator('.places').getByRole('link', { name: 'Explore' }).click();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
    await stands(page, 23);
    // The page hears of both when the address says already where the second one leads.
    await page.evaluate(() => {
      dispatchEvent(new HashChangeEvent('hashchange'));
      dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await page.waitForTimeout(400);
    await stands(page, 23);
  });

  test('takes a sent message and a setting away again', async ({ page }) => {
    await openAt(page, MESH, 0);
    await page.mouse.move(...(await meshPoint(page, 0, 0)));
    await page.mouse.down();
    await page.mouse.move(...(await meshPoint(page, 3, 0)), { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/msg=0:0,0(>|%3E)3,0/);
    await page.locator('#set-vcs-button').click();
    await page.getByLabel('Virtual channels V').fill('3');
    await expect(page).toHaveURL(/vc=3/);
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(page.locator('#set-vcs-button')).toHaveText('1 virtual channel');
    await expect(page).toHaveURL(/msg=/);
    await page.goBack();
    await expect(page).not.toHaveURL(/msg=/);
  });
});

test.describe('Explore', () => {
  for (const [width, height] of [[1280, 800], [1920, 1080]]) {
    test(`the stage has two thirds of ${width} px, and everything is in one screen`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const view of ['', '&view=spacetime', '&view=modes', '&view=curve']) {
        await openAt(page, `t=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5${view}`, 12);
        const stage = await page.locator('.stage-box').boundingBox();
        expect(stage.width).toBeGreaterThanOrEqual(0.65 * width);
        expect(stage.height).toBeGreaterThan(130);
        for (const part of ['.dock', '.transport', '.inspector > .actions']) {
          const box = await page.locator(part).boundingBox();
          expect(box.y + box.height, part + view).toBeLessThanOrEqual(height);
        }
      }
    });
  }

  test('each setting has its own small form in place', async ({ page }) => {
    await openAt(page, 't=torus:8x8&buf=2&M=16&lam=0.01', 30);
    const line = page.locator('.settings');
    await expect(line.locator('.chip')).toHaveText([
      'Torus 8×8', 'Dimension order', '2 virtual channels', 'buffer 2 flits', 'Wormhole', '0.01', '16 flits',
    ]);
    await line.getByRole('button', { name: '16 flits' }).click();
    await page.getByLabel('Message length M').fill('4');
    await page.keyboard.press('Enter');
    await expect(line.getByRole('button', { name: '4 flits' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Message length M')).toHaveCount(0);
    await line.getByLabel('Injection rate as a share of capacity').fill('50');
    await expect(page).toHaveURL(/lam=0\.\d+/);
    await settings(page);
    await expect(page.locator('.drawer')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.inspector')).toBeVisible();
  });

  test('the network is one of the first stops of Tab', async ({ page }) => {
    await openAt(page, MESH, 0);
    await page.keyboard.press('Tab');
    await expect(page.locator('.skip')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.stage')).toBeFocused();
    await page.reload();
    await stands(page, 0);
    let stops = 0;
    const isThere = () => page.evaluate(() => document.activeElement.matches('.stage'));
    while (!(await isThere())) {
      stops += 1;
      expect(stops).toBeLessThanOrEqual(11);
      await page.keyboard.press('Tab');
    }
  });

  test('Space plays after any button was clicked', async ({ page }) => {
    await openAt(page, BUSY, 60);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.keyboard.press('Space');
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
    await page.locator('.tabs').getByRole('button', { name: 'Routes' }).click();
    await page.keyboard.press('Space');
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
    // Who goes by key presses the button.
    await focusBy(page, 'Tab', '#forward');
    const cycle = await number(page.locator('#cycle'));
    await page.keyboard.press('Space');
    await stands(page, cycle + 1);
  });

  test('a message just sent is selected and followed', async ({ page }) => {
    await openAt(page, `${MESH}&lam=0.02&seed=3`, 25);
    await page.mouse.move(...(await meshPoint(page, 0, 0)));
    await page.mouse.down();
    await page.mouse.move(...(await meshPoint(page, 3, 3)), { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/msg=25:0,0(>|%3E)3,3/);
    const name = await title(page).textContent();
    expect(name).toMatch(/^Message \d+/);
    await page.locator('#goto').fill('31');
    await page.locator('#goto').press('Enter');
    await stands(page, 31);
    await page.locator('#goto').blur();
    await page.mouse.move(3, 3);
    await expect(title(page)).toContainText('(0,0) → (3,3)');
    await dock(page, 'Space-time');
    await expect(page.locator('.told')).toContainText('from (0,0) to (3,3)');
  });

  test('w lets time stand as the button does, and nothing of the answer is cut off', async ({ page }) => {
    await openAt(page, BUSY, 150);
    await page.locator('#play').click();
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Pause');
    await page.keyboard.press('w');
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
    await expect(why(page)).toContainText('Why blocked?');
    await expect(page.locator('.why')).toBeInViewport({ ratio: 1 });
    for (const button of await page.locator('.inspector > .actions button:visible').all()) {
      await expect(button).toBeInViewport({ ratio: 1 });
    }
    const cut = await page.locator('.inspected').evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
  });

  test('examples are pictures grouped by question, and show something within a second', async ({ page }) => {
    await openAt(page, MESH, 0);
    await page.getByRole('button', { name: 'Examples', exact: true }).click();
    await expect(page.locator('.gallery h3').first()).toHaveText(/\?$/);
    const drawn = page.locator('.gallery .thumbnail').first();
    await expect.poll(() => drawn.evaluate((svg) => svg.querySelector('use').getBBox().width)).toBeGreaterThan(50);
    await page.keyboard.press('Escape');
    await example(page, 'One message, nine destinations');
    const before = await picture(page);
    await expect.poll(() => picture(page), { timeout: 2_000 }).not.toBe(before);
  });

  test('with reduced motion nothing begins to move by itself', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('#/lab');
    await stands(page, 150);
    await example(page, 'A 6-cube, e-cube routed');
    await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
  });

  test('the cure of a deadlock is one click, and the same messages are then delivered', async ({ page }) => {
    await openAt(page, RING, 30);
    await expect(page.locator('.verdict')).toContainText('Deadlock');
    await page.locator('.said').getByRole('button', { name: 'Add a virtual channel' }).click();
    await expect(page.locator('#set-vcs-button')).toHaveText('2 virtual channels');
    const verdict = page.locator('.verdict');
    await expect(verdict).toContainText('change to another virtual channel where they cross a wrap-around link');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press(']');
    await expect(verdict).toContainText('All delivered', { timeout: 30_000 });
    await expect(page.locator('#stage-summary')).toContainText('4 delivered');
    await page.goBack();
    await expect(page.locator('#set-vcs-button')).toHaveText('1 virtual channel');
  });

  test('warnings go while their panel opens, when the setting that they warn of is undone', async ({ page }) => {
    await openAt(page, 't=torus:4x4&vc=3&r=duato&lam=0.01', 0);
    await page.locator('#set-vcs-button').click();
    await page.getByLabel('Virtual channels V').fill('1');
    await expect(page).not.toHaveURL(/vc=3/);
    await page.keyboard.press('Escape');
    await expect(page.locator('#warnings-button')).toBeVisible();
    await page.evaluate(() => {
      const undo = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true });
      const panel = document.querySelector('#warnings');
      // Before the frame in which the panel is placed.
      panel.addEventListener('toggle', () => queueMicrotask(() => document.body.dispatchEvent(undo)));
      panel.showPopover();
    });
    await expect(page).toHaveURL(/vc=3/);
    await expect(page.locator('#warnings-button')).toBeHidden();
  });

  test('on a phone an example opens where its picture is', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('');
    const card = page.getByRole('link', { name: /8×8 torus under load/ });
    await card.scrollIntoViewIfNeeded();
    await card.click();
    await expect(place(page)).toHaveAttribute('data-place', 'lab');
    await expect(page.locator('.stage')).toBeInViewport({ ratio: 0.9 });
  });

  test('legend and hints stand beside the picture, never over it', async ({ page }) => {
    const parts = ['.hint:not(:empty)', '.verdict:not(:empty)', '.heat-legend'];
    for (const [query, cycle] of [
      [`${MESH}&lam=0.02&heat=1`, 40],
      [`${RING}&heat=1`, 20],
      ['t=mesh:6x6&vc=1&mc=dual-path&msg=0:3,2>0,0%2B5,5&side=dual-path;multi-path;column-path;separate&heat=1', 10],
    ]) {
      await openAt(page, query, cycle);
      await page.keyboard.press('w');
      const canvases = await page.locator('.stage').all();
      for (const part of parts) {
        for (const said of await page.locator(part).filter({ visible: true }).all()) {
          const box = await said.boundingBox();
          for (const canvas of canvases) {
            const stage = await canvas.boundingBox();
            const apart =
              box.y + box.height <= stage.y + 1 || box.y >= stage.y + stage.height - 1 ||
              box.x + box.width <= stage.x + 1 || box.x >= stage.x + stage.width - 1;
            expect(apart, `${part} over the picture of ${query}`).toBe(true);
          }
        }
      }
    }
  });

  test('a button for which there is nothing to do can be read', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAt(page, `${MESH}&show=multicast`, 0);
    const button = page.getByRole('button', { name: 'Play it' });
    await expect(button).toBeDisabled();
    const [ink, ground] = await button.evaluate((element) => {
      const light = (color) => {
        const parts = color.match(/[\d.]+/g).map(Number);
        const [r, g, b] = parts.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const panel = element.closest('.panel');
      return [light(getComputedStyle(element).color), light(getComputedStyle(panel).backgroundColor)];
    });
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    expect(contrast).toBeGreaterThan(4.5);
  });
});

test.describe('for an audience', () => {
  test('the bar is gone whatever had the focus, and what is said stays at 24 px', async ({ page }) => {
    await openAt(page, BUSY, 150);
    await page.locator('#present').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.bar')).toBeHidden();
    await page.keyboard.press('w');
    const told = page.locator('#told');
    await expect(told).toContainText('Why blocked?');
    const size = await told.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(24);
    await expect(told).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.locator('.bar')).toBeVisible();
  });

  test('a deadlock is one line, and the picture stays as large as it was', async ({ page }) => {
    await openAt(page, RING, 0);
    await page.keyboard.press('f');
    await expect(page.locator('.bar')).toBeHidden();
    const { height } = await page.locator('.stage').boundingBox();
    await page.keyboard.press('Space');
    await expect(page.locator('.verdict')).toContainText('0 waits for 1, 1 for 2, 2 for 3, 3 for 0.');
    await expect(page.locator('.said').getByRole('button', { name: 'Add a virtual channel' })).toBeVisible();
    expect((await page.locator('.stage').boundingBox()).height).toBeGreaterThan(height - 4);
  });

  test('a curve has the screen for itself, its legend too', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openAt(page, `${BUSY}&view=curve`, 20);
    await page.keyboard.press('f');
    await expect(page.locator('.stage')).toBeHidden();
    await expect(page.locator('.measure .chart canvas').first()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.measure .legend')).toBeInViewport({ ratio: 1 });
    // The question why a message waits is answered all the same.
    await page.keyboard.press('w');
    await expect(page.locator('#told')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('#told')).toContainText('Why blocked?');
    await page.getByRole('button', { name: 'Time line' }).click();
    await expect(page.locator('.stage')).toBeVisible();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.locator('.bar').getByRole('link', { name: 'Flitscope' }).click();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.locator('.bar')).toBeVisible();
  });
});

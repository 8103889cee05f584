// A program that ends unexpectedly says so in a sentence, and can be started again with all that was entered.
import { axe, expect, failing, open, openAt, settings, stands, step, test } from '../page.js';
import { MESSAGES } from '../wire.js';
import { CURVE } from './all_places.js';

/** Has the browser refuse more elements to programs, so that the next to want one panics. */
const refuseElements = (page) =>
  page.evaluate(() => {
    const { createElement } = Document.prototype;
    window.allowElements = () => Object.assign(Document.prototype, { createElement });
    Document.prototype.createElement = function (...given) {
      // The message that a program has stopped is not made by one.
      if (/\/start-/.test(new Error().stack)) return createElement.apply(this, given);
      throw new Error('no more elements');
    };
  });

failing('the page says that it has stopped, and starts again with its state, or at Home', async ({ page }) => {
  const said = page.getByRole('alert');
  /** Has the page stop by a panic, and looks at what it says. */
  async function panic(tab) {
    await refuseElements(page);
    await page.keyboard.press(tab);
    await expect(said).toHaveCount(1);
    await expect(said).toContainText(/^Flitscope stopped unexpectedly\s*Your settings are in the address.*The reason: \S/);
    await expect(said).toBeInViewport();
    // What is dead cannot be used any more.
    await expect(page.locator('main.lab')).toHaveAttribute('inert', '');
  }

  await openAt(page, 't=mesh:4x4&M=4&lam=0.02', 50);
  await settings(page);
  await page.locator('#vcs').fill('7');
  await page.locator('#vcs').press('Enter');
  await expect(page).toHaveURL(/vc=7/);
  await page.keyboard.press('Escape');
  await step('a panic', async () => {
    await panic('3');
    await page.evaluate(() => window.allowElements());
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.locator('#set-messages-button')).toContainText('7 lanes');
    await expect(said).toHaveCount(0);
    await page.locator('#forward').click();
    await stands(page, 1);
  });
  await step('a panic on a phone, whose link cannot be shown', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await panic('2');
    await page.getByRole('button', { name: 'Start at Home' }).click();
    await expect(page.locator('#send-one')).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await expect(page.locator('#worms')).toBeVisible();
  });
  await step('an exception that no program expects', async () => {
    await page.evaluate(() => {
      CanvasRenderingContext2D.prototype.clearRect = () => {
        throw new TypeError('nothing to draw on');
      };
    });
    // The network on Home is in motion.
    await expect(said).toContainText('The reason: TypeError: nothing to draw on');
  });
});

failing('a worker says that it has stopped, and is started again', async ({ page }) => {
  // Workers cannot send their first point.
  const start = /\/start_worker-[0-9A-Z]{8}\.js$/;
  await page.route(start, async (route) => {
    const answer = await route.fetch();
    const refusing = `
      const post = self.postMessage.bind(self);
      self.postMessage = (answer) => {
        // A version, and the kind.
        if (answer[1] === ${MESSAGES.answer}) throw new Error('no more room');
        post(answer);
      };`;
    await route.fulfill({ response: answer, body: refusing + (await answer.text()) });
  });
  await page.goto(CURVE);
  await page.locator('#measure').click();
  const status = page.locator('#measure-status');
  await expect(status).toContainText(/Could not measure: a worker stopped unexpectedly \(bytes can be posted.*no more room.*\); try again/);
  await page.unroute(start);
  await page.locator('#measure').click();
  await expect(status).toContainText('loads measured');
});

test('a box with the focus may disappear', async ({ page }) => {
  await open(page, 't=mesh:4x4&c=0');
  await settings(page);
  for (const [query, ids] of [
    ['ts=33&tp=auto&mc=dual-path', ['timing-startup', 'timing-preparation']],
    ['md=3&mf=0.5', ['traffic-multicast-fraction']],
    ['show=multicast&mc=dual-path', ['cast-from', 'cast-to']],
  ]) {
    // The inspector stands where the settings were.
    if (query.startsWith('show=')) await page.keyboard.press('Escape');
    for (const id of ids) {
      await page.evaluate((to) => (location.hash = to), `#/lab?t=mesh:4x4&c=0&${query}`);
      const box = page.locator(`#${id}`).first();
      await box.evaluate((box) => {
        for (let of = box.closest('details'); of; of = of.parentElement.closest('details')) of.open = true;
      });
      await box.focus();
      // Typed, and not yet taken.
      await page.keyboard.type('1');
      await page.evaluate(() => (location.hash = '#/lab?t=mesh:4x4&c=0'));
      await expect(box, id).toHaveCount(0);
    }
  }
  await page.locator('#forward').click();
  await stands(page, 1);
});

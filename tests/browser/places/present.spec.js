// Present mode: what the last row of an audience sees.
import { alone, expect, openAt, picture, stands, step, test } from '../page.js';
import { RING, challenge, field, heading, openStep, skipRuns, typeCode, verdict } from './lesson.js';

/** Font size on the screen of what has text of its own within a part, the smallest one. */
function smallest(page, part) {
  return page.locator(part).first().evaluate((element) => {
    const sizes = [element, ...element.querySelectorAll('*')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.checkVisibility())
      .map((one) => one.currentCSSZoom * Number.parseFloat(getComputedStyle(one).fontSize));
    return Math.min(...sizes);
  });
}

/** The share of the window that a part takes. */
async function share(page, part) {
  const box = await page.locator(part).first().boundingBox();
  const { width, height } = page.viewportSize();
  return (box.width * box.height) / (width * height);
}

/** Does something on the screen of a lecture hall as on the usual one; begin at 1280 px. */
async function onBothScreens(page, check) {
  for (const screen of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }]) {
    await page.setViewportSize(screen);
    await step(`at ${screen.width} px`, check);
  }
}

async function present(page) {
  await page.keyboard.press('f');
  await expect(page.locator('.bar.top')).toBeHidden();
}

/** Waits until no text of a part is smaller than an audience can read: 24 px on a screen of 1920, 18 on a smaller one. */
const isLegible = (page, part) => {
  const least = page.viewportSize().width >= 1600 ? 24 : 18;
  return expect.poll(() => smallest(page, part)).toBeGreaterThanOrEqual(least);
};

test('a space-time diagram and the comparison of switching modes fill the screen', async ({ page }) => {
  await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=spacetime', 12);
  await present(page);
  await onBothScreens(page, async () => {
    await isLegible(page, '.sheet-page');
    await expect.poll(() => share(page, '.sheet svg')).toBeGreaterThan(0.5);
    for (const part of ['.told', '.sheet svg', '.sheet-page .key-line']) {
      await expect(page.locator(part).first()).toBeInViewport({ ratio: 1 });
    }
    const [sheet, key] = [await page.locator('.sheet').boundingBox(), await page.locator('.sheet-page .key-line').boundingBox()];
    expect(key.y).toBeGreaterThanOrEqual(sheet.y + sheet.height);
  });
  // By remote control to the next cycle, and back to the network.
  await page.keyboard.press('PageDown');
  await stands(page, 13);
  await page.keyboard.press('Escape');
  await expect(page.locator('.bar.top')).toBeVisible();

  await openAt(page, 't=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=modes', 9);
  const last = page.locator('.sheet .picture');
  await onBothScreens(page, () => expect(last).toBeInViewport({ ratio: 1 }));
  await present(page);
  await onBothScreens(page, async () => {
    await expect(page.locator('.sheet text', { hasText: 'Store-and-forward' })).toBeInViewport({ ratio: 1 });
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.sheet-page .key-line')).toBeInViewport({ ratio: 1 });
    await isLegible(page, '.sheet-page');
    const overflow = () => page.locator('.sheet').evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
});

test('the channels that a function offers, and a dependency cycle, are listed beside the picture', async ({ page }) => {
  await openAt(page, 't=mesh:4x4&vc=2&r=duato&M=8&show=routes', 0);
  await present(page);
  const offers = page.locator('.panel.side .offer');
  await onBothScreens(page, async () => {
    await expect(offers.first()).toContainText('VC 1; escape VC 0');
    await expect(offers.last()).toBeInViewport({ ratio: 1 });
    await isLegible(page, '.panel.side .steps');
    const [, , right] = (await page.locator('.stage').getAttribute('data-nodes')).split(' ').map(Number);
    expect((await page.locator('.panel.side').boundingBox()).x).toBeGreaterThan(right);
    expect(await share(page, '.stage')).toBeGreaterThan(0.35);
  });
  // Another hop is chosen there, and drawn.
  const before = await picture(page);
  await offers.filter({ hasText: '(0,1)' }).first().click();
  await expect.poll(() => picture(page)).not.toBe(before);
  await page.keyboard.press('Escape');
  await expect(page.locator('.bar.top')).toBeVisible();

  await openAt(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&show=deadlock', 0);
  await expect(page.locator('#deadlock-verdict')).toHaveText('Can deadlock');
  await present(page);
  const steps = page.locator('.panel.side .steps li');
  await expect(steps).toHaveCount(4);
  await expect(steps.last()).toBeInViewport({ ratio: 1 });
  await isLegible(page, '.panel.side');
  // The verdict is there once.
  await expect(page.locator('.found:visible, #told:visible')).toHaveCount(1);
});

test('a figure of a paper has the screen, then its table', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('#/papers/ciciani/figure-6');
  await expect(page.locator('#figure-6 .diagram canvas')).toBeVisible();
  await present(page);
  await expect(page.locator('.stage')).toBeHidden();
  expect(await share(page, '#figure-6 .diagram-sheet')).toBeGreaterThan(0.5);
  await expect(page.locator('#figure-6 .diagram-legend')).toBeInViewport({ ratio: 1 });
  expect(await smallest(page, '.library')).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('PageDown');
  await expect(page.locator('#figure-6 .reproduced tbody tr').first()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('PageUp');
  await expect(page.locator('#figure-6 .diagram-sheet')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('.stage')).toBeVisible();
});

// A browser context has one clock, so that a test which stops it needs one of its own.
alone('one key advances through a lesson: a run, its end, the next step, the summary and the next lesson', async ({ page }) => {
  const on = () => page.keyboard.press('PageDown');
  const ends = page.locator('#end-step');
  /** Shows the run of a question, then its end. */
  const run = async () => {
    await on();
    await expect(ends).toHaveCount(1);
    await expect(verdict(page)).toHaveCount(0);
    await on();
    await expect(ends).toHaveCount(0);
    await expect(verdict(page)).toContainText('This is what happens.');
  };
  await page.clock.install();
  await openStep(page, `${RING}/6`);
  await page.keyboard.press('f');
  await expect(page.locator('.lab.presenting > .lesson')).toBeVisible();
  await isLegible(page, '.lesson-step .step-text');
  // Time stands still, so that no run ends by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await run();
  await on();
  await expect(heading(page)).toContainText('7');
  await page.keyboard.press('PageUp');
  await expect(heading(page)).toContainText('6');
  await run();
  await on();
  await expect(heading(page)).toContainText('7');
  // A challenge that the audience has not solved is checked once.
  await on();
  await expect(challenge(page).locator('.verdict-box')).toContainText('They still wait for each other.');
  await expect(heading(page)).toContainText('7');
  await on();
  await expect(heading(page)).toContainText('8');
  await run();
  await on();
  const closing = page.locator('.closing');
  await expect(closing).toContainText('You can name');
  await expect(closing.getByRole('listitem').first()).toContainText('A blocked message keeps the channels that it holds');
  await expect(closing.locator('.next-lesson')).toBeInViewport({ ratio: 1 });
  await isLegible(page, '.closing');
  await page.keyboard.press('PageUp');
  await expect(heading(page)).toContainText('8');
  await on();
  await expect(closing).toBeVisible();
  await on();
  await expect(page.locator('.lesson-title')).toHaveText('Two lanes, and a line to cross');
  await expect(heading(page)).toContainText('1');
  await expect(page.locator('.lab.presenting')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.lab.presenting')).toHaveCount(0);
});

/** A step of each kind, with a run and without one: what its audience enters, which keeps the focus, and the verdict. */
const KINDS = [
  ['deadlock-in-a-ring/3', (page) => field(page).fill('9'), 'Not quite.'],
  ['deadlock-in-a-ring/5', (page) => page.getByText('Two arrive, and two wait forever.').click(), 'Not quite.'],
  ['deadlock-in-a-ring/4', (page) => field(page).fill('0'), 'As you predicted.'],
  ['deadlock-in-a-ring/2', (page) => field(page).fill('1>2'), 'Not quite.'],
  ['dimension-order/2', (page) => field(page).fill('0,0 1,0 2,0 3,0 3,1 3,2'), 'As you predicted.'],
  ['turn-models/1', (page) => field(page).fill('0,0'), 'Not quite.'],
  ['the-knee-of-a-curve/3', (page) => page.locator('.sliders input').first().press('ArrowRight'), 'Not quite.'],
  ['channel-dependency-graph/1', (page) => field(page).fill('2,1'), 'Not quite.'],
  ['channel-dependency-graph/2', (page) => field(page).fill('1,1>1,2'), 'Right.'],
  ['channel-dependency-graph/4', (page) => field(page).fill('4'), 'Right.'],
  ['escape-channels/4', (page) => page.locator('.option input').last().check(), 'Right.'],
];

/** Challenges, without anything changed and with a change that is entered but not applied yet. */
const CHALLENGES = [
  ['deadlock-in-a-ring/7', 'They still wait for each other.', vcs, 'Reached'],
  ['virtual-channels-and-the-dateline/7', 'No message has been sent yet.', send, 'A channel has two lanes.'],
  ['write-dimension-order/2', 'Some messages do not arrive yet.', (page) => typeCode(page, '\n// mine'), 'Some messages do not arrive yet.'],
];

/** Types a number of virtual channels, without Enter. */
async function vcs(page) {
  await page.locator('#set-messages-button').click();
  await page.locator('#set-messages #vcs').fill('2');
}

/** Names the nodes of a message, without Enter. */
async function send(page) {
  await page.getByLabel('from', { exact: true }).fill('0');
  await page.getByLabel('to', { exact: true }).fill('5');
}

test('the two keys of a remote control go through a step of each kind, answered and not, whatever has the focus', async ({ page }) => {
  test.setTimeout(300_000);
  const on = () => page.keyboard.press('PageDown');
  const at = (step) => expect(page.locator('.lesson-step .step-number')).toHaveText(`${step}`);
  /** Opens a step anew, also if it is open. */
  const open = async (address) => {
    await page.goto('#/lessons/glossary');
    await openStep(page, `#/lessons/${address}`);
    const step = Number(address.split('/')[1]);
    await at(step);
    return step;
  };
  await skipRuns(page);
  await openStep(page, `${RING}/1`);
  await present(page);

  for (const [address, enter, outcome] of KINDS) {
    await step(address, async () => {
      const number = await open(address);
      await on();
      await expect(verdict(page)).toContainText(/This is what happens\..*\w/s);
      await on();
      await at(number + 1);
      await page.keyboard.press('PageUp');
      await at(number);
      await enter(page);
      await on();
      await expect(verdict(page)).toContainText(outcome);
      if (outcome === 'Not quite.') {
        await on();
        await expect(verdict(page)).toContainText(/This is what happens\..*\w/s);
      }
      await on();
      await at(number + 1);
    });
  }

  for (const [address, before, change, after] of CHALLENGES) {
    await step(address, async () => {
      const number = await open(address);
      const told = challenge(page).locator('.verdict-box');
      await on();
      await expect(told).toContainText(before);
      await change(page);
      await on();
      await expect(told).toContainText(after);
      await expect(page.locator('.popover:popover-open')).toHaveCount(0);
      await on();
      // After the last step comes the summary.
      const next = page.locator('.lesson-step .step-number', { hasText: `${number + 1}` });
      await expect(page.locator('.closing').or(next)).toBeVisible();
      await page.keyboard.press('PageUp');
      await at(number);
    });
  }

  // What is refused stays in sight until the key is pressed once more.
  const number = await open('deadlock-in-a-ring/3');
  await field(page).fill('banana');
  await on();
  await expect(page.locator('#answer-refused')).toHaveText('Answer must be a number, not banana.');
  await on();
  await expect(verdict(page)).toContainText('This is what happens.');
  await on();
  await at(number + 1);
  // A step with nothing but a run.
  await open('deadlock-in-a-ring/1');
  await on();
  await stands(page, 2);
  await on();
  await at(2);
});

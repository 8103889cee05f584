// What the tests do with the page, in the words of a person.
import { test as base, expect } from '@playwright/test';

export { expect };

/** Fails a test in which the page logged an error or warning, or a request failed. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Opens the lab on a link's query; without one, as a first-time visitor does. */
export async function open(page, query) {
  await page.goto(query === undefined ? '' : `#/lab?${query}`);
  await expect(page.locator('#worms')).toBeVisible();
}

/** Opens the lab standing still at a cycle. */
export async function openAt(page, query, cycle) {
  await open(page, `${query}&c=${cycle}`);
  await stands(page, cycle);
}

/** Waits until the page stands still at a cycle. */
export async function stands(page, cycle) {
  await expect(page.locator('#cycle')).toHaveText(String(cycle));
  await expect(page.locator('#stage-summary')).toContainText(`Cycle ${cycle}:`);
  await expect(page.locator('#play')).toHaveAttribute('aria-label', 'Play');
}

/** The moving layer, pixel by pixel. */
export function picture(page) {
  return page.locator('#worms').evaluate(
    (canvas) =>
      new Promise((done) => {
        // After the frame in which the last change was painted.
        requestAnimationFrame(() => requestAnimationFrame(() => done(canvas.toDataURL())));
      }),
  );
}

/** Pixels of the stage, from the viewport's corner, for grid coordinates of a 4x4 mesh. */
export async function meshPoint(page, x, y) {
  const box = await page.locator('.stage').boundingBox();
  const headroom = 42; // for hints
  const room = box.height - headroom;
  // Three units between the outer nodes, 0.45 of margin on both sides.
  const pitch = Math.min(box.width / 3.9, room / 3.9, 190);
  return [
    box.x + box.width / 2 + (x - 1.5) * pitch,
    box.y + headroom + room / 2 + (1.5 - y) * pitch,
  ];
}

/** A number that the page shows. */
export async function number(locator) {
  return Number.parseFloat(await locator.textContent());
}

// Chromium, by what the other tests drive it with.
import { chromium as engine } from '@playwright/test';

/** Starts it; what it returns is the driver of core.js. */
export async function chromium(options) {
  const browser = await engine.launch(options);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  let complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    async goto(address) {
      await page.goto('about:blank');
      complaints = [];
      await page.goto(address);
    },
    click: (selector) => page.locator(selector).click(),
    press: (key) => page.keyboard.press(key),
    evaluate: (expression) => page.evaluate(expression),
    complaints: () => complaints,
    close: () => browser.close(),
  };
}

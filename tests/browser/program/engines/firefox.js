// Firefox, as Debian has it, by WebDriver BiDi.
import puppeteer from 'puppeteer-core';

/** Starts it; what it returns is the driver of core.js. */
export async function firefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  let complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    async goto(address) {
      // A change after the # alone loads nothing, which is waited for in vain.
      await page.goto('about:blank');
      complaints = [];
      await page.goto(address);
    },
    click: (selector) => page.click(selector),
    press: (key) => page.keyboard.press(key),
    evaluate: (expression) => page.evaluate(expression),
    complaints: () => complaints,
    close: () => browser.close(),
  };
}

// Drives the built page (dist/) in Debian's Chromium.
import { defineConfig } from '@playwright/test';

const port = Number(process.env.FLITSCOPE_TEST_PORT ?? 4173);

export default defineConfig({
  testDir: '.',
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.001, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  snapshotPathTemplate: '{testDir}/picture/shots/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `npx http-server ${process.env.FLITSCOPE_DIST ?? '../../dist'} --silent -a 127.0.0.1 -p ${port} -c-1`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});

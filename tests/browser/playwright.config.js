// Drives the built page in Debian's Chromium. FLITSCOPE_DIST is the folder that is tested (default: dist/), FLITSCOPE_TEST_PORT
// where it is served meanwhile, FLITSCOPE_TEST_REPORT a file that gets the results as JSON. Tests with the tag @all run only if
// FLITSCOPE_TEST_ALL is set, as `scripts/test --all` does.
import { defineConfig } from '@playwright/test';
import { dist } from './dist.js';

const port = Number(process.env.FLITSCOPE_TEST_PORT ?? 4173);
const report = process.env.FLITSCOPE_TEST_REPORT;

export default defineConfig({
  testDir: '.',
  // For a machine that is busy with something else: a test waits for a state, and passes as soon as it is there.
  timeout: 240_000,
  expect: {
    timeout: 60_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.001, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  snapshotPathTemplate: '{testDir}/picture/shots/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  grepInvert: process.env.FLITSCOPE_TEST_ALL ? undefined : /@all/,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(report ? [['json', { outputFile: report }]] : [])],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1280, height: 800 },
    // What a test takes away from the server must be missing (offline.spec.js has one).
    serviceWorkers: 'block',
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
        // What one page has compiled, another one of the same context need not (page.js).
        '--process-per-site',
      ],
    },
  },
  webServer: {
    command: `node serve.js '${dist}' ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});

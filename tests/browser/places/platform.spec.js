// Lessons as packages in a learning platform, played by scorm-again: reported, resumed, and without a platform.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test as plain } from '@playwright/test';
import { dist } from '../dist.js';
import { accessible, alone, expect, test } from '../page.js';
import { stepButton } from './lesson.js';
import { serve } from '../serve.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PLAYER = dirname(createRequire(import.meta.url).resolve('scorm-again/scorm12'));

/** A lesson of two questions, of which the first has two tries; the answers are 7 and 4. */
const OWN = `id = "two-questions"
title = "Two & <questions>"
course = "switching"
place = 1
minutes = 2
goal = "You have seen it."

[[step]]
title = "First"
text = "A message."
scene = "t=mesh:3x3&vc=1&M=4&msg=0:0,0>2,2&c=0"

[step.ask]
kind = "number"
text = "How long does it take?"
answer = "latency(0)"
tries = 2

[[step]]
title = "Second"
text = "The same message."

[step.ask]
kind = "number"
text = "How far does it go?"
answer = "hops(0)"
`;

/** The platform: its interface with the record in the address, and the course in a frame. */
const PLATFORM = `<!doctype html><html lang="en"><title>Platform</title><style>iframe { width: 100%; height: 700px; }</style>
<script src="scorm12.js"></script><script src="scorm2004.js"></script><script src="platform.js"></script><iframe title="Course"></iframe></html>`;
const SCRIPT = `const { edition, cmi, course } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const settings = { autocommit: false, logLevel: 'NONE' };
const api = edition === '1.2' ? (window.API = new Scorm12API(settings)) : (window.API_1484_11 = new Scorm2004API(settings));
if (cmi) api.loadFromJSON(cmi, 'cmi');
window.commits = 0;
api.on(edition === '1.2' ? 'LMSCommit' : 'Commit', () => { window.commits += 1; });
addEventListener('load', () => { document.querySelector('iframe').src = course; });`;

// The page is packed into one file once for all tests.
alone.describe.configure({ mode: 'default' });

let folder;
let server;

alone.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flitscope platform '));
  execFileSync('node', [join(ROOT, 'scripts/one-file.mjs'), dist, join(folder, 'page.html'), '1']);
  writeFileSync(join(folder, 'two.toml'), OWN);
  mkdirSync(join(folder, 'platform'));
  for (const name of ['scorm12.js', 'scorm2004.js']) copyFileSync(join(PLAYER, name), join(folder, 'platform', name));
  writeFileSync(join(folder, 'platform/index.html'), PLATFORM);
  writeFileSync(join(folder, 'platform/platform.js'), SCRIPT);
  writeFileSync(join(folder, 'favicon.ico'), '');
  server = await serve(folder);
});

alone.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a package on the front page of a lesson or in the builder; returns the path of the zip file. */
async function made(page, edition, mark = '') {
  await page.route('**/flitscope.html', (route) => route.fulfill({ path: join(folder, 'page.html') }));
  await page.locator('.for-platform summary').click();
  await page.locator('#package-mark').fill(mark);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `SCORM ${edition}` }).click();
  const file = await download;
  await expect(page.locator('.for-platform [role=status]')).toContainText(`${file.suggestedFilename()} saved`);
  const path = join(folder, `made ${file.suggestedFilename()}`);
  await file.saveAs(path);
  return path;
}

/** Makes a package of a built-in lesson. */
async function madeOfBuiltIn(page) {
  await page.goto('#/lessons/one-message/about');
  return made(page, '1.2');
}

/** Makes a package of the lesson from a file, which is passed from 60 % on. */
async function madeOfOwn(page) {
  await page.goto('#/lessons');
  await page.locator('.lessons input[type=file]').first().setInputFiles(join(folder, 'two.toml'));
  await expect(page.locator('.lesson-step h2')).toBeVisible();
  await page.goto('#/lessons/two-questions/about');
  return made(page, '2004', '60');
}

/** Makes a package of the lesson whose numbers the student's name chooses. */
async function madeOfVaried(page) {
  await page.goto('#/lessons');
  await page.locator('.lessons input[type=file]').first().setInputFiles(join(ROOT, 'src/lesson/example.toml'));
  await expect(page.locator('#variant-name')).toBeVisible();
  await page.goto('#/lessons/your-own-message/about');
  return made(page, '1.2');
}

/** Unpacks a package into a folder that the platform serves. */
function unpack(zip, course) {
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, join(folder, course)]);
}

/** Waits for the lesson in a package, whose page unpacks itself first. */
const begins = (lesson) => expect(lesson.locator('.lesson-step h2')).toBeVisible();

/** Opens a course in the platform, with the record of an earlier visit. */
async function launch(page, edition, course, cmi) {
  await page.goto('about:blank');
  const state = encodeURIComponent(JSON.stringify({ edition, cmi, course: `../${course}/index.html` }));
  await page.goto(`${server.base}platform/index.html#${state}`);
  const sco = page.frameLocator('iframe');
  const lesson = sco.frameLocator('#lesson');
  await begins(lesson);
  return { told: sco.locator('#told'), lesson };
}

/** Returns the record of the platform, and clears what the browser has stored. */
async function leave(page) {
  const cmi = await page.evaluate(() => JSON.parse(JSON.stringify((window.API ?? window.API_1484_11).cmi)));
  await page.evaluate(() => localStorage.clear());
  return cmi;
}

const value = (page, element) => page.evaluate((element) => {
  const { API, API_1484_11 } = window;
  return String(API ? API.LMSGetValue(element) : API_1484_11.GetValue(element));
}, element);

async function answer(lesson, text) {
  await lesson.locator('#answer-field').fill(text);
  await lesson.locator('#predict').click();
  await expect(lesson.locator('#end-step').or(lesson.locator('.question .verdict-box')).first()).toBeVisible();
}

alone('a package that the page makes reports its lesson to a learning platform', async ({ page }) => {
  unpack(await madeOfBuiltIn(page), 'course 0');
  const { lesson, told } = await launch(page, '1.2', 'course 0');
  await expect(told).toBeHidden();
  await expect(lesson.locator('#places-button')).toBeHidden();
  await expect(lesson.locator('.to-lessons')).toBeHidden();
  await expect.poll(() => value(page, 'cmi.core.lesson_status')).toBe('incomplete');
  await (await stepButton(lesson, 4)).click();
  await answer(lesson, '8');
  await expect.poll(() => value(page, 'cmi.core.lesson_location')).toBe('4');
  // One of six tasks.
  await expect.poll(() => value(page, 'cmi.core.score.raw')).toBe('17');
});

// Without the usual check of the console, in which a missing file is reported, too.
plain('without the page in one file beside it, the page says how to make a package', async ({ page }) => {
  await page.route('**/flitscope.html', (route) => route.fulfill({ status: 404 }));
  await page.goto('#/lessons/one-message/about');
  await page.locator('.for-platform summary').click();
  await page.getByRole('button', { name: 'SCORM 2004' }).click();
  await expect(page.locator('.for-platform [role=alert]')).toContainText('flitscope lesson package one-message --scorm 2004');
});

alone.describe('played by a learning platform', { tag: '@all' }, () => {
  alone.beforeAll(async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
    const page = await context.newPage();
    unpack(await madeOfBuiltIn(page), 'course 1');
    unpack(await madeOfOwn(page), 'course 2');
    await context.close();
  });

  alone('SCORM 1.2: the same student resumes a lesson, and another one begins it anew', async ({ page }) => {
    let { lesson, told } = await launch(page, '1.2', 'course 1');
    await (await stepButton(lesson, 3)).click();
    await answer(lesson, '3');
    await expect.poll(() => value(page, 'cmi.core.lesson_location')).toBe('3');
    expect(await value(page, 'cmi.core.score.raw')).toBe('0');
    await (await stepButton(lesson, 4)).click();
    await answer(lesson, '8');
    // One of six tasks.
    await expect.poll(() => value(page, 'cmi.core.score.raw')).toBe('17');
    expect(await value(page, 'cmi.core.score.max')).toBe('100');
    expect(await page.evaluate(() => window.commits)).toBeGreaterThan(1);
    const kept = await value(page, 'cmi.suspend_data');
    expect(kept.length).toBeLessThan(600);

    // Another student at the same machine.
    const cmi = await page.evaluate(() => JSON.parse(JSON.stringify(window.API.cmi)));
    ({ lesson } = await launch(page, '1.2', 'course 1'));
    await expect.poll(() => value(page, 'cmi.core.lesson_location')).toBe('1');
    expect(await value(page, 'cmi.core.score.raw')).toBe('0');
    await leave(page);

    ({ lesson, told } = await launch(page, '1.2', 'course 1', cmi));
    await expect(lesson.locator('.lesson-step .step-number')).toHaveText('4');
    await expect(lesson.locator('#answer-field')).toHaveValue('8');
    await expect(told).toBeHidden();
    await (await stepButton(lesson, 3)).click();
    await expect(lesson.locator('#answer-field')).toHaveValue('3');
    await answer(lesson, '5');
    await expect.poll(() => value(page, 'cmi.core.score.raw')).toBe('33');
    expect(await value(page, 'cmi.core.lesson_status')).toBe('incomplete');
  });

  alone('SCORM 2004: a lesson of one’s own is completed and passed, and a second visit takes nothing back', async ({ page }) => {
    let { lesson, told } = await launch(page, '2004', 'course 2');
    await expect.poll(() => value(page, 'cmi.completion_status')).toBe('incomplete');
    await answer(lesson, '1');
    await expect.poll(() => value(page, 'cmi.progress_measure')).toBe('0.5');
    await expect(lesson.locator('.tries')).toHaveText('Try 2 of 2.');
    let cmi = await leave(page);

    // The second of two tries is the last one, also after another launch.
    ({ lesson, told } = await launch(page, '2004', 'course 2', cmi));
    await expect(lesson.locator('.tries')).toHaveText('Try 2 of 2.');
    await answer(lesson, '7');
    await expect.poll(() => value(page, 'cmi.score.scaled')).toBe('0.5');
    expect(await value(page, 'cmi.completion_status')).toBe('incomplete');
    expect(await value(page, 'cmi.success_status')).toBe('unknown');
    await lesson.locator('#step-on').click();
    await expect(lesson.locator('.lesson-step h2')).toContainText('Second');
    await answer(lesson, '4');
    await expect.poll(() => value(page, 'cmi.completion_status')).toBe('completed');
    expect(await value(page, 'cmi.success_status')).toBe('passed');
    expect(await value(page, 'cmi.score.raw')).toBe('100');
    cmi = await leave(page);
    expect(cmi.exit).toBe('suspend');

    // A platform that has lost the record keeps the result.
    cmi.suspend_data = 'damaged';
    ({ told } = await launch(page, '2004', 'course 2', cmi));
    await expect(told).toContainText('cannot be restored, and the lesson begins anew (record must be a text that this page has sent');
    await expect.poll(() => value(page, 'cmi.location')).toBe('1');
    expect(await value(page, 'cmi.completion_status')).toBe('completed');
    expect(await value(page, 'cmi.score.raw')).toBe('100');
  });

  alone('without a platform the lesson works, from a server and from disk, and says that nothing is reported', async ({ page }) => {
    const sentence = 'No learning platform has opened this page, so nothing is reported.';
    for (const base of [`${server.base}course 2/`, `${pathToFileURL(folder).href}/course 2/`]) {
      await page.goto(`${base}index.html`);
      await expect(page).toHaveTitle('Two & <questions>');
      await expect(page.locator('#told')).toContainText(sentence);
      const lesson = page.frameLocator('#lesson');
      await begins(lesson);
      await answer(lesson, '7');
      await expect(lesson.locator('.question .verdict-box')).toBeVisible();
    }
  });

  alone('the student who is logged in has numbers of his own, and is not asked for a name', async ({ page }) => {
    unpack(await madeOfVaried(page), 'course 3');
    const scene = async (core) => {
      const { lesson } = await launch(page, '1.2', 'course 3', { core });
      const name = core.student_name || core.student_id;
      await expect(lesson.locator('.bar.top')).toContainText(name);
      await expect(lesson.locator('#other-name')).toHaveCount(0);
      await expect(lesson.locator('#variant-name')).toHaveCount(0);
      const text = await lesson.locator('.lesson-step').textContent();
      await leave(page);
      return text;
    };
    const ada = await scene({ student_id: 's1', student_name: 'Lovelace, Ada' });
    expect(await scene({ student_id: 's2', student_name: 'Turing, Alan' })).not.toBe(ada);
    expect(await scene({ student_id: 's1', student_name: 'Lovelace, Ada' })).toBe(ada);
    // A platform that tells no names.
    expect(await scene({ student_id: 's3', student_name: '' })).not.toBe(ada);
  });

  alone('a platform that refuses is quoted', async ({ page }) => {
    await page.addInitScript(() => {
      if (window.parent !== window) return;
      Object.defineProperty(window, 'API', {
        get: () => ({
          LMSInitialize: () => 'false',
          LMSGetLastError: () => '101',
          LMSGetErrorString: () => 'General exception',
        }),
      });
    });
    await page.goto(`${server.base}course 1/index.html`);
    await expect(page.locator('#told')).toHaveText('The learning platform refused to begin (error 101: General exception).');
    await begins(page.frameLocator('#lesson'));
  });

  alone('the page in one file packs itself from disk', async ({ page }) => {
    await page.goto(`${pathToFileURL(join(folder, 'page.html')).href}#/lessons/one-message/about`);
    unpack(await made(page, '1.2'), 'course 4');
    const { told } = await launch(page, '1.2', 'course 4');
    await expect(told).toBeHidden();
    await expect.poll(() => value(page, 'cmi.core.lesson_status')).toBe('incomplete');
  });
});

test('the page makes the same packages as the command line, also in the builder', { tag: '@all' }, async ({ page }) => {
  // The program may have to be compiled.
  test.setTimeout(600_000);
  const byCommand = (lesson, edition, ...more) => {
    const zip = join(folder, `${edition}.zip`);
    const packaging = ['lesson', 'package', lesson, '--scorm', edition, '--page', join(folder, 'page.html'), '--into', zip, ...more];
    execFileSync('cargo', ['run', '--locked', '--quiet', '--', ...packaging], { cwd: ROOT });
    return readFileSync(zip);
  };
  const builtIn = await madeOfBuiltIn(page);
  expect(builtIn).toContain('one-message-scorm-1.2.zip');
  expect(readFileSync(builtIn).equals(byCommand('one-message', '1.2'))).toBe(true);
  expect(readFileSync(await madeOfOwn(page)).equals(byCommand(join(folder, 'two.toml'), '2004', '--pass', '60'))).toBe(true);
  await page.locator('#package-mark').fill('0');
  await page.getByRole('button', { name: 'SCORM 1.2' }).click();
  await expect(page.locator('.for-platform [role=alert]')).toHaveText('The pass mark must be a whole number from 1 to 100 [%], not 0.');
  await accessible(page, 'packages');

  await page.goto('#/lessons/build');
  await page.locator('.onward input[type=file]').setInputFiles(join(folder, 'two.toml'));
  await expect(page.locator('.lesson-title')).toHaveText('Two & <questions>');
  expect(readFileSync(await made(page, '2004', '60')).equals(readFileSync(join(folder, '2004.zip')))).toBe(true);
});

// The page in a frame of a page of another origin, driven by messages: the example of the guide, served from another port.
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../page.js';
import { stepButton } from './lesson.js';
import { serve } from '../serve.js';

const EXAMPLE = fileURLToPath(new URL('../../../scripts/host', import.meta.url));

/** Opens the example for the page that is tested, with another link if one is given. */
async function host(page, baseURL, link) {
  const folder = mkdtempSync(join(tmpdir(), 'flitscope-host-'));
  let html = readFileSync(join(EXAMPLE, 'embed.html'), 'utf8').replace('http://127.0.0.1:8080/', baseURL);
  if (link) html = html.replace(/data-link="[^"]*"/, `data-link="${link.replaceAll('&', '&amp;')}"`);
  writeFileSync(join(folder, 'index.html'), html);
  copyFileSync(join(EXAMPLE, 'embed.js'), join(folder, 'embed.js'));
  writeFileSync(join(folder, 'favicon.ico'), '');
  const server = await serve(folder);
  await page.goto(server.base);
  const frame = page.frameLocator('#network');
  await expect(frame.locator('#worms')).toBeVisible();
  return { server, frame, log: page.locator('#log'), state: page.locator('#state') };
}

test('a page of another origin plays, pauses, seeks, asks and loads', async ({ page, baseURL }) => {
  const { server, frame, log, state } = await host(page, baseURL);
  await expect(log).toContainText('"type":"ready"');
  // The frame is as high as the page in it wants.
  await expect.poll(() => frame.locator('html').evaluate((html) => html.scrollHeight - innerHeight)).toBeLessThanOrEqual(1);

  await page.locator('#seek').click();
  await expect(log).toContainText('seek: cycle 40,');
  await expect(frame.locator('#cycle')).toHaveText('39');
  await expect(state).toHaveText('40 cycles are over, paused');
  await page.locator('#play').click();
  await expect(log).toContainText('play: cycle 40,');
  await expect(state).toContainText('playing');
  await expect(log).toContainText('"type":"delivered"');
  await page.locator('#pause').click();
  await expect(state).toContainText('paused');
  await expect(frame.locator('#play')).toHaveAttribute('aria-label', 'Play');

  await page.locator('#query').click();
  await expect(log).toContainText('query: {"network":"torus-uni:4","routing":"dimension-order"');
  await page.locator('#load').click();
  await expect(log).toContainText('load: cycle ');
  await expect(frame.locator('#cycle')).toHaveText('19');
  await expect(frame.locator('#stage-summary')).toContainText('End of cycle 19:');
  // The link names no restrictions, so those of the frame stay.
  await expect(frame.locator('.bar.top')).toBeHidden();
  await page.locator('#query').click();
  await expect(log).toContainText('"mesh:4x4"');

  await page.locator('#link').fill('t=mesh:4x4&heat=2');
  await page.locator('#load').click();
  await expect(log).toContainText('error: heat=2: heat must be 0 or 1, not 2; ignored');
  await page.locator('#cycle').fill('-3');
  await page.locator('#seek').click();
  await expect(log).toContainText('error: cycle must be a whole number from 0 to 10000000, not -3');
  await server.close();
});

test('a deadlock is reported, and a lock binds the visitor but not the host', async ({ page, baseURL }) => {
  const ring = 'msg=0:0,0>2;0:1,1>3;0:2,2>0;0:3,3>1'.replace(/:(\d),\d/g, ':$1');
  const { server, frame, log } = await host(page, baseURL, `#/lab?t=torus-uni:4&vc=1&M=8&route=dimension-order&${ring}&c=0&ui=embed&lock=all`);
  await expect(log).toContainText('"type":"ready"');
  await frame.locator('#play').click();
  await expect(frame.locator('#time-refusal')).toContainText('locks the time shown');
  await page.locator('#seek').click();
  await expect(log).toContainText('seek: cycle 40,');
  await expect(log).toContainText('"type":"deadlock"');
  await page.locator('#load').click();
  await expect(frame.locator('#cycle')).toHaveText('19');
  await expect(frame.locator('body')).toHaveAttribute('data-ui', 'embed');
  await frame.locator('#play').click();
  await expect(frame.locator('#time-refusal')).toContainText('locks the time shown');
  await server.close();
});

test('a host that the link does not name gets only the height and a sentence that says so', async ({ page, baseURL }) => {
  const { server, frame, log } = await host(page, baseURL);
  await expect(log).toContainText('"type":"ready"');
  const origin = new URL(server.base).origin;
  await page.evaluate(() => {
    const { src } = document.getElementById('network');
    document.getElementById('log').replaceChildren();
    window.heard = [];
    addEventListener('message', ({ data }) => window.heard.push(data));
    document.getElementById('network').src = `${src.replace(/&host=.*/, '').replace('/#', '/?other#')}`;
  });
  const heard = () => page.evaluate(() => window.heard.map(({ type }) => type));
  // The page in the frame starts anew.
  await expect.poll(heard).toContain('height');
  await expect(frame.locator('#worms')).toBeVisible();
  await page.locator('#play').click();
  await expect(log).toContainText(`the link of this frame does not name ${origin} as its host; add host=${origin} to the link`);
  await expect(frame.locator('#play')).toHaveAttribute('aria-label', 'Play');
  expect(new Set(await heard())).toEqual(new Set(['height', 'error']));
  // A message without the key is not for the page, so the next error is about the one after it.
  const errors = async () => (await heard()).filter((type) => type === 'error').length;
  const before = await errors();
  await page.evaluate(() => document.getElementById('network').contentWindow.postMessage({ type: 'play' }, '*'));
  await page.locator('#pause').click();
  await expect.poll(errors).toBe(before + 1);
  await server.close();
});

test('a host that the link names keeps the record of a lesson and is told of its answers and its end; any other gets no record', async ({ page, baseURL }) => {
  const { server, frame, log } = await host(page, baseURL, '#/lessons/one-message/3?ui=embed');
  await expect(log).toContainText('"type":"ready"');
  // A step that is shown late would be noted after the record was taken over.
  await expect(frame.locator('.lesson-step .step-number')).toHaveText('3');
  const ask = (request) => page.evaluate((request) => {
    window.heard = [];
    addEventListener('message', ({ data }) => window.heard.push(data));
    document.getElementById('network').contentWindow.postMessage({ flitscope: 1, type: 'record', lesson: 'one-message', ...request }, '*');
  }, request);
  const heard = (type) => page.evaluate((type) => window.heard.findLast((message) => message.type === type), type);
  await ask({ record: 'nonsense' });
  await expect.poll(() => heard('error')).toMatchObject({ message: 'record must be a text that this page has sent, whole and unchanged' });
  await ask({ record: '', most: 4096 });
  await expect(frame.locator('.lesson-step .step-number')).toHaveText('1');
  await expect.poll(() => heard('record')).toMatchObject({ lesson: 'one-message', step: 1, steps: 8, tasks: 6, answered: 0, right: 0, done: false, complete: true });
  await (await stepButton(frame, 3)).click();
  await frame.locator('.question input').fill('5');
  await frame.locator('#predict').click();
  await expect.poll(() => heard('record')).toMatchObject({ step: 3, answered: 1, right: 1 });
  const { record } = await heard('record');
  // What is typed and not handed in is told after some seconds.
  await (await stepButton(frame, 4)).click();
  await frame.locator('.question input').fill('77');
  await expect.poll(async () => (await heard('record')).record.length).toBeGreaterThan(record.length);

  // A visitor who has answered everything but the third step; both addresses are of one site, so its storage is shared.
  await page.goto('');
  await page.evaluate(() => {
    const others = [4, 5, 6, 7, 8].map((step) => `task=${step}&answer-${step}=1`).join('&');
    localStorage.setItem('flitscope-progress', `lesson id=one-message&hash=0&step=8&steps=8&task=3&${others}`);
  });
  await page.goto(server.base);
  await expect(frame.locator('.question')).toBeVisible();
  await expect(log).toContainText('"type":"ready"');
  await expect(log).not.toContainText('"done"');
  await frame.locator('.question input').fill('1');
  await frame.locator('#predict').click();
  await expect(log).toContainText('{"flitscope":1,"type":"answered","lesson":"one-message","step":3,"right":false}');
  await expect(log).toContainText('{"flitscope":1,"type":"done","lesson":"one-message"}');

  await page.evaluate(() => {
    const network = document.getElementById('network');
    network.src = network.src.replace(/&host=.*/, '&host=*').replace('/#', '/?other#');
    document.getElementById('log').replaceChildren();
  });
  await expect(log).toContainText('"type":"ready"');
  await ask({ record: '' });
  await expect.poll(() => heard('error')).toMatchObject({ message: 'host must be the origin of the host for a record, which contains answers, not *' });
  expect(await heard('record')).toBeUndefined();
  await server.close();
});

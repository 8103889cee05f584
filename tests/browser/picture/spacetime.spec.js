// Space-time diagrams of one message, live rates, and the form of switching, ports and delays.
import {
  dock, editAt, example, expect, hasDelivered, number, openAt, playAt, readOuts, settings, stands, step, test,
} from '../page.js';

const BLOCKED = 't=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6';

test('a preset compares the three switching modes, and its link restores them', async ({ page }) => {
  const accounts = page.locator('#accounts tbody tr');
  await openAt(page, 't=mesh:4x4', 0);
  await example(page, 'One message, three switching modes');
  const hasThree = async () => {
    await expect(page.locator('.sheet text').filter({ hasText: /^(Wormhole|Virtual cut-through|Store-and-forward)$/ })).toHaveCount(3);
    await expect(accounts).toHaveText([
      /^Wormhole *5 *12 *d\(1 \+ r\) \+ M − 1 \+ i \+ e = 5·\(1 \+ 0\) \+ 8 − 1 \+ 0 \+ 0 = 12$/,
      /^Virtual cut-through *5 *12 *d\(1 \+ r\) \+ M − 1 \+ i \+ e = 5·\(1 \+ 0\) \+ 8 − 1 \+ 0 \+ 0 = 12$/,
      /^Store-and-forward *33 *40 *d\(M \+ r\) \+ i \+ e = 5·\(8 \+ 0\) \+ 0 \+ 0 = 40$/,
    ]);
  };
  await hasThree();
  await expect(page).toHaveURL(/view=modes/);
  await page.reload();
  await hasThree();
  // Delays are part of the formula.
  await openAt(page, 't=mesh:6&vc=1&M=8&ti=2&te=3&rd=1&msg=0:0>5&view=modes', 0);
  await expect(accounts).toHaveText([/22.*= 22$/, /22.*= 22$/, /50.*= 50$/]);
});

test('a space-time diagram follows a message, which is chosen by key, and is exported in four formats', async ({ page }) => {
  const told = page.locator('.told');
  const picture = page.locator('.sheet [role=img]');
  await openAt(page, BLOCKED, 10);
  await step('keys open the diagram and choose its message', async () => {
    await page.keyboard.press('5');
    await page.locator('#follow').focus();
    for (const message of ['0', '1']) {
      await page.keyboard.press('Control+A');
      await page.keyboard.type(message);
      await page.keyboard.press('Enter');
      await expect(told).toContainText(`Message ${message} `);
      await expect(page).toHaveURL(new RegExp(`follow=${message}`));
    }
  });
  await expect(told).toContainText('blocked for 22 cycles');
  await expect(picture).toHaveAttribute('aria-label', /Message 1 from \(0\) to \(6\), 6 flits over 6 channels/);
  await step('a veil covers what is still to come', async () => {
    const veil = async () => (await page.locator('.veil').boundingBox()).width;
    const before = await veil();
    for (let cycle = 11; cycle <= 15; cycle += 1) await page.locator('#forward').click();
    await stands(page, 15);
    await expect.poll(veil).toBeLessThan(before - 20);
  });
  await step('it is exported as a picture and as numbers', async () => {
    const saved = async (name) => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: `${name} of the diagram` }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toMatch(new RegExp(`^mesh-[\\w-]+-message-1\\.${name.toLowerCase()}$`));
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      return Buffer.concat(chunks);
    };
    // A picture of 960 pixels, twice as sharp.
    const png = await saved('PNG');
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 1920]);
    expect((await saved('SVG')).toString()).toContain('Message 1 from (0) to (6), 6 flits over 6 channels');
    expect((await saved('CSV')).toString()).toMatch(/^mode,message,row,kind,from,to,lane,flit,cycle,freed\n/);
    const [journey] = JSON.parse(await saved('JSON'));
    expect(journey.rows.map((row) => row.crossings.length)).toEqual(Array(7).fill(6));
  });
  await step('another switching mode has another diagram', async () => {
    const before = await picture.innerHTML();
    await settings(page);
    await page.getByLabel('Switching', { exact: true }).selectOption('virtual-cut-through');
    await page.keyboard.press('Escape');
    await expect(page.locator('#accounts')).toContainText('Virtual cut-through');
    await expect(told).toContainText('Message 1 ');
    expect(await picture.innerHTML()).not.toBe(before);
  });
  await dock(page, 'Time line');
  await expect(page.locator('.sheet')).toBeHidden();
  await step('a message in a deadlock is followed to where it stops', async () => {
    await openAt(page, 't=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1&view=spacetime', 12);
    await expect(told).toContainText('will never arrive: deadlock since cycle');
    await expect(picture).toContainText('→ 2');
    await expect(page.locator('#accounts')).toContainText('not known before its header arrives');
  });
});

test('buffers, selection and ports are set in the form', async ({ page }) => {
  await editAt(page, 't=mesh:4x4&buf=3&M=4&lam=0.02', 0);
  await page.getByText('Selection, layout, ports').click();
  const buffer = page.getByLabel('Buffer B');
  await step('outside wormhole switching, a buffer holds a whole message, and its size returns later', async () => {
    await expect(buffer).toHaveValue('3');
    await page.getByLabel('Switching', { exact: true }).selectOption('store-and-forward');
    await expect(buffer).toBeDisabled();
    await expect(buffer).toHaveValue('a whole message');
    await expect(page).toHaveURL(/sw=store-and-forward/);
    await expect(page).toHaveURL(/buf=3/);
    await page.getByLabel('Switching', { exact: true }).selectOption('wormhole');
    await expect(buffer).toHaveValue('3');
  });
  await page.getByRole('combobox', { name: 'Selection' }).selectOption('least-occupied');
  await expect(page).toHaveURL(/sel=least-occupied/);
  await step('ports are chosen by name or by number', async () => {
    const pressed = (name) => page.getByRole('button', { name, pressed: true });
    await expect(pressed('never waits')).toBeVisible();
    await page.getByRole('button', { name: 'all-port' }).press('Enter');
    await expect(page.getByLabel('Injection ports p')).toHaveValue('4');
    await expect(page.getByLabel('Ejection ports')).toHaveValue('4');
    await page.getByRole('button', { name: 'one-port' }).press('Enter');
    await expect(page).toHaveURL(/pe=1/);
    await page.getByLabel('Ejection ports').fill('');
    await page.getByLabel('Ejection ports').blur();
    await expect(pressed('never waits')).toBeVisible();
    await expect(page.getByLabel('Start-up')).toHaveCount(0);
  });
});

test('the read-outs show the rates of a cycle, and do not shift while time runs', async ({ page }) => {
  await openAt(page, 't=hypercube:4&r=duato&vc=3&M=16&lam=0.012', 1500);
  await readOuts(page);
  const rates = page.locator('.rates');
  await expect.poll(() => number(page.locator('#accepted'))).toBeGreaterThan(0.05);
  await expect.poll(() => number(page.locator('#recent-network-latency'))).toBeGreaterThan(15);
  await expect(page.locator('.course path').last()).toHaveAttribute('d', /^M/);
  await expect(page.locator('#routed')).toHaveText(/On an escape channel: \d+ of \d+ hops/);
  const [there, place] = [await rates.locator('tbody').innerText(), await rates.boundingBox()];
  const line = page.getByRole('slider', { name: 'Cycle' });
  await line.fill('0');
  await hasDelivered(page, 0);
  await playAt(page, '6');
  await page.locator('#play').click();
  await expect.poll(() => number(page.locator('#cycle'))).toBeGreaterThan(100);
  expect(await rates.boundingBox()).toEqual(place);
  await page.locator('#play').click();
  await line.fill('1500');
  await stands(page, 1500);
  await expect.poll(() => rates.locator('tbody').innerText()).toBe(there);
});

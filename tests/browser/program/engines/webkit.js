// WebKit, as Debian's WebKitGTK has it: its small browser on a display without a screen, by WebDriver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';

/** By which WebDriver knows an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Keys that are not letters, as WebDriver writes them. */
const KEYS = { Escape: '\uE00C' };

/** Where the small browser is, which Debian puts beside the library. */
function browserPath() {
  const places = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}`);
  const paths = places.flatMap((place) => ['4.1', '4.0'].map((version) => `${place}/webkit2gtk-${version}/MiniBrowser`));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error('WebKitGTK is missing: scripts/setup --test installs it');
  return found;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts it; what it returns is the driver of core.js. */
export async function webkit() {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(screen.stdout, 'data');
  const port = await freePort();
  const program = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    stdio: 'ignore',
  });

  async function ask(method, path, body) {
    const options = { method, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  async function listening() {
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask('GET', '/status');
      } catch (error) {
        if (tries === 100) throw error;
        await new Promise((later) => setTimeout(later, 50));
      }
    }
  }
  await listening();
  const wanted = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browserPath(), args: ['--automation'] },
  };
  const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: wanted } });
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });

  const evaluate = (expression) => ask('POST', `${session}/execute/sync`, { script: `return (${expression});`, args: [] });
  return {
    async goto(address) {
      await ask('POST', `${session}/url`, { url: 'about:blank' });
      await ask('POST', `${session}/url`, { url: address });
    },
    async click(selector) {
      const { [ELEMENT]: id } = await ask('POST', `${session}/element`, { using: 'css selector', value: selector });
      await ask('POST', `${session}/element/${id}/click`, {});
    },
    async press(key) {
      const value = KEYS[key] ?? key;
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await ask('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    evaluate,
    // WebDriver does not tell what a page logs.
    complaints: () => [],
    async close() {
      await ask('DELETE', session).catch(() => {});
      program.kill();
      screen.kill();
    },
  };
}

// Builds the programs of the page into Trunk's staging folder. Called by Trunk (Trunk.toml).
//
// A quick build compiles all programs with one call of cargo. A small build does so for all but the worker, which is
// compiled for speed and without the features that only views need. Then the page's own program is split at the points
// that the source marks (`wasm_split`), wasm-bindgen prepares each program for the browser, and wasm-opt optimizes
// those of a small build. Finally the lesson program draws the pictures of examples and lessons, run as in a worker.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const staging = process.env.TRUNK_STAGING_DIR;
const root = process.env.TRUNK_SOURCE_DIR;
const isSmall = process.env.TRUNK_PROFILE === 'release';
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const work = join(target, 'programs', isSmall ? 'small' : 'quick');

const VIEWS = ['app', 'chart', 'library', 'lesson'];
const BUILDS = isSmall
  ? [
      { profile: 'small', programs: VIEWS, options: [] },
      { profile: 'fast', programs: ['worker'], options: ['--no-default-features'] },
    ]
  : [{ profile: 'quick', programs: [...VIEWS, 'worker'], options: [] }];

/** Options of wasm-opt in a small build; exports that are needed only to send data to a server are removed. */
const OPTIMIZATION = { worker: ['-O3'], app: ['-O3', '--remove-exports=*intounderlying*'] };
const USUAL = ['-O1', '--remove-exports=*intounderlying*'];

function run(command, ...words) {
  return new Promise((done, failed) => {
    const child = spawn(command, words, { cwd: root, stdio: 'inherit' });
    child.on('error', failed);
    child.on('exit', (status) => (status === 0 ? done() : failed(new Error(`${command} failed`))));
  });
}

/** Splits the page's program; copies the other parts and the script that fetches them to the staging folder. */
async function split(file) {
  const folder = join(work, 'split');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('wasm-split-cli', '--target', 'web', '--out-name', 'app', file, folder);
  for (const name of readdirSync(folder)) {
    if (name !== 'app.wasm') copyFileSync(join(folder, name), join(staging, name));
  }
  return join(folder, 'app.wasm');
}

async function bind(name, profile) {
  let file = join(target, 'wasm32-unknown-unknown', profile, `${name}.wasm`);
  const options = ['--target', 'web', '--no-typescript', '--no-demangle', '--out-name', name, '--out-dir', staging];
  if (name === 'app') {
    file = await split(file);
    options.push('--keep-lld-exports');
  }
  if (isSmall) options.push('--remove-name-section');
  await run('wasm-bindgen', ...options, file);
}

async function optimize(file) {
  const [name] = file.split(/_bg|\./);
  await run('wasm-opt', ...(OPTIMIZATION[name] ?? USUAL), '--strip-debug', join(staging, file), '-o', join(staging, file));
}

/** Calls `act` for each item, two at a time, for which most machines have enough cores. */
async function two(items, act) {
  const rest = [...items];
  const inTurn = async () => {
    for (let item = rest.shift(); item; item = rest.shift()) await act(item);
  };
  await Promise.all([inTurn(), inTurn()]);
}

/** Draws the pictures on the cards of examples and lessons. */
async function drawCards() {
  const script = join(work, 'lesson.mjs');
  copyFileSync(join(staging, 'lesson.js'), script);
  const { initSync, cards } = await import(pathToFileURL(script));
  // The program posts that it is ready; the message is not needed here.
  globalThis.postMessage = () => {};
  initSync({ module: readFileSync(join(staging, 'lesson_bg.wasm')) });
  const folder = join(staging, 'examples');
  mkdirSync(folder, { recursive: true });
  const all = cards();
  for (let i = 0; i < all.length; i += 2) writeFileSync(join(folder, `${all[i]}.svg`), all[i + 1]);
}

mkdirSync(work, { recursive: true });
for (const { profile, programs, options } of BUILDS) {
  const bins = programs.flatMap((name) => ['--bin', name]);
  await run('cargo', 'build', '--locked', '--package', 'flitscope-web', '--target', 'wasm32-unknown-unknown', '--profile', profile, ...options, ...bins);
  await two(programs, (name) => bind(name, profile));
}
if (isSmall) await two(readdirSync(staging).filter((name) => name.endsWith('.wasm')), optimize);
await drawCards();

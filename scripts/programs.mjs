// Builds the programs of the page into Trunk's staging folder. Called by Trunk (Trunk.toml).
//
// A quick build compiles all programs with one call of cargo. A small build does so for all but the worker, which is
// compiled for speed and without the features that only views need. Then the page's own program is split at the points
// that the source marks (`wasm_split`), wasm-bindgen prepares each program for the browser, and wasm-opt optimizes
// those of a small build. Finally the lesson program draws the pictures of examples and lessons, run as in a worker. What was
// made of a program is made anew only if the compiler has written that program again.
import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const staging = process.env.TRUNK_STAGING_DIR;
const root = process.env.TRUNK_SOURCE_DIR;
const isSmall = process.env.TRUNK_PROFILE === 'release';
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const work = join(target, 'programs', isSmall ? 'small' : 'quick');

const VIEWS = ['app', 'lesson'];
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

/** The folder of what was made of a program, and whether it is up to date with the program, the tools and this script. */
function made(name, file) {
  const folder = join(work, 'made', name);
  const sources = [file, join(root, 'Cargo.lock'), join(root, 'scripts/programs.mjs')];
  const [stamp, source] = [`${folder}.stamp`, sources.map((path) => statSync(path).mtimeMs).join()];
  const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === source;
  if (!isFresh) {
    rmSync(stamp, { force: true });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  return { folder, isFresh, finish: () => writeFileSync(stamp, source) };
}

/** Splits the page's program; puts the other parts and the script that fetches them into a folder. */
async function split(file, destination) {
  const folder = join(work, 'split');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('wasm-split-cli', '--target', 'web', '--out-name', 'app', file, folder);
  for (const name of readdirSync(folder)) {
    if (name !== 'app.wasm') copyFileSync(join(folder, name), join(destination, name));
  }
  return join(folder, 'app.wasm');
}

async function bind(name, profile) {
  let file = join(target, 'wasm32-unknown-unknown', profile, `${name}.wasm`);
  const { folder, isFresh, finish } = made(name, file);
  if (!isFresh) {
    const options = ['--target', 'web', '--no-typescript', '--no-demangle', '--out-name', name, '--out-dir', folder];
    if (name === 'app') {
      file = await split(file, folder);
      options.push('--keep-lld-exports');
    }
    if (isSmall) options.push('--remove-name-section');
    await run('wasm-bindgen', ...options, file);
    if (isSmall) await two(readdirSync(folder).filter((name) => name.endsWith('.wasm')), (file) => optimize(join(folder, file), name));
    if (name === 'lesson') await drawCards(folder);
    finish();
  }
  cpSync(folder, staging, { recursive: true });
}

async function optimize(file, name) {
  const isPart = !file.endsWith('_bg.wasm');
  await run('wasm-opt', ...((!isPart && OPTIMIZATION[name]) || USUAL), '--strip-debug', file, '-o', file);
}

/** Calls `act` for each item, two at a time, for which most machines have enough cores. */
async function two(items, act) {
  const rest = [...items];
  const inTurn = async () => {
    for (let item = rest.shift(); item; item = rest.shift()) await act(item);
  };
  await Promise.all([inTurn(), inTurn()]);
}

/** Draws the pictures on the cards of examples and lessons, by the lesson program in a folder, into that folder. */
async function drawCards(made) {
  const script = join(work, 'lesson.mjs');
  copyFileSync(join(made, 'lesson.js'), script);
  const { initSync, cards } = await import(pathToFileURL(script));
  // The program posts that it is ready; the message is not needed here.
  globalThis.postMessage = () => {};
  initSync({ module: readFileSync(join(made, 'lesson_bg.wasm')) });
  const folder = join(made, 'examples');
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

// Measures how long work on this repository takes, in a fresh clone of HEAD, and writes the table *How long it takes* of
// src/GUIDE.md: the checks of scripts/test, the crates that took longest to compile, and the time from one changed line to
// its result. Needs a quiet machine for half an hour.
//   node scripts/times.mjs           with the installed tools
//   node scripts/times.mjs --tools   also the time from a clone without tools to the page served, which installs them once more
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = join(root, 'src/GUIDE.md');
const [BEGIN, END] = ['<!-- scripts/times.mjs writes from here … -->', '<!-- … to here. -->'];
const MOST_CRATES = 8;

const work = mkdtempSync(join(tmpdir(), 'flitscope-times-'));
const clone = join(work, 'clone');
const out = (command, ...words) => execFileSync(command, words, { cwd: root, encoding: 'utf8' }).trim();

/** Runs a command of the clone with the installed tools; returns its seconds, also if it fails. */
function seconds(command, env = {}) {
  const began = Date.now();
  const words = ['-c', `cd '${clone}'; source scripts/setup >&2; ${command}`];
  const { status } = spawnSync('bash', words, { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
  if (status !== 0) console.error(`${command} ended with ${status}.`);
  return Math.round((Date.now() - began) / 1000);
}

/** The seconds until scripts/serve, with tools of its own, serves the page. */
async function served() {
  const began = Date.now();
  const env = { ...process.env, FLITSCOPE_TOOLS: join(work, 'tools'), CARGO_TARGET_DIR: join(work, 'target') };
  const server = spawn('scripts/serve', ['4299'], { cwd: clone, env, stdio: ['ignore', 2, 2], detached: true });
  const isServed = () => fetch('http://127.0.0.1:4299/').then((answer) => answer.ok, () => false);
  while (!(await isServed())) await new Promise((later) => setTimeout(later, 500));
  process.kill(-server.pid);
  return Math.round((Date.now() - began) / 1000);
}

/** The seconds of the crates of this repository, as `cargo build --timings` reports them, longest first. */
function crates(target) {
  const folder = join(target, 'cargo-timings');
  const report = readdirSync(folder).filter((name) => /-\d{8}T/.test(name)).sort().at(-1);
  const [, units] = /const UNIT_DATA = (\[.*?\]);\n/s.exec(readFileSync(join(folder, report), 'utf8'));
  const all = JSON.parse(units).map(({ name, target, duration }) => [`${name}${target}`, duration]);
  const own = all.filter(([name]) => name.startsWith('flitscope')).sort((a, b) => b[1] - a[1]);
  const others = all.filter(([name]) => !name.startsWith('flitscope')).reduce((sum, [, duration]) => sum + duration, 0);
  const named = own.slice(0, MOST_CRATES).map(([name, duration]) => `${name} ${Math.round(duration)}`);
  return `${named.join(', ')}; all dependencies ${Math.round(others)}`;
}

try {
  out('git', 'clone', '--quiet', root, clone);
  const rows = [];
  if (process.argv[2] === '--tools') rows.push(['from a clone without tools to the page served', await served()]);
  const times = join(work, 'times');
  const all = seconds('bash scripts/test', { FLITSCOPE_TEST_TIMES: times, CARGO_INCREMENTAL: '0' });
  const checks = readFileSync(times, 'utf8').trim().split('\n').map((line) => /(\d+) s {2}(.*)/.exec(line));
  rows.push(['`scripts/test` in a fresh clone', all], ...checks.map(([, time, name]) => [`— ${name}`, Number(time)]));

  // An incremental build first, as one works with.
  seconds('trunk build');
  appendFileSync(join(clone, 'src/web/ui/mod.rs'), '\n// One more line.\n');
  rows.push(['one changed line in `src/web/ui`, to the page', seconds('trunk build')]);
  const simulator = 'cargo test --quiet --locked --test simulator';
  seconds(`${simulator} --no-run`);
  appendFileSync(join(clone, 'src/engine/sim/mod.rs'), '\n// One more line.\n');
  rows.push(['one changed line in `src/engine/sim`, to the answer of its tests', seconds(simulator)]);
  const cold = { CARGO_TARGET_DIR: join(work, 'cold'), CARGO_INCREMENTAL: '0' };
  rows.push(['compiling the native tests, everything anew', seconds('cargo test --locked --no-run --lib --bins --tests --timings', cold)]);
  rows.push([`— of it, on one core: ${crates(cold.CARGO_TARGET_DIR)}`, '']);

  const lines = out('bash', '-c', "git ls-files 'src/*.rs' | xargs cat | wc -l");
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)} at ${out('git', 'rev-parse', '--short', 'HEAD')}, on ${cpus().length} cores; ` +
      `${Number(lines).toLocaleString('en')} lines of Rust in \`src\`.`,
    '',
    '| | s |',
    '|---|---|',
    ...rows.map(([name, time]) => `| ${name} | ${time} |`),
  ];
  const text = readFileSync(guide, 'utf8');
  const [before, after] = [text.split(BEGIN)[0], text.split(END)[1]];
  writeFileSync(guide, `${before}${BEGIN}\n${table.join('\n')}\n${END}${after}`);
  console.log(table.join('\n'));
} finally {
  rmSync(work, { recursive: true });
}

// Adds the hash of its content to the name of every file of the built page, and updates all references, so that no
// cache can mix two builds. Called by Trunk when all files exist (Trunk.toml); only index.html keeps its name.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const dist = process.env.TRUNK_STAGING_DIR;

/** Style sheets of papers and experiments, which are loaded with their program (src/web/start/start.js). */
const OF_LIBRARY = ['papers.css', 'verdicts.css', 'laboratory.css'];

/** Joins the style sheets that index.html links to, in order, into two: one loaded at the start, and one loaded with
 * papers and experiments. Each needs a single request, and the joined text compresses by a third more. */
function joinSheets() {
  const page = join(dist, 'index.html');
  const sheets = { 'style.css': [], 'library.css': [] };
  const html = readFileSync(page, 'utf8').replace(/<link [^>]*\bstylesheet\b[^>]*>/g, (link) => {
    const [name] = /[\w-]+\.css/.exec(link);
    const whole = OF_LIBRARY.includes(name) ? 'library.css' : 'style.css';
    sheets[whole].push(join(dist, name));
    return whole === 'style.css' && sheets[whole].length === 1 ? `<link rel="stylesheet" href="./${whole}">` : '';
  });
  for (const [whole, parts] of Object.entries(sheets)) {
    const text = parts.map((part) => readFileSync(part, 'utf8')).join('\n');
    parts.forEach((part) => rmSync(part));
    writeFileSync(join(dist, whole), text);
  }
  writeFileSync(page, html);
}

joinSheets();
const isText = (name) => /\.(css|html|js|webmanifest)$/.test(name);
/** Keeps its name, by which the browser finds the next version of it. */
const SERVICE_WORKER = 'service_worker.js';
const files = readdirSync(dist).filter((name) => /\.(css|js|png|svg|wasm|webmanifest|woff2)$/.test(name) && name !== SERVICE_WORKER);
// wasm-bindgen names the folder of snippets after the package, not after their content.
if (existsSync(join(dist, 'snippets'))) throw new Error('a program has a JavaScript snippet, which gets no hash: see src/web/start');

/** The new names of files; empty while a file is being processed. */
const named = new Map();

/** Returns the content of a file, with the new names of the files that it references. */
function content(name) {
  if (!isText(name)) return readFileSync(join(dist, name));
  let text = readFileSync(join(dist, name), 'utf8');
  // Scripts are not minified, but comment lines and indentation are removed.
  if (name.endsWith('.js')) text = text.replace(/^\s*(\/\/.*|\/\*\*.*\*\/)\n/gm, '').replace(/^\s+/gm, '');
  for (const other of files.filter((other) => other !== name)) {
    const mention = new RegExp(`(?<![\\w-])${other.replaceAll('.', '\\.')}(?![\\w-])`, 'g');
    if (mention.test(text)) text = text.replace(mention, hashed(other));
  }
  return text;
}

function hashed(name) {
  if (named.get(name) === '') throw new Error(`${name} references itself through other files`);
  if (!named.has(name)) {
    named.set(name, '');
    const text = content(name);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const given = name.replace(/(?=\.\w+$)/, `-${hash}`);
    writeFileSync(join(dist, name), text);
    renameSync(join(dist, name), join(dist, given));
    named.set(name, given);
  }
  return named.get(name);
}

/** The page's program and the script that fetches its parts reference each other, so they share one hash. */
const TOGETHER = ['app.js', '__wasm_split.js'];

function hashTogether() {
  const both = createHash('sha256');
  for (const name of TOGETHER) named.set(name, name);
  const texts = TOGETHER.map(content);
  texts.forEach((text) => both.update(text));
  const hash = both.digest('hex').slice(0, 16);
  for (const name of TOGETHER) named.set(name, name.replace('.js', `-${hash}.js`));
  texts.forEach((text, i) => {
    const [own, other] = [TOGETHER[i], TOGETHER[1 - i]];
    renameSync(join(dist, own), join(dist, named.get(own)));
    writeFileSync(join(dist, named.get(own)), text.replaceAll(`from "./${other}"`, `from "./${named.get(other)}"`));
  });
}

hashTogether();
files.forEach(hashed);

// The page fetches pictures by their original names, so their folder gets the hash of all of them.
const pictures = join(dist, 'examples');
const all = createHash('sha256');
for (const name of readdirSync(pictures).sort()) all.update(name).update(readFileSync(join(pictures, name)));
const given = `examples-${all.digest('hex').slice(0, 16)}`;
renameSync(pictures, join(dist, given));
/** Returns the revision of the source as src/revision does, or nothing. Only index.html states it: a commit changes no program. */
function revision() {
  if (process.env.FLITSCOPE_REVISION !== undefined) return process.env.FLITSCOPE_REVISION;
  const git = (...words) => execFileSync('git', words, { cwd: process.env.TRUNK_SOURCE_DIR, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('rev-parse', '--show-prefix') !== '') return '';
    return git('describe', '--always', '--exclude=*', '--abbrev=10', '--dirty=.modified');
  } catch {
    return '';
  }
}

/** Returns a page with an attribute filled in; a minified page has no quotes around it. */
function withAttribute(page, name, value) {
  const empty = new RegExp(`data-${name}="?${name}"?`);
  if (!empty.test(page)) throw new Error(`index.html has no attribute data-${name}`);
  return page.replace(empty, `data-${name}="${value}"`);
}

const page = withAttribute(withAttribute(content('index.html'), 'examples', given), 'revision', revision());

/** Returns the page with the policy of scripts/host in it, for hosts that send none. Not in a quick build, because
 * `trunk serve` adds an inline script that reloads the page. */
function withPolicy(page) {
  if (process.env.TRUNK_PROFILE !== 'release') return page;
  const policy = readFileSync(join(process.env.TRUNK_SOURCE_DIR, 'scripts/host/policy.txt'), 'utf8').trim();
  const [charset] = /<meta charset="?utf-8"?\s*\/?>/i.exec(page) ?? [];
  if (!charset) throw new Error('index.html does not name its encoding');
  return page.replace(charset, `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

// The page names all files by their hashes and states the revision, so its own hash names the build.
const build = createHash('sha256').update(page).digest('hex').slice(0, 16);
writeFileSync(join(dist, 'index.html'), withAttribute(withPolicy(page), 'build', build));

/** What the page can fetch besides itself. */
const stored = [...files.map((name) => named.get(name)), ...readdirSync(join(dist, given)).map((name) => `${given}/${name}`)];
const worker = readFileSync(join(dist, SERVICE_WORKER), 'utf8');
const filled = worker.replace("BUILD = 'build'", `BUILD = '${build}'`).replace("FILES = ['./']", `FILES = ${JSON.stringify(stored.sort())}`);
if (!filled.includes(build) || !filled.includes(given)) throw new Error(`${SERVICE_WORKER} has no BUILD or no FILES`);
writeFileSync(join(dist, SERVICE_WORKER), filled);

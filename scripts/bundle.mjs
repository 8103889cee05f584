// Bundles the scripts and style sheets of the built page. esbuild puts the hash of its content into the name of every file, so
// that no cache can mix two builds. Called by Trunk when all files exist (Trunk.toml). index.html, the service worker, the icons
// and the manifest keep their names; the two former name the others, and are written last.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

const dist = process.env.TRUNK_STAGING_DIR;
const root = process.env.TRUNK_SOURCE_DIR;
const esbuild = createRequire(join(root, 'tests/browser/package.json'))('esbuild');

const start = (name) => join(root, 'src/web/start', name);
const digest = (...texts) => texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex').slice(0, 16);

/** Imports the programs that scripts of wasm-bindgen and wasm-split name by their address, which esbuild would leave as it is. */
const programs = {
  name: 'programs',
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (dirname(path) !== dist) return undefined;
      const imports = [];
      const address = /new URL\((["'])(?:\.\/)?([\w-]+\.wasm)\1, import\.meta\.url\)/g;
      const contents = readFileSync(path, 'utf8').replace(address, (_, quote, name) => {
        imports.push(`import program${imports.length} from './${name}';`);
        return `program${imports.length - 1}`;
      });
      return { contents: imports.join('') + contents };
    });
  },
};

/** Bundles files, and returns the names of the results by those of their sources. */
async function bundle(entryPoints, options = {}) {
  const { metafile } = await esbuild.build({
    entryPoints,
    outdir: dist,
    bundle: true,
    minify: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.wasm': 'file', '.woff2': 'file' },
    alias: { programs: dist },
    plugins: [programs],
    logLevel: 'error',
    ...options,
  });
  const names = {};
  for (const [path, { entryPoint, inputs }] of Object.entries(metafile.outputs)) {
    const source = entryPoint ?? Object.keys(inputs)[0];
    names[basename(source)] = relative(dist, path);
  }
  return names;
}

const made = readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name));
const sheets = await bundle([join(root, 'style/style.css'), join(root, 'style/library.css')]);
const page = await bundle([join(dist, 'app.js')], { format: 'esm' });
const workers = await bundle([start('start_worker.js'), start('start_lesson.js')]);
const FILES = {
  app: [page['app.js'], page['app_bg.wasm']],
  worker: [workers['start_worker.js'], workers['worker_bg.wasm']],
  lesson: [workers['start_lesson.js'], workers['lesson_bg.wasm']],
};
const define = { FILES: JSON.stringify(FILES), LIBRARY_SHEET: JSON.stringify(sheets['library.css']) };
const starts = await bundle(['start.js', 'start_check.js', 'offline.js'].map(start), { define });
made.forEach((name) => rmSync(join(dist, name)));

// The page fetches pictures by their original names, so their folder gets the hash of all of them.
const pictures = readdirSync(join(dist, 'examples')).sort();
const ofAll = digest(...pictures.flatMap((name) => [name, readFileSync(join(dist, 'examples', name))]));
const examples = `examples-${ofAll.slice(0, 8).toUpperCase()}`;
renameSync(join(dist, 'examples'), join(dist, examples));

/** Returns the revision of the source as src/revision does, or nothing. Only index.html states it: a commit changes no program. */
function revision() {
  if (process.env.FLITSCOPE_REVISION !== undefined) return process.env.FLITSCOPE_REVISION;
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('rev-parse', '--show-prefix') !== '') return '';
    return git('describe', '--always', '--exclude=*', '--abbrev=10', '--dirty=.modified');
  } catch {
    return '';
  }
}

let html = readFileSync(join(dist, 'index.html'), 'utf8');

/** Replaces a text of index.html, which must be there. */
function replace(text, by) {
  const next = html.replace(text, () => by);
  if (next === html) throw new Error(`index.html has no ${text}`);
  html = next;
}

/** Fills in an attribute of index.html; a minified page has no quotes around it. */
const fill = (name, value) => replace(new RegExp(`data-${name}="?${name}"?`), `data-${name}="${value}"`);

replace('style.css', sheets['style.css']);
for (const [name, given] of Object.entries(starts)) replace(name, given);
fill('examples', examples);
fill('revision', revision());
// The page names all files by their hashes and states the revision, so its own hash names the build.
const build = digest(html);
fill('build', build);
// The policy of scripts/host, for hosts that send none. Not in a quick build: `trunk serve` adds an inline script that reloads the page.
if (process.env.TRUNK_PROFILE === 'release') {
  const policy = readFileSync(join(root, 'scripts/host/policy.txt'), 'utf8').trim();
  const [charset] = /<meta charset="?utf-8"?\s*\/?>/i.exec(html) ?? [];
  replace(charset, `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
writeFileSync(join(dist, 'index.html'), html);

// What the page can fetch besides itself.
const stored = [...readdirSync(dist).filter((name) => /\.(css|js|png|svg|wasm|webmanifest|woff2)$/.test(name)), ...pictures.map((name) => `${examples}/${name}`)];
await bundle([start('service_worker.js')], {
  entryNames: '[name]',
  define: { BUILD: JSON.stringify(build), FILES: JSON.stringify(stored.sort()) },
});

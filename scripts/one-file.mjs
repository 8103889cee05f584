// Packs a built page into one file that works from disk: `node scripts/one-file.mjs [DIST [FILE [PRESET]]]` (default: dist,
// flitscope.html in it, and the smallest file that xz can make; preset 1 takes a tenth of the time, for tests).
//
// The file is index.html with its style sheet in it, a script that unpacks (src/web/start/one_file.js), and all other files,
// compressed together by xz: the programs have much code in common, so that this takes two thirds of what each by
// itself takes by gzip, the only format that all browsers unpack.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tools = join(root, 'tests/browser');
const { buildSync } = createRequire(join(tools, 'package.json'))('esbuild');
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const out = resolve(process.argv[3] ?? join(dist, 'flitscope.html'));
const preset = process.argv[4] ?? '9e';

/** Scripts in the order in which they mention each other. */
const SCRIPTS = ['app', 'start_worker', 'start_lesson', 'start'];
/** The faces of the text and of the equations. */
const FONTS = ['atkinson-hyperlegible-next', 'stix-two-math'];

const names = readdirSync(dist);
const file = (name) => readFileSync(join(dist, name));

/** Returns the name that the build gave a file (scripts/bundle.mjs). */
function named(stem, type) {
  const found = names.find((name) => name.startsWith(`${stem}-`) && name.endsWith(`.${type}`) && /^-[0-9A-Z]{8}\./.test(name.slice(stem.length)));
  if (!found) throw new Error(`${dist} has no file ${stem}-….${type}; build the page first: scripts/build`);
  return found;
}

/** The digits of Z85, but for `<`, `>` and `&`, which a page may not contain anywhere. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?~_|()[]{}@%$#';

/** Returns bytes as base85 text, which is shorter than base64 by 6 %. Their number must be a multiple of four. */
function encoded85(bytes) {
  const text = [];
  for (let i = 0; i < bytes.length; i += 4) {
    let word = bytes.readUInt32BE(i);
    const group = [];
    for (let j = 0; j < 5; j += 1) {
      group.unshift(DIGITS[word % 85]);
      word = Math.floor(word / 85);
    }
    text.push(group.join(''));
  }
  return text.join('');
}

const dataAddress = (name, type) => `data:${type};base64,${file(name).toString('base64')}`;

/** The largest picture of a card that the file takes along [characters]: those of networks with hundreds of nodes are grey at
 * the size of a card, and four of them are half of all. Their cards are without a picture. */
const MOST_DRAWN = 60_000;

/** Returns the pictures of examples and lessons in one, each under a name of its own. */
function pictures() {
  const [folder] = names.filter((name) => name.startsWith('examples-'));
  const texts = readdirSync(join(dist, folder)).sort().map((name) => {
    const text = readFileSync(join(dist, folder, name), 'utf8');
    return text.replace('id="picture"', `id="picture-${name.replace('.svg', '')}"`);
  });
  return Buffer.from(texts.filter((text) => text.length <= MOST_DRAWN).join('\n'));
}

const files = [
  ['pictures.svg', pictures()],
  ...names.filter((name) => name.endsWith('.wasm')).map((name) => [name, file(name)]),
  [named('library', 'css'), file(named('library', 'css'))],
  ...SCRIPTS.map((stem) => named(stem, 'js')).map((name) => [name, file(name)]),
];

const style = FONTS.map((stem) => named(stem, 'woff2')).reduce(
  (text, font) => text.replaceAll(`./${font}`, dataAddress(font, 'font/woff2')),
  file(named('style', 'css')).toString(),
);
const all = Buffer.concat(files.map(([, content]) => content));
// The dictionary holds all files; the default check is one that not every decoder knows.
const options = ['--check=crc32', `--lzma2=preset=${preset},dict=${Math.ceil(all.length / 2 ** 20)}MiB,pb=0,lc=4`, '--stdout'];
const packed = execFileSync('xz', options, { input: all, maxBuffer: 2 ** 28 });
const index = JSON.stringify(files.map(([name, content]) => [name, content.length]));
const { outputFiles } = buildSync({
  entryPoints: [join(root, 'src/web/start/one_file.js')],
  bundle: true,
  minify: true,
  write: false,
  nodePaths: [join(tools, 'node_modules')],
});
const unpack = outputFiles[0].text.replaceAll('</script', '<\\/script');

/** What takes the place of a tag: of one that fetches a file, nothing. */
const page = file('index.html')
  .toString()
  .replace(/<link [^>]*\bstylesheet\b[^>]*>/, () => `<style>${style}</style>`)
  .replace(/<link [^>]*\b(manifest|apple-touch-icon)\b[^>]*>/g, '')
  .replace(/<meta http-equiv[^>]*>/, '')
  .replace(/<script defer[^>]*><\/script>/g, '')
  .replace('icon.svg', dataAddress('icon.svg', 'image/svg+xml'))
  .replace(/data-examples="[^"]*"/, 'data-one-file')
  .replace(
    /(<\/body>|$)/,
    () => `<script type="application/json" id="files">${index}</script><script type="text/plain" id="packed" data-digits="${DIGITS}">${encoded85(packed)}</script><script>${unpack}</script>`,
  );
writeFileSync(out, page);
console.log(`${out}: ${page.length.toLocaleString('en')} bytes`);

// Unpacks the files that flitscope.html carries (scripts/one-file.mjs), and starts the page from them. Each becomes a
// blob with an address of its own, because a page on disk can fetch no other file.
import { XzReadableStream } from 'xz-decompress';

const TYPES = { css: 'text/css', js: 'text/javascript', wasm: 'application/wasm' };
const isText = (name) => /\.(css|js)$/.test(name);
const isOfWorker = (name) => /^start_\w+-/.test(name);

// The file as it is, before anything changes the page, so that the page can put itself into a package for learning
// platforms: a page on disk can read no file, not even its own. The copy shares its texts with the page.
const whole = document.documentElement.cloneNode(true);
globalThis.flitscopeFile = () => `<!doctype html>\n${whole.outerHTML}\n`;

/** Returns the decoded bytes of base64 text. */
function decoded(text) {
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let i = 0; i < units.length; i += 1) bytes[i] = units.charCodeAt(i);
  return bytes;
}

/** Returns the decoded bytes of base85 text: five digits for four bytes, in the order of Z85 (scripts/one-file.mjs). */
function decoded85(text, digits) {
  const values = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]));
  const bytes = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let i = 0; i < text.length; i += 5) {
    let word = 0;
    for (let j = i; j < i + 5; j += 1) word = word * 85 + values.get(text.charCodeAt(j));
    bytes.setUint32((i / 5) * 4, word);
  }
  return bytes.buffer;
}

/** Returns all files, one after the other. */
async function unpacked() {
  const text = document.getElementById('packed');
  const packed = decoded85(text.textContent, text.dataset.digits);
  const stream = new XzReadableStream(new Blob([packed]).stream());
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Adds the pictures of examples and lessons to the page, which refers to them by `#picture-NAME`. */
function addPictures(text) {
  const box = document.createElement('div');
  box.hidden = true;
  box.innerHTML = text;
  document.body.append(box);
}

/** Returns the base64 text of a blob. */
function encoded(blob) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(',')[1]);
    reader.readAsDataURL(blob);
  });
}

/** Returns the script of a worker with its program in it: WebKit lets no worker of a file fetch a blob, and Chromium no
 * address as long as a program. */
async function withProgram(script, name, program) {
  const text = await encoded(program);
  return script.replace(`"./${name}"`, () => `(${decoded})("${text}")`);
}

async function start() {
  const bytes = await unpacked();
  const addresses = new Map();
  const blobs = new Map();
  let at = 0;
  // A file comes after all files that it mentions.
  for (const [name, length] of JSON.parse(document.getElementById('files').textContent)) {
    let content = bytes.subarray(at, at + length);
    at += length;
    if (isText(name) || name === 'pictures.svg') content = new TextDecoder().decode(content);
    if (name === 'pictures.svg') {
      addPictures(content);
      continue;
    }
    if (isText(name)) {
      for (const [other, blob] of blobs) {
        if (!content.includes(other)) continue;
        if (isOfWorker(name)) content = await withProgram(content, other, blob);
        else content = content.replaceAll(`./${other}`, addresses.get(other)).replaceAll(other, addresses.get(other));
      }
    }
    const blob = new Blob([content], { type: TYPES[name.split('.').pop()] });
    blobs.set(name, blob);
    addresses.set(name, URL.createObjectURL(blob));
  }
  const script = document.createElement('script');
  script.src = [...addresses.values()].pop();
  document.head.append(script);
}

start().catch((error) => {
  document.getElementById('loading').textContent = `The page cannot be unpacked (${error.message}). Copy flitscope.html again, or open it in a current browser.`;
});

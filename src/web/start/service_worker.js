// Stores all files of the page at the first visit, so that every place of it also works without a network. Files with a hash in
// their name come from the store; index.html, which names them, comes from the network while that answers.
// BUILD, the name of the build, and FILES, all others of the page, are known to the build (scripts/bundle.mjs).

// Several copies of the page may share an origin.
const OURS = `flitscope ${registration.scope} `;
const INDEX = registration.scope;

const store = () => caches.open(OURS + BUILD);

async function fill() {
  const files = await store();
  // The page itself has no hash, so that the browser may have an old one.
  await files.add(new Request(INDEX, { cache: 'reload' }));
  await files.addAll(FILES);
}

async function empty() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== OURS + BUILD);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await (await store()).match(INDEX);
    if (!stored) throw error;
    return stored;
  }
}

async function file(request) {
  // A program that is started again has a number behind its name.
  const stored = await (await store()).match(request, { ignoreSearch: true });
  return stored ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(fill()));
addEventListener('activate', (event) => event.waitUntil(empty()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if ([INDEX, `${INDEX}index.html`].includes(origin + pathname)) event.respondWith(page(request));
  else if (FILES.some((name) => new URL(name, INDEX).href === origin + pathname)) event.respondWith(file(request));
});
addEventListener('message', ({ data, ports }) => {
  if (data === 'build') ports[0].postMessage(BUILD);
  if (data === 'activate') skipWaiting();
});

// Caches the site, so that it works offline. Images are cached when they are first shown. build.mjs fills in
// the list and the version.

const version = 'segls-__VERSION__';
const files = ['__FILES__'];

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key.startsWith('segls-') && key !== version).map((key) => caches.delete(key))))
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'GET' && url.origin === location.origin && url.href.startsWith(registration.scope)) {
    event.respondWith(answer(event.request, url));
  }
});

async function answer(request, url) {
  const cache = await caches.open(version);
  const page = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname;
  const kept = await cache.match(new URL(page, url).href);
  if (kept) {
    return kept;
  }
  const response = await fetch(request);
  if (response.ok && response.status === 200) {
    await cache.put(request, response.clone());
  }
  return response;
}

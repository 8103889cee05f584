// Registers the service worker, and says when a newer version of the page is stored and waits.
(() => {
  const { serviceWorker } = navigator;
  // Missing on insecure origins; a file has no server to do without.
  if (!serviceWorker || location.protocol === 'file:') return;

  function build(worker) {
    return new Promise((told) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => told(data);
      worker.postMessage('build', [port2]);
    });
  }

  async function announce(worker) {
    // The page comes from the network, so it may be new already; then only the stored files have to follow.
    if ((await build(worker)) === document.documentElement.dataset.build) {
      worker.postMessage('activate');
      return;
    }
    const line = document.createElement('p');
    const reload = document.createElement('button');
    const later = document.createElement('button');
    reload.textContent = 'Reload';
    later.textContent = 'Later';
    reload.onclick = () => {
      serviceWorker.addEventListener('controllerchange', () => location.reload());
      worker.postMessage('activate');
    };
    later.onclick = () => line.remove();
    line.className = 'new-version';
    line.setAttribute('role', 'status');
    line.append('A new version of the page is ready. ', reload, ' ', later);
    document.querySelector('.new-version')?.remove();
    document.body.append(line);
  }

  async function register() {
    const registration = await serviceWorker.register('service_worker.js');
    const watch = (worker) => {
      worker?.addEventListener('statechange', () => {
        // The first worker of a page replaces none.
        if (worker.state === 'installed' && serviceWorker.controller) announce(worker);
      });
    };
    if (registration.waiting) announce(registration.waiting);
    watch(registration.installing);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    document.addEventListener('visibilitychange', () => {
      // Without a network the page stays as it is.
      if (!document.hidden) registration.update().catch(() => {});
    });
  }

  // Storing everything must not delay the start. A browser that refuses to store works as without this file.
  addEventListener('load', () => register().catch(() => {}));
})();

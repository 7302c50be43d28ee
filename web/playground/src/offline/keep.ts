/** Registers the service worker, so that the page opens offline from the second visit on. */

/** Delay that leaves the network to the first files. */
const WAIT_MS = 2000;

async function keep(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('service-worker.js', document.baseURI));
  const { active } = await serviceWorker.ready;
  // files loaded before the worker was active, and later ones
  const used = new PerformanceObserver((list) => {
    active?.postMessage(list.getEntries().map(({ name }) => name));
  });
  used.observe({ type: 'resource', buffered: true });
}

/** Call after the first picture. Disabled in development, where files change without renaming. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // insecure host or blocked storage: the page works without it
    keep().catch(() => {});
  }, WAIT_MS);
}

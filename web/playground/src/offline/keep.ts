/** Has the browser keep this page, so that it opens without a network from the second time on. */

/** The files of the first minutes come first. */
const WAIT_MS = 2000;

async function keep(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('service-worker.js', document.baseURI));
  const { active } = await serviceWorker.ready;
  // what this page loaded without the worker, and what is on the way
  const used = new PerformanceObserver((list) => {
    active?.postMessage(list.getEntries().map(({ name }) => name));
  });
  used.observe({ type: 'resource', buffered: true });
}

/** To be called when there is something to see. Not in development, where files change under their names. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // an insecure host, or a visitor who lets nothing be stored: the page works all the same
    keep().catch(() => {});
  }, WAIT_MS);
}

import { wholePage } from '../state/route.js';

/**
 * Copies the URL of the page with the given hash. Returns a status message, which is `done` on
 * success.
 */
export async function copyAddress(hash: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(wholePage(hash));
    return done;
  } catch {
    return 'The browser did not allow copying. Copy the address from the address bar.';
  }
}

/**
 * Converts a title to a file name. `Frame, all boxes move · Uniform, 3D` becomes
 * `sapwood-frame-all-boxes-move-uniform-3d.json`.
 */
export function fileName(title: string, ending: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `sapwood-${words}.${ending}`;
}

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

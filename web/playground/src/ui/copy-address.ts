import { wholePage } from '../state/route.js';

/** Copies the address of the whole page with this behind the #; answers what to say of it. */
export async function copyAddress(hash: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(wholePage(hash));
    return done;
  } catch {
    return 'The browser refused to copy. Copy the address from the address bar.';
  }
}

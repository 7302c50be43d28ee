import { wholePage } from '../state/route.js';

/** Copies the address of the whole page with this behind the #; answers what to say of it. */
export async function copyAddress(hash: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(wholePage(hash));
    return done;
  } catch {
    return 'The browser did not allow copying. Copy the address from the address bar.';
  }
}

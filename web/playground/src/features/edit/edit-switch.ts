/** Toggles editing; its code loads on first use. */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Playground } from '../../session/page.js';
import type { Hand } from './edit-tools.js';

const current = signal<Hand | null>(null);

/** Tools of the current editing mode; null while not editing. */
export const hand: ReadonlySignal<Hand | null> = current;

/** Reason why the tools are unavailable. */
export const editFault = signal<string | null>(null);

async function loadHand() {
  editFault.value = null;
  try {
    return await import('./edit-tools.js');
  } catch {
    editFault.value = 'The editing tools could not be loaded. Check the connection and try again.';
    return null;
  }
}

/** Starts or ends editing. If a key starts it, the cursor gets the focus. */
export async function toggleEditing(playground: Playground, by: 'keys' | 'pointer'): Promise<void> {
  const late = await loadHand();
  if (current.value || !late) {
    leaveEditing();
    return;
  }
  current.value = late.takeInHand(playground, leaveEditing);
  if (by === 'keys') current.value.editing.focus();
}

/** Replaces the current kind of editing. */
export function giveHand(next: Hand): void {
  leaveEditing();
  current.value = next;
}

export function leaveEditing(): void {
  const left = current.value;
  current.value = null;
  left?.editing.dispose();
  left?.end?.();
}

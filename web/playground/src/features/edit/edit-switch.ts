/** Toggles editing; its code loads on first use. */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Playground } from '../../session/page.js';
import type { EditMode } from './edit-tools.js';

const current = signal<EditMode | null>(null);

/** Tools of the current editing mode; null while not editing. */
export const editMode: ReadonlySignal<EditMode | null> = current;

export const editError = signal<string | null>(null);

async function loadEditTools() {
  editError.value = null;
  try {
    return await import('./edit-tools.js');
  } catch {
    editError.value = 'The editing tools could not be loaded. Check the connection and try again.';
    return null;
  }
}

/** Starts or ends editing. If a key starts it, the cursor gets the focus. */
export async function toggleEditing(playground: Playground, by: 'keys' | 'pointer'): Promise<void> {
  const late = await loadEditTools();
  if (current.value || !late) {
    leaveEditing();
    return;
  }
  current.value = late.createEditMode(playground, leaveEditing);
  if (by === 'keys') current.value.editing.focus();
}

export function setEditMode(next: EditMode): void {
  leaveEditing();
  current.value = next;
}

export function leaveEditing(): void {
  const left = current.value;
  current.value = null;
  left?.editing.dispose();
  left?.end?.();
}

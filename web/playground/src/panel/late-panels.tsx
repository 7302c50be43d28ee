/** Panels that the first picture does without; they are loaded right behind it, and appear when they are there. */

import { signal } from '@preact/signals';

type LatePanels = typeof import('./late-panels-loaded.js');

const panels = signal<LatePanels | null>(null);

export async function loadLatePanels(): Promise<void> {
  panels.value ??= await import('./late-panels-loaded.js');
}

export function Late({ panel }: { panel: keyof LatePanels }) {
  const Panel = panels.value?.[panel];
  return Panel ? <Panel /> : null;
}

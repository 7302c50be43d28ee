/** Theme preferred by the system. */

import { dark, light, type StageTheme } from './theme.js';

const preference = window.matchMedia('(prefers-color-scheme: dark)');

export function stageTheme(): StageTheme {
  return preference.matches ? dark : light;
}

/** Calls `apply` when the preferred theme changes. Returns a function that unsubscribes. */
export function onThemeChange(apply: (theme: StageTheme) => void): () => void {
  const listener = () => apply(stageTheme());
  preference.addEventListener('change', listener);
  return () => preference.removeEventListener('change', listener);
}

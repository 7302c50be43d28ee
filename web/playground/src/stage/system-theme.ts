/** The theme that the system prefers. */

import { dark, light, type StageTheme } from './theme.js';

const preference = window.matchMedia('(prefers-color-scheme: dark)');

export function stageTheme(): StageTheme {
  return preference.matches ? dark : light;
}

/** Calls back whenever the system changes sides, until the answer is called. */
export function onThemeChange(apply: (theme: StageTheme) => void): () => void {
  const listener = () => apply(stageTheme());
  preference.addEventListener('change', listener);
  return () => preference.removeEventListener('change', listener);
}

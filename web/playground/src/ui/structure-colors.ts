/**
 * Colors of structures in charts, tables and bars. Only seven colors can be distinguished, so
 * structures share colors. The most recommended structures have different colors. Each color is
 * shown with the name of its structure.
 */

import { signal } from '@preact/signals';
import { placeOf } from './structure-order.js';

// colorblind-safe hues by Okabe and Ito, without yellow, adjusted for contrast
const light = ['#0072b2', '#d55e00', '#007f5f', '#b5508b', '#a06a00', '#2583bd', '#5f6467'];
const dark = ['#4ea8e0', '#f2813d', '#2cc59a', '#e39ac6', '#f0b545', '#92d3f7', '#aab2b4'];

const preference = window.matchMedia('(prefers-color-scheme: dark)');

export const prefersDark = () => preference.matches;

export const lineColors = signal<readonly string[]>(preference.matches ? dark : light);
preference.addEventListener('change', () => {
  lineColors.value = preference.matches ? dark : light;
});

export function structureColor(structure: string | null): string {
  const colors = lineColors.value;
  return colors[(placeOf(structure) ?? colors.length - 1) % colors.length];
}

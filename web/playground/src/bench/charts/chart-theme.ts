/** Colors of the charts in light and dark, by the system's preference. */

import { signal } from '@preact/signals';

export interface ChartTheme {
  /** Of the lines, in turn. */
  readonly lines: readonly string[];
  readonly ink: string;
  readonly soft: string;
  readonly grid: string;
  readonly card: string;
}

// the hues of Okabe and Ito for color-blind readers, without their yellow, made to stand out from either background
const light: ChartTheme = {
  lines: ['#0072b2', '#d55e00', '#007f5f', '#b5508b', '#a06a00', '#2583bd', '#5f6467'],
  ink: '#1c2425',
  soft: '#565f60',
  grid: 'rgb(0 0 0 / 0.09)',
  card: '#fdfcfa',
};

const dark: ChartTheme = {
  lines: ['#4ea8e0', '#f2813d', '#2cc59a', '#e39ac6', '#f0b545', '#92d3f7', '#aab2b4'],
  ink: '#ededea',
  soft: '#a3adaf',
  grid: 'rgb(255 255 255 / 0.1)',
  card: '#171c1d',
};

const preference = window.matchMedia('(prefers-color-scheme: dark)');

export const chartTheme = signal(preference.matches ? dark : light);
preference.addEventListener('change', () => {
  chartTheme.value = preference.matches ? dark : light;
});

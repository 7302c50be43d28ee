/** Chart colors for the light and the dark color scheme. The system setting selects the scheme. */

import { computed } from '@preact/signals';
import { lineColors, prefersDark } from '../../ui/structure-colors.js';

export interface ChartTheme {
  /** Colors of lines; `LineStyle.color` is an index into this list. */
  readonly lines: readonly string[];
  readonly ink: string;
  readonly soft: string;
  readonly grid: string;
  readonly card: string;
}

const light: Omit<ChartTheme, 'lines'> = {
  ink: '#1c2425',
  soft: '#565f60',
  grid: 'rgb(0 0 0 / 0.09)',
  card: '#fdfcfa',
};

const dark: Omit<ChartTheme, 'lines'> = {
  ink: '#ededea',
  soft: '#a3adaf',
  grid: 'rgb(255 255 255 / 0.1)',
  card: '#171c1d',
};

export const chartTheme = computed((): ChartTheme => {
  const lines = lineColors.value;
  return { ...(prefersDark() ? dark : light), lines };
});

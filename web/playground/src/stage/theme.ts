/**
 * Colors of the stage in the light and dark themes. styles/theme.css has panel colors with the same
 * roles.
 */

import { oklch, type Ramp, type Rgb } from './color.js';

export interface StageTheme {
  readonly name: 'light' | 'dark';
  readonly background: Rgb;
  readonly ground: Rgb;
  readonly gridLine: Rgb;
  readonly body: Rgb;
  readonly container: Rgb;
  readonly itemLine: Rgb;
  /**
   * Color ramp of the levels. Its hues are cool, because warm hues are reserved for the query.
   */
  readonly ramp: Ramp;
  readonly hit: Rgb;
  readonly visited: Rgb;
  readonly rejected: Rgb;
  readonly paired: Rgb;
  readonly query: Rgb;
  /** Color of new or pending nodes. */
  readonly fresh: Rgb;
  /** Color of items that are stored too high in the tree. */
  readonly stuck: Rgb;
  /** Color of items whose intervals overlap the query on the axis of a sweep. */
  readonly swept: Rgb;
  /** Color ramp of ordered hits, from the nearest to the farthest hit. */
  readonly order: Ramp;
  /** Color of solids outside of the camera frustum. */
  readonly faintBody: Rgb;
  /** Split planes. */
  readonly plane: Rgb;
  /** Color of the focused node, its path from the root, and its items. */
  readonly focus: Rgb;
  readonly sky: Rgb;
  readonly bounce: Rgb;
  readonly sunStrength: number;
  readonly skyStrength: number;
}

export const dark: StageTheme = {
  name: 'dark',
  background: oklch(0.175, 0.008, 200),
  ground: oklch(0.25, 0.012, 205),
  gridLine: oklch(0.34, 0.015, 200),
  body: oklch(0.7, 0.02, 225),
  container: oklch(0.42, 0.02, 215),
  itemLine: oklch(0.72, 0.02, 210),
  ramp: { first: [0.5, 0.15, 285], last: [0.9, 0.19, 125] },
  hit: oklch(0.76, 0.17, 60),
  visited: oklch(0.74, 0.16, 350),
  rejected: oklch(0.6, 0.06, 350),
  paired: oklch(0.8, 0.12, 95),
  query: oklch(0.97, 0.005, 90),
  fresh: oklch(0.93, 0.15, 103),
  stuck: oklch(0.68, 0.21, 25),
  swept: oklch(0.8, 0.13, 150),
  order: { first: [0.86, 0.17, 80], last: [0.5, 0.2, -60] },
  faintBody: oklch(0.34, 0.012, 220),
  plane: oklch(0.72, 0.13, 300),
  focus: oklch(0.84, 0.13, 215),
  sky: oklch(0.92, 0.02, 230),
  bounce: oklch(0.5, 0.03, 90),
  sunStrength: 1.5,
  skyStrength: 1.1,
};

export const light: StageTheme = {
  name: 'light',
  background: oklch(0.962, 0.008, 95),
  ground: oklch(0.945, 0.01, 95),
  gridLine: oklch(0.86, 0.012, 95),
  body: oklch(0.88, 0.022, 85),
  container: oklch(0.9, 0.012, 95),
  itemLine: oklch(0.5, 0.02, 200),
  ramp: { first: [0.3, 0.13, 285], last: [0.68, 0.17, 135] },
  hit: oklch(0.64, 0.19, 45),
  visited: oklch(0.55, 0.19, 350),
  rejected: oklch(0.68, 0.08, 350),
  paired: oklch(0.7, 0.14, 85),
  query: oklch(0.25, 0.01, 200),
  fresh: oklch(0.6, 0.14, 75),
  stuck: oklch(0.56, 0.22, 25),
  swept: oklch(0.58, 0.14, 155),
  order: { first: [0.72, 0.19, 60], last: [0.4, 0.19, -60] },
  faintBody: oklch(0.945, 0.006, 95),
  plane: oklch(0.5, 0.17, 305),
  focus: oklch(0.5, 0.17, 250),
  sky: oklch(0.99, 0.01, 230),
  bounce: oklch(0.85, 0.03, 90),
  sunStrength: 1.7,
  skyStrength: 1.9,
};

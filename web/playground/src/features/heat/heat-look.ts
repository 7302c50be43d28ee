/** Colors of the heat map. */

import { oklch, type Ramp, type Rgb } from '../../stage/color.js';
import type { StageTheme } from '../../stage/theme.js';

interface HeatLook {
  /** Colors for counts from one node to the threshold. The lightness is linear. */
  readonly ramp: Ramp;
  /** Stripe colors for pixels above the threshold. */
  readonly over: readonly [Rgb, Rgb];
}

const looks: Readonly<Record<StageTheme['name'], HeatLook>> = {
  dark: {
    ramp: { first: [0.32, 0.1, 280], last: [0.93, 0.16, 105] },
    over: [oklch(0.64, 0.25, 10), oklch(0.3, 0.1, 10)],
  },
  light: {
    ramp: { first: [0.92, 0.09, 105], last: [0.34, 0.14, 280] },
    over: [oklch(0.6, 0.24, 15), oklch(0.97, 0.03, 15)],
  },
};

export function heatLook({ name }: StageTheme): HeatLook {
  return looks[name];
}

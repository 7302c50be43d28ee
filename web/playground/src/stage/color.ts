/**
 * Conversion from the perceptually uniform color space OKLCH to sRGB, color ramps and the item
 * palette. OKLCH: Björn Ottosson, "A perceptual color space for image processing", 2020.
 */

export type Rgb = readonly [red: number, green: number, blue: number];

function encode(linear: number): number {
  const clamped = Math.min(Math.max(linear, 0), 1);
  return clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
}

/** Converts OKLCH to sRGB in [0, 1]. Lightness and chroma are in [0, 1]; the hue is in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export function cssColor([red, green, blue]: Rgb): string {
  const byte = (channel: number) => Math.round(255 * channel);
  return `rgb(${byte(red)} ${byte(green)} ${byte(blue)})`;
}

/** Lightness, chroma and hue at the ends of the ramp. */
export interface Ramp {
  readonly first: readonly [number, number, number];
  readonly last: readonly [number, number, number];
}

/**
 * Returns the color at a position between the ends of a ramp. `share` is 0 at the first end and 1
 * at the last end. Colors are interpolated linearly in OKLCH.
 */
export function rampColor({ first, last }: Ramp, share: number): Rgb {
  const mix = (i: number) => first[i] + share * (last[i] - first[i]);
  return oklch(mix(0), mix(1), mix(2));
}

// Palette indices of items.
export const PLAIN = 0;
export const PAIRED = 1;
export const HIT = 2;
/** Item that is outside of the camera frustum or not in the index yet. */
export const FAINT = 3;
/** Item that is not a hit, but whose interval on the sweep axis overlaps the query. */
export const SWEPT = 4;
/**
 * First of ORDER_STEPS palette indices. Their colors range from the first hit to the last hit of an
 * ordered result.
 */
export const FIRST_IN_ORDER = 5;
export const ORDER_STEPS = 16;
export const ITEM_COLORS = FIRST_IN_ORDER + ORDER_STEPS;

/**
 * Maximum side of boxes that are drawn solid, as a fraction of the scene's longest side. Larger
 * boxes are drawn as lines only.
 */
export const SOLID_SHARE = 0.12;

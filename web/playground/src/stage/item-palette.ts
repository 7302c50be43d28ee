/** What the color of an item tells, by its place in the palette. */

export const PLAIN = 0;
export const PAIRED = 1;
export const HIT = 2;
/** Outside of what is looked at: culled by a camera, or not in the index yet. */
export const FAINT = 3;
/** Only on its axis can a sweep not tell them from what is looked for. */
export const SWEPT = 4;
/** From the first hit to the last, where their order is the answer. */
export const FIRST_IN_ORDER = 5;
export const ORDER_STEPS = 16;
export const ITEM_COLORS = FIRST_IN_ORDER + ORDER_STEPS;

/** Of the scene's longest side: boxes that are wider are left to the lines. */
export const SOLID_SHARE = 0.12;

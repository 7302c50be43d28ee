/** State of the landing page for tests. */

export interface LandingInspection {
  readonly figure: {
    /** Four numbers per box. */
    readonly boxes: Float32Array;
    /** Items in the lens. */
    readonly hits: Uint32Array;
    readonly moment: {
      readonly method: string;
      readonly levels: number;
      readonly lens: readonly [number, number];
    };
  };
  readonly game: {
    readonly bullets: {
      readonly boxes: Float32Array;
      readonly field: { readonly width: number; readonly height: number };
      /** Remaining flash seconds of each box. */
      readonly flashes: Float32Array;
      readonly ship: { readonly x: number; readonly y: number };
    };
    /** Tests of the last search of each method. */
    readonly tests: ReadonlyMap<string, number>;
  };
}

declare global {
  interface Window {
    landing?: LandingInspection;
  }
}

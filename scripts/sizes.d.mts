/** Types of sizes.mjs, for the tests. */
export declare const SCRIPT_CEILING: number;
export declare const MESH_SCRIPT_CEILING: number;
export declare const MOVER: RegExp;
export declare const MOVER_CEILING: number;
export declare const THREE_CEILING: number;
export declare const REACT_CEILING: number;
export declare function gzip(bytes: Uint8Array): number;
export declare function brotli(bytes: Uint8Array): number;
/** Returns the maximum sizes of a module in kB: gzipped, and with Brotli. */
export declare function ceilingOf(name: string): readonly [gzip: number, brotli: number];
export declare function moduleBytes(name: string): Uint8Array;
export declare function scriptOf(
  entry: string,
  options?: { inlined?: boolean; without?: RegExp; beside?: string },
): Promise<Uint8Array>;

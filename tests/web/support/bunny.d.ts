/** The Stanford bunny with 3,674 triangles. */
declare module 'bunny' {
  export const positions: readonly number[][];
  export const cells: readonly number[][];
}

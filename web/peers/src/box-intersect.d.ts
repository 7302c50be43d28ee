/** Minimal declaration, because the package has no types. */
declare module 'box-intersect' {
  const intersect: unknown;
  export default intersect;
}

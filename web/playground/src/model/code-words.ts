/** How programs write names and values of the library. */

/** 'packed-r-tree' -> 'PackedRTree' */
export function className(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** Numbers that read back as the same float32. */
export function list(values: ArrayLike<number>): string {
  return `[${Array.from(values, (value) => String(Number(value.toPrecision(9)))).join(', ')}]`;
}

/** A value of an option. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? list(value) : String(value);
}

/** Formatting of names and values in generated code. */

/** 'packed-r-tree' -> 'PackedRTree' */
export function className(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** Formats numbers such that they parse to the same float32. */
export function list(values: ArrayLike<number>): string {
  return `[${Array.from(values, (value) => String(Number(value.toPrecision(9)))).join(', ')}]`;
}

/** Formats an option value. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? list(value) : String(value);
}

/** Structures of `sapwood/2d` and `sapwood/3d`; all others have separate entry points. */
const GAME_STRUCTURES: readonly string[] = ['dynamic-tree', 'sweep-and-prune', 'wide-tree'];

/** Returns the smallest entry point that exports a structure's class. */
function entryPoint(id: string, dimensions: 2 | 3): string {
  const game = `sapwood/${dimensions}d`;
  return GAME_STRUCTURES.includes(id) ? game : `${game}/${id}`;
}

/**
 * Returns lines that import and initialize structures. Each entry point has its own `init`, renamed
 * if several are imported.
 */
export function importLines(ids: readonly string[], dimensions: 2 | 3): string[] {
  const entries = new Map<string, string[]>();
  for (const id of [...new Set(ids)].sort()) {
    const entry = entryPoint(id, dimensions);
    entries.set(entry, [...(entries.get(entry) ?? []), className(id)]);
  }
  const several = entries.size > 1;
  const named = [...entries].map(([entry, classes]) => {
    const init = several ? `init${classes[0]}` : 'init';
    return { entry, classes, init, imported: several ? `init as ${init}` : init };
  });
  return [
    ...named.map(
      ({ classes, entry, imported }) =>
        `import { ${[...classes, imported].join(', ')} } from '${entry}';`,
    ),
    '',
    ...named.map(({ init }) => `await ${init}();`),
  ];
}

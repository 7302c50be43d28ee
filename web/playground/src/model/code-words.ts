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

/** The structures of `sapwood/2d` and `sapwood/3d`; each other one has an entry point of its own. */
const GAME_STRUCTURES: readonly string[] = ['dynamic-tree', 'sweep-and-prune', 'wide-tree'];

/** The smallest entry point that has the class of a structure. */
export function entryPoint(id: string, dimensions: 2 | 3): string {
  const game = `sapwood/${dimensions}d`;
  return GAME_STRUCTURES.includes(id) ? game : `${game}/${id}`;
}

/**
 * Lines that import the classes of some structures and load their modules. Each entry point has its own `init`; where a
 * program needs several, they have different names.
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

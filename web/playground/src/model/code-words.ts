/** Formats names and values in generated code. */

/** `packed-r-tree` becomes `PackedRTree`. */
export function className(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** Formats numbers as an array literal, with enough digits to restore the same float32 values. */
export function list(values: ArrayLike<number>): string {
  return `[${Array.from(values, (value) => String(Number(value.toPrecision(9)))).join(', ')}]`;
}

export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? list(value) : String(value);
}

/**
 * Structures that the entry points `sapwood/2d` and `sapwood/3d` export. Each of the others has an
 * entry point of its own.
 */
const GAME_STRUCTURES: readonly string[] = ['dynamic-tree', 'sweep-and-prune', 'wide-tree'];

/** Returns the smallest entry point that exports the class of a structure. */
function entryPoint(id: string, dimensions: 2 | 3): string {
  const game = `sapwood/${dimensions}d`;
  return GAME_STRUCTURES.includes(id) ? game : `${game}/${id}`;
}

/**
 * Each entry point exports an `init` function. If there are several entry points, their `init`
 * functions are renamed.
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

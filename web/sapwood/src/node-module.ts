interface NodeProcess {
  getBuiltinModule?(name: string): object | undefined;
}

/**
 * Returns a built-in module of Node >= 20.16 or a compatible host; undefined in other hosts.
 * Bundlers do not detect this import.
 */
export function nodeModule<T extends object>(name: string): T | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.(name) as T | undefined;
}

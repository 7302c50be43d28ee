interface NodeProcess {
  getBuiltinModule?(name: string): object | undefined;
}

/** A module of Node >= 20.16, or of a host like it; bundlers do not see the import. */
export function nodeModule<T extends object>(name: string): T | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.(name) as T | undefined;
}

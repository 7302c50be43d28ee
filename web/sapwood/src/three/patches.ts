/** Methods that are replaced on single objects, and put back. */

type Method = (...args: never[]) => unknown;

interface Patch {
  readonly target: object;
  readonly name: string;
  /** Own property that was there before, if any. */
  readonly before: PropertyDescriptor | undefined;
  readonly method: Method;
}

/** Methods that were replaced, as own properties of the objects. */
export class Patches {
  readonly #list: Patch[] = [];

  /**
   * Replaces a method.
   * @param make - Receives the method that the object had and returns the one that replaces it.
   */
  replace<T extends object>(
    target: T,
    name: keyof T & string,
    make: (original: (...args: unknown[]) => unknown) => (...args: never[]) => unknown,
  ): void {
    const original = target[name] as unknown;
    if (typeof original !== 'function') return;
    const method = make(original as (...args: unknown[]) => unknown);
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, {
      value: method,
      configurable: true,
      enumerable: false,
      writable: true,
    });
    this.#list.push({ target, name, before, method });
  }

  /** Puts back the methods, except those that were replaced again later. */
  restore(): void {
    for (const { target, name, before, method } of this.#list.reverse()) {
      if ((target as Record<string, unknown>)[name] !== method) continue;
      if (before === undefined) delete (target as Record<string, unknown>)[name];
      else Object.defineProperty(target, name, before);
    }
    this.#list.length = 0;
  }
}

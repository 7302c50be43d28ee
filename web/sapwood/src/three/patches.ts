type Method = (...args: unknown[]) => unknown;
type Wrap = (original: Method) => (...args: never[]) => unknown;

/** Method of one object, and the functions that wrap it. */
interface Wrapped {
  readonly original: Method;
  /**
   * Descriptor of the own property before the replacement. Undefined if the method was inherited.
   */
  readonly before: PropertyDescriptor | undefined;
  readonly wraps: Wrap[];
  /** Method that `install` last stored in the object. Other code may have replaced it since. */
  method: Method;
}

/** Methods that any index wrapped, by object and name. */
const wrapped = new WeakMap<object, Map<string, Wrapped>>();

/** Methods that one scene index wrapped. */
export class Patches {
  readonly #list: { target: object; name: string; wrap: Wrap }[] = [];

  /**
   * Replaces a method by the result of `wrap(method)`. Several indices can replace and restore the
   * same method in any order.
   */
  replace<T extends object>(target: T, name: keyof T & string, wrap: Wrap): void {
    const original = target[name] as unknown;
    if (typeof original !== 'function') return;
    const methods = wrapped.get(target) ?? new Map<string, Wrapped>();
    wrapped.set(target, methods);
    let known = methods.get(name);
    if (known?.method !== original) {
      const before = Object.getOwnPropertyDescriptor(target, name);
      known = { original: original as Method, before, wraps: [], method: original as Method };
      methods.set(name, known);
    }
    known.wraps.push(wrap);
    install(target, name, known);
    this.#list.push({ target, name, wrap });
  }

  /** Restores the methods, except methods that other code replaced later. */
  restore(): void {
    for (const { target, name, wrap } of this.#list) {
      const known = wrapped.get(target)?.get(name);
      if (known === undefined || (target as Record<string, unknown>)[name] !== known.method)
        continue;
      const at = known.wraps.indexOf(wrap);
      if (at >= 0) known.wraps.splice(at, 1);
      install(target, name, known);
    }
    this.#list.length = 0;
  }
}

/** Returns the method of an object without the wrappers of indices. */
export function unwrapped(target: object, name: string): unknown {
  const method = (target as Record<string, unknown>)[name];
  const known = wrapped.get(target)?.get(name);
  return known !== undefined && known.method === method ? known.original : method;
}

/**
 * Applies all wrappers to the original method and stores the result in the object. Without
 * wrappers, restores the original property.
 */
function install(target: object, name: string, known: Wrapped): void {
  const { original, before, wraps } = known;
  known.method = wraps.reduce<Method>((method, wrap) => wrap(method) as Method, original);
  if (wraps.length > 0) {
    Object.defineProperty(target, name, {
      value: known.method,
      configurable: true,
      enumerable: false,
      writable: true,
    });
  } else if (before === undefined) {
    delete (target as Record<string, unknown>)[name];
  } else {
    Object.defineProperty(target, name, before);
  }
}

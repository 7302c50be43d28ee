/** Values that are dear to make and never change: made on first use, and kept. */

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same for each argument; those that are written alike are one. */
export function onceEach<Argument, Value>(
  make: (argument: Argument) => Value,
): (argument: Argument) => Value {
  const made = new Map<string, Value>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const value = made.get(key) ?? make(argument);
    made.set(key, value);
    return value;
  };
}

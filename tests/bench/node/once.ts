/** Memoization of values that are expensive to compute. */

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Memoizes a function of one argument. The key is the JSON of the argument. */
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

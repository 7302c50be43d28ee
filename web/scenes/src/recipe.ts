/**
 * Kinds by name: looking one up, and its parameters with their defaults.
 */

import type { Recipe } from './definitions.js';

export type Parameters = Readonly<Record<string, number>>;

/** The entry of the recipe's kind; unknown kinds throw. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, recipe: Recipe): Entry {
  const entry = Object.hasOwn(table, recipe.kind) ? table[recipe.kind] : undefined;
  if (entry === undefined) {
    throw new Error(`kind '${recipe.kind}': expected one of ${Object.keys(table).join(', ')}`);
  }
  return entry;
}

/** The defaults with the recipe's numbers over them; unknown names throw. */
export function parametersOf(recipe: Recipe, defaults: Parameters): Parameters {
  const parameters: Record<string, number> = { ...defaults };
  for (const [name, value] of Object.entries(recipe)) {
    if (name === 'kind') continue;
    if (!Object.hasOwn(defaults, name) || typeof value !== 'number') {
      const known = Object.keys(defaults).join(', ') || 'no parameters';
      throw new Error(`${recipe.kind}.${name} = ${value}: expected numbers named ${known}`);
    }
    parameters[name] = value;
  }
  return parameters;
}

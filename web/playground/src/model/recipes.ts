/** Parameters of the box distributions of generated scenes, by scene id. */

import type { Recipe } from 'scenes';

export const recipes = {
  uniform: { kind: 'uniform' },
  clustered: { kind: 'clustered' },
  mixed: { kind: 'uniform', largeEvery: 50 },
  straddlers: { kind: 'uniform', sizeScale: 0.6, largeEvery: 25, largeFactor: 5 },
} as const satisfies Record<string, Recipe>;

/**
 * Operations that the bytes of a tape encode. TypeScript and C++ read the list from
 * tests/soak/operations.json; see tests/soak/README.md.
 */

import description from '../../soak/operations.json';

export type ArgumentKind =
  | 'number'
  | 'item'
  | 'point'
  | 'box'
  | 'boxes'
  | 'swarm'
  | 'filter'
  | 'mask'
  | 'place'
  | 'room'
  | 'radius'
  | 'reach'
  | 'direction'
  | 'frustum'
  | 'damage';

export interface ArgumentSpec {
  readonly kind: ArgumentKind;
  /** Exclusive upper bound of a number, or maximum length of a list. */
  readonly max: number;
}

export type Need =
  | 'nothing'
  | 'dynamic'
  | 'optimizable'
  | 'refitting'
  | 'progressive'
  | 'background'
  | 'shiftable'
  | 'mergeable'
  | 'frustum'
  | 'serializable';

export interface Operation {
  readonly name: string;
  readonly weight: number;
  readonly needs: Need;
  readonly arguments: readonly ArgumentSpec[];
}

export interface World {
  readonly name: string;
  readonly numbers: 'steps' | 'fraction' | 'scales' | 'bits';
  readonly flat: 'none' | 'plane' | 'line' | 'point';
  readonly sides: 'any' | 'none' | 'step';
  readonly step: number;
  readonly offset: number;
  readonly levels: number;
}

export const { mostItems, optionShares } = description;

const USUAL_WORLD = { flat: 'none', sides: 'any', step: 1, offset: 0, levels: 1 };

export const worlds = description.worlds.map((world) => ({
  ...USUAL_WORLD,
  ...world,
})) as readonly World[];

function readSpec(text: string): ArgumentSpec {
  const [kind, max = '0'] = text.split(' ');
  return { kind: kind as ArgumentKind, max: Number(max) };
}

export const operations: readonly Operation[] = description.operations.map((operation) => ({
  name: operation.name,
  weight: operation.weight,
  needs: ((operation as { needs?: string }).needs ?? 'nothing') as Need,
  arguments: operation.arguments.map(readSpec),
}));

/** The number of bytes of an operation is its weight. */
export const operationOfByte: readonly Operation[] = operations.flatMap((operation) =>
  Array<Operation>(operation.weight).fill(operation),
);

export function byteOf(operation: Operation): number {
  return operationOfByte.indexOf(operation);
}

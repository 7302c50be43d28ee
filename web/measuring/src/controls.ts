/**
 * Contestants that fail on purpose, to test that benchmark runners detect wrong results, exceptions
 * and hangs. They are not listed in menus.
 */

import { type Adapter, type Dimensions, type Peer, PlainSweep } from 'peers';

const EXCESSIVE_BYTES = 2 ** 50;

function omitLastPair(dimensions: Dimensions): Peer {
  const sweep = new PlainSweep(dimensions);
  const allPairs = (boxes: Float32Array) => {
    const pairs = sweep.pairs(boxes);
    return pairs.subarray(0, Math.max(0, pairs.length - 2));
  };
  return { build: () => {}, allPairs, frame: ({ boxes }) => allPairs(boxes) };
}

const allocateTooMuch = () => new Uint32Array(new ArrayBuffer(EXCESSIVE_BYTES));

function hang(): never {
  for (;;);
}

function control(id: string, title: string, create: (dimensions: Dimensions) => Peer): Adapter {
  return {
    id,
    title,
    package: null,
    version: '',
    dimensions: [2, 3],
    methods: ['build', 'allPairs', 'frame'],
    notes: ['misbehaves on purpose'],
    load: async () => create,
  };
}

export const controls: readonly Adapter[] = [
  control('control-wrong', 'loses the last pair', omitLastPair),
  control('control-throws', 'runs out of memory', () => ({
    build: allocateTooMuch,
    allPairs: allocateTooMuch,
    frame: allocateTooMuch,
  })),
  control('control-hangs', 'never returns', () => ({ build: hang, allPairs: hang, frame: hang })),
];

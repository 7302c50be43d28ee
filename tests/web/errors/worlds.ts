/** Error messages about worlds, snapshots and serialized bytes. */

import { all, BOX, detached, flat, index, RANGE, type Row, untyped, world } from './causes.js';

/** Worlds and snapshots. */
export const worlds: Row[] = [
  [
    'invalid-argument',
    "layer: expected 'dynamic', 'static' or 'sensor', got \"solid\"",
    () => world.setLayer(0, untyped('solid')),
    () => world.add(BOX, { layer: untyped('solid') }),
  ],
  ['invalid-argument', 'count: leave it out for a single id', () => world.touch(0, 1)],
  [
    'invalid-argument',
    'count: expected at most 1, the number of ids, got 2',
    () => world.touch([0], 2),
    () => world.touch(Uint32Array.of(0), 2),
  ],
  ['invalid-id', 'ids[1]: expected the id of a live body, got 7', () => world.touch([0, 7])],
  [
    'invalid-argument',
    'touch: the view from world.bounds is detached; read world.bounds again and write to the new view',
    () => {
      const made = new all.World();
      made.add(BOX);
      const { bounds } = made;
      while (bounds.length > 0) made.add(BOX);
      made.touch(0);
    },
  ],
  [
    'invalid-argument',
    'touch: the view from world.bounds is too short for body 1; read world.bounds again and write to the new view',
    () => {
      const made = new all.World();
      made.add(BOX);
      void made.bounds;
      made.add(BOX);
      made.touch(1);
    },
  ],
  [
    'invalid-box',
    `bounds of body 0: ${RANGE}, got [2, 0, 0, 1, 1, 1]`,
    () => {
      const made = new all.World();
      made.add(BOX);
      made.bounds[0] = 2;
      made.touch(0);
      made.step();
    },
  ],
  [
    'invalid-argument',
    'offset: expected a vector that moves no box out of -1e18 .. 1e18, got [-1000000000000000000, 0, 0]',
    () => {
      const made = new all.World();
      made.add([9e17, 0, 0, 9e17, 1, 1]);
      made.shiftOrigin([-1e18, 0, 0]);
    },
  ],
  [
    'invalid-argument',
    'out: expected a Uint8Array, got [0]',
    () => world.snapshotInto(untyped([0])),
  ],
  [
    'invalid-argument',
    'out: this Uint8Array is detached; pass an array that is not detached',
    () => world.snapshotInto(detached(new Uint8Array(4))),
  ],
  [
    'invalid-argument',
    'options: expected { object? }, got 5',
    () => world.restore(world.snapshot(), untyped(5)),
  ],
  [
    'invalid-argument',
    'object: expected a function, got 5',
    () => world.restore(world.snapshot(), { object: untyped(5) }),
  ],
  [
    'bad-data',
    'bytes: expected a snapshot of at least 24 bytes, got 23 bytes',
    () => world.restore(world.snapshot().subarray(0, 23)),
  ],
  [
    'bad-data',
    `bytes: expected a snapshot of ${world.snapshot().length} bytes, got 60 bytes`,
    () => world.restore(world.snapshot().subarray(0, 60)),
  ],
  [
    'bad-data',
    'bytes: World.snapshot() did not write these 100 bytes',
    () => world.restore(new Uint8Array(100)),
  ],
  [
    'bad-data',
    'bytes: these bytes are damaged, or they are not a snapshot of a World in 3D',
    () => world.restore(index.serialize()),
  ],
];

/**
 * Returns the serialized bytes of `index`, in which `words` replace the 32-bit words from byte `at`
 * on.
 */
function changed(at: number, ...words: number[]): Uint8Array {
  const bytes = new Uint8Array(index.serialize());
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) view.setUint32(at + 4 * i, word, true);
  return bytes;
}
const { length } = index.serialize();

/** Serialized bytes. */
export const bytes: Row[] = [
  [
    'bad-data',
    'bytes: expected a Uint8Array or an ArrayBuffer, got 5',
    () => all.deserialize(untyped(5)),
  ],
  [
    'bad-data',
    'bytes: this buffer is detached; pass a buffer that is not detached',
    () => all.deserialize(detached(index.serialize() as Uint8Array)),
  ],
  [
    'bad-data',
    'deserialize: serialize() did not write these bytes',
    () => all.deserialize(new Uint8Array(100)),
  ],
  [
    'bad-data',
    'deserialize: expected at least 40 bytes, got 8 bytes',
    () => all.deserialize(changed(0).subarray(0, 8)),
  ],
  [
    'bad-data',
    'deserialize: expected at least 40 bytes, got 20 bytes',
    () => all.deserialize(changed(8, 20, 0).subarray(0, 20)),
  ],
  [
    'bad-data',
    'deserialize: expected format 3, got format 9; read these bytes with the version of sapwood that wrote them',
    () => all.deserialize(changed(4, 9)),
  ],
  [
    'bad-data',
    `deserialize: expected ${length} bytes, the length in the header, got 60 bytes`,
    () => all.deserialize(changed(0).subarray(0, 60)),
  ],
  [
    'bad-data',
    'deserialize: the header names a structure that this version of sapwood does not have',
    () => all.deserialize(changed(24, 0)),
  ],
  [
    'bad-data',
    'deserialize: these bytes are damaged; they end before the options',
    () => all.deserialize(changed(8, 40, 0).subarray(0, 40)),
  ],
  [
    'bad-data',
    'deserialize: these bytes are damaged; the option build has the unknown value 1024',
    () => all.deserialize(changed(40, 0, 0x40900000)),
  ],
  [
    'bad-data',
    'deserialize: these bytes are damaged',
    () => all.deserialize(changed(length - 4, 0xffffffff)),
  ],
  [
    'bad-data',
    'deserialize: expected bytes of a static-tree, got bytes of a wide-tree',
    () => all.StaticTree.deserialize(index.serialize()),
  ],
  [
    'unsupported',
    'deserialize: sapwood/2d does not include wide-tree in 3D; use sapwood/all',
    async () => {
      await flat.init();
      flat.deserialize(index.serialize());
    },
  ],
];

import { deserialize, init, structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { payloadStart, resealed } from '../support/bytes.js';
import { latticeBoxes } from '../support/tape.js';

const ITEM_COUNT = 9;

beforeAll(() => init());

/**
 * Returns whether `deserialize` rejects the bytes with `bad-data`. If it accepts them, requires a
 * valid index.
 */
function isRejected(bytes: Uint8Array): boolean {
  try {
    const copy = deserialize(bytes);
    expect(copy.validate()).toEqual([]);
    copy.dispose();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-data' });
    return true;
  }
}

// regression: rounding the item count up to whole words overflowed 32 bits, which caused reads
// beyond the end of the words
test.each(structures)('$id: throws for an item count near 2^32', ({ create }) => {
  const index = create({ dimensions: 3 });
  index.build(latticeBoxes(1, ITEM_COUNT, 3));
  const bytes = index.serialize();
  let rejected = 0;
  const words = new DataView(bytes.buffer);
  for (let at = payloadStart; at + 4 <= bytes.length; at += 1) {
    if (words.getUint32(at, true) !== ITEM_COUNT) continue;
    for (const count of [0xfffffffe, 0xffffffff, 0xffffffc1]) {
      const forged = bytes.slice();
      new DataView(forged.buffer).setUint32(at, count, true);
      if (isRejected(resealed(forged))) rejected += 1;
    }
  }
  expect(rejected).toBeGreaterThanOrEqual(3);
  index.dispose();
});

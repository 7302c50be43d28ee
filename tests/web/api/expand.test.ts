import { expandToFloat32, SapwoodError } from 'sapwood';
import { expect, test } from 'vitest';

const bits = (value: number) => new Int32Array(Float32Array.of(value).buffer)[0];
/** Distance in float32 steps between two floats of one sign. */
const steps = (a: number, b: number) => Math.abs(bits(a) - bits(b));

const VALUES = [0, 0.1, 1 / 3, 1, 1 + 2 ** -30, 3.3, 1e-40, 1e-60, 5e-324, 123456789.123, 9.9e17];

test.each(VALUES.flatMap((value) => [value, -value]))(
  '%d is rounded outwards, by less than one step',
  (value) => {
    const [low, , high] = expandToFloat32([value, 0, value, 0], 2);
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThanOrEqual(value);
    if (Math.fround(value) === value) expect([low, high]).toEqual([value, value]);
    else if (Math.fround(value) !== 0) expect(steps(low, high)).toBe(1);
    else expect(high - low).toBe(2 ** -149);
  },
);

test('3D is the default, and the input stays as it was', () => {
  const boxes = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
  const expanded = expandToFloat32(boxes);
  expect(expanded).toBeInstanceOf(Float32Array);
  expect(Array.from(expanded, (v, i) => (i < 3 ? v <= boxes[i] : v >= boxes[i]))).not.toContain(
    false,
  );
  expect(boxes).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  expect(expandToFloat32([])).toHaveLength(0);
});

test.each([
  ['invalid-box', [0, 0, 1, Number.NaN], 2],
  ['invalid-box', [0, 0, 1, 1, 2, 0, 1, 1], 2],
  ['invalid-box', [0, 0, 1, Infinity], 2],
  ['invalid-box', [0, 0, 1, 1e300], 2],
  ['invalid-box', [0, 0, 1, '1'], 2],
  ['invalid-box', [0.30000000000000004, 0, 0.3, 1], 2],
  ['invalid-argument', [0, 0, 1], 2],
  ['invalid-argument', [0, 0, 1, 1], 3],
  ['invalid-argument', [0, 0, 1, 1], 4],
  ['invalid-argument', null, 2],
])('%s for %o in %iD', (code, boxes, dimensions) => {
  const call = () => expandToFloat32(boxes as never, dimensions as never);
  expect(call).toThrow(SapwoodError);
  expect(call).toThrow(expect.objectContaining({ code }));
});

/** The laboratory of volumes: which neighbors a body of several pieces meets, how tight a k-DOP is, and what is drawn. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PlaneSetting } from '../../../web/playground/src/features/lab/plane-setting.js';
import { cut, type Point } from '../../../web/playground/src/features/lab/polygons.js';
import {
  fitSolid,
  solidVolumesAt,
} from '../../../web/playground/src/features/lab/solid-volumes.js';
import {
  placed,
  rotationAbout,
  solidOf,
  type Vec,
} from '../../../web/playground/src/features/lab/solids.js';
import { drawOutcome } from '../../../web/playground/src/features/lab/volume-picture.js';
import { VolumeTrial } from '../../../web/playground/src/features/lab/volume-trial.js';
import { bodies } from '../../../web/playground/src/features/lab/volumes.js';

/** Whether anything of one convex polygon is left within the edges of another one, both counterclockwise. */
function overlap(one: readonly Point[], other: readonly Point[]): boolean {
  let left = [...one];
  other.forEach(([x, y], i) => {
    const [u, v] = other[(i + 1) % other.length];
    const outwards: Point = [v - y, x - u];
    left = cut(left, outwards, outwards[0] * x + outwards[1] * y);
  });
  return left.length > 0;
}

describe.each(bodies.map((body) => [body.id, body] as const))('the %s', (_id, body) => {
  const setting = new PlaneSetting(body);

  test('meets another body where any piece of one meets any piece of the other', () => {
    for (const angle of [0.2, 1.1, 2.9, 5]) {
      const own = setting.piecesAt(angle);
      const expected = setting.neighbors.map(({ pieces }) =>
        own.some((piece) => pieces.some((other) => overlap(piece, other))),
      );
      expect(new Set(expected)).toEqual(new Set([true, false]));
      expect(setting.truthAt(angle)).toEqual(expected);
    }
  });
});

test('a 14-DOP follows an octahedron exactly: of its sides eight are the faces', () => {
  const corners = [1, -1].flatMap((end): Vec[] => [
    [end, 0, 0],
    [0, end, 0],
    [0, 0, end],
  ]);
  const octahedron = solidOf(corners);
  const fitted = fitSolid({ id: 'octahedron', pieces: [octahedron], size: octahedron.volume });
  const still = rotationAbout([0, 0, 1], 0);
  const sizes = Object.fromEntries(
    solidVolumesAt(fitted, still, [0, 0, 0]).map(({ kind, size }) => [kind, size]),
  );
  expect(sizes).toMatchObject({
    ball: expect.closeTo((4 / 3) * Math.PI, 9),
    box: expect.closeTo(8, 9),
    dop: expect.closeTo(4 / 3, 9),
    hull: expect.closeTo(4 / 3, 9),
  });
  // a corner of a cube is cut off wherever it points
  for (let place = 0; place < 8; place++) {
    const sign = (axis: number) => ((place >> axis) & 1 ? 1 : -1);
    const spike: Vec = [1.5 * sign(0), 1.5 * sign(1), 1.5 * sign(2)];
    const solid = solidOf([...placed(octahedron, still, [0, 0, 0]).corners, spike]);
    const spiked = fitSolid({ id: 'spiked', pieces: [solid], size: solid.volume });
    const [, box, , dop] = solidVolumesAt(spiked, still, [0, 0, 0]);
    expect(box.size, spike.join()).toBeCloseTo(2.5 ** 3, 9);
    expect(dop.size, spike.join()).toBeLessThan(0.9 * box.size);
  }
});

/** Remembers with which colors it was filled and stroked. */
class PlainContext {
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 0;
  readonly fills: string[] = [];
  readonly strokes: string[] = [];
  arc(): void {}
  beginPath(): void {}
  clearRect(): void {}
  closePath(): void {}
  lineTo(): void {}
  moveTo(): void {}
  setTransform(): void {}

  fill(): void {
    this.fills.push(this.fillStyle);
  }

  stroke(): void {
    this.strokes.push(this.strokeStyle);
  }
}

describe('a picture in the plane', () => {
  beforeAll(() => {
    vi.stubGlobal('window', { devicePixelRatio: 1 });
    vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => name }));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  const draw = (context: PlainContext | null) => {
    const setting = new PlaneSetting(bodies[0]);
    const outcomes = new VolumeTrial(setting).outcomesAt(1);
    const canvas = { clientWidth: 100, width: 0, height: 0, getContext: () => context };
    drawOutcome(canvas as unknown as HTMLCanvasElement, setting, outcomes[0], 1);
    return { setting, states: [...outcomes[0].states] };
  };

  test('has full hits, hollow false alarms, the body and its volume', () => {
    const context = new PlainContext();
    const { setting, states } = draw(context);
    const times = (what: string, count: number) => new Array<string>(count).fill(what);
    const pieces = bodies[0].pieces.length;
    const [others, alarms, hits] = [0, 1, 2].map(
      (state) => pieces * states.filter((each) => each === state).length,
    );
    expect(Math.min(others, alarms, hits)).toBeGreaterThan(0);
    expect(setting.neighbors.length * pieces).toBe(others + alarms + hits);
    expect(context.fills).toEqual([...times('--hit', hits), ...times('--ink-soft', pieces)]);
    expect([...context.strokes].sort()).toEqual(
      [...times('--field-edge', others), ...times('--stuck', alarms), '--ink'].sort(),
    );
  });

  test('is left out where the browser draws on no canvas', () => {
    expect(() => draw(null)).not.toThrow();
  });
});

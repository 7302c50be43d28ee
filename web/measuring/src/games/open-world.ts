/** Scene open world: many static objects, some moving objects, and a rotating camera. */

import { threeCulling } from 'peers';
import { type SpatialIndex, WideTree } from 'sapwood/all';
import { BouncingBoxes } from './bouncing-boxes.js';
import type { Game, Player } from './game.js';
import { PackedWorld } from './players.js';

/**
 * Writes the six planes [normal, constant] of a view frustum. The camera is at the center of the
 * scene and looks in a horizontal direction.
 */
function writePlanes(planes: Float64Array, angle: number, side: number): void {
  const middle = side / 2;
  const [forward, right] = [
    [Math.cos(angle), 0, Math.sin(angle)],
    [-Math.sin(angle), 0, Math.cos(angle)],
  ];
  const setPlane = (plane: number, normal: readonly number[], from: number) => {
    const at = normal[0] * middle + normal[1] * middle + normal[2] * middle;
    planes.set([...normal, -at - from], 4 * plane);
  };
  const mixed = (a: number, along: readonly number[], b: number) =>
    [0, 1, 2].map((k) => a * along[k] + b * forward[k]);
  setPlane(0, forward, 0.5);
  setPlane(1, mixed(-1, forward, 0), -side / 3);
  setPlane(2, mixed(0.8, right, 0.6), 0);
  setPlane(3, mixed(-0.8, right, 0.6), 0);
  setPlane(4, mixed(0.9, [0, 1, 0], 0.4), 0);
  setPlane(5, mixed(-0.9, [0, 1, 0], 0.4), 0);
}

/**
 * Player that tests every box, like renderers without an index. A box is culled if it is entirely
 * outside one plane.
 */
function loopPlayer(boxes: Float32Array, planes: Float64Array): Player {
  const out = new Uint32Array(boxes.length / 6);
  const isVisible = (at: number) => {
    for (let p = 0; p < 24; p += 4) {
      const x = planes[p] * (planes[p] >= 0 ? boxes[at + 3] : boxes[at]);
      const y = planes[p + 1] * (planes[p + 1] >= 0 ? boxes[at + 4] : boxes[at + 1]);
      const z = planes[p + 2] * (planes[p + 2] >= 0 ? boxes[at + 5] : boxes[at + 2]);
      if (x + y + z + planes[p + 3] < 0) return false;
    }
    return true;
  };
  const frame = () => {
    let count = 0;
    for (let id = 0; id < out.length; id++) if (isVisible(6 * id)) out[count++] = id;
    return out.subarray(0, count);
  };
  return { id: 'loop over everything', ours: false, frame };
}

async function threePlayer(
  boxes: Float32Array,
  moving: BouncingBoxes,
  planes: Float64Array,
): Promise<Player> {
  const scene = await threeCulling(boxes);
  const frame = () => {
    scene.move(boxes, moving.count);
    return scene.visible(planes);
  };
  return { id: 'three.js, Frustum.intersectsBox', ours: false, frame };
}

function treesPlayer(boxes: Float32Array, moving: BouncingBoxes, planes: Float64Array): Player {
  const build = (part: Float32Array): SpatialIndex => {
    const index = new WideTree({ dimensions: 3 });
    index.build(part);
    return index;
  };
  const live = build(moving.boxes);
  const rest = build(boxes.slice(moving.boxes.length));
  const out = new Uint32Array(boxes.length / 6);
  const frame = () => {
    live.update(moving.boxes);
    const near = live.queryFrustumInto(planes, out);
    const far = rest.queryFrustumInto(planes, out.subarray(near));
    for (let i = near; i < near + far; i++) out[i] += moving.count;
    return out.subarray(0, near + far);
  };
  const dispose = () => {
    live.dispose();
    rest.dispose();
  };
  return { id: 'sapwood:wide-tree, two', ours: true, frame, dispose };
}

/**
 * Player that uses a `World`. Its time includes the search for pairs, which each world step does.
 */
function worldPlayer(boxes: Float32Array, moving: BouncingBoxes, planes: Float64Array): Player {
  const packed = new PackedWorld(3, boxes, moving.count, (id) => ({
    layer: id < moving.count ? 'dynamic' : 'static',
  }));
  const out = new Uint32Array(boxes.length / 6);
  const frame = () => {
    packed.write(moving.boxes);
    packed.world.step();
    return out.subarray(0, packed.world.queryFrustumInto(planes, out));
  };
  return {
    id: 'sapwood:world, with its pairs',
    ours: true,
    frame,
    dispose: () => packed.world.dispose(),
  };
}

export async function startOpenWorld(n: number): Promise<Game> {
  const side = 4 * Math.cbrt(n);
  const movers = Math.round(n / 51);
  const moving = new BouncingBoxes(3, movers, side, { seed: 5, speed: 0.5, half: 0.5 });
  const rest = new BouncingBoxes(3, n - movers, side, { seed: 6, speed: 0, half: 0.5 });
  const boxes = new Float32Array(6 * n);
  boxes.set(rest.boxes, moving.boxes.length);
  const planes = new Float64Array(24);
  let frame = 0;
  const advance = () => {
    moving.step();
    boxes.set(moving.boxes);
    writePlanes(planes, frame++ / 60, side);
  };
  boxes.set(moving.boxes);
  const makers = [treesPlayer, worldPlayer];
  const ours = makers.map((make) => make(boxes, moving, planes));
  const loops = [loopPlayer(boxes, planes), await threePlayer(boxes, moving, planes)];
  return { players: [...loops, ...ours], resultKind: 'ids', advance };
}

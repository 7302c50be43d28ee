/** Bowl for the pile: a round floor and a ring of slabs that lean outward. */

/** Solid piece of the bowl. The half extents of a cylinder are radius, half height, radius. */
export interface PilePiece {
  readonly kind: 'box' | 'cylinder';
  readonly halfExtents: readonly [number, number, number];
  readonly position: readonly [number, number, number];
  /** Quaternion x, y, z, w. */
  readonly rotation: readonly [number, number, number, number];
}

export interface Bowl {
  readonly pieces: readonly PilePiece[];
  /** Inner radius at the bottom. `rimRadius` is the inner radius at the rim. */
  readonly floorRadius: number;
  readonly rimRadius: number;
  readonly height: number;
}

const SLABS = 16;
const LEAN = 0.5;
/** Radius of the floor for about 1,000 bodies. */
const FLOOR_RADIUS = 5;
const SLAB_LENGTH = 8;
const THICKNESS = 1;

/** Returns a bowl of `scale` times the default size, with its floor at y = 0. */
export function makeBowl(scale: number): Bowl {
  const floorRadius = FLOOR_RADIUS * scale;
  const length = SLAB_LENGTH * scale;
  const rimRadius = floorRadius + length * Math.sin(LEAN);
  const half = THICKNESS * scale * 0.5;
  const slabWidth = (rimRadius + half) * Math.tan(Math.PI / SLABS);
  const pieces: PilePiece[] = [
    {
      kind: 'cylinder',
      halfExtents: [floorRadius * 1.1, half, floorRadius * 1.1],
      position: [0, -half, 0],
      rotation: [0, 0, 0, 1],
    },
  ];
  // the center of a slab is halfway up the slope, and half its thickness outward
  const radius = floorRadius + (length / 2) * Math.sin(LEAN) + half * Math.cos(LEAN);
  const middle = (length / 2) * Math.cos(LEAN) - half * Math.sin(LEAN);
  for (let i = 0; i < SLABS; i++) {
    const angle = (2 * Math.PI * i) / SLABS;
    const [turn, turnBack] = [Math.sin(angle / 2), Math.cos(angle / 2)];
    const [lean, leanBack] = [Math.sin(LEAN / 2), Math.cos(LEAN / 2)];
    pieces.push({
      kind: 'box',
      halfExtents: [slabWidth, length / 2, half],
      position: [radius * Math.sin(angle), middle, radius * Math.cos(angle)],
      rotation: [turnBack * lean, turn * leanBack, -turn * lean, turnBack * leanBack],
    });
  }
  return { pieces, floorRadius, rimRadius, height: length * Math.cos(LEAN) };
}

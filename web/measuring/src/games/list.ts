/**
 * Descriptions of the game scenes, without their code. Pages that run the scenes in workers import
 * only this file.
 */

/** Number of frames that the rollback scene replays. */
export const REPLAYED = 8;

export interface GameDescription {
  readonly id: string;
  readonly title: string;
  readonly dimensions: 2 | 3;
  readonly sizes: readonly number[];
}

export const gameList = [
  {
    id: 'bullet-hell',
    title: 'bullets, and one target per 40 bullets; finds pairs of a bullet and a target',
    dimensions: 2,
    sizes: [20_000],
  },
  {
    id: 'swarm',
    title:
      'enemies as points that repel each other, each with about eight neighbors within the radius',
    dimensions: 2,
    sizes: [3_000, 10_000, 50_000],
  },
  {
    id: 'crowd',
    title: 'walkers as points in 3D, each with about eight neighbors within the radius',
    dimensions: 3,
    sizes: [10_000],
  },
  {
    id: 'open-world',
    title:
      'static objects, and one moving object per 50 static ones; frustum culling with a rotating camera',
    dimensions: 3,
    sizes: [102_000],
  },
  {
    id: 'destruction',
    title:
      'rigid bodies that fall into a bowl, moved by the physics engine Rapier; pairs of boxes (the engine is not timed)',
    dimensions: 3,
    sizes: [5_000],
  },
  {
    id: 'rollback',
    title: `moving bodies with rollback: saves a snapshot, runs ${REPLAYED} frames, restores the snapshot, and repeats the ${REPLAYED} frames; finds the pairs of the last frame`,
    dimensions: 3,
    sizes: [800, 10_000],
  },
] as const satisfies readonly GameDescription[];

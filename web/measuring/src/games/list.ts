/** The scenes of games in words: for pages, which leave the playing to workers. */

/** Frames that the scene of rollback goes back. */
export const REPLAYED = 8;

export interface GameWords {
  readonly id: string;
  readonly title: string;
  readonly dimensions: 2 | 3;
  /** Things of the world; all are played. */
  readonly sizes: readonly number[];
}

export const gameList = [
  {
    id: 'bullet-hell',
    title: 'bullets and, one for 40 of them, targets; pairs of both',
    dimensions: 2,
    sizes: [20_000],
  },
  {
    id: 'swarm',
    title: 'enemies as points that push each other away, about eight within reach of each',
    dimensions: 2,
    sizes: [3_000, 10_000, 50_000],
  },
  {
    id: 'crowd',
    title: 'walkers as points in space, about eight within reach of each',
    dimensions: 3,
    sizes: [10_000],
  },
  {
    id: 'open-world',
    title: 'things at rest and, one for 50 of them, moving ones; what a camera that turns sees',
    dimensions: 3,
    sizes: [102_000],
  },
  {
    id: 'destruction',
    title:
      'rigid bodies that the engine Rapier throws into a bowl; pairs of boxes (the engine itself is not timed)',
    dimensions: 3,
    sizes: [5_000],
  },
  {
    id: 'rollback',
    title: `bodies that all move: snapshot, ${REPLAYED} frames, restore, the same ${REPLAYED} frames again; pairs of the last`,
    dimensions: 3,
    sizes: [800, 10_000],
  },
] as const satisfies readonly GameWords[];

/** Movers (kinematic characters) in closed rooms of random triangles. */

import { init } from 'sapwood/3d/mesh';
import { Mulberry32 } from 'scenes';
import { beforeAll, test } from 'vitest';
import { tryRoom } from '../../web/mover/rooms.js';
import { addFigures, roundsFor, seed } from '../support/budget.js';

beforeAll(() => init());

const MOVES = 200;

test('movers stay in rooms of random triangles', async () => {
  let operations = 0;
  await roundsFor(1, (round) => {
    const ours = seed * 100_003 + round;
    try {
      tryRoom(new Mulberry32(ours), MOVES);
      operations += MOVES;
    } catch (error) {
      addFigures({ operations, faults: 1 });
      throw new Error(`room of seed ${ours}`, { cause: error });
    }
  });
  addFigures({ operations, faults: 0 });
});

/** Who can move in a clip: what is on the stage, its walk, the camera, the stops of a tour, or nobody. */

import { beforeAll, expect, test } from 'vitest';
import { offeredMovers } from '../../../web/playground/src/features/clip/clip.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

const moversOf = (address: string) =>
  withScene(`v=1&scene=uniform&n=60&play=0&${address}`, ({ session, settings }) =>
    offeredMovers({ session, settings }),
  );

test.each([
  ['dim=2&motion=still&q=none', ['still']],
  ['dim=2&motion=drift&q=none', ['play', 'still']],
  ['dim=2&motion=still&q=box&structure=octree', ['steps', 'still']],
  ['dim=3&motion=still&q=none', ['turn', 'still']],
  ['dim=2&motion=still&q=none&tour=start.1', ['tour', 'still']],
])('%s: %s', async (address, wanted) => {
  expect(await moversOf(address)).toEqual(wanted);
});

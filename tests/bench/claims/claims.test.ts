/** Tests that the figure of each claim supports its verdict. */

import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { claims } from './claims';
import { readFacts } from './facts';

await init();

describe('the claims', () => {
  test.each(claims)('$verdict: $text', (claim) => {
    const { figure, holds } = claim.look(readFacts());
    expect(holds, figure).toBe(true);
  });
});

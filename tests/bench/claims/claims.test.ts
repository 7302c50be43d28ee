/** Tests that the figure of each claim supports its verdict. */

import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { claims } from './claims';
import { readFacts } from './facts';

await init();

describe('the claims', () => {
  test.each(claims)('$verdict: $text', (claim) => {
    const { figure, supportsVerdict } = claim.evaluate(readFacts());
    expect(supportsVerdict, figure).toBe(true);
  });
});

/**
 * The register of claims: every verdict is held against its figure, and the page says what is found today.
 *
 * `npm run bench -- claims` measures the few times anew and writes the page.
 */

import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { completed, describeEnvironment } from '../node/environment';
import { parseRequest } from '../node/request';
import { readFile, writeFile } from '../report/document';
import { claims } from './claims';
import { readFacts } from './facts';
import { PAGE, renderPage } from './page';
import { measureTimings, RECORD } from './timings';

const writing = process.env.SAPWOOD_CLAIMS === 'write';

await init();

if (writing) {
  test('measure', async () => {
    const card = describeEnvironment(parseRequest([]));
    const timings = await measureTimings({ ...card, preset: 'claims', rounds: 1, sampleMs: 0 });
    const record = { ...timings, environment: completed(timings.environment) };
    writeFile(RECORD, `${JSON.stringify(record, null, 1)}\n`);
    for (const [name, text] of renderPage(readFacts())) writeFile(name, text);
  }, 600_000);
}

describe('the claims', () => {
  test.each(claims)('$verdict: $text', (claim) => {
    const { figure, holds } = claim.look(readFacts());
    expect(holds, figure).toBe(true);
  });

  test(`${PAGE} says what is found today`, () => {
    for (const [name, text] of renderPage(readFacts())) expect(readFile(name)).toBe(text);
  });
});

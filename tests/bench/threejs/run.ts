/** `npm run bench -- threejs`: measures scenes of three.js, and writes the record and the page. */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { measureCasts } from './casts';
import { measureFrames } from './frames';
import { makeInstanceSets, measureCulling } from './instance-sets';
import { randomMatrices, VIEWS } from './instances';
import { PAGE, renderPage } from './page';
import { formatRecord, RECORD, readRecord, SCHEMA, type ThreejsRecord } from './record';
import { measureSetUp } from './set-up';

// the description of the environment requires an initialized library
await init();

const INSTANCES = 100_000;
const FRAMES = 61;
/**
 * Number of frames that are drawn. It is small because drawing in software takes more than a second
 * per frame.
 */
const DRAWN_FRAMES = 10;

function measure(): Promise<ThreejsRecord> {
  return withCard({ preset: 'threejs', rounds: FRAMES, sampleMs: 0 }, async () => {
    const setUp = await measureSetUp(10_000, 100);
    const casts = await measureCasts(1);
    const matrices = randomMatrices(INSTANCES);
    const instanceSets = await makeInstanceSets(matrices);
    const culling = VIEWS.flatMap((view) => measureCulling(instanceSets, matrices, view, FRAMES));
    for (const instanceSet of instanceSets) instanceSet.dispose();
    const frames = await measureFrames(INSTANCES, DRAWN_FRAMES);
    return {
      schema: SCHEMA,
      instances: INSTANCES,
      instanceSets: instanceSets.map(({ name, setUp: time }) => ({ name, setUp: time })),
      culling,
      frames,
      casts,
      setUp,
    };
  });
}

export const run = defineRun({
  usage: 'npm run bench -- threejs',
  known: { flags: [], texts: [] },
  parse: () => ({}),
  measure,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) =>
    new Map([
      [RECORD, formatRecord(record)],
      [PAGE, renderPage(record)],
    ]),
  summary: renderPage,
});

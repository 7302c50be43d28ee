/** Measures frustum queries in uniform 3D worlds for every candidate structure of `advise`. */

import type { Environment } from 'measuring/schema';
import { frustumQueries, generateScene, queryAt, sceneDefinition } from 'scenes';
import { recordOf, recordText } from '../command/record';
import { withCard } from '../node/environment';
import { sampleInTurns } from '../node/sampling';
import { QUERY_SEED } from '../node/workload';
import { candidatesIn, indexOf } from './candidates';

export const CULLING_SCHEMA = 'sapwood-culling/1';
export const CULLING_RECORD = 'tests/bench/results/culling.json';

const SCENE = 'uniform-3d';
const SIZES = [30, 100, 300, 1000, 3000, 10_000, 30_000];
const FRUSTA = 32;
const sampling = { rounds: 9, sampleMs: 1 };

export interface CullingRecord {
  readonly schema: typeof CULLING_SCHEMA;
  readonly environment: Environment;
  readonly sizes: readonly {
    readonly n: number;
    /** Mean number of boxes in a frustum. */
    readonly seen: number;
    /** Nanoseconds of a frustum query, by structure and options. */
    readonly ns: Readonly<Record<string, number>>;
  }[];
}

async function measureSize(n: number): Promise<CullingRecord['sizes'][number]> {
  const scene = generateScene(sceneDefinition(SCENE), { count: n });
  const frusta = frustumQueries(scene, FRUSTA, QUERY_SEED);
  const planes = Array.from({ length: FRUSTA }, (_, i) => queryAt(frusta, i));
  const hits = new Uint32Array(n);
  const staged = candidatesIn(3, n, false).map((candidate) => {
    const index = indexOf(candidate, 3);
    index.build(scene.boxes);
    return { label: candidate.contender.label, index };
  });
  const counts = staged.map(({ index }) =>
    planes.reduce((sum, each) => sum + index.queryFrustumInto(each, hits), 0),
  );
  if (new Set(counts).size !== 1) throw new Error(`n = ${n}: the results differ`);
  const subjects = staged.map(({ index }) => ({
    run(calls: number) {
      for (let i = 0; i < calls; i++) {
        for (const each of planes) index.queryFrustumInto(each, hits);
      }
    },
  }));
  const plan = { ...sampling, warmUpMs: 1, budgetMs: 60, slowestCallMs: 30_000 };
  const samples = await sampleInTurns(subjects, plan);
  const ns = samples.map(({ times }) => (1e6 * Math.min(...times)) / FRUSTA);
  for (const { index } of staged) index.dispose();
  return {
    n,
    seen: counts[0] / FRUSTA,
    ns: Object.fromEntries(staged.map(({ label }, i) => [label, Number(ns[i].toPrecision(3))])),
  };
}

export function measureCulling(): Promise<CullingRecord> {
  return withCard({ preset: 'culling', ...sampling }, async () => {
    const sizes: CullingRecord['sizes'][number][] = [];
    for (const n of SIZES) sizes.push(await measureSize(n));
    return { schema: CULLING_SCHEMA, sizes };
  });
}

export const formatCulling = ({ sizes, ...head }: CullingRecord) => recordText(head, { sizes });

export const readCulling = (text: string) => recordOf<CullingRecord>(CULLING_SCHEMA, text);

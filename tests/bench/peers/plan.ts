/**
 * Presets of the comparison with other libraries: the cells to measure (workload, scene,
 * dimensions, number of boxes) and the time limits.
 */

import type { Cell, SamplingLimits } from 'measuring';
import type { Dimensions } from 'peers';

export type Preset = 'full' | 'quick';

interface Plan {
  /** Maximum number of boxes in most workloads. */
  readonly n: number;
  /** Maximum number of boxes in the workload `copy`. */
  readonly copied: number;
  /** Number of queries in a call. */
  readonly queries: number;
  readonly rounds: number;
  readonly samplingLimits: SamplingLimits;
  /** Maximum milliseconds of a process. A process that takes longer is ended. */
  readonly timeoutMs: number;
}

export const presets: Readonly<Record<Preset, Plan>> = {
  full: {
    n: 100_000,
    copied: 1_000_000,
    queries: 10_000,
    rounds: 4,
    samplingLimits: { warmUpMs: 200, sampleMs: 200, limitMs: 3000 },
    timeoutMs: 60_000,
  },
  quick: {
    n: 10_000,
    copied: 100_000,
    queries: 10_000,
    rounds: 2,
    samplingLimits: { warmUpMs: 80, sampleMs: 60, limitMs: 1000 },
    timeoutMs: 30_000,
  },
};

const plane: readonly Dimensions[] = [2];
const both: readonly Dimensions[] = [2, 3];

function cells(
  workload: string,
  scenes: readonly string[],
  sizes: readonly number[],
  dimensions = both,
): Cell[] {
  return dimensions.flatMap((axes) =>
    scenes.flatMap((scene) => sizes.map((n) => ({ workload, scene, dimensions: axes, n }))),
  );
}

export function cellsOf(preset: Preset): Cell[] {
  const { n, copied } = presets[preset];
  const sizes = [1000, 10_000, 100_000].filter((size) => size <= n);
  const large = sizes.slice(1);
  return [
    ...cells('pairs', ['uniform'], sizes),
    ...cells('pairs', ['clustered', 'line', 'mixed'], [n]),
    ...cells('frame', ['uniform'], large),
    ...cells('frame-tenth', ['uniform'], large),
    ...cells('build', ['uniform'], [n]),
    ...cells('box-queries', ['uniform'], [n]),
    ...cells('box-query', ['uniform'], [n]),
    ...cells('nearest', ['uniform'], [n]),
    ...cells('rays', ['sparse'], [n]),
    ...['insert', 'move', 'remove'].flatMap((workload) => cells(workload, ['uniform'], [n])),
    ...cells('copy', ['uniform'], [copied], plane),
  ];
}

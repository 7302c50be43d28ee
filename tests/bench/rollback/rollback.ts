/**
 * Measures the frame of a game with rollback: a snapshot in each frame, and at intervals a restore
 * followed by eight steps. The boxes of the drifting bodies are computed in advance, so that only
 * the world is measured.
 */
import * as flat from 'sapwood/2d';
import * as solid from 'sapwood/3d';

const ENTRIES = { 2: flat, 3: solid } as const;
const FRAMES = 64;
const REPLAYED = 8;

export interface RollbackRow {
  readonly dimensions: 2 | 3;
  readonly bodies: number;
  readonly pairs: number;
  readonly bytesPerBody: number;
  /** Minimum and median time in milliseconds; the next three fields have the same form. */
  readonly step: readonly [number, number];
  readonly snapshot: readonly [number, number];
  readonly restore: readonly [number, number];
  readonly replay: readonly [number, number];
}

/**
 * Returns the boxes of each frame. The second half plays the motion backward, so that the frames
 * can repeat.
 */
function driftingFrames(dimensions: number, bodies: number): Float32Array[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const side = bodies ** (1 / dimensions) * 1.2;
  const stride = 2 * dimensions;
  const boxes = new Float32Array(bodies * stride);
  const ways = Float32Array.from({ length: bodies * dimensions }, () => (random() - 0.5) / 10);
  for (let i = 0; i < ways.length; i++) {
    const at = Math.floor(i / dimensions) * stride + (i % dimensions);
    boxes[at] = random() * side;
    boxes[at + dimensions] = boxes[at] + 0.5 + random() / 2;
  }
  const frames: Float32Array[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let i = 0; i < ways.length; i++) {
      const at = Math.floor(i / dimensions) * stride + (i % dimensions);
      boxes[at] += ways[i];
      boxes[at + dimensions] += ways[i];
    }
    frames.push(boxes.slice());
  }
  return [...frames, ...frames.slice(1, -1).reverse()];
}

const timed = (run: () => unknown): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

const spread = (times: number[]): [number, number] => {
  times.sort((a, b) => a - b);
  return [times[0], times[times.length >> 1]];
};

/**
 * Measures a `World` of an entry point for games (`sapwood/2d` or `sapwood/3d`) with its default
 * broad phase.
 */
async function measureOne(dimensions: 2 | 3, bodies: number, rounds: number): Promise<RollbackRow> {
  const { init, World } = ENTRIES[dimensions];
  await init();
  const frames = driftingFrames(dimensions, bodies);
  const stride = 2 * dimensions;
  const world = new World();
  for (let i = 0; i < bodies; i++) world.add(frames[0].subarray(i * stride, (i + 1) * stride));
  const ids = Uint32Array.from({ length: bodies }, (_, i) => i);
  const step = (frame: number) => {
    world.bounds.set(frames[frame % frames.length]);
    world.touch(ids);
    return world.step();
  };
  for (let frame = 0; frame < 200; frame++) step(frame);
  const out = new Uint8Array(64 * bodies + 4096);
  const times: Record<'step' | 'snapshot' | 'restore' | 'replay', number[]> = {
    step: [],
    snapshot: [],
    restore: [],
    replay: [],
  };
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    times.snapshot.push(timed(() => (bytes = world.snapshotInto(out))));
    const kept = out.subarray(0, bytes);
    for (let i = 1; i <= REPLAYED; i++) times.step.push(timed(() => step(round + i)));
    const first = [...world.pairs, ...world.begins, ...world.ends].join();
    times.replay.push(
      timed(() => {
        times.restore.push(timed(() => world.restore(kept)));
        for (let i = 1; i <= REPLAYED; i++) step(round + i);
      }),
    );
    const again = [...world.pairs, ...world.begins, ...world.ends].join();
    if (again !== first) throw new Error('a replay has other events');
    world.restore(kept);
    step(round + 1);
  }
  const row = {
    dimensions,
    bodies,
    pairs: world.pairs.length / 2,
    bytesPerBody: bytes / bodies,
    step: spread(times.step),
    snapshot: spread(times.snapshot),
    restore: spread(times.restore),
    replay: spread(times.replay),
  };
  world.dispose();
  return row;
}

export async function measureRollback(rounds = 60): Promise<RollbackRow[]> {
  const rows: RollbackRow[] = [];
  for (const bodies of [800, 10_000]) {
    for (const dimensions of [2, 3] as const) {
      rows.push(await measureOne(dimensions, bodies, rounds));
    }
  }
  return rows;
}

const milliseconds = ([fastest, median]: readonly [number, number]) =>
  `${fastest.toFixed(3)} / ${median.toFixed(3)}`;

export function rollbackTable(rows: readonly RollbackRow[]): string {
  const head = ['bodies', 'pairs', 'bytes per body', 'step', 'snapshotInto', 'restore'];
  head.push(`restore and ${REPLAYED} steps`);
  const lines = rows.map((row) => [
    `${row.bodies.toLocaleString('en')} in ${row.dimensions}D`,
    row.pairs.toLocaleString('en'),
    row.bytesPerBody.toFixed(1),
    ...[row.step, row.snapshot, row.restore, row.replay].map(milliseconds),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...lines.map(line),
  ].join('\n');
}

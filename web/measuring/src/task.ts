/**
 * One measurement: the task that is sent to a process or worker, and the outcome that it returns.
 */

import { type SamplingLimits, sampleAlone } from './sampling.js';
import { adapterOf, type Subject } from './subject.js';
import type { WorkloadResult } from './workloads/expected.js';
import type { Input } from './workloads/inputs.js';
import { workloadOf } from './workloads/workloads.js';

export interface Task {
  readonly subject: Subject;
  readonly workload: string;
  readonly input: Input;
  readonly samplingLimits: SamplingLimits;
}

export type Outcome =
  | {
      readonly kind: 'measured';
      /** Milliseconds per call in each sample. */
      readonly times: readonly number[];
      readonly calls: number;
      readonly result: WorkloadResult;
      /** Memory of the index in bytes after the measurement; null if unknown. */
      readonly bytes: number | null;
    }
  /** The library is not installed. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string };

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/** Returns failures as outcomes instead of throwing. */
export async function perform({
  subject,
  workload,
  input,
  samplingLimits,
}: Task): Promise<Outcome> {
  const adapter = adapterOf(subject);
  let create: Awaited<ReturnType<typeof adapter.load>>;
  try {
    create = await adapter.load();
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : failure(error);
  }
  try {
    const empty = () => create(input.dimensions);
    const peer = empty();
    const job = workloadOf(workload).job(peer, input, empty);
    const sampling = sampleAlone(job, samplingLimits);
    const result = job.result();
    return { kind: 'measured', ...sampling, result, bytes: peer.bytes?.() ?? null };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  const text = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', message: text.split('\n')[0] };
}

/** One measurement: what a process is asked to do, and what it says. */

import type { Input } from './inputs';
import { median, type Patience, sampleAlone } from './sampling';
import { adapterOf, type Subject } from './subjects';
import type { Answer } from './truth';
import { workloadOf } from './workloads';

export interface Task {
  readonly subject: Subject;
  readonly workload: string;
  readonly input: Input;
  readonly patience: Patience;
}

export type Outcome =
  | {
      readonly kind: 'measured';
      readonly ms: number;
      readonly samples: number;
      readonly answer: Answer;
    }
  /** The library is not installed. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string };

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/** Measures in this process; does not throw. */
export async function perform({ subject, workload, input, patience }: Task): Promise<Outcome> {
  const adapter = adapterOf(subject);
  let create: Awaited<ReturnType<typeof adapter.load>>;
  try {
    create = await adapter.load();
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : failure(error);
  }
  try {
    const empty = () => create(input.dimensions);
    const job = workloadOf(workload).job(empty(), input, empty);
    const times = sampleAlone(job, patience);
    return { kind: 'measured', ms: median(times), samples: times.length, answer: job.answer() };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  const text = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', message: text.split('\n')[0] };
}

/** Calls that may fail with a `SapwoodError` of a documented code. */

import type { ErrorCode } from 'sapwood/all';

const CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'disposed',
  'invalid-box',
  'invalid-id',
  'invalid-argument',
  'unsupported',
  'out-of-memory',
  'reentrant',
  'bad-data',
]);

/** The value that a call returned, or the code of its error. */
export type Outcome<T> =
  | { readonly value: T; readonly code?: undefined }
  | { readonly code: string; readonly value?: undefined };

/** Calls and rethrows any other error than a `SapwoodError` of a documented code. */
export function attempt<T>(call: () => T): Outcome<T> {
  try {
    return { value: call() };
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    // by name, because several copies of the package have a class each
    if (name === 'SapwoodError' && CODES.has(String(code))) return { code: String(code) };
    throw error;
  }
}

/** Demands that the call fails with one of these codes. */
export function refuse(call: () => unknown, ...codes: readonly string[]): void {
  const { code } = attempt(call);
  if (code !== undefined && codes.includes(code)) return;
  throw new Error(`expected ${codes.join(' or ')}, and the call ${code ?? 'succeeded'}`);
}

/** Demands that the call fails with the code, or succeeds when there is none. */
export function meet<T>(code: string | undefined, call: () => T): T | undefined {
  if (code === undefined) return call();
  refuse(call, code);
  return undefined;
}

/** Calls that may fail with a `SapwoodError` whose code is documented. */

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

/** The return value of a call, or the code of the error that it throws. */
export type Outcome<T> =
  | { readonly value: T; readonly code?: undefined }
  | { readonly code: string; readonly value?: undefined };

/** Rethrows errors other than a `SapwoodError` with a documented code. */
export function attempt<T>(call: () => T): Outcome<T> {
  try {
    return { value: call() };
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    // compares the name, because each copy of the package has its own class
    if (name === 'SapwoodError' && CODES.has(String(code))) return { code: String(code) };
    throw error;
  }
}

export function requireErrorCode(call: () => unknown, ...codes: readonly string[]): void {
  const { code } = attempt(call);
  if (code !== undefined && codes.includes(code)) return;
  throw new Error(`expected ${codes.join(' or ')}, and the call ${code ?? 'succeeded'}`);
}

export function requireOutcome<T>(code: string | undefined, call: () => T): T | undefined {
  if (code === undefined) return call();
  requireErrorCode(call, code);
  return undefined;
}

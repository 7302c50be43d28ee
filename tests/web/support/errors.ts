/** Checks of calls that must throw a SapwoodError. */

import type { ErrorCode, SapwoodError } from 'sapwood/all';

export function thrownError(call: () => unknown, where: string): SapwoodError {
  try {
    call();
  } catch (error) {
    // compares names, because each instance of the package has its own class
    if ((error as Error | undefined)?.name === 'SapwoodError') return error as SapwoodError;
    throw new Error(`${where}: expected a SapwoodError, caught ${error}`, { cause: error });
  }
  throw new Error(`${where}: expected a SapwoodError, but the call succeeded`);
}

export function requireError(
  call: () => unknown,
  code: ErrorCode,
  word: string,
  where: string,
): void {
  const error = thrownError(call, where);
  if (error.code !== code) {
    throw new Error(`${where}: expected code ${code}, found ${error.code}: ${error.message}`);
  }
  if (!error.message.includes(word)) {
    throw new Error(`${where}: expected a message about '${word}', found '${error.message}'`);
  }
}

/**
 * Disables stack traces of errors until the returned function is called. Capturing them would take
 * most of the time of tests that throw thousands of errors.
 */
export function hideStacks(): () => void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
  };
}

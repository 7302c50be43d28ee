/**
 * Checks of calls that must throw.
 */

import type { ErrorCode, SapwoodError } from 'sapwood/all';

/** Returns the SapwoodError that the call throws. Fails if it succeeds or throws a different error. */
export function refusal(call: () => unknown, where: string): SapwoodError {
  try {
    call();
  } catch (error) {
    // by name, because a fresh instance of the package has a class of its own
    if ((error as Error | undefined)?.name === 'SapwoodError') return error as SapwoodError;
    throw new Error(`${where}: expected a SapwoodError, caught ${error}`, { cause: error });
  }
  throw new Error(`${where}: expected a SapwoodError, but the call succeeded`);
}

/** Requires a SapwoodError with this code and a message that contains the word. */
export function requireRefusal(
  call: () => unknown,
  code: ErrorCode,
  word: string,
  where: string,
): void {
  const error = refusal(call, where);
  if (error.code !== code) {
    throw new Error(`${where}: expected code ${code}, found ${error.code}: ${error.message}`);
  }
  if (!error.message.includes(word)) {
    throw new Error(`${where}: expected a message about '${word}', found '${error.message}'`);
  }
}

/**
 * Errors do not note where they come from until it is called off: where they are made by the thousand, that takes longer
 * than what is tested.
 */
export function hideStacks(): () => void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
  };
}

/**
 * The form of the bad-input matrix: one row for each verb and kind of argument.
 */

import type { ErrorCode } from 'sapwood/all';
import type { Bad } from '../support/bad-values.js';

// biome-ignore lint/suspicious/noExplicitAny: the calls are those that the types forbid
type Untyped = any;
export type Call = (index: Untyped, value: Untyped) => unknown;

/** Calls that take the same kind of argument, the code and the word of the message that it must give. */
export interface Row {
  readonly name: string;
  readonly bads: readonly Bad[];
  readonly code: ErrorCode;
  /** The argument's name. */
  readonly word: string;
  readonly call: Call;
}

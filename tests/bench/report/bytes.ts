/**
 * Returns whether a number of bytes differs from the recorded number by at most 1 % plus 1 KiB.
 * Small differences are expected, because sizes of C++ objects change.
 */
export function sameBytes(now: number, recorded: number): boolean {
  return Math.abs(now - recorded) <= 1024 + 0.01 * recorded;
}

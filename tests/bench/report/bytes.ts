/** Comparison of bytes. Recorded bytes may differ slightly, because the sizes of objects change. */

/** Returns true if bytes differ from the record by at most 1 % plus 1 KiB. */
export function sameBytes(now: number, recorded: number): boolean {
  return Math.abs(now - recorded) <= 1024 + 0.01 * recorded;
}

/** Bytes on record may differ a little from those of today, because the sizes of objects change. */

/** Whether bytes are those on record within 1 % and 1 KiB. */
export function sameBytes(now: number, recorded: number): boolean {
  return Math.abs(now - recorded) <= 1024 + 0.01 * recorded;
}

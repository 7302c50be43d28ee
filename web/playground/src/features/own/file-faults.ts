/** Files that cannot be read, in words for the visitor. */

import { FileFault, MOST_FILE_MEGABYTES } from '../../model/own-data.js';

/** Before anything is read. */
export function checkSize({ size }: File): void {
  if (size > MOST_FILE_MEGABYTES * 1e6) {
    throw new FileFault(`It is larger than ${MOST_FILE_MEGABYTES} MB.`);
  }
}

/** Why a file could not be read. */
export function faultOf(error: unknown): FileFault {
  if (error instanceof FileFault) return error;
  return new FileFault(
    error instanceof SyntaxError ? 'It is not valid JSON.' : 'It is damaged or incomplete.',
  );
}

/** Files that cannot be read, in words for the visitor. */

import { FileFault, MOST_FILE_MEGABYTES } from '../../model/own-data.js';

/** Before anything is read. */
export function checkSize({ size }: File): void {
  if (size > MOST_FILE_MEGABYTES * 1e6) {
    throw new FileFault(`The file is larger than ${MOST_FILE_MEGABYTES} MB.`);
  }
}

/** Why a file could not be read. */
export function faultOf(error: unknown): FileFault {
  if (error instanceof FileFault) return error;
  return new FileFault(
    error instanceof SyntaxError
      ? 'The file is not valid JSON.'
      : 'The file is damaged or incomplete.',
  );
}

/** Error messages for unreadable files. */

import { FileFault, MAX_FILE_MEGABYTES } from '../../model/own-data.js';

/** Throws if a file is too large to be read. */
export function checkSize({ size }: File): void {
  if (size > MAX_FILE_MEGABYTES * 1e6) {
    throw new FileFault(`The file is larger than ${MAX_FILE_MEGABYTES} MB.`);
  }
}

/** Converts an error to a message for the user. */
export function faultOf(error: unknown): FileFault {
  if (error instanceof FileFault) return error;
  return new FileFault(
    error instanceof SyntaxError
      ? 'The file is not valid JSON.'
      : 'The file is damaged or incomplete.',
  );
}

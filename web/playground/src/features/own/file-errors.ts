/** Error messages for unreadable files. */

import { FileError, MAX_FILE_MEGABYTES } from '../../model/own-data.js';

/** Throws if a file is too large to be read. */
export function checkSize({ size }: File): void {
  if (size > MAX_FILE_MEGABYTES * 1e6) {
    throw new FileError(`The file is larger than ${MAX_FILE_MEGABYTES} MB.`);
  }
}

/** Converts an error to a message for the user. */
export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  return new FileError(
    error instanceof SyntaxError
      ? 'The file is not valid JSON.'
      : 'The file is damaged or incomplete.',
  );
}

/** What happens to a file, in the middle of the page: it may be dropped, it is being read, it could not be read. */

import { ownEndings, ownFault, ownProgress } from '../../model/own-data.js';
import { fileOver } from './own-file.js';

export function FileDesk() {
  const fault = ownFault.value;
  const progress = ownProgress.value;
  return (
    <>
      {fileOver.value && (
        <div class="drop-sign">
          <p>
            Drop the file to show its boxes
            <small>{ownEndings.join(', ')}; it stays in this browser</small>
          </p>
        </div>
      )}
      <div class="status file-desk" role="status" aria-live="polite">
        {progress && (
          <p class="status-text">
            Reading {progress.name}, {Math.floor(100 * progress.share)} %
          </p>
        )}
        {fault !== null && (
          <p class="status-text status-failed">
            {fault}{' '}
            <button
              type="button"
              onClick={() => {
                ownFault.value = null;
              }}
            >
              Close
            </button>
          </p>
        )}
      </div>
    </>
  );
}

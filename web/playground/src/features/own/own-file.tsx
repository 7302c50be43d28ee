/** Drop target and file button for a user's boxes. Files are never uploaded. */

import { signal } from '@preact/signals';
import { ownData, ownEndings, ownError, rejectedFile } from '../../model/own-data.js';
import { ownScene } from '../../model/scene-menu.js';
import { usePage } from '../../session/page.js';
import { mode } from '../../state/route.js';
import { sceneSettings } from '../../state/settings.js';
import type { Store } from '../../state/store.js';
import { Late } from '../../ui/late.js';

/** Whether a file is dragged over the page. */
export const isFileOver = signal(false);
/** Whether the message about the last file is still open. */
export const isMessageOpen = signal(false);

/** Reads a file and shows its boxes. On failure, the previous scene stays. */
export async function openFile(
  store: Store,
  file: File | null | undefined,
  reading?: string,
): Promise<void> {
  if (!file) return;
  const { loadFile } = await import('./read-file.js');
  if (!(await loadFile(file, reading))) return;
  const data = ownData.peek();
  if (!data) return;
  isMessageOpen.value = true;
  store.choose({ ...sceneSettings(ownScene), dim: data.dimensions, tour: null });
  void (await import('./own-store.js')).storeOwn(data);
}

/** Accepts files dropped anywhere on the page. */
export function listenForFiles(store: Store): void {
  const setFileOver = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    isFileOver.value = is && mode.peek() === 'explore';
  };
  window.addEventListener('dragover', (event) => setFileOver(event, true));
  window.addEventListener('dragleave', (event) => {
    // ignore moves between elements of the page
    if (event.relatedTarget === null) setFileOver(event, false);
  });
  window.addEventListener('drop', (event) => {
    setFileOver(event, false);
    if (mode.peek() !== 'explore') return;
    void openFile(store, event.dataTransfer?.files[0]);
  });
}

const HINT =
  'Reads boxes or points from CSV, JSON or GeoJSON, and triangles from OBJ, PLY, STL or glTF. You can also drop a file on the page.';

export function OwnFile() {
  const { store } = usePage();
  const data = ownData.value;
  const error = ownError.value;
  const shown = data && store.field('scene').value === ownScene.id;
  return (
    <div class="own">
      <label class="own-button">
        <input
          type="file"
          name="own-file"
          accept={ownEndings.join(',')}
          aria-describedby="own-remark"
          onChange={({ currentTarget }) => {
            void openFile(store, currentTarget.files?.[0]);
            // allows selecting the same file again after a correction
            currentTarget.value = '';
          }}
        />
        <span>Open a file …</span>
      </label>
      <p id="own-remark" class={error ? 'notice' : 'hint'} role="status">
        {error ?? (shown ? <Late panel="OwnWords" /> : HINT)}
      </p>
      {error !== null && shown && (
        <p class="hint">
          <Late panel="OwnWords" />
        </p>
      )}
      {(rejectedFile.value || shown) && <Late panel="OwnReading" />}
    </div>
  );
}

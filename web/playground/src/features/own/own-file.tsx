/** The visitor's own boxes: dropped on the page or chosen here, and never sent anywhere. */

import { signal } from '@preact/signals';
import { ownData, ownEndings, ownFault } from '../../model/own-data.js';
import { ownScene } from '../../model/scene-menu.js';
import { usePage } from '../../panel/page.js';
import { mode } from '../../state/route.js';
import { sceneSettings } from '../../state/settings.js';
import type { Store } from '../../state/store.js';
import { count } from '../../ui/format.js';

/** A file lies over the page. */
export const fileOver = signal(false);

/** Reads a file and shows its boxes; what was there stays where that fails. */
async function openFile(store: Store, file: File | null | undefined): Promise<void> {
  if (!file) return;
  const { takeFile } = await import('./read-file.js');
  if (!(await takeFile(file))) return;
  const data = ownData.peek();
  if (!data) return;
  store.choose({ ...sceneSettings(ownScene), dim: data.dimensions, tour: null });
  void (await import('./own-store.js')).storeOwn(data);
}

/** Files may be dropped anywhere on the page. */
export function listenForFiles(store: Store): void {
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    fileOver.value = is && mode.peek() === 'explore';
  };
  window.addEventListener('dragover', (event) => over(event, true));
  window.addEventListener('dragleave', (event) => {
    // not between two parts of the page
    if (event.relatedTarget === null) over(event, false);
  });
  window.addEventListener('drop', (event) => {
    over(event, false);
    if (mode.peek() !== 'explore') return;
    void openFile(store, event.dataTransfer?.files[0]);
  });
}

export function OwnFile() {
  const { store } = usePage();
  const data = ownData.value;
  const fault = ownFault.value;
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
            // the same file may be chosen again after it was mended
            currentTarget.value = '';
          }}
        />
        <span>Open your own …</span>
      </label>
      <p id="own-remark" class={fault ? 'notice' : 'hint'} role="status">
        {fault ??
          (shown
            ? `${data.name}: ${count(data.count)} boxes${data.left > 0 ? `, ${count(data.left)} more left out` : ''}${data.understood && `; read as ${data.understood}`}. It stays in this browser.`
            : 'CSV, JSON or GeoJSON boxes and points, OBJ or glTF triangles; or drop a file anywhere.')}
      </p>
    </div>
  );
}

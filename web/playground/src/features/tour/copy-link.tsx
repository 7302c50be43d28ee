/** The address of what the page shows, for somebody else. */

import { signal } from '@preact/signals';
import { ownScene } from '../../model/scene-menu.js';
import { usePage } from '../../session/page.js';
import { copyAddress } from '../../ui/copy-address.js';

/** What became of it; null while there is nothing to say. */
const outcome = signal<string | null>(null);
const SHOWN_MS = 5000;
let hiding: ReturnType<typeof setTimeout> | undefined;

function tell(text: string): void {
  outcome.value = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    outcome.value = null;
  }, SHOWN_MS);
}

export function CopyLink() {
  const { playground, store } = usePage();
  const copy = async () => {
    const { scene } = store.settings.peek();
    const stays =
      scene === ownScene.id || playground.source?.edited
        ? ' It does not include boxes from a file or edits by hand.'
        : '';
    tell(await copyAddress(store.hash(), `Link copied.${stays}`));
  };
  return (
    <button
      type="button"
      class="quiet"
      title="Copy a link to this scene, structure and query"
      onClick={() => void copy()}
    >
      Copy link
    </button>
  );
}

export function LinkCopied() {
  return (
    <div class="status file-desk" role="status" aria-live="polite">
      {outcome.value !== null && <p class="status-text">{outcome.value}</p>}
    </div>
  );
}

/** Introduction to the page, and the example gallery. */

import { signal } from '@preact/signals';
import { toggleBreaking } from '../features/break/break-switch.js';
import { type Example, examples, placeOf, showMe, stopAddress } from '../model/examples.js';
import { ownScene } from '../model/scene-menu.js';
import { usePage } from '../session/page.js';
import { editedHash } from '../state/hash-codec.js';
import { goTo } from '../state/route.js';
import type { Store } from '../state/store.js';
import { copyAddress } from '../ui/sharing.js';
import { finderOpen, narrow, openDrawer } from '../ui/visibility.js';

/** Shows the first stop of an example. Closes an open sheet, which would cover the example. */
export function openExample(store: Store, example: Example): void {
  openDrawer.value = null;
  store.chooseAddress(stopAddress(example, 0));
}

/** Button for the introductory example. Not shown during an example, or beside a drawer. */
export function ShowMe() {
  const { store } = usePage();
  const hasRoom = narrow.value || openDrawer.value === null;
  if (store.field('tour').value !== null || !hasRoom) return null;
  return (
    <button
      type="button"
      class="strong show-me"
      data-start
      onClick={() => openExample(store, showMe)}
    >
      {showMe.title}
    </button>
  );
}

export function Examples() {
  const { store } = usePage();
  return (
    <section class="section" aria-label="Examples">
      <p class="lead">Find what touches what, without checking everything.</p>
      <button type="button" class="preset" onClick={() => goTo('which')}>
        Which structure?
      </button>
      <header class="presets-head">
        <h2>Examples</h2>
        <span class="presets-links">
          <CopyLink />
          <button
            type="button"
            class="quiet"
            onClick={() => {
              finderOpen.value = true;
            }}
          >
            Search <kbd>/</kbd>
          </button>
        </span>
      </header>
      <Gallery />
      <div class="presets">
        <button
          type="button"
          class="preset"
          data-lab="race"
          title="Time all structures on your scene and check that their results agree (V)"
          onClick={() => store.choose({ lab: 'race' })}
        >
          Race all structures
        </button>
        <button
          type="button"
          class="preset"
          data-break
          title="Paint boxes until a structure collapses, and see why (D)"
          onClick={() => {
            // close the drawer: the tools are next to the stage
            openDrawer.value = null;
            toggleBreaking(store);
          }}
        >
          Break it
        </button>
      </div>
    </section>
  );
}

/** Examples with thumbnails, which `npm run thumbnails` captures from the built page. */
function Gallery() {
  const { store } = usePage();
  const present = placeOf(store.field('tour').value)?.example;
  return (
    <ul class="gallery">
      {examples.map((example) => (
        <li key={example.id}>
          <button
            type="button"
            data-example={example.id}
            aria-current={example === present ? 'true' : undefined}
            onClick={() => openExample(store, example)}
          >
            <picture>
              <source
                srcset={`./examples/${example.id}-dark.webp`}
                media="(prefers-color-scheme: dark)"
              />
              <img
                src={`./examples/${example.id}-light.webp`}
                alt={example.alt}
                width="240"
                height="150"
                loading="lazy"
              />
            </picture>
            <span>{example.title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Message that reports whether the link was copied; null if hidden. */
const outcome = signal<string | null>(null);
const SHOWN_MS = 5000;
let hiding: ReturnType<typeof setTimeout> | undefined;

function showOutcome(text: string): void {
  outcome.value = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    outcome.value = null;
  }, SHOWN_MS);
}

function CopyLink() {
  const { playground, store } = usePage();
  const copy = async () => {
    const { painted, scene } = store.settings.peek();
    const isEdited = painted === null && Boolean(playground.source?.edited);
    const stays =
      scene === ownScene.id || isEdited
        ? ' It does not include boxes from a file or edits by hand.'
        : '';
    const hash = isEdited ? editedHash(store.hash()) : store.hash();
    showOutcome(await copyAddress(hash, `Link copied.${stays}`));
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

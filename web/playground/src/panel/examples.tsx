/** What this page is, and demonstrations, one click each. */

import { signal } from '@preact/signals';
import { structures } from 'sapwood/all';
import { toggleBreaking } from '../features/break/break-switch.js';
import { testsLine } from '../features/tour/live-lines.js';
import {
  type Preset,
  presetAvailable,
  presetSettings,
  presetShown,
  presets,
} from '../model/presets.js';
import { ownScene } from '../model/scene-menu.js';
import { stopAddress, tours } from '../model/tours.js';
import { useBeat, usePage } from '../session/page.js';
import { prefersStillness } from '../state/stillness.js';
import type { Store } from '../state/store.js';
import { Late } from '../ui/late.js';
import { copyAddress } from '../ui/sharing.js';
import { finderOpen, sheetTab } from '../ui/visibility.js';

const ids = new Set(structures.map(({ id }) => id));

/** What moves in it waits for the visitor's word where stillness is preferred. */
export function choosePreset(store: Store, preset: Preset): void {
  const settings = presetSettings(preset);
  store.choose({ ...settings, play: settings.play === true && !prefersStillness() });
}

/** What this is, with the query of the picture as its proof. */
function Introduction() {
  const { playground, store } = usePage();
  useBeat();
  const side = playground.session?.main;
  const finds = store.field('query').value !== 'none' && side && side.hitCount > 0;
  return (
    <>
      <p class="lead">Find which objects touch without checking every pair.</p>
      {finds && <p class="hint">{testsLine(side)}</p>}
      <button
        type="button"
        class="strong"
        data-start
        onClick={() => store.chooseAddress(stopAddress(tours[0], 0))}
      >
        Show me (1 minute)
      </button>
    </>
  );
}

/** What the demonstration on the stage shows, as long as it is the one that was chosen. */
export function PresetNote() {
  const { store } = usePage();
  const settings = store.settings.value;
  const preset = settings.tour ? null : presetShown(settings, store.catalog);
  return preset && <p class="preset-note">{preset.sentence}</p>;
}

export function Presets() {
  const { store } = usePage();
  const offered = presets.filter((preset) => presetAvailable(preset, ids));
  return (
    <section class="section" aria-label="Examples">
      <Introduction />
      <Late panel="WhichQuestion" />
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
      <div class="presets">
        {offered.map((preset) => (
          <button
            key={preset.id}
            type="button"
            class="preset"
            data-preset={preset.id}
            title={preset.sentence}
            onClick={() => choosePreset(store, preset)}
          >
            {preset.title}
          </button>
        ))}
      </div>
      <Late panel="ToursField" />
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
            // its tools stand by the stage
            sheetTab.value = null;
            toggleBreaking(store);
          }}
        >
          Break it
        </button>
      </div>
    </section>
  );
}

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

function CopyLink() {
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

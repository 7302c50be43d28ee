/** What this page is, and demonstrations, one click each. */

import { structures } from 'sapwood/all';
import { useBeat, usePage } from '../../session/page.js';
import { labs } from '../../state/settings.js';
import { prefersStillness } from '../../state/stillness.js';
import type { Store } from '../../state/store.js';
import { Late } from '../../ui/late.js';
import { finderOpen, sheetTab } from '../../ui/visibility.js';
import { toggleBreaking } from '../break/break-switch.js';
import { labWords } from '../lab/laboratory.js';
import { CopyLink } from './copy-link.js';
import { testsLine } from './live-lines.js';
import { type Preset, presetAvailable, presetSettings, presetShown, presets } from './presets.js';
import { stopAddress, tours } from './tours.js';

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
        {labs.map((lab) => (
          <button
            key={lab}
            type="button"
            class="preset"
            data-lab={lab}
            title={labWords[lab].sentence}
            onClick={() => store.choose({ lab })}
          >
            {labWords[lab].chip}
          </button>
        ))}
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

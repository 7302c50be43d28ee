/** Demonstrations, one click each. */

import { structures } from 'sapwood/all';
import { type Preset, presetAvailable, presetSettings, presets } from '../model/presets.js';
import { labs } from '../state/settings.js';
import { prefersStillness } from '../state/stillness.js';
import type { Store } from '../state/store.js';
import { CopyLink } from './copy-link.js';
import { labWords } from './laboratory.js';
import { Late } from './late-panels.js';
import { usePage } from './page.js';
import { finderOpen } from './visibility.js';

const ids = new Set(structures.map(({ id }) => id));

/** What moves in it waits for the visitor's word where stillness is preferred. */
export function choosePreset(store: Store, preset: Preset): void {
  const settings = presetSettings(preset);
  store.choose({ ...settings, play: settings.play === true && !prefersStillness() });
}

export function Presets() {
  const { store } = usePage();
  const offered = presets.filter((preset) => presetAvailable(preset, ids));
  return (
    <section class="section" aria-label="Presets">
      <header class="presets-head">
        <h2>Show me</h2>
        <span class="presets-links">
          <CopyLink />
          <button
            type="button"
            class="quiet"
            onClick={() => {
              finderOpen.value = true;
            }}
          >
            Find … <kbd>/</kbd>
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
      </div>
    </section>
  );
}

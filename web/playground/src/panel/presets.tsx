/** Demonstrations, one click each. */

import { structures } from 'sapwood';
import { presetAvailable, presetSettings, presets } from '../model/presets.js';
import { Late } from './late-panels.js';
import { usePage } from './page.js';

const ids = new Set(structures.map(({ id }) => id));

export function Presets() {
  const { store } = usePage();
  const offered = presets.filter((preset) => presetAvailable(preset, ids));
  return (
    <section class="section" aria-label="Presets">
      <h2>Show me</h2>
      <div class="presets">
        {offered.map((preset) => (
          <button
            key={preset.id}
            type="button"
            class="preset"
            data-preset={preset.id}
            title={preset.sentence}
            onClick={() => store.choose(presetSettings(preset))}
          >
            {preset.title}
          </button>
        ))}
      </div>
      <Late panel="ToursField" />
    </section>
  );
}

/** What the boxes are, how many, and how they move. */

import { motionMenu } from '../model/motion-menu.js';
import { offeredScenes, sceneEntry } from '../model/scene-menu.js';
import { mostItems } from '../state/conform.js';
import { sceneSettings } from '../state/settings.js';
import { NumberField, SelectField } from './fields.js';
import { OwnFile } from './own-file.js';
import { usePage } from './page.js';
import { reseed } from './shortcuts.js';

export function SceneSection() {
  const { store } = usePage();
  const dim = store.field('dim').value;
  const scene = sceneEntry(store.field('scene').value);
  const notices = store.notices.value;
  const offered = offeredScenes().filter((entry) => entry.dimensions.includes(dim));
  return (
    <section class="section" aria-label="Scene">
      <SelectField
        label="Scene"
        name="scene"
        value={scene.id}
        choices={offered.map(({ id, title, group }) => ({ value: id, label: title, group }))}
        hint={scene.sentence}
        notice={notices.scene}
        onChoose={(id) => store.choose(sceneSettings(sceneEntry(id)))}
      />
      <OwnFile />
      <NumberField
        label="Items"
        name="n"
        value={store.field('n').value}
        least={scene.least}
        most={mostItems(scene, [store.field('structure').value, store.field('other').value])}
        step={1}
        slider="ratio"
        notice={notices.n}
        onChange={(n) => store.choose({ n })}
      />
      <div class="field-split">
        <MotionField />
        <SeedField />
      </div>
    </section>
  );
}

function MotionField() {
  const { store } = usePage();
  const scene = sceneEntry(store.field('scene').value);
  return (
    <SelectField
      label="Motion"
      name="motion"
      value={store.field('motion').value}
      choices={scene.motions.map((id) => ({ value: id, label: motionMenu[id].title }))}
      notice={store.notices.value.motion}
      onChoose={(motion) => store.choose({ motion })}
    />
  );
}

function SeedField() {
  const { store } = usePage();
  return (
    <div class="seed">
      <NumberField
        label="Seed"
        name="seed"
        value={store.field('seed').value}
        least={0}
        most={0xffffffff}
        step={1}
        notice={store.notices.value.seed}
        onChange={(seed) => store.choose({ seed })}
      />
      <button type="button" class="icon" title="Another seed (R)" onClick={() => reseed(store)}>
        <span class="visually-hidden">Another seed</span>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3" />
        </svg>
      </button>
    </div>
  );
}

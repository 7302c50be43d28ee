/** Which structure, in how many dimensions, with which options, and which other one to compare it with. */

import { structures } from 'sapwood/all';
import { structureChoices } from '../model/page-options.js';
import { ownScene, sceneEntry } from '../model/scene-menu.js';
import { usePage } from '../session/page.js';
import { movable, workRange } from '../state/conform.js';
import {
  type Dimensions,
  type Policy,
  policies,
  type QueryPlace,
  type Settings,
  sceneSettings,
} from '../state/settings.js';
import { NumberField, Segments, SelectField, Toggle } from '../ui/fields.js';
import { IconButton } from '../ui/icon-button.js';
import { Late } from '../ui/late.js';
import { swapSides, toggleBuild } from './commands.js';
import { StructureOptions } from './structure-options.js';

const policyWords: Readonly<Record<Policy, { label: string; title: string }>> = {
  update: {
    label: 'Automatic',
    title: 'update(): refits, re-inserts or re-sorts, depending on the structure',
  },
  move: { label: 'Only moved boxes', title: 'moveMany(): passes only the boxes that moved' },
  refit: {
    label: 'Refit',
    title: 'moveMany() and refit(): keeps the nodes and only recomputes their bounds',
  },
  rebuild: { label: 'Rebuild', title: 'build(): builds from scratch in each frame' },
  gradual: {
    label: 'Within a budget',
    title: 'Builds a new hierarchy over many frames, with a work limit for each frame',
  },
};

export function StructureSection() {
  const { store } = usePage();
  const dim = store.field('dim').value;
  const structure = store.field('structure').value;
  return (
    <section class="section" aria-label="Structure">
      <div class="field-split">
        <SelectField
          label="Structure"
          name="structure"
          value={structure}
          choices={structureChoices(dim)}
          notice={store.notices.value.structure}
          onChoose={(id) => store.choose({ structure: id, options: {} })}
        />
        <Segments
          label="Dimensions"
          name="dim"
          value={String(dim)}
          choices={[
            { value: '2', label: '2D' },
            { value: '3', label: '3D' },
          ]}
          onChoose={(value) =>
            store.choose(placeIn(store.settings.peek(), Number(value) as Dimensions))
          }
        />
      </div>
      <Late panel="StructureLine" />
      <StructureOptions key={structure} field="options" structure={structure} title="Options" />
      <OtherField />
      <PolicyField />
    </section>
  );
}

/** The structure of the second view. */
function OtherField() {
  const { store } = usePage();
  const dim = store.field('dim').value;
  const other = store.field('other').value;
  const choices = [
    { value: '', label: other === null ? 'Compare with …' : 'Nothing (one view)' },
    ...structureChoices(dim),
  ];
  return (
    <>
      <div class={other === null ? undefined : 'field-button'}>
        <SelectField
          label="Compare with"
          hideLabel={other === null}
          name="other"
          value={other ?? ''}
          choices={choices}
          notice={store.notices.value.other}
          onChoose={(id) => store.choose({ other: id || null, otherOptions: {} })}
        />
        {other !== null && (
          <IconButton
            name="Swap A and B"
            title="Swap A and B (X)"
            icon="M2.5 5.5h10m-2.5-3 2.8 3-2.8 3M13.5 10.5h-10m2.5-3-2.8 3 2.8 3"
            onClick={() => swapSides(store)}
          />
        )}
      </div>
      {other !== null && (
        <StructureOptions key={other} field="otherOptions" structure={other} title="Options of B" />
      )}
    </>
  );
}

/** How the index follows the moving boxes. */
function PolicyField() {
  const { playground, store } = usePage();
  const ids = [store.field('structure').value, store.field('other').value];
  const shown = structures.filter(({ id }) => ids.includes(id));
  const policy = store.field('policy').value;
  const able: Readonly<Record<Policy, boolean>> = {
    update: true,
    move: shown.some(movable),
    refit: shown.some(({ id }) => store.catalog.refitting.has(id)),
    rebuild: true,
    gradual: shown.some(({ id }) => store.catalog.gradual.has(id)),
  };
  return (
    <>
      <Segments
        label="Each frame"
        name="policy"
        value={policy}
        choices={policies.map((value) => ({
          value,
          ...policyWords[value],
          disabled: !able[value],
        }))}
        onChoose={(value) => store.choose({ policy: value as Policy })}
      />
      {policy === 'gradual' && <WorkField />}
      <div class="toggles">
        <Toggle
          name="build"
          checked={store.field('build').value !== null}
          title="Shows how the nodes form: box by box, or split by split (U)"
          onToggle={() => toggleBuild(playground)}
        >
          Build step by step
        </Toggle>
      </div>
    </>
  );
}

function WorkField() {
  const { store } = usePage();
  return (
    <NumberField
      label="Work limit per frame (units)"
      name="work"
      value={store.field('work').value}
      least={workRange[0]}
      most={workRange[1]}
      step={1}
      slider="ratio"
      notice={store.notices.value.work}
      hint="One unit is the work for one box. Ignored while an option of the structure sets the work per step."
      onChange={(work) => store.choose({ work })}
    />
  );
}

/** The scene and the query last shown in each dimension. */
type Place = Pick<Settings, 'scene' | 'n' | 'motion' | keyof QueryPlace>;

const places: Record<Dimensions, Place> = {
  2: sceneSettings(sceneEntry('uniform')),
  3: sceneSettings(sceneEntry('pile')),
};

/** The change that goes to the other side, and a note of where this one stood. */
function placeIn(settings: Settings, dim: Dimensions): Partial<Settings> {
  const { scene, n, motion, box, ball, ray, cam } = settings;
  // the visitor's own boxes are seen from both sides
  if (scene === ownScene.id) return { dim };
  places[settings.dim] = { scene, n, motion, box, ball, ray, cam };
  return { dim, ...places[dim] };
}

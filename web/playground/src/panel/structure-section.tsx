/** Controls for the options of the structure and for the update policy. */

import { structures } from 'sapwood/all';
import { usePage } from '../session/page.js';
import { movable, workRange } from '../state/conform.js';
import { type Policy, policies } from '../state/settings.js';
import { Notice, NumberField, Segments, Toggle } from '../ui/fields.js';
import { toggleBuild } from './commands.js';
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
  const structure = store.field('structure').value;
  const other = store.field('other').value;
  const notices = store.notices.value;
  return (
    <section class="section" aria-label="Structure">
      <Notice text={notices.structure ?? notices.other} />
      <StructureOptions key={structure} field="options" structure={structure} title="Options" />
      {other !== null && (
        <StructureOptions key={other} field="otherOptions" structure={other} title="Options of B" />
      )}
      <PolicyField />
    </section>
  );
}

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
      min={workRange[0]}
      max={workRange[1]}
      step={1}
      slider="ratio"
      notice={store.notices.value.work}
      hint="One unit is the work for one box. Ignored while an option of the structure sets the work per step."
      onChange={(work) => store.choose({ work })}
    />
  );
}

/** Which structure, in how many dimensions, with which options. */

import { type OptionSpec, structures } from 'sapwood';
import { choicesOf } from '../state/conform.js';
import { type Dimensions, type OptionValue, policies } from '../state/settings.js';
import { placeIn } from './dimension-memory.js';
import { NumberField, Segments, SelectField, Toggle } from './fields.js';
import { usePage } from './page.js';

const policyWords = {
  update: {
    label: 'Update',
    title: 'update(): refit, re-insert or re-sort, as the structure does',
  },
  move: { label: 'Move', title: 'moveMany(): only the items that moved' },
  rebuild: { label: 'Rebuild', title: 'build(): from scratch in every frame' },
};

export function StructureSection() {
  const { store } = usePage();
  const dim = store.field('dim').value;
  const structure = store.field('structure').value;
  const notices = store.notices.value;
  const offered = structures.filter((entry) => entry.dimensions.includes(dim));
  return (
    <section class="section" aria-label="Structure">
      <div class="field-split">
        <SelectField
          label="Structure"
          name="structure"
          value={structure}
          choices={offered.map((entry) => ({ value: entry.id, label: entry.title(dim) }))}
          notice={notices.structure}
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
      <PolicyField />
      <StructureOptions />
    </section>
  );
}

/** How the index follows the moving boxes. */
function PolicyField() {
  const { store } = usePage();
  const structure = store.field('structure').value;
  const movable = structures.find(({ id }) => id === structure)?.capabilities.has('dynamic');
  return (
    <Segments
      label="Each frame"
      name="policy"
      value={store.field('policy').value}
      choices={policies.map((value) => ({
        value,
        ...policyWords[value],
        disabled: value === 'move' && !movable,
      }))}
      onChoose={(value) => store.choose({ policy: value as (typeof policies)[number] })}
    />
  );
}

function StructureOptions() {
  const { store } = usePage();
  const structure = store.field('structure').value;
  const options = store.field('options').value;
  const specs = structures.find(({ id }) => id === structure)?.options ?? [];
  if (specs.length === 0) return null;
  const changed = Object.keys(options).length;
  return (
    <details class="details">
      <summary>
        Options
        <span class="badge">{changed > 0 ? `${changed} changed` : specs.length}</span>
      </summary>
      {specs.map((spec) => (
        <OptionField key={spec.name} spec={spec} value={options[spec.name] ?? spec.default} />
      ))}
      {changed > 0 && (
        <button type="button" class="quiet" onClick={() => store.choose({ options: {} })}>
          Back to the defaults
        </button>
      )}
    </details>
  );
}

/** `surfaceArea` and `surface-area` to "Surface area". */
function words(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function OptionField({ spec, value }: { spec: OptionSpec; value: OptionValue }) {
  const { store } = usePage();
  const { name, kind, doc } = spec;
  const notice = store.notices.value[`options.${name}`];
  const choose = (next: OptionValue) =>
    store.choose({ options: { ...store.settings.peek().options, [name]: next } });
  const common = { label: words(name), name: `option-${name}`, hint: doc, notice };
  if (kind === 'boolean') {
    return (
      <Toggle name={common.name} checked={value === true} onToggle={choose} title={doc}>
        {common.label}
      </Toggle>
    );
  }
  if (kind === 'choice') {
    const names = choicesOf(spec, store.field('dim').value);
    const choices = names.map((choice) => ({ value: choice, label: words(choice) }));
    return <SelectField {...common} value={String(value)} choices={choices} onChoose={choose} />;
  }
  return (
    <NumberField
      {...common}
      value={Number(value)}
      least={spec.min ?? -Infinity}
      most={spec.max ?? Infinity}
      step={kind === 'integer' ? 1 : 'any'}
      onChange={choose}
    />
  );
}

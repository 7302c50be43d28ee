/** Controls generated from the option specifications of a structure. */

import type { OptionSpec } from 'sapwood/all';
import { structuresWithPageOptions } from '../model/page-options.js';
import { usePage } from '../session/page.js';
import { choicesOf } from '../state/conform.js';
import type { OptionValue, Settings } from '../state/settings.js';
import { NumberField, SelectField, Toggle } from '../ui/fields.js';
import { words } from '../ui/format.js';

/**
 * Setting that holds the options: `options` for the first view, `otherOptions` for the second view.
 */
type OptionField = 'options' | 'otherOptions';

interface Props {
  readonly field: OptionField;
  readonly structure: string;
  readonly title: string;
}

export function StructureOptions({ field, structure, title }: Props) {
  const { store } = usePage();
  const options = store.field(field).value;
  const specs = structuresWithPageOptions.find(({ id }) => id === structure)?.options ?? [];
  if (specs.length === 0) return null;
  const changed = Object.keys(options).length;
  const clear: Partial<Settings> = { [field]: {} };
  return (
    <details class="details">
      <summary>
        {title}
        <span class="badge">{changed > 0 ? `${changed} changed` : specs.length}</span>
      </summary>
      {specs.map((spec) => (
        <OptionControl
          key={spec.name}
          field={field}
          spec={spec}
          value={options[spec.name] ?? spec.default}
        />
      ))}
      {changed > 0 && (
        <button type="button" class="quiet" onClick={() => store.choose(clear)}>
          Reset to defaults
        </button>
      )}
    </details>
  );
}

/**
 * Options with a wider range than MAX_SLIDER_RANGE have a logarithmic slider. If max / min also
 * exceeds MAX_SLIDER_RATIO, or min is not positive, they have a number input.
 */
const MAX_SLIDER_RANGE = 100;
const MAX_SLIDER_RATIO = 1e5;

function sliderOf({ min = -Infinity, max = Infinity }: OptionSpec): 'linear' | 'ratio' | undefined {
  if (max - min <= MAX_SLIDER_RANGE) return 'linear';
  return min > 0 && max / min <= MAX_SLIDER_RATIO ? 'ratio' : undefined;
}

interface ControlProps {
  readonly field: OptionField;
  readonly spec: OptionSpec;
  readonly value: OptionValue;
}

function OptionControl({ field, spec, value }: ControlProps) {
  const { store } = usePage();
  const { name, kind, doc } = spec;
  const prefix = field === 'options' ? 'option' : 'other-option';
  const notice = store.notices.value[`${field}.${name}`];
  const choose = (next: OptionValue) =>
    store.choose({ [field]: { ...store.settings.peek()[field], [name]: next } });
  const common = { label: words(name), name: `${prefix}-${name}`, hint: doc, notice };
  if (kind === 'boolean') {
    return (
      <div class="field">
        <Toggle name={common.name} checked={value === true} onToggle={choose} title={doc}>
          {common.label}
        </Toggle>
        <p class="hint">{doc}</p>
      </div>
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
      min={spec.min ?? -Infinity}
      max={spec.max ?? Infinity}
      step={kind === 'integer' ? 1 : 'any'}
      slider={sliderOf(spec)}
      onChange={choose}
    />
  );
}

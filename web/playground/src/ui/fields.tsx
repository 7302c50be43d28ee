/** Labeled and styled native inputs. */

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
  readonly disabled?: boolean;
  readonly title?: string;
}

interface FieldProps {
  readonly label: string;
  readonly notice?: string | undefined;
  readonly hint?: string | undefined;
}

function Remark({ id, notice, hint }: { id: string } & Omit<FieldProps, 'label'>) {
  if (notice) return <Notice id={id} text={notice} />;
  return hint ? (
    <p id={id} class="hint">
      {hint}
    </p>
  ) : null;
}

export function Options({ choices }: { choices: readonly Choice[] }) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  const list = (group: string | undefined) =>
    choices
      .filter((choice) => choice.group === group)
      .map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ));
  return (
    <>
      {groups.map((group) =>
        group === undefined ? (
          list(group)
        ) : (
          <optgroup key={group} label={group}>
            {list(group)}
          </optgroup>
        ),
      )}
    </>
  );
}

interface SelectProps extends FieldProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly hideLabel?: boolean;
}

export function SelectField(props: SelectProps) {
  const { label, name, value, choices, onChoose, hideLabel, notice, hint } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        aria-describedby={`${id}-remark`}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <Options choices={choices} />
      </select>
      <Remark id={`${id}-remark`} notice={notice} hint={hint} />
    </div>
  );
}

interface NumberProps extends FieldProps {
  readonly name: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number | 'any';
  /** Slider scale: equal steps or equal ratios. */
  readonly slider?: 'linear' | 'ratio' | undefined;
  readonly onChange: (value: number) => void;
}

const SLIDER_STEPS = 200;

function fromSlider({ min, max, slider, step }: NumberProps, place: number): number {
  const share = place / SLIDER_STEPS;
  const value = slider === 'ratio' ? min * (max / min) ** share : min + share * (max - min);
  if (step === 'any') return Number(value.toPrecision(3));
  // round to two significant digits
  const unit = slider === 'ratio' ? Math.max(10 ** (Math.floor(Math.log10(value)) - 1), 1) : 1;
  return Math.min(Math.max(Math.round(value / unit) * unit, min), max);
}

function toSlider({ min, max, slider, value }: NumberProps): number {
  const share =
    slider === 'ratio' ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Math.round(SLIDER_STEPS * share);
}

export function NumberField(props: NumberProps) {
  const { label, name, value, min, max, step, slider, onChange, notice, hint } = props;
  const id = useId();
  // value while the slider is dragged, which is applied on release
  const [pending, setPending] = useState<number | null>(null);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={slider ? 'field-pair' : undefined}>
        {slider && (
          <input
            type="range"
            aria-label={`${label}, slider`}
            min={0}
            max={SLIDER_STEPS}
            value={toSlider(pending === null ? props : { ...props, value: pending })}
            onInput={(event) => setPending(fromSlider(props, event.currentTarget.valueAsNumber))}
            onChange={(event) => {
              setPending(null);
              onChange(fromSlider(props, event.currentTarget.valueAsNumber));
            }}
          />
        )}
        <input
          id={id}
          name={name}
          type="number"
          inputMode="decimal"
          value={pending ?? value}
          min={Number.isFinite(min) ? min : undefined}
          max={Number.isFinite(max) ? max : undefined}
          step={step}
          aria-describedby={`${id}-remark`}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      </div>
      <Remark id={`${id}-remark`} notice={notice} hint={hint} />
    </div>
  );
}

interface SegmentsProps extends FieldProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly hideLabel?: boolean;
}

/** Radio buttons in a row. */
export function Segments(props: SegmentsProps) {
  const { label, name, value, choices, onChoose, hideLabel, notice, hint } = props;
  const id = useId();
  return (
    <fieldset
      class={choices.length > 4 ? 'field segments segments-many' : 'field segments'}
      aria-describedby={`${id}-remark`}
    >
      <legend class={hideLabel ? 'visually-hidden' : undefined}>{label}</legend>
      <div class="segments-row">
        {choices.map((choice) => (
          <label key={choice.value} class="segment" title={choice.title}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChoose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <Remark id={`${id}-remark`} notice={notice} hint={hint} />
    </fieldset>
  );
}

interface ToggleProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onToggle: (checked: boolean) => void;
  readonly children: ComponentChildren;
  readonly title?: string;
}

export function Toggle({ name, checked, onToggle, children, title }: ToggleProps) {
  return (
    <label class="toggle" title={title}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

export function Notice({ text, id }: { text: string | null | undefined; id?: string }) {
  if (!text) return null;
  return (
    <p id={id} class="notice" role="status">
      {text}
    </p>
  );
}

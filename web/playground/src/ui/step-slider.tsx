/** Native slider over steps 0 to `last`. */

interface StepSliderProps {
  readonly name: string;
  readonly label: string;
  readonly at: number;
  readonly last: number;
  readonly disabled?: boolean;
  onMove(at: number): void;
}

export function StepSlider({ name, label, at, last, disabled, onMove }: StepSliderProps) {
  return (
    <input
      type="range"
      name={name}
      aria-label={label}
      min={0}
      max={Math.max(last, 1)}
      value={at}
      disabled={disabled}
      onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
    />
  );
}

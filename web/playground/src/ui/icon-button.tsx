/** Icon buttons with names for screen readers. */

interface NamedButton {
  readonly name: string;
  /** Tooltip, usually the name and a key. */
  readonly title?: string;
  onClick(): void;
}

interface IconButtonProps extends NamedButton {
  /** Value of the `d` attribute of an SVG path, in a box of 16 × 16 units. */
  readonly icon: string;
  readonly filled?: boolean;
  readonly disabled?: boolean;
}

export function IconButton({ name, title, icon, filled, disabled, onClick }: IconButtonProps) {
  return (
    <button type="button" class="icon" title={title} disabled={disabled} onClick={onClick}>
      <span class="visually-hidden">{name}</span>
      <svg viewBox="0 0 16 16" class={filled ? 'filled' : undefined} aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

export function CloseButton(button: NamedButton) {
  return <IconButton {...button} icon="m4 4 8 8m0-8-8 8" />;
}

interface StepButtonsProps {
  readonly at: number;
  readonly last: number;
  /** Optional suffix for labels, such as `' of the build'`. */
  readonly of?: string;
  onMove(steps: number): void;
}

export function StepButtons({ at, last, of = '', onMove }: StepButtonsProps) {
  const back = [
    { name: `Go to the start${of}`, icon: 'M4 3v10m9-10-6 5 6 5', by: -at },
    { name: 'Step back (,)', icon: 'm10 3-5 5 5 5', by: -1 },
  ];
  const forwards = [
    { name: 'Step forward (.)', icon: 'm6 3 5 5-5 5', by: 1 },
    { name: `Go to the end${of}`, icon: 'M12 3v10M3 3l6 5-6 5', by: last - at },
  ];
  const button = (ended: boolean) => (step: (typeof back)[number]) => (
    <IconButton
      key={step.name}
      name={step.name}
      title={step.name}
      icon={step.icon}
      disabled={ended}
      onClick={() => onMove(step.by)}
    />
  );
  return (
    <div class="trace-buttons">
      {back.map(button(at === 0))}
      {forwards.map(button(at === last))}
    </div>
  );
}

import type { ComponentChildren } from 'preact';

interface RaceControlProps {
  readonly stage: string;
  readonly round?: number;
  readonly runs: boolean;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}

/** Button to stop or repeat a race, followed by its progress. */
export function RaceControl({ stage, round, runs, onToggle, children }: RaceControlProps) {
  return (
    <div class="race-control" data-race={stage} data-round={round}>
      <button type="button" class="strong" onClick={onToggle}>
        {runs ? 'Stop' : 'Race again'}
      </button>
      {children}
    </div>
  );
}

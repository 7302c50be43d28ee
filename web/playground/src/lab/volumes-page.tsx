/** Ball, box, oriented box, k-DOP and hull around a body that turns: how large, how dear, how often wrong. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Segments } from '../panel/fields.js';
import { onThemeChange } from '../stage/theme.js';
import { prefersStillness } from '../state/stillness.js';
import { drawOutcome } from './volume-picture.js';
import { type Outcome, type Turn, VolumeTrial } from './volume-trial.js';
import { bodies, type VolumeKind } from './volumes.js';

const words: Readonly<Record<VolumeKind, { title: string; turning: string }>> = {
  ball: { title: 'Ball', turning: 'nothing to do when it turns' },
  box: { title: 'Box', turning: 'fitted anew: 4 numbers' },
  oriented: { title: 'Oriented box', turning: 'its 4 corners turn along' },
  dop: { title: '8-DOP', turning: 'fitted anew: 8 numbers' },
  hull: { title: 'Convex hull', turning: 'all its corners turn along' },
};

/** Degrees a frame. */
const SPEED = 0.5;

function useAngle(): [number, (degrees: number) => void, boolean, (plays: boolean) => void] {
  const [angle, setAngle] = useState(20);
  const [plays, setPlays] = useState(!prefersStillness());
  useEffect(() => {
    if (!plays) return;
    let frame = requestAnimationFrame(function turn() {
      setAngle((degrees) => (degrees + SPEED) % 360);
      frame = requestAnimationFrame(turn);
    });
    return () => cancelAnimationFrame(frame);
  }, [plays]);
  return [angle, setAngle, plays, setPlays];
}

export function VolumesPage() {
  const [id, setId] = useState(bodies[0].id);
  const [angle, setAngle, plays, setPlays] = useAngle();
  const trial = useMemo(
    () => new VolumeTrial(bodies.find((body) => body.id === id) ?? bodies[0]),
    [id],
  );
  const outcomes = trial.outcomesAt((angle * Math.PI) / 180);
  return (
    <>
      <p class="hint">
        One body turns among {trial.neighbours.length} small ones that rest. A volume that meets
        another one makes a candidate; where the bodies do not meet it was a false alarm, which a
        test of the bodies has to find out. In the plane, where all of it can be seen: areas stand
        for volumes.
      </p>
      <div class="lab-controls">
        <Segments
          label="Body"
          name="lab-body"
          value={id}
          choices={bodies.map(({ id: value, title }) => ({ value, label: title }))}
          onChoose={setId}
        />
        <button type="button" class="strong" aria-pressed={plays} onClick={() => setPlays(!plays)}>
          {plays ? 'Stop' : 'Turn'}
        </button>
        <label class="lab-angle">
          <span>Angle, degrees</span>
          <input
            type="range"
            name="lab-angle"
            min={0}
            max={359}
            value={Math.round(angle) % 360}
            onInput={({ currentTarget }) => {
              setPlays(false);
              setAngle(currentTarget.valueAsNumber);
            }}
          />
        </label>
      </div>
      <ul class="lab-volumes">
        {outcomes.map((outcome, i) => (
          <Card
            key={outcome.kind}
            trial={trial}
            outcome={outcome}
            turn={trial.turn[i]}
            angle={angle}
          />
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  readonly trial: VolumeTrial;
  readonly outcome: Outcome;
  readonly turn: Turn;
  readonly angle: number;
}

function Card({ trial, outcome, turn, angle }: CardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { candidates, cost, falsePositives, kind, volume } = outcome;
  useEffect(() => {
    const draw = () => {
      if (canvas.current) drawOutcome(canvas.current, trial, outcome, (angle * Math.PI) / 180);
    };
    draw();
    return onThemeChange(draw);
  }, [trial, angle]);
  const rows = [
    ['area', 'Area, of the body', (volume.area / trial.body.area).toFixed(2), turn.area.toFixed(2)],
    ['false', `False alarms of ${candidates}`, falsePositives, turn.falsePositives.toFixed(1)],
    ['cost', 'Operations a test', cost.toFixed(1), turn.cost.toFixed(1)],
  ] as const;
  return (
    <li data-volume={kind}>
      <h3>{words[kind].title}</h3>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${words[kind].title} around the body, with the neighbours that it meets`}
      />
      <dl>
        {rows.map(([id, label, now, mean]) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <b data-number={`${kind}-${id}`}>{now}</b>
              <small>
                whole turn <span data-number={`${kind}-${id}-turn`}>{mean}</span>
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">{words[kind].turning}</p>
    </li>
  );
}

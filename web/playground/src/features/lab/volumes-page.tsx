/** Ball, box, oriented box, k-DOP and hull around a body that turns: how large, how dear, how often wrong. */

import '../../styles/lab.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { onThemeChange } from '../../stage/system-theme.js';
import { prefersStillness } from '../../state/stillness.js';
import { Segments } from '../../ui/fields.js';
import { PlaneSetting } from './plane-setting.js';
import { drawSolidOutcome } from './solid-picture.js';
import { solidBodies } from './solid-volumes.js';
import { SpaceSetting } from './space-setting.js';
import { drawOutcome } from './volume-picture.js';
import { type Outcome, type Setting, type Turn, VolumeTrial } from './volume-trial.js';
import { bodies, type Sized, type VolumeKind } from './volumes.js';

type Words = Readonly<Record<Space, { title: string; turning: string }>>;

const words: Readonly<Record<VolumeKind, Words>> = {
  ball: {
    plane: { title: 'Circle', turning: 'Does not change when the shape turns' },
    space: { title: 'Sphere', turning: 'Does not change when the shape turns' },
  },
  box: {
    plane: { title: 'Box', turning: 'Recomputed when the shape turns: 4 numbers' },
    space: { title: 'Box', turning: 'Recomputed when the shape turns: 6 numbers' },
  },
  oriented: {
    plane: { title: 'Oriented box', turning: 'Its 4 corners turn with the shape' },
    space: { title: 'Oriented box', turning: 'Its 8 corners turn with the shape' },
  },
  dop: {
    plane: { title: '8-DOP', turning: 'Recomputed when the shape turns: 8 numbers' },
    space: { title: '14-DOP', turning: 'Recomputed when the shape turns: 14 numbers' },
  },
  hull: {
    plane: { title: 'Convex hull', turning: 'All its corners turn with the shape' },
    space: { title: 'Convex hull', turning: 'All its corners turn with the shape' },
  },
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

type Space = 'plane' | 'space';

/** A setting with its numbers and its picture, whatever its dimensions. */
interface View {
  readonly size: number;
  readonly neighbors: number;
  readonly turn: readonly Turn[];
  outcomesAt(angle: number): Outcome[];
  draw(canvas: HTMLCanvasElement, outcome: Outcome, angle: number): void;
}

function viewOf<V extends Sized, S extends Setting<V>>(
  setting: S,
  draw: (canvas: HTMLCanvasElement, setting: S, outcome: Outcome<V>, angle: number) => void,
): View {
  const trial = new VolumeTrial<V>(setting);
  return {
    size: setting.size,
    neighbors: setting.neighbors.length,
    get turn() {
      return trial.turn;
    },
    outcomesAt: (angle) => trial.outcomesAt(angle),
    // what it is handed comes from `outcomesAt` of this view
    draw: (canvas, outcome, angle) => draw(canvas, setting, outcome as Outcome<V>, angle),
  };
}

const named = <B extends { readonly id: string }>(all: readonly B[], id: string) =>
  all.find((one) => one.id === id) ?? all[0];

const views: Readonly<Record<Space, (id: string) => View>> = {
  plane: (id) => viewOf(new PlaneSetting(named(bodies, id)), drawOutcome),
  space: (id) => viewOf(new SpaceSetting(named(solidBodies, id)), drawSolidOutcome),
};

const notes: Readonly<Record<Space, string>> = {
  plane: 'In 2D, areas are compared instead of volumes.',
  space: 'In 3D, only the neighbors that the volume overlaps are drawn.',
};

export function VolumesPage() {
  const [id, setId] = useState(bodies[0].id);
  const [space, setSpace] = useState<Space>('plane');
  const [angle, setAngle, plays, setPlays] = useAngle();
  const view = useMemo(() => views[space](id), [space, id]);
  const outcomes = view.outcomesAt((angle * Math.PI) / 180);
  return (
    <>
      <p class="hint">
        One shape turns among {view.neighbors} small shapes that stand still. If the volume of the
        shape overlaps that of a neighbor, the pair is a candidate. If the shapes themselves do not
        overlap, the candidate is a false alarm, and an exact test is wasted. {notes[space]}
      </p>
      <div class="lab-controls">
        <Segments
          label="Dimensions"
          name="lab-space"
          value={space}
          choices={[
            { value: 'plane', label: '2D' },
            { value: 'space', label: '3D' },
          ]}
          onChoose={(value) => setSpace(value === 'space' ? 'space' : 'plane')}
        />
        <Segments
          label="Shape"
          name="lab-body"
          value={id}
          choices={bodies.map(({ id: value, title }) => ({ value, label: title }))}
          onChoose={setId}
        />
        <button type="button" class="strong" aria-pressed={plays} onClick={() => setPlays(!plays)}>
          {plays ? 'Stop' : 'Turn'}
        </button>
        <label class="lab-angle">
          <span>Angle (degrees)</span>
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
            view={view}
            space={space}
            outcome={outcome}
            turn={view.turn[i]}
            angle={angle}
          />
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  readonly view: View;
  readonly space: Space;
  readonly outcome: Outcome;
  readonly turn: Turn;
  readonly angle: number;
}

function Card({ view, space, outcome, turn, angle }: CardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { candidates, cost, falsePositives, kind, volume } = outcome;
  useEffect(() => {
    const draw = () => {
      if (canvas.current) view.draw(canvas.current, outcome, (angle * Math.PI) / 180);
    };
    draw();
    return onThemeChange(draw);
  }, [view, angle]);
  const { title, turning } = words[kind][space];
  const measure = space === 'plane' ? 'Area' : 'Volume';
  const rows = [
    ['area', `${measure} (shape = 1)`, (volume.size / view.size).toFixed(2), turn.size.toFixed(2)],
    [
      'false',
      `False alarms among ${candidates} candidates`,
      falsePositives,
      turn.falsePositives.toFixed(1),
    ],
    ['cost', 'Operations per test', cost.toFixed(1), turn.cost.toFixed(1)],
  ] as const;
  return (
    <li data-volume={kind}>
      <h3>{title}</h3>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${title} around the shape, with the neighbors that it overlaps`}
      />
      <dl>
        {rows.map(([id, label, now, mean]) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <b data-number={`${kind}-${id}`}>{now}</b>
              <small>
                mean over a full turn <span data-number={`${kind}-${id}-turn`}>{mean}</span>
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">{turning}</p>
    </li>
  );
}

/** Figure: five bounding volumes of a rotating shape. */

import { useMemo, useState } from 'preact/hooks';
import { Choice, Panel, Readings, Slider } from '../kit.js';
import type { Point } from '../volumes/polygons.js';
import { type Outcome, RotatingShape } from '../volumes/rotating-shape.js';
import { shapes, type VolumeKind, volumeKinds } from '../volumes/volumes.js';

const PICTURE = 1000;
/** Half the side of the visible square, in the units of the shape coordinates. */
const SHOWN = 2;
const SCALE = PICTURE / (2 * SHOWN);

const shapeNames = { bracket: 'Bracket', plank: 'Plank', disc: 'Disc' } as const;
const kindNames: Readonly<Record<VolumeKind, string>> = {
  circle: 'Circle',
  box: 'Box',
  oriented: 'Oriented box',
  dop: '8-DOP',
  hull: 'Convex hull',
};
const turning: Readonly<Record<VolumeKind, string>> = {
  circle: 'A circle does not change when the shape turns. It has three numbers.',
  box: 'A box has four numbers. It is computed again whenever the shape turns.',
  oriented: 'The four corners of an oriented box turn with the shape.',
  dop: 'An 8-DOP is a box with its corners cut off: eight numbers, computed again at every turn.',
  hull: 'All corners of the hull turn with the shape. No convex volume is smaller.',
};

const x = (value: number) => ((value + SHOWN) * SCALE).toFixed(1);
const y = (value: number) => ((SHOWN - value) * SCALE).toFixed(1);
const path = (polygons: readonly (readonly Point[])[]) =>
  polygons.map((points) => `M${points.map((p) => `${x(p[0])} ${y(p[1])}`).join('L')}z`).join('');

export function WhichVolume() {
  const [shape, setShape] = useState<keyof typeof shapes>('bracket');
  const [kind, setKind] = useState<VolumeKind>('box');
  const [degrees, setDegrees] = useState(20);
  const rotatingShape = useMemo(() => new RotatingShape(shapes[shape]), [shape]);
  const means = useMemo(() => rotatingShape.fullTurn(), [rotatingShape]);
  const angle = (degrees * Math.PI) / 180;
  const at = volumeKinds.indexOf(kind);
  const outcome = rotatingShape.outcomesAt(angle)[at];
  return (
    <>
      <Picture rotatingShape={rotatingShape} outcome={outcome} angle={angle} />
      <Panel>
        <Choice label="Shape" of={shapeNames} value={shape} onChange={setShape} />
        <Choice label="Bounding volume" of={kindNames} value={kind} onChange={setKind} />
        <p class="learn-key">{turning[kind]}</p>
        <Slider
          label="Angle"
          value={degrees}
          from={0}
          to={359}
          words={(value) => `${value}°`}
          onChange={setDegrees}
        />
        <Readings
          rows={[
            {
              id: 'false',
              label: `of ${outcome.candidates} candidates do not touch the shape`,
              value: outcome.falsePositives,
              main: true,
            },
            {
              id: 'area',
              label: 'times the area of the shape',
              value: (outcome.volume.size / rotatingShape.shape.size).toFixed(2),
            },
            { id: 'cost', label: 'operations per test', value: outcome.cost.toFixed(1) },
          ]}
        />
        <table class="learn-table">
          <caption>Means over a full turn</caption>
          <thead>
            <tr>
              <th scope="col">Volume</th>
              <th scope="col">Area</th>
              <th scope="col">False alarms</th>
              <th scope="col">Operations</th>
            </tr>
          </thead>
          <tbody>
            {means.map((mean) => (
              <tr key={mean.kind} data-volume={mean.kind}>
                <th scope="row">{kindNames[mean.kind]}</th>
                <td>{mean.size.toFixed(2)}</td>
                <td>{mean.falsePositives.toFixed(1)}</td>
                <td>{mean.cost.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}

interface PictureProps {
  readonly rotatingShape: RotatingShape;
  readonly outcome: Outcome;
  readonly angle: number;
}

function Picture({ angle, outcome: { kind, states, volume }, rotatingShape }: PictureProps) {
  const having = (state: number) =>
    path(
      rotatingShape.neighbors.filter((_, i) => states[i] === state).flatMap(({ pieces }) => pieces),
    );
  return (
    <div class="learn-picture" style={{ aspectRatio: '1', maxWidth: '34rem' }}>
      <svg
        viewBox={`0 0 ${PICTURE} ${PICTURE}`}
        role="img"
        aria-label={`A shape among small shapes, and its bounding volume: ${kindNames[kind]}`}
      >
        <path class="learn-items" d={having(0)} />
        <path class="learn-tested" d={having(1)} />
        <path class="learn-hit" d={having(2)} />
        <path class="learn-shape" d={path(rotatingShape.piecesAt(angle))} />
        {volume.circle ? (
          <circle
            class="learn-question"
            cx={x(volume.circle.center[0])}
            cy={y(volume.circle.center[1])}
            r={volume.circle.radius * SCALE}
          />
        ) : (
          <path class="learn-question" d={path([volume.outline])} />
        )}
      </svg>
    </div>
  );
}

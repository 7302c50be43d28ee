/** Figure: space-filling curves through the cells of a square. */

import { useMemo, useState } from 'preact/hooks';
import {
  along,
  boundsOfRun,
  type Curve,
  cellAt,
  curves,
  maxSubdivisions,
  meanSpan,
  sideOf,
} from '../curves.js';
import { all } from '../drawing.js';
import { Choice, Panel, Readings, Slider } from '../kit.js';

const PICTURE = 1000;
/** Margin around the square, so that lines at its border are not clipped. */
const EDGE = 12;
/** Maximum number of children per node of the packed R-tree. */
const NODE = 16;

const words: Readonly<Record<Curve, string>> = {
  hilbert: 'Each step leads to an adjacent cell. The quarters of the square are rotated to fit.',
  peano: 'Each step leads to an adjacent cell. The square is divided into nine parts, not four.',
  morton: 'The bits of x and y are interleaved. The key is cheap, but half of the steps jump.',
  published:
    'A published program numbers two of the four quarters in the wrong order. Queries still find everything, but half of the steps jump.',
};

export function Curves() {
  const [curve, setCurve] = useState<Curve>('hilbert');
  const [wanted, setSubdivisions] = useState(4);
  const [node, setNode] = useState(0);
  const max = maxSubdivisions(curve);
  const subdivisions = Math.min(wanted, max);
  const { side, order, steps, jumps } = useMemo(
    () => along(curve, subdivisions),
    [curve, subdivisions],
  );
  const span = useMemo(() => meanSpan(order, side, NODE), [order]);
  const lastStart = Math.max(order.length - NODE, 0);
  const first = Math.min(node, lastStart);
  const scale = PICTURE / side;
  const point = (place: number) => {
    const [x, y] = cellAt(order, place, side);
    return `${((x + 0.5) * scale).toFixed(1)} ${(PICTURE - (y + 0.5) * scale).toFixed(1)}`;
  };
  const path = (isJump: boolean) =>
    steps.map((step, i) => (step > 1 === isJump ? `M${point(i)}L${point(i + 1)}` : '')).join('');
  const square = (x: number, y: number) =>
    `M${x * scale} ${PICTURE - (y + 1) * scale}h${scale}v${scale}h${-scale}z`;
  const run = Math.min(NODE, order.length);
  const [left, low, right, high] = boundsOfRun(order, side, first, run);
  const cells = [...all(run)].map((i) => square(...cellAt(order, first + i, side))).join('');
  return (
    <>
      <div class="learn-picture" style={{ aspectRatio: '1', maxWidth: '34rem' }}>
        <svg
          viewBox={[-EDGE, -EDGE, PICTURE + 2 * EDGE, PICTURE + 2 * EDGE].join(' ')}
          role="img"
          aria-label={`${curves[curve]} curve through ${side} × ${side} cells; ${jumps} steps jump`}
        >
          <path class="learn-tested" d={cells} />
          <path class="learn-curve" d={path(false)} />
          <path class="learn-jumps" d={path(true)} />
          <rect
            class="learn-question"
            x={left * scale}
            y={PICTURE - high * scale}
            width={(right - left) * scale}
            height={(high - low) * scale}
          />
        </svg>
      </div>
      <Panel>
        <Choice label="Curve" of={curves} value={curve} onChange={setCurve} />
        <p class="learn-key">{words[curve]}</p>
        <Slider
          label="Cells"
          value={subdivisions}
          from={1}
          to={max}
          words={(value) => `${sideOf(curve, value)} × ${sideOf(curve, value)}`}
          onChange={setSubdivisions}
        />
        <Slider
          label={`${NODE} cells of one node, from cell`}
          value={first}
          from={0}
          to={lastStart}
          onChange={setNode}
        />
        <Readings
          rows={[
            { id: 'jumps', label: `of ${steps.length} steps jump`, value: jumps, main: true },
            { id: 'longest', label: 'cells in the longest step', value: Math.max(...steps) },
            {
              id: 'span',
              label: `width + height of ${NODE} consecutive cells, on average`,
              value: Number.isNaN(span) ? '–' : span.toFixed(2),
            },
          ]}
        />
      </Panel>
    </>
  );
}

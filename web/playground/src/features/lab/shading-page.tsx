/** The same boxes in four orders, and how many fragments each has the renderer shade. */

import '../../styles/lab.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SphereTree } from 'sapwood/all';
import type { Frustum } from '../../model/frustum.js';
import { useBeat, usePage } from '../../session/page.js';
import { count, duration } from '../../ui/format.js';
import { FragmentCounter, PICTURE_HEIGHT, PICTURE_WIDTH, type Shaded } from './shaded-fragments.js';

interface Row extends Shaded {
  readonly order: DrawOrder;
  /** Milliseconds of the graphics processor; NaN without a timer. */
  readonly time: number;
}

type Result = readonly Row[] | string;

async function measure(boxes: Float32Array, frustum: Parameters<typeof drawOrders>[1]) {
  const counter = new FragmentCounter(boxes, frustum);
  try {
    const rows: Row[] = [];
    for (const order of drawOrders(boxes, frustum)) {
      const shaded = counter.shade(order.ids);
      rows.push({ order, ...shaded, time: await counter.time(order.ids) });
    }
    return rows;
  } finally {
    counter.dispose();
  }
}

export function ShadingPage() {
  const { playground } = usePage();
  useBeat();
  const { session } = playground;
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    const frustum = session?.shape.frustum;
    let isWanted = true;
    const show = (found: Result) => {
      if (isWanted) setResult(found);
    };
    if (!session) return;
    if (!frustum) show('This needs a camera in 3D. Choose 3D and the query “Frustum” first.');
    else {
      measure(session.boxes.slice(), frustum).then(show, (error: unknown) =>
        show(error instanceof Error ? error.message : String(error)),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [session]);
  return (
    <>
      <p class="hint">
        The boxes that the frustum query returns are drawn one by one as solids. A fragment behind
        one that is already drawn is not shaded. The renderer counts the fragments that it shades,
        on {PICTURE_WIDTH} × {PICTURE_HEIGHT} pixels. Pixels that are shaded more than once are
        darker.
      </p>
      {typeof result === 'string' && (
        <p class="notice" role="status">
          {result}
        </p>
      )}
      {Array.isArray(result) && <Orders rows={result} />}
    </>
  );
}

function Orders({ rows }: { rows: readonly Row[] }) {
  const [stored] = rows;
  const timed = rows.some(({ time }) => !Number.isNaN(time));
  return (
    <>
      <ul class="lab-orders">
        {rows.map((row) => (
          <Picture key={row.order.id} row={row} />
        ))}
      </ul>
      <table class="lab-table">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Fragments shaded</th>
            <th scope="col">Per pixel</th>
            <th scope="col">Vs stored order</th>
            {timed && <th scope="col">GPU time</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ covered, fragments, order, time }) => (
            <tr key={order.id} data-order={order.id}>
              <th scope="row">{order.title}</th>
              <td data-number={`shaded-${order.id}`}>{count(fragments)}</td>
              <td>{(fragments / Math.max(covered, 1)).toFixed(2)}</td>
              <td>{Math.round(100 * (fragments / stored.fragments - 1))} %</td>
              {timed && <td>{duration(time)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        {count(stored.order.ids.length)} boxes in {count(stored.covered)} pixels. Every order shades
        at least one fragment per pixel.{' '}
        {timed
          ? 'GPU time is measured with an expensive shader, by the timer of the graphics driver.'
          : 'This graphics driver has no timer, so no times are shown.'}
      </p>
    </>
  );
}

/** How often each pixel was shaded: once is pale, more often is darker. */
function Picture({ row }: { row: Row }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(PICTURE_WIDTH, PICTURE_HEIGHT);
    row.counts.forEach((times, at) => {
      const line = PICTURE_HEIGHT - 1 - Math.floor(at / PICTURE_WIDTH);
      const to = 4 * (line * PICTURE_WIDTH + (at % PICTURE_WIDTH));
      const share = Math.min(Math.max(times - 1, 0) / 7, 1);
      image.data.set([228 - 170 * share, 200 - 190 * share, 150 - 60 * share], to);
      image.data[to + 3] = times > 0 ? 255 : 0;
    });
    context.putImageData(image, 0, 0);
  }, [row]);
  return (
    <li>
      <canvas
        ref={canvas}
        width={PICTURE_WIDTH}
        height={PICTURE_HEIGHT}
        role="img"
        aria-label={`${row.order.title}: ${count(row.fragments)} fragments`}
      />
      <span>{row.order.title}</span>
    </li>
  );
}

interface DrawOrder {
  readonly id: 'stored' | 'split-planes' | 'sorted' | 'backwards';
  readonly title: string;
  readonly ids: Uint32Array;
}

/** Of boxes in space. */
function drawOrders(boxes: Float32Array, { eye, planes }: Frustum): readonly DrawOrder[] {
  const tree = new SphereTree({ dimensions: 3 });
  tree.build(boxes);
  const sorted = tree.queryFrustum(planes, { eye, order: 'front-to-back' });
  const walked = tree.queryFrustum(planes, { eye, order: 'split-planes' });
  tree.dispose();
  return [
    { id: 'stored', title: 'Stored order', ids: sorted.slice().sort() },
    { id: 'split-planes', title: 'By split planes, not sorted', ids: walked },
    { id: 'sorted', title: 'Sorted front to back', ids: sorted },
    { id: 'backwards', title: 'Back to front', ids: sorted.slice().reverse() },
  ];
}

/** Memory locality and front-to-back order of a camera query. */

import { useMemo, useState } from 'preact/hooks';
import { useNumberUpdates, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { sideNames } from '../../session/side.js';
import { count } from '../../ui/format.js';
import { NumberList } from '../../ui/number-list.js';
import {
  adjacentShare,
  type CullOrder,
  cornerOrders,
  cullOrder,
  inversionShare,
  isCulling,
} from './cull-order.js';

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
}

export function CullNumbers() {
  const { playground } = usePage();
  useNumberUpdates();
  const { session, settings } = playground;
  if (!session || settings.query !== 'frustum' || settings.build) return null;
  return (
    <>
      {session.sides.map((side, view) => (
        <SideOrder
          key={sideNames[view]}
          side={side}
          name={session.sides.length > 1 ? sideNames[view] : null}
        />
      ))}
    </>
  );
}

function SideOrder({ side, name }: { side: Side; name: string | null }) {
  const { playground } = usePage();
  const frustum = playground.session?.shape.frustum;
  const { index } = side;
  if (!frustum || !isCulling(index)) return null;
  return (
    <section class="cull" aria-label="Order of visits">
      <h2>{name && <span class={`side-mark side-${name}`}>{name}</span>} Order by split planes</h2>
      <OrderNumbers order={cullOrder(index, frustum)} />
      <Corners side={side} />
    </section>
  );
}

function OrderNumbers({ order }: { order: CullOrder }) {
  const { adjacentSteps, inversions, steps } = order;
  const rows = [
    {
      id: 'cull-steps',
      label: 'Steps',
      value: count(steps),
      title: 'Transitions from one visited node to the next',
    },
    {
      id: 'cull-adjacent',
      label: 'Consecutive in memory',
      value: `${count(adjacentSteps)}, ${percent(adjacentShare(order))}`,
      title: 'Steps to the adjacent node in memory, which is probably cached',
    },
    {
      id: 'cull-inversions',
      label: 'Inversions',
      value: `${count(inversions)}, ${percent(inversionShare(order))}`,
      title:
        'Pairs of visible boxes in the wrong order (farther box first). In a random order, half of all pairs are inverted',
    },
  ];
  return <NumberList rows={rows} />;
}

/**
 * Table of the traversal order from each corner of the scene. In memory, the left child of a node
 * directly follows the node, but the traversal visits it first only from some corners.
 */
function Corners({ side }: { side: Side }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      class="details"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Camera at each corner</summary>
      {open && <CornerTable side={side} />}
    </details>
  );
}

function CornerTable({ side }: { side: Side }) {
  const sceneBounds = usePage().playground.session?.source.sceneBounds;
  const { dump, index } = side;
  const rows = useMemo(
    () => (sceneBounds && isCulling(index) ? cornerOrders(index, sceneBounds) : []),
    [dump, index, sceneBounds],
  );
  return (
    <table class="corners">
      <thead>
        <tr>
          <th scope="col">Camera at x y z</th>
          <th scope="col">Consecutive in memory</th>
          <th scope="col">Inverted</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ corner, order }) => (
          <tr key={corner} data-corner={corner}>
            <th scope="row">{corner}</th>
            <td>{percent(adjacentShare(order))}</td>
            <td>{percent(inversionShare(order))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

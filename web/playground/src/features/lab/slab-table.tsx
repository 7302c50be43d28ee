/** Memory of a build of a static tree: its slabs as bars, used and unused. */

import { useMemo } from 'preact/hooks';
import { count } from '../../ui/format.js';
import { slabUses } from './build-slabs.js';

interface SlabTableProps {
  readonly boxes: Float32Array;
  readonly dimensions: 2 | 3;
}

export function SlabTable({ boxes, dimensions }: SlabTableProps) {
  const uses = useMemo(() => slabUses(boxes, dimensions), [boxes, dimensions]);
  const slotsOf = ({ nodes, unused }: { nodes: number; unused: number }) => nodes + unused;
  const most = Math.max(...uses.map(slotsOf));
  return (
    <>
      <p class="hint">
        During a build, nodes are stored in slabs, because a growing array would move them. The
        first slab has 2n − 1 slots for n boxes if 2n − 1 is at most 1,024, otherwise that number
        divided by the boxes per leaf. Further slabs have 1,024 slots. Unused slots are wasted until
        the build is done; then the nodes are copied, and the slabs are released. The table shows
        builds of the boxes of the scene, at most 20,000, with different maximum numbers of boxes
        per leaf.
      </p>
      <table class="lab-table lab-slabs">
        <thead>
          <tr>
            <th scope="col">Boxes per leaf</th>
            <th scope="col">Slabs</th>
            <th scope="col">Number of slabs</th>
            <th scope="col">Nodes</th>
            <th scope="col">Unused slots</th>
          </tr>
        </thead>
        <tbody>
          {uses.map((use) => (
            <tr key={use.leafLimit} data-slabs={use.leafLimit}>
              <th scope="row">{use.leafLimit}</th>
              <td>
                <span
                  class="lab-slab-bar"
                  style={{ width: `${(100 * slotsOf(use)) / most}%` }}
                  aria-hidden="true"
                >
                  {use.slabs.map(({ slots, used }, i) => (
                    <span key={i} style={{ flexGrow: slots }}>
                      <span style={{ width: `${(100 * used) / slots}%` }} />
                    </span>
                  ))}
                </span>
              </td>
              <td>{count(use.slabs.length)}</td>
              <td>{count(use.nodes)}</td>
              <td>
                {count(use.unused)} ({Math.round((100 * use.unused) / slotsOf(use))} %)
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

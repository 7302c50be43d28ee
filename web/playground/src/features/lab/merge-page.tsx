/** A tile that is loaded beside a world that stands: merged, inserted, or all built anew. */

import '../../styles/lab.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { useBeat, usePage } from '../../session/page.js';
import { bytes, count, duration } from '../../ui/format.js';
import {
  type MergeCost,
  type MergeWay,
  mergeCost,
  mergeWays,
  mergingIds,
  tilesOf,
} from './merge-costs.js';
import { MergeFigures } from './merge-figures.js';
import { SlabTable } from './slab-table.js';

/** Of the scene. */
const TILE_SHARES = [0.01, 0.1, 1];

/** Maximum number of boxes: more would block the page. */
const MAX_IN_SLABS = 20_000;

const firstBoxes = ({ count: all, dimensions }: { count: number; dimensions: 2 | 3 }) =>
  2 * dimensions * Math.min(all, MAX_IN_SLABS);

const wayWords: Readonly<Record<MergeWay, string>> = {
  merge: 'Merge the trees',
  insert: 'Insert one by one',
  rebuild: 'Rebuild',
};

const nextFrame = () => new Promise(requestAnimationFrame);

export function MergePage() {
  const { playground } = usePage();
  useBeat();
  const { session } = playground;
  const [rows, setRows] = useState<readonly MergeCost[]>([]);
  const [measures, setMeasures] = useState(true);
  // boxes of the frame in which the page opens
  const boxes = useMemo(() => session?.boxes.slice(0, firstBoxes(session.source)), [session]);
  useEffect(() => {
    if (!session) return;
    setRows([]);
    setMeasures(true);
    const { source } = session;
    const boxes = session.boxes.slice();
    let open = true;
    const run = async () => {
      const found: MergeCost[] = [];
      for (const share of TILE_SHARES) {
        const tiles = tilesOf(boxes, source.home, Math.max(2, Math.round(share * source.count)));
        for (const id of mergingIds) {
          for (const way of mergeWays) {
            await nextFrame();
            if (!open) return;
            found.push(mergeCost(id, way, tiles, source.home));
            setRows([...found]);
          }
        }
      }
      setMeasures(false);
    };
    void run();
    return () => {
      open = false;
    };
  }, [session]);
  const dimensions = playground.session?.source.dimensions ?? 3;
  const titleOf = (id: string) => structures.find((one) => one.id === id)?.title(dimensions) ?? id;
  return (
    <>
      <h3>Where a tile is merged</h3>
      <MergeFigures />
      <h3>Cost of adding a tile</h3>
      <p class="hint">
        A tile of boxes is added beside the boxes of the scene, as when a level is loaded. “Time” is
        the median of five additions; the tree of the tile is built in advance. “Touched” counts the
        nodes and boxes that a merge copied, linked and mapped. “Memory” is what the index uses
        afterwards: a merge copies into new, larger arrays. “Nodes visited” is for a query across
        the border between the tile and the scene.
      </p>
      <table class="lab-table lab-merge" aria-busy={measures}>
        <thead>
          <tr>
            <th scope="col">Structure, boxes in the tile</th>
            <th scope="col">Method</th>
            <th scope="col">Time</th>
            <th scope="col">Nodes and boxes touched</th>
            <th scope="col">Memory</th>
            <th scope="col">Nodes visited</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ structure, way, tile, ms, touched, bytes: held, bytesBefore, visits }) => (
            <tr key={`${structure} ${tile} ${way}`} data-merge={`${structure} ${way}`}>
              <th scope="row">
                {titleOf(structure)}, {count(tile)}
              </th>
              <td>{wayWords[way]}</td>
              <td>{duration(ms)}</td>
              <td>{touched === null ? '–' : count(touched)}</td>
              <td>
                {bytes(held)}, +{bytes(Math.max(held - bytesBefore, 0))}
              </td>
              <td>{count(visits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Unused memory of a build</h3>
      {boxes && <SlabTable boxes={boxes} dimensions={dimensions} />}
    </>
  );
}

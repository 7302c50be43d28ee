/** A tile that is loaded beside a world that stands: merged, inserted, or all built anew. */

import { useEffect, useState } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { useBeat, usePage } from '../../panel/page.js';
import { bytes, count, duration } from '../../ui/format.js';
import {
  type MergeCost,
  type MergeWay,
  mergeCost,
  mergeWays,
  mergingIds,
  tilesOf,
} from './merge-costs.js';

/** Of the scene. */
const TILE_SHARES = [0.01, 0.1, 1];

const wayWords: Readonly<Record<MergeWay, string>> = {
  merge: 'Merged as a tree',
  insert: 'Inserted one by one',
  rebuild: 'All built anew',
};

const nextFrame = () => new Promise(requestAnimationFrame);

export function MergePage() {
  const { playground } = usePage();
  useBeat();
  const { session } = playground;
  const [rows, setRows] = useState<readonly MergeCost[]>([]);
  const [measures, setMeasures] = useState(true);
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
      <p class="hint">
        The boxes of the scene stand; a tile comes beside them, as a level is loaded. The time is
        that of adding it, the median of five; a tree for the tile is built before. Touched are the
        nodes and items that a merge copied, linked and mapped, as it tells itself. Memory is what
        the index holds afterwards: a merge gives it new and larger arrays, and copies into them.
        Visits are those of a query over the edge between both.
      </p>
      <table class="lab-table lab-merge" aria-busy={measures}>
        <thead>
          <tr>
            <th scope="col">Structure, boxes of the tile</th>
            <th scope="col">Way</th>
            <th scope="col">Time</th>
            <th scope="col">Touched</th>
            <th scope="col">Memory</th>
            <th scope="col">Visits</th>
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
    </>
  );
}

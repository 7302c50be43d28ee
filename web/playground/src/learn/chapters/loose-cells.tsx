/** Figure: a query in nested cells. The cells are either strict or loose, which means enlarged. */

import { useMemo, useState } from 'preact/hooks';
import { BoxQueryFigure, BoxQueryLink, useBoxQuery, useNodes } from '../box-query.js';
import { all } from '../drawing.js';
import { Choice, Panel, Readings, useWorld } from '../kit.js';
import { ItemsInRole } from '../marks.js';

const N = 500;
const FIRST_LEVELS = 3;
const kinds = { octree: 'Strict cells', 'loose-octree': 'Loose cells' } as const;

export function LooseCells() {
  const [structure, setStructure] = useState<keyof typeof kinds>('octree');
  const world = useWorld('straddlers', N);
  const query = useBoxQuery({ world, structure }, [0.5, 0.62], 0.06);
  const nodes = useNodes(query.subject);
  const high = useMemo(
    () =>
      [...all(nodes.count)]
        .filter((node) => nodes.level[node] < FIRST_LEVELS)
        .flatMap((node) => {
          const first = nodes.firstItem[node];
          return [...nodes.items.subarray(first, first + nodes.itemCount[node])];
        }),
    [nodes],
  );
  const { tests, visits } = query.result;
  return (
    <>
      <BoxQueryFigure
        query={query}
        label="Boxes in cells of several sizes; boxes in large cells are marked"
        nodes={nodes}
        above={(view) => <ItemsInRole kind="tested" ids={high} view={view} world={world} />}
      />
      <Panel>
        <Choice label="The cells" of={kinds} value={structure} onChange={setStructure} />
        <Readings
          rows={[
            { id: 'tests', label: 'boxes tested', value: tests, main: true },
            { id: 'visits', label: 'cells visited', value: visits },
            { id: 'high', label: `boxes in the first ${FIRST_LEVELS} levels`, value: high.length },
          ]}
        />
        <BoxQueryLink query={query} />
      </Panel>
    </>
  );
}

/** Figure: a query in a bounding volume tree, with a slider for the number of drawn levels. */

import { useMemo, useState } from 'preact/hooks';
import { BoxQueryFigure, BoxQueryLink, useBoxQuery, useNodes } from '../box-query.js';
import { heightOf } from '../drawing.js';
import { Panel, Readings, Slider, useWorld } from '../kit.js';
import { Levels } from '../marks.js';

const N = 1500;

export function BoxesAroundBoxes() {
  const [deepest, setDeepest] = useState(3);
  const world = useWorld('clustered', N);
  const query = useBoxQuery({ world, structure: 'static-tree' }, [0.84, 0.34], 0.03);
  const nodes = useNodes(query.subject);
  const height = useMemo(() => heightOf(nodes), [nodes]);
  const { ids, tests, visits } = query.result;
  return (
    <>
      <BoxQueryFigure
        query={query}
        label="Boxes inside larger boxes, level by level; the query opens those that it touches"
        nodes={nodes}
        below={(view) => <Levels deepest={deepest} nodes={nodes} view={view} />}
      />
      <Panel>
        <Slider
          label="Levels drawn"
          value={deepest}
          from={0}
          to={height}
          words={(value) => `${value + 1} of ${height + 1}`}
          onChange={setDeepest}
        />
        <Readings
          rows={[
            { id: 'tests', label: `of ${N} boxes tested`, value: tests, main: true },
            { id: 'visits', label: 'nodes visited', value: visits },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <BoxQueryLink query={query} />
      </Panel>
    </>
  );
}

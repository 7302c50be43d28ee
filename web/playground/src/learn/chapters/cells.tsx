/** Figure: a query in a uniform grid of adjustable cell size. */

import { useState } from 'preact/hooks';
import { BoxQueryFigure, BoxQueryLink, useBoxQuery, useNodes } from '../box-query.js';
import { Panel, Readings, Slider, useWorld } from '../kit.js';

const N = 400;

export function Cells() {
  const [widths, setWidths] = useState(3);
  const world = useWorld('uniform', N);
  const options = { cellSize: Number((widths * world.meanSide).toFixed(3)) };
  const query = useBoxQuery({ world, structure: 'spatial-hash', options }, [0.55, 0.5], 0.08);
  const { ids, tests, visits } = query.result;
  return (
    <>
      <BoxQueryFigure
        query={query}
        label="Boxes in cells; the query opens the cells that it covers"
        nodes={useNodes(query.subject)}
      />
      <Panel>
        <Slider
          label="A cell is as wide as"
          value={widths}
          from={0.5}
          to={12}
          step={0.5}
          words={(value) => `${value} boxes`}
          onChange={setWidths}
        />
        <Readings
          rows={[
            { id: 'tests', label: 'boxes tested', value: tests, main: true },
            { id: 'visits', label: 'cells looked up', value: visits },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <BoxQueryLink query={query} />
      </Panel>
    </>
  );
}
